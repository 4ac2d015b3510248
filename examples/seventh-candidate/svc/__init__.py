"""Organization operations control API: areas as modules over one SQLite store."""
