import sys
import threading

from . import account, clusters, control, email_area, oncall, registry, seed, uptime
from .core import Handler, Server, loop


def main():
    port = int(sys.argv[sys.argv.index('--port') + 1]) if '--port' in sys.argv else 0
    seed.plant()
    server = Server(('127.0.0.1', port), Handler)
    threading.Thread(target=loop, daemon=True).start()
    print(f'http://127.0.0.1:{server.server_address[1]}', flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
