"""HTTP: routing, bodies, errors, keep-alive."""
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from core import *
import auth

ROUTES = {}
OPS = {}


class Op:
    pass


def op(name, method, path, status=200, body=None, query=None, door=False, nolock=False):
    def deco(f):
        o = Op()
        o.name, o.method, o.path, o.status, o.body, o.query, o.door, o.nolock, o.f = name, method, path, status, body, query or {}, door, nolock, f
        o.segs = path.strip('/').split('/')
        o.area = o.segs[2] if len(o.segs) > 2 else ''
        ROUTES.setdefault(len(o.segs), []).append(o)
        OPS[name] = o
        return f
    return deco


class Call:
    who = None

    @property
    def org(self):
        return self.who.org

    def need(self, *a, **k):
        self.who.need(*a, **k)


class Raw:
    def __init__(self, body, ctype, chunked=False):
        self.body, self.ctype, self.chunked = body, ctype, chunked


def find(method, segs):
    allowed, hit = set(), None
    for o in ROUTES.get(len(segs), ()):
        p, score = {}, 0
        for a, b in zip(o.segs, segs):
            if a[0] == '{':
                if not b:
                    break
                p[a[1:-1]] = urllib.parse.unquote(b)
            elif a != b:
                break
            else:
                score += 1
        else:
            allowed.add(o.method)
            if o.method == method and (hit is None or score > hit[2]):
                hit = (o, p, score)
    return hit, allowed


def entitled(o, who):
    if o.area in ('email', 'uptime'):
        if not W.val(f'select {o.area}_on from orgs where slug=?', who.org):
            raise Err(403, f'{o.area} is not enabled for this organization (private beta)')


def reachable(o):
    if o.area in ('email', 'uptime') and not W.backends[o.area]:
        raise Err(502, f'the {o.area} backend is unreachable')


def body_of(o, c, raw, ctype):
    if o.body is None:
        return None
    if ctype and 'json' not in ctype.lower():
        raise Err(415, 'the body must be JSON')
    try:
        v = json.loads(raw.decode('utf-8'))
    except (ValueError, UnicodeDecodeError, RecursionError):
        raise Err(400, 'the body is not JSON')
    return v if o.body == 'raw' else check(o.body, v)


def query_of(o, q):
    out = {}
    for k, s in o.query.items():
        opt = k.endswith('?')
        name = k[:-1] if opt else k
        if name not in q:
            if not opt:
                raise bad(f'the query parameter {name} is required')
            continue
        if q[name] == '' and not opt:
            raise bad(f'the query parameter {name} is empty')
        out[name] = check(s, q[name], f'query.{name}') if isinstance(s, tuple) else q[name]
    return out


def serve(o, params, q, headers, raw):
    c = Call()
    c.p, c.headers, c.raw = params, headers, raw
    if o.nolock:
        c.b, c.q = body_of(o, c, raw, headers.get('content-type')), query_of(o, q)
        return o.f(c)
    with W.lock:
        try:
            W.run_due()
            if o.door:
                c.b = None
            else:
                c.who = auth.authenticate(headers, o.area)
                entitled(o, c.who)
                if o.name == 'createMonitor':  # the console's quota comes before the relay
                    import uptime
                    c.need('uptime.monitor.write')
                    uptime.quota(c)
                reachable(o)
            if not o.door:
                c.b, c.q = body_of(o, c, raw, headers.get('content-type')), query_of(o, q)
            r = o.f(c)
            W.db.commit()
            if W.progress['mode'] == 'at-once':
                W.run_due()
            return r
        except BaseException:
            W.db.rollback()
            raise


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    wbufsize = 65536
    timeout = 300
    server_version = 'opsd'
    sys_version = ''

    def log_message(self, *a):
        pass

    def date_time_string(self, timestamp=None):
        return hd(int(time.time() * 1000))

    def read_body(self):
        if 'chunked' in (self.headers.get('transfer-encoding') or '').lower():
            out = b''
            while True:
                n = int(self.rfile.readline().split(b';')[0].strip() or b'0', 16)
                if n == 0:
                    while self.rfile.readline().strip():
                        pass
                    return out
                out += self.rfile.read(n)
                self.rfile.readline()
        n = int(self.headers.get('content-length') or 0)
        if n > 4_000_000:
            self.close_connection = True
            raise Err(413, 'the body is too large')
        return self.rfile.read(n) if n > 0 else b''

    def send(self, status, obj=None, raw=None, extra=()):
        if raw is not None:
            body, ctype = raw.body, raw.ctype
        elif obj is None:
            body, ctype = b'', None
        else:
            body, ctype = json.dumps(obj, separators=(',', ':')).encode(), 'application/json'
        self.send_response(status)
        if ctype:
            self.send_header('Content-Type', ctype)
        for k, v in extra:
            self.send_header(k, v)
        chunked = raw is not None and raw.chunked
        if chunked:
            self.send_header('Transfer-Encoding', 'chunked')
        elif status != 204:
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        if self.command != 'HEAD':
            if chunked:
                for i in range(0, len(body), 8192):
                    part = body[i:i + 8192]
                    self.wfile.write(b'%x\r\n' % len(part) + part + b'\r\n')
                self.wfile.write(b'0\r\n\r\n')
            elif body and status != 204:
                self.wfile.write(body)
        self.wfile.flush()

    def handle_any(self):
        try:
            raw = self.read_body()
            path, _, qs = self.path.partition('?')
            q = {}
            if qs:
                for k, v in urllib.parse.parse_qsl(qs, keep_blank_values=True):
                    q.setdefault(k, v)
            segs = path[1:].split('/')
            if segs[0] == '_understudy':
                import driver
                status, obj = driver.handle(self.command, segs[1:], q, raw, self.headers)
                return self.send(status, obj)
            method = 'GET' if self.command == 'HEAD' else self.command
            hit, allowed = find(method, segs)
            if not hit:
                if allowed:
                    allow = sorted(allowed | ({'HEAD'} if 'GET' in allowed else set()) | {'OPTIONS'})
                    if method == 'OPTIONS':
                        return self.send(204, extra=[('Allow', ', '.join(allow))])
                    return self.send(405, {'error': 'this path does not know that method'}, extra=[('Allow', ', '.join(allow))])
                return self.send(404, {'error': 'there is no such path'})
            o, params, _ = hit
            r = serve(o, params, q, self.headers, raw)
            if isinstance(r, Raw):
                return self.send(o.status, raw=r)
            self.send(o.status, r)
        except Err as e:
            self.send(e.status, {'error': e.text})
        except (BrokenPipeError, ConnectionResetError, socket.timeout):
            self.close_connection = True
        except Exception as e:
            import traceback
            traceback.print_exc()
            try:
                self.send(500, {'error': f'internal error: {e}'})
            except OSError:
                self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = handle_any


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    allow_reuse_address = True
