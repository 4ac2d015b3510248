import argparse, sys, threading, time
sys.setswitchinterval(0.002)
from core import W
import server, auth, account, registry, mail, oncall, clusters, uptime, seed, driver


def tick():
    while True:
        time.sleep(0.05)
        with W.lock:
            W.run_due()


ap = argparse.ArgumentParser()
ap.add_argument('--port', type=int, default=0)
a = ap.parse_args()
seed.seed()
s = server.Server(('127.0.0.1', a.port), server.Handler)
threading.Thread(target=tick, daemon=True).start()
print(f'http://127.0.0.1:{s.server_address[1]}', flush=True)
try:
    s.serve_forever()
except KeyboardInterrupt:
    pass
