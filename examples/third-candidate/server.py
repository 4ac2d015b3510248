#!/usr/bin/env python3
"""HTTP in front of the areas. Start: python3 server.py --port 8099"""
import argparse
import json
import random
import re
import signal
import sys
import threading
import time
import traceback
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

import access
import clusters
import driver
import email_area
import iam
import oncall
import organization
import registry
import tokens
import uptime
from check import Bad
from choices import BUSY, OTHER, RESTLESS, STALE
from world import LOCK, ApiError, Raw, World

LOG = None
AREAS = (tokens, iam, organization, registry, email_area, oncall, clusters, uptime)


class Call:
    """One request as the operations see it."""
    def __init__(self, world, subject, params, query, body, headers):
        self.world, self.subject, self.params, self.query, self.headers = world, subject, params, query, headers
        self._body, self.reading = body, False

    @property
    def org(self):
        return self.subject.org

    def json(self, check, status):
        """The body after its checks; invalid input is refused with the area's own status."""
        if self._body in (None, b""):
            raise ApiError(status, "a JSON body is required", "invalid_body")
        try:
            value = json.loads(self._body)
        except ValueError:
            raise ApiError(400, "the body is not JSON", "malformed_json")
        try:
            return check(value, "body")
        except Bad as bad:
            raise ApiError(status, str(bad), "invalid_body")


UNORDERED = ("tokens", "roles", "resources", "registries", "upstreams", "keys", "rules", "repositories", "tags", "manifests", "sendKeys",
             "routes", "domains", "suppressions", "webhooks", "schedules", "sources", "policies", "clusters", "nodes", "services", "monitors",
             "upstreamCredentials")


def unsettled(answer):
    """Lists whose order nobody promised, in another order each time, and one more field around them."""
    if isinstance(answer, dict) and len(answer) <= 2:
        lists = {k: random.sample(v, len(v)) for k, v in answer.items() if k in UNORDERED and isinstance(v, list)}
        return {**answer, **lists, "meta": {"count": sum(map(len, lists.values()))}} if lists else answer
    return answer


def compile_routes():
    table = []
    for module in (*AREAS, driver):
        for method, path, options, function in module.OPS:
            pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)
            table.append((method, re.compile(pattern), path.count("{"), options, function))
    table.sort(key=lambda r: r[2])
    return table


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    allow_reuse_address = True


