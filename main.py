"""Nord: picks the poste or the command."""

import sys

if __name__ == "__main__":
    try:
        from app.bootstrap import main

        sys.exit(main())
    except KeyboardInterrupt:  # before anybody listens for it
        sys.exit(130)
