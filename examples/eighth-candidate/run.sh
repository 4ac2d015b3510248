#!/usr/bin/env bash
# Compiles into a temporary folder if the sources are newer than the classes, then starts the server.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
stamp="$(cat "$here"/src/*.java | cksum | cut -d' ' -f1)"
out="${TMPDIR:-/tmp}/eighth-classes-$stamp"
if [ ! -f "$out/.done" ]; then
  mkdir -p "$out"
  javac -nowarn -encoding UTF-8 --release 17 -d "$out" "$here"/src/*.java
  touch "$out/.done"
fi
exec java -Xms64m -Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=4 -Dsun.net.httpserver.nodelay=true \
  -Dsun.net.httpserver.maxIdleConnections=1000 -Dsun.net.httpserver.idleInterval=300 \
  -cp "$out" eighth.Main "$@"