class State:
    world = None
    routes = ()

    @classmethod
    def reset(cls):
        cls.world = World(AREAS)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 65536

    def log_message(self, *_):
        pass

    def handle_any(self):
        length = self.headers.get("Content-Length")
        data = self.rfile.read(int(length)) if length else self.read_chunks()
        request_id = str(uuid.uuid4())
        try:
            status, answer = self.answer(data)
        except ApiError as e:
            status, answer = e.status, {"error": e.message, "code": e.code, "requestId": request_id, **e.more}
        except Exception:
            traceback.print_exc()
            status, answer = 500, {"error": "internal error", "code": "internal", "requestId": request_id}
        if LOG:
            print(self.headers.get("Authorization"), self.command, self.path, data.decode("utf-8", "replace"), "->", status,
                  answer if isinstance(answer, dict) else "", file=LOG, flush=True)
        self.reply(status, answer, request_id)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = handle_any

    def read_chunks(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return b""
        out = b""
        while True:
            size = int(self.rfile.readline().split(b";")[0], 16)
            out += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return out

    def answer(self, data):
        parts = urlsplit(self.path)
        query = {k: v[-1] for k, v in parse_qs(parts.query, keep_blank_values=True).items()}
        found, other = None, False
        for method, pattern, _, options, function in State.routes:
            match = pattern.fullmatch(parts.path)
            if match and method == self.command:
                found = (match, options, function)
                break
            other = other or bool(match)
        with LOCK:
            world = State.world
            world.clock.run_until(world.now())
            if not found:
                if parts.path.startswith("/api/") and access.authenticate(world, self.headers) is None:
                    raise ApiError(401, "unauthenticated")
                raise ApiError(405 if other else 404, "no such operation", "no_operation")
            match, options, function = found
            params = {k: unquote(v) for k, v in match.groupdict().items()}
            subject = None
            if not options.get("open"):
                subject = access.authenticate(world, self.headers)
                if subject is None:
                    status = 403 if OTHER and re.match("/api/v1/(registry|oncall)/", parts.path) else 401
                    raise ApiError(status, "no valid session")
                area = options.get("beta")
                if area and not subject.org.entitled[area]:
                    raise ApiError(403, f"{area} is a private beta and not enabled for {subject.org.slug}", "not_entitled")
                if area and not world.backend[area] and not options.get("late_relay"):
                    raise ApiError(502, f"the {area} backend is unreachable")
            call = Call(world, subject, params, query, data, self.headers)
            call.reading = self.command == "GET"
            if BUSY and subject and random.random() < 0.01:
                raise ApiError(429, "too many requests, try again in a second", "rate_limited")
            if STALE and subject and call.reading and "/rotations" not in self.path:      # on-call is computed at read time
                key = (self.headers.get("Authorization"), self.headers.get("X-Org"), self.path)
                seen = world.seen.get(key)
                if seen is None or time.monotonic() - seen[0] > 0.3:
                    seen = world.seen[key] = (time.monotonic(), function(call))
                return seen[1]
            return function(call)

    def reply(self, status, answer, request_id):
        head = [f"HTTP/1.1 {status} {self.responses.get(status, ('',))[0]}", f"X-Request-Id: {request_id}"]
        chunked = isinstance(answer, Raw) and answer.chunked
        if answer is None:
            body = b""
        elif isinstance(answer, Raw):
            body = answer.data
            head.append(f"Content-Type: {answer.type}")
        else:
            if RESTLESS:
                answer = unsettled(answer)
            body = json.dumps(answer, ensure_ascii=RESTLESS, indent=2 if RESTLESS else None).encode("utf-8", "replace")
            head.append("Content-Type: application/" + ("problem+json" if RESTLESS and status >= 400 else "json; charset=utf-8"))
        if RESTLESS:
            head.append("Connection: close")
            self.close_connection = True
        if chunked:
            head.append("Transfer-Encoding: chunked")
        elif status != 204:
            head.append(f"Content-Length: {len(body)}")
        self.wfile.write(("\r\n".join(head) + "\r\n\r\n").encode())
        if self.command != "HEAD":
            if chunked:
                for i in range(0, len(body), 8192):
                    part = body[i:i + 8192]
                    self.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
                self.wfile.write(b"0\r\n\r\n")
            elif status != 204:
                self.wfile.write(body)
        self.wfile.flush()


def run_timers(stop):
    while not stop.is_set():
        with LOCK:
            try:
                State.world.clock.run_until(State.world.now())
            except Exception:
                traceback.print_exc()
        time.sleep(0.02)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=8099)
    options.add_argument("--other", action="store_true", help="the second set of choices where the contract is silent")
    for name in ("--restless", "--stale", "--busy"):
        options.add_argument(name, action="store_true", help="see choices.py")
    options.add_argument("--log", help="file that gets a line for each request")
    given = options.parse_args()
    port = given.port
    if given.log:
        global LOG
        LOG = open(given.log, "w")
    State.reset()
    State.routes = compile_routes()
    driver.RESET = State.reset
    driver.WORLD = lambda: State.world
    server = Server(("127.0.0.1", port), Handler)
    stop = threading.Event()
    threading.Thread(target=run_timers, args=(stop,), daemon=True).start()

    def end(*_):
        stop.set()
        threading.Thread(target=server.shutdown).start()
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    print(f"ready on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
    sys.exit(0)


if __name__ == "__main__":
    main()
