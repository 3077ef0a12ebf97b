"""What every test shares."""

from hypothesis import HealthCheck, settings

# Speed is measured in bench/, never here: a slow machine must not fail a property.
settings.register_profile("nord", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Where the code is changed on purpose, the examples are the same each time.
settings.register_profile("mutants", settings.get_profile("nord"), derandomize=True, database=None)
settings.load_profile("nord")
