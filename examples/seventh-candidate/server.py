#!/usr/bin/env python3
"""python3 server.py --port N [--host H]: serves the API and its driver door, prints the URL when it listens."""
import argparse
import sys

from svc import clock, control, outbox, seed, web  # noqa: F401  (control imports every area)
from svc import org  # noqa: F401


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--port", type=int, default=8707)
    p.add_argument("--host", default="127.0.0.1")
    a = p.parse_args()
    sys.setswitchinterval(0.001)
    seed.plant()
    server = web.Server((a.host, a.port), web.Handler)
    clock.start()
    outbox.start()
    print(f"http://{a.host}:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever(poll_interval=0.5)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
