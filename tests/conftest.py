"""What holds for every test: log records carry no local variables, where hands live."""

from __future__ import annotations

import structlog

structlog.configure(processors=[structlog.processors.KeyValueRenderer()])
