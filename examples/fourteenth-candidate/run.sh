#!/bin/sh
# ./run.sh --port N (0: any free port). Prints the URL when ready.
exec node "$(dirname "$0")/src/main.mjs" "$@"
