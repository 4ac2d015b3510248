#!/bin/sh
# run.sh --port N: serves on 127.0.0.1:N (0 or nothing: a free port) and prints the URL.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec node "$here/src/server.mjs" "$@"
