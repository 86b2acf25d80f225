"""The folder of the project, and files of the folder `shared` beside it."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.join(os.path.dirname(ROOT), "shared")
OPENINGS = os.path.join(SHARED, "openings", "match.epd")
TABLES = os.path.join(SHARED, "syzygy")
