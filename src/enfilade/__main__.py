"""``python -m enfilade``."""

import sys

from enfilade.cli import main

sys.exit(main())
