"""Starts the service: main.py --port N"""
import argparse
import logging

import uvicorn

from app.main import app


class Server(uvicorn.Server):
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            print(f"ready on http://127.0.0.1:{self.config.port}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8105)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    Server(uvicorn.Config(app, host="127.0.0.1", port=arguments.port, log_level="warning", access_log=False)).run()
