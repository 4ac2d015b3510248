#!/bin/sh
# ./run.sh --port N: compiles into a temporary folder if needed, then serves on 127.0.0.1. Port 0 takes a free one.
set -e
here=$(cd "$(dirname "$0")" && pwd)
sum=$(cat "$here"/src/*.java | cksum | cut -d' ' -f1)
out="${TMPDIR:-/tmp}/twelfth-candidate-$(id -u)-$sum"
if [ ! -f "$out/built" ]; then
  work=$(mktemp -d)
  javac -nowarn -encoding UTF-8 -d "$work" "$here"/src/*.java 1>&2
  : > "$work/built"
  mv "$work" "$out" 2>/dev/null || rm -rf "$work"
fi
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx384m -cp "$out" Main "$@"
