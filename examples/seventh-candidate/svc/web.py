"""HTTP/1.1 with keep-alive; one answer is one write. Routing, authentication and one transaction per request."""
import json
import socket
import socketserver
import sys
import traceback
from urllib.parse import parse_qsl, unquote

from . import auth, clock, db
from .core import ApiError, Body, fail

MAX_BODY = 2 * 1024 * 1024
REASONS = {200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required",
           403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type",
           422: "Unprocessable Content", 500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable"}
_tree = {}
OPERATIONS = []


class Raw:
    def __init__(self, body, content_type):
        self.body, self.content_type = body, content_type


class Route:
    __slots__ = ("method", "path", "handler", "area", "who", "own_tx", "names", "json")


def route(method, path, who="caller", own_tx=False, op=True, body=True):
    """who: caller (a subject is required), or nobody (the handler authenticates). own_tx: the handler opens its transactions."""
    def deco(f):
        r = Route()
        r.method, r.path, r.handler, r.who, r.own_tx = method, path, f, who, own_tx
        segs = path.strip("/").split("/")
        r.area = segs[2] if len(segs) > 2 else ""
        r.names = [s[1:-1] for s in segs if s[0] == "{"]
        node = _tree
        for s in segs:
            node = node.setdefault("{}" if s[0] == "{" else s, {})
        node.setdefault(None, {})[method] = r
        if op:
            OPERATIONS.append((method, path, f.__name__))
        return f
    return deco


def find(segs):
    def walk(node, i, params):
        if i == len(segs):
            return (node[None], params) if None in node else None
        s = segs[i]
        if s in node and s != "{}":
            got = walk(node[s], i + 1, params)
            if got:
                return got
        if "{}" in node and s:
            return walk(node["{}"], i + 1, params + [s])
        return None
    return walk(_tree, 0, [])


def _no_constant(name):
    raise ValueError(name)


class Request:
    __slots__ = ("method", "path", "query", "headers", "raw", "params", "subject", "route")

    @property
    def org(self):
        return self.subject.org

    def json(self, optional=False):
        if not self.raw.strip():
            if optional:
                return {}
            fail(400, "a JSON body is required")
        ct = self.headers.get("content-type", "application/json").split(";")[0].strip().lower()
        if ct != "application/json" and not ct.endswith("+json"):
            fail(415, "the body must be application/json")
        try:
            data = json.loads(self.raw, parse_constant=_no_constant)
            if b"\\u" in self.raw or b"\xed" in self.raw:
                json.dumps(data, ensure_ascii=False).encode()  # lone surrogates are not text
            return data
        except (ValueError, RecursionError):
            fail(400, "the body is not valid JSON")

    def body(self, status=None, optional=False):
        return Body(self.json(optional), status=status)


EMAIL_OR_UPTIME = ("email", "uptime")


def gate(req):
    """Entitlement and backend of the areas in private beta."""
    area = req.route.area
    if area in EMAIL_OR_UPTIME:
        o = req.subject.orgrow
        if not o[area + "_on"]:
            fail(403, f"{area} is in private beta and not enabled for this organization")
        if not (area == "uptime" and req.method == "POST" and req.path == "/api/v1/uptime/monitors"):
            backend(area)


def backend(area):
    if db.val("SELECT value FROM switches WHERE name=?", "backend." + area) == "down":
        fail(502, f"the {area} backend is unreachable")


def authenticate(req):
    req.subject = auth.authenticate(req.headers, "no valid session" if req.route.area in EMAIL_OR_UPTIME else "unauthenticated")


def dispatch(req):
    path = req.path
    segs = path[1:].split("/")
    if "%" in path:
        segs = [unquote(s) for s in segs]
    got = find(segs)
    if got is None:
        fail(404, "there is nothing at this path")
    methods, params = got
    r = methods.get(req.method)
    if r is None:
        raise ApiError(405, "this method is not allowed here", {"Allow": ", ".join(sorted(methods))})
    req.route = r
    req.params = dict(zip(r.names, params))
    if r.own_tx:
        return r.handler(req)
    if r.who == "caller":
        with db.lock:
            with db.tx():
                clock.run_due()
                authenticate(req)
            # A refused request changes nothing, but the use of its token stays recorded.
            with db.tx():
                gate(req)
                return r.handler(req)
    with db.tx():
        clock.run_due()
        return r.handler(req)


def answer(req):
    extra = None
    try:
        result = dispatch(req)
        status, body = result if isinstance(result, tuple) else (200, result)
    except ApiError as e:
        status, body, extra = e.status, {"error": e.message}, e.headers
    except Exception:
        traceback.print_exc(file=sys.stderr)
        status, body = 500, {"error": "something went wrong on our side"}
    if body is None:
        payload, ct = b"", None
    elif isinstance(body, Raw):
        payload, ct = body.body, body.content_type
    else:
        payload, ct = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(), "application/json"
    return status, payload, ct, extra


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        sock = self.request
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.settimeout(120)
        f = sock.makefile("rb", 65536)
        try:
            while self.one(sock, f):
                pass
        except (OSError, ValueError):
            pass
        finally:
            f.close()

    def one(self, sock, f):
        line = f.readline(65537)
        while line in (b"\r\n", b"\n"):
            line = f.readline(65537)
        if not line:
            return False
        parts = line.decode("latin-1").split()
        if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
            self.send(sock, 400, b'{"error":"this is not an HTTP/1.1 request"}', "application/json", None, False, False)
            return False
        method, target, version = parts
        headers = {}
        while True:
            h = f.readline(65537)
            if h in (b"\r\n", b"\n", b""):
                break
            k, _, v = h.decode("latin-1").partition(":")
            headers[k.strip().lower()] = v.strip()
        keep = headers.get("connection", "").lower() != "close" and (version == "HTTP/1.1" or headers.get("connection", "").lower() == "keep-alive")
        if headers.get("expect", "").lower() == "100-continue":
            sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        raw = b""
        if headers.get("transfer-encoding", "").lower() == "chunked":
            chunks, size = [], 0
            while True:
                n = int(f.readline(100).split(b";")[0], 16)
                if n == 0:
                    while f.readline(65537) not in (b"\r\n", b"\n", b""):
                        pass
                    break
                size += n
                if size > MAX_BODY:
                    self.send(sock, 413, b'{"error":"the body is too large"}', "application/json", None, False, False)
                    return False
                chunks.append(f.read(n))
                f.readline(10)
            raw = b"".join(chunks)
        elif "content-length" in headers:
            n = int(headers["content-length"])
            if n > MAX_BODY:
                self.send(sock, 413, b'{"error":"the body is too large"}', "application/json", None, False, False)
                return False
            raw = f.read(n)
            if len(raw) < n:
                return False
        path, _, qs = target.partition("?")
        req = Request()
        req.method, req.path, req.headers, req.raw, req.subject = method, path.split("#")[0], headers, raw, None
        req.query = dict(parse_qsl(qs, keep_blank_values=True)) if qs else {}
        status, payload, ct, extra = answer(req)
        self.send(sock, status, payload, ct, extra, keep, method == "HEAD")
        return keep

    def send(self, sock, status, payload, ct, extra, keep, head):
        out = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}"]
        if ct:
            out.append("Content-Type: " + ct)
        if status != 204:
            out.append(f"Content-Length: {len(payload)}")
        out.append("Cache-Control: no-store")
        if not keep:
            out.append("Connection: close")
        for k, v in (extra or {}).items():
            out.append(f"{k}: {v}")
        sock.sendall("\r\n".join(out).encode("latin-1") + b"\r\n\r\n" + (b"" if head else payload))


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 256
