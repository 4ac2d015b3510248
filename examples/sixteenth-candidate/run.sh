#!/bin/sh
# Usage: ./run.sh --port N (0: a free port). Prints its URL once it is ready.
here=$(cd "$(dirname "$0")" && pwd)
out=$here/.build
mkdir -p "$out"
bin="$out/server"
newest=$(ls -t "$here"/src/*.go "$here"/src/go.mod | head -1)
if [ ! -x "$bin" ] || [ "$newest" -nt "$bin" ]; then
  (cd "$here/src" && GOFLAGS=-mod=mod go build -o "$bin.$$" . && mv "$bin.$$" "$bin") || exit 1
fi
exec "$bin" "$@"
