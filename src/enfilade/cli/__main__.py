"""``python -m enfilade.cli``."""

import sys

from enfilade.cli import main

sys.exit(main())
