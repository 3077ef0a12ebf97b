"""Print what the product needs, with the extras named on the command line, one requirement a line.

pip can install a project's dependencies only together with the project; a work tree is run in place.
"""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
for requirement in project["dependencies"]:
    print(requirement)
for extra in sys.argv[1:]:
    print(*project["optional-dependencies"][extra], sep="\n")
