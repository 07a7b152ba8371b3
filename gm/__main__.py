"""`python -m gm` is the `casekeeper` command."""

import sys

from gm.cli import main

sys.exit(main())
