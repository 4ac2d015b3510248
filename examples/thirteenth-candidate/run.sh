#!/bin/sh
# run.sh --port N   (0: a free port)
cd "$(dirname "$0")" || exit 1
PYTHONDONTWRITEBYTECODE=1 exec python3 -m app "$@"
