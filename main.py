"""Nord: picks the poste or the command."""

import sys

from app.bootstrap import main

if __name__ == "__main__":
    sys.exit(main())
