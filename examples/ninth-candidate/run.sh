#!/usr/bin/env bash
# Compiles into a temporary folder if the sources are not those it was made of, then starts the server.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
stamp="$(cat "$here"/src/*.rs | cksum | cut -d' ' -f1)"
out="${TMPDIR:-/tmp}/ninth-candidate-$stamp"
if [ ! -x "$out/candidate" ]; then
  mkdir -p "$out"
  rustc -O --edition 2021 "$here/src/main.rs" -o "$out/candidate.$$"
  mv "$out/candidate.$$" "$out/candidate"
fi
exec "$out/candidate" "$@"
