"""The ground of the window tests."""

import os
import tempfile

# Kivy reads these when it is first imported.
os.environ["KIVY_NO_ARGS"] = "1"
os.environ["KIVY_NO_CONFIG"] = "1"
os.environ["KIVY_LOG_MODE"] = "PYTHON"
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="nord-kivy-")
