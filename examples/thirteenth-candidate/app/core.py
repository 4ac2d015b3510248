"""World, clock, jobs, people, permissions, validation, routes and the HTTP server."""
import base64
import datetime as dt
import heapq
import json
import re
import secrets
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote

UTC = dt.timezone.utc
DAY = 86400
JOB_EVERY = 1.0        # seconds between runs of the background jobs
INDEX_CACHE = 0.6      # seconds an index page may be served again
TIERS = ['read', 'write', 'admin']


class E(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status, self.message = status, message


class R(dict):
    """A row: a dict whose keys are attributes."""
    def __getattr__(self, k):
        try:
            return self[k]
        except KeyError:
            raise AttributeError(k)

    def __setattr__(self, k, v):
        self[k] = v


def plain(t):
    return dt.datetime.fromtimestamp(int(t), UTC).strftime('%Y-%m-%d %H:%M:%S UTC')


def iso(t):
    d = dt.datetime.fromtimestamp(t, UTC)
    return d.strftime('%Y-%m-%dT%H:%M:%S.') + '%03dZ' % (d.microsecond // 1000)


def parse_time(text):
    """ISO 8601 with an offset, our own form, or seconds since 1970. None if it is none of them."""
    t = str(text).strip()
    if re.fullmatch(r'\d{9,11}', t):
        return float(t)
    m = re.fullmatch(r'(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|z|UTC|[+-]\d\d:?\d\d)', t)
    if not m:
        return None
    day, clock, zone = m.groups()
    if zone in ('Z', 'z', 'UTC'):
        zone = '+00:00'
    if ':' not in zone:
        zone = zone[:3] + ':' + zone[3:]
    if '.' in clock:
        head, frac = clock.split('.')
        clock = head + '.' + (frac + '000000')[:6]
    try:
        return dt.datetime.fromisoformat(day + 'T' + clock + zone).timestamp()
    except (ValueError, OverflowError):
        return None


def parse_duration(text):
    m = re.fullmatch(r'P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?'
                     r'(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?', str(text))
    if not m or text in ('P', 'PT'):
        return None
    return sum(float(v or 0) * k for v, k in zip(m.groups(), (365 * DAY, 30 * DAY, 7 * DAY, DAY, 3600, 60, 1)))


# ---------------------------------------------------------------- the catalog of permissions

SERVICES = {
    'registry': ('Container registry', {'registry': 'Registries', 'repository': 'Repositories and images', 'key': 'Registry keys',
                                        'federation': 'OIDC access rules', 'upstream': 'Upstream logins'}),
    'email': ('Email', {'domain': 'Domains', 'key': 'Send keys', 'route': 'Inbound routes', 'message': 'Message log',
                        'suppression': 'Suppressions', 'webhook': 'Webhooks', 'settings': 'Sending posture'}),
    'oncall': ('On-call', {'incident': 'Incidents', 'schedule': 'Schedules', 'policy': 'Escalation policies',
                           'source': 'Alert sources', 'service': 'Services', 'provider': 'SMS and voice provider'}),
    'clusters': ('Clusters', {'cluster': 'Clusters', 'node': 'Nodes', 'token': 'Tokens of clusters', 'access': 'Client configuration'}),
    'uptime': ('Uptime', {'service': 'Services', 'monitor': 'Monitors', 'export': 'Export tokens'}),
}
ROLE_WORDS = {'read': ('viewer', 'Viewer', 'Looks at everything'), 'write': ('editor', 'Editor', 'Looks at and changes everything'),
              'admin': ('manager', 'Manager', 'May do everything')}
SCOPABLE = {'registry', 'email', 'clusters', 'oncall'}
ORG_TIER = {'owner': 2, 'admin': 2, 'member': 1, 'viewer': 0}


def builtin_roles():
    out = {}
    for svc, (label, resources) in SERVICES.items():
        for n, tier in enumerate(TIERS):
            word, title, text = ROLE_WORDS[tier]
            out[svc + '-' + word] = R(id=svc + '-' + word, name=label + ' ' + title.lower(), description=text + ' in ' + label + '.',
                                      kind='builtin', service=svc, scopable=svc in SCOPABLE,
                                      permissions=[f'{svc}.{r}.{t}' for r in resources for t in TIERS[:n + 1]])
    return out


BUILTIN = builtin_roles()


class World:
    def __init__(self):
        self.lock = threading.RLock()
        self.seed = None
        self.epoch = 0
        self.clear()

    def clear(self):
        self.epoch += 1
        self.offset, self.frozen, self.fixed = 0.0, None, None
        self.timers, self.counter = [], 1000
        self.orgs, self.users, self.sessions, self.tokens = {}, {}, {}, {}
        self.custom_roles = {}
        self.cache, self.role_version, self.touches = {}, 0, []
        self.slugs_elsewhere, self.slugs_used = {}, set()
        self.domains_elsewhere, self.colliding = set(), set()
        self.backends = {'email': True, 'uptime': True, 'dns': True}
        self.pages, self.attempts = [], []
        self.metrics_down = set()

    # clock
    def real_mode(self):
        return 'frozen' if self.frozen is not None else ('set' if abs(self.offset) > 0.001 else 'real')

    def now(self):
        if self.fixed is not None:
            return self.fixed
        if self.frozen is not None:
            return self.frozen
        return time.time() + self.offset

    def after(self, seconds, name, ident, fn):
        self.counter += 1
        heapq.heappush(self.timers, (self.now() + seconds, self.counter, name, str(ident), fn))

    def run_due(self, until):
        fired = []
        while self.timers and self.timers[0][0] <= until:
            at, _, name, ident, fn = heapq.heappop(self.timers)
            self.fixed = at
            try:
                fn()
            except Exception:
                traceback.print_exc()
            finally:
                self.fixed = None
            fired.append({'at': iso(at), 'timer': name, 'id': ident})
        return fired

    def move_to(self, target):
        fired = self.run_due(target)
        if self.frozen is not None:
            self.frozen = target
        else:
            self.offset = target - time.time()
        self.run_jobs()
        self.cache.clear()
        return fired

    # jobs: last uses and sums are written a little later
    def touch(self, fn):
        self.touches.append(fn)

    def run_jobs(self):
        todo, self.touches = self.touches, []
        for fn in todo:
            fn()
        for org in self.orgs.values():
            for reg in org.registries.values():
                reg.counted = reg.used(reg)
            org.accepted_counted = org.accepted(org)

    def id(self):
        self.counter += 1
        return str(self.counter)

    def num(self):
        self.counter += 1
        return self.counter

    def roles(self, org):
        return {**BUILTIN, **self.custom_roles.get(org, {})}

    def org(self, slug=None):
        if slug is None:
            return next(iter(self.orgs.values()))
        if slug not in self.orgs:
            raise E(404, f'no organization {slug}')
        return self.orgs[slug]


W = World()


def loop():
    last = 0
    while True:
        time.sleep(0.15)
        with W.lock:
            try:
                if W.frozen is None:
                    W.run_due(W.now())
                if time.monotonic() - last >= JOB_EVERY:
                    last = time.monotonic()
                    W.run_jobs()
            except Exception:
                traceback.print_exc()


def secret(prefix, n=32):
    alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
    return prefix + ''.join(secrets.choice(alphabet) for _ in range(n))


# ---------------------------------------------------------------- callers

def org_grants(org, uid):
    """[(permissions, resource ids or None)] of a person in an organization, or None outside it."""
    m = org.members.get(uid)
    if m is None:
        return None
    if m.grants is not None:
        roles = W.roles(org.slug)
        return [(set(roles[g['role']].permissions), set(g['resourceIds']) if g.get('resourceIds') else None)
                for g in m.grants if g['role'] in roles]
    tier = ORG_TIER[m.role]
    return [({f'{s}.{r}.{t}' for s, (_, rs) in SERVICES.items() for r in rs for t in TIERS[:tier + 1]}, None)]


def scope_grants(org, scope):
    roles = W.roles(org.slug)
    return [(set(roles[e.role].permissions), set(e.resourceIds) if e.resourceIds else None) for e in scope if e.role in roles]


class Caller:
    def __init__(self, user, org, token=None):
        self.user, self.org, self.token = user, org, token
        self.role = org.members[user.id].role
        self.layers = [org_grants(org, user.id)]
        self.narrowed = bool(token and token.scope)
        if self.narrowed:
            self.layers.append(scope_grants(org, token.scope))
        self.key = (user.id, org.slug, token.id if token else '')

    def may(self, atom, rid=None, anywhere=False):
        svc, res, tier = atom.split('.')
        wanted = {f'{svc}.{res}.{t}' for t in TIERS[TIERS.index(tier):]}
        for layer in self.layers:
            if not any(perms & wanted and (ids is None or anywhere or (rid is not None and rid in ids)) for perms, ids in layer):
                return False
        return True

    def manages(self):
        return self.role in ('owner', 'admin') and self.org.members[self.user.id].grants is None and not self.narrowed


def token_state(t):
    if t.switched_off:
        return 'it is switched off'
    if t.expires <= W.now():
        return 'it has expired'
    if t.user not in W.orgs[t.org].members:
        return 'its owner has left the organization'
    return None


def find_token(key):
    for t in W.tokens.values():
        if t.key == key:
            return t
    return None


def authenticate(headers):
    wanted = (headers.get('X-Workspace') or '').strip().lower() or None
    auth = (headers.get('Authorization') or '').strip()
    if auth:
        if not auth.lower().startswith('bearer '):
            raise E(401, 'unauthenticated')
        t = find_token(auth[7:].strip())
        if t is None or token_state(t):
            raise E(401, 'unauthenticated')
        if wanted and wanted != t.org:
            raise E(403, 'this token belongs to another organization')
        at = W.now()
        W.touch(lambda: t.update(used=max(t.used or 0, at)))
        return Caller(W.users[t.user], W.orgs[t.org], t)
    for part in (headers.get('Cookie') or '').split(';'):
        name, _, value = part.strip().partition('=')
        if name == '_conduit_session' and value in W.sessions:
            s = W.sessions[value]
            mine = [o for o in W.orgs.values() if s.user in o.members]
            slug = wanted or (s.org if s.org in [o.slug for o in mine] else (mine[0].slug if mine else s.org))
            if slug not in W.orgs or s.user not in W.orgs[slug].members:
                raise E(403, 'you are not a member of this organization')
            return Caller(W.users[s.user], W.orgs[slug])
    raise E(401, 'unauthenticated')


# ---------------------------------------------------------------- validation

def bad(message, status=422):
    raise E(status, message)


EMAIL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@"
                   r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+")


def is_email(text):
    return len(text) <= 254 and EMAIL.fullmatch(text) is not None


def text(b, k, need=True, most=200, blank=False, enum=None):
    v = b.get(k)
    if v is None:
        if need:
            bad(f"{k} can't be blank")
        return None
    if not isinstance(v, str):
        bad(f'{k} must be a string')
    given, v = v, v.strip()
    if not v and not blank:
        bad(f"{k} can't be blank")
    if len(v) > most:
        bad(f'{k} is too long (maximum is {most} characters)')
    if enum and given not in enum:
        bad(f'{k} is not included in the list: ' + ', '.join(enum))
    return v


def whole(b, k, need=True, low=0, high=2 ** 31 - 1):
    v = b.get(k)
    if v is None:
        if need:
            bad(f"{k} can't be blank")
        return None
    if isinstance(v, float) and v.is_integer():
        v = int(v)
    if isinstance(v, bool) or not isinstance(v, int):
        bad(f'{k} must be an integer')
    if not low <= v <= high:
        bad(f'{k} must be between {low} and {high}')
    return v


def flag(b, k, need=True):
    v = b.get(k)
    if v is None:
        if need:
            bad(f"{k} can't be blank")
        return None
    if not isinstance(v, bool):
        bad(f'{k} must be true or false')
    return v


def obj(b, k, need=True):
    v = b.get(k)
    if v is None:
        if need:
            bad(f"{k} can't be blank")
        return None
    if not isinstance(v, dict):
        bad(f'{k} must be an object')
    return v


def arr(b, k, need=True, most=200):
    v = b.get(k)
    if v is None:
        if need:
            bad(f"{k} can't be blank")
        return None
    if not isinstance(v, list):
        bad(f'{k} must be a list')
    if len(v) > most:
        bad(f'{k} has too many entries')
    return v


def texts(b, k, need=True, most=200):
    v = arr(b, k, need)
    if v is None:
        return None
    out = []
    for x in v:
        if not isinstance(x, str) or not x.strip() or len(x) > most:
            bad(f'{k} must be a list of texts')
        if x.strip() not in out:
            out.append(x.strip())
    return out


def uri(b, k, need=True, schemes=('http', 'https')):
    v = text(b, k, need, 2000)
    if v is None:
        return None
    m = re.fullmatch(r'([a-zA-Z][a-zA-Z0-9+.-]*)://([^/?#\s]+)([/?#]\S*)?', v)
    if not m or m.group(1).lower() not in schemes:
        bad(f'{k} is not a valid URL')
    host = re.sub(r'^[^@]*@', '', m.group(2))
    hm = re.fullmatch(r'(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?', host)
    if not hm or (hm.group(2) and not 0 < int(hm.group(2)) < 65536):
        bad(f'{k} is not a valid URL')
    if re.search(r'[\s<>"\\^`{|}]', v):
        bad(f'{k} is not a valid URL')
    return v


def unique(rows, name, what, besides=None):
    for r in rows:
        if r is not besides and r.name.lower() == name.lower():
            raise E(409, f'{what} with the name {r.name} exists already')


def by_name(rows):
    return sorted(rows, key=lambda r: (r['name'].lower(), r.get('seq', 0)))


# ---------------------------------------------------------------- routes

ROUTES = []
STATED_401 = {'tokens': 'unauthenticated', 'iam': 'unauthenticated', 'organization': 'unauthenticated', 'clusters': 'unauthenticated',
              'email': 'no valid session', 'uptime': 'no valid session', 'registry': 'unauthenticated', 'oncall': 'unauthenticated'}


def op(method, path, perm=None, inst=False, cached=False, door=False, unlocked=False, early=None):
    """perm: the atom needed; inst: the handler checks the instance; early: runs before the relay to a backend."""
    rx = re.compile(re.sub(r'\{(\w+)\}', r'(?P<\1>[^/]+)', path) + '/?')
    area = path.split('/')[3] if path.startswith('/api/v1/') else None
    if area == 'cluster-versions':
        area = 'clusters'

    def wrap(fn):
        ROUTES.append(R(method=method, rx=rx, area=area, perm=perm, inst=inst, cached=cached, door=door, unlocked=unlocked, fn=fn, early=early))
        return fn
    return wrap


class Ctx:
    caller = org = user = None

    def __init__(self, method, path, query, headers, raw):
        self.method, self.path, self.query, self.headers, self.raw = method, path, query, headers, raw
        self.p = {}
        self._body = None

    @property
    def body(self):
        if self._body is None:
            if not self.raw.strip():
                self._body = {}
            else:
                try:
                    v = json.loads(self.raw.decode('utf-8'), parse_constant=lambda x: bad('not JSON', 400))
                except (ValueError, RecursionError):
                    raise E(400, 'the body is not JSON')
                if not isinstance(v, dict):
                    raise E(400, 'the body must be a JSON object')
                self._body = v
        return self._body

    def allow(self, atom, rid):
        if not self.caller.may(atom, rid):
            raise E(403, f'you need {atom} here')

    def bearer(self):
        a = (self.headers.get('Authorization') or '').strip()
        return a[7:].strip() if a.lower().startswith('bearer ') else None


def entitled(org, area):
    if area in ('email', 'uptime') and not org.entitled[area]:
        raise E(403, f'{area} is in private beta and not enabled for this organization')


def reachable(area):
    if area in ('email', 'uptime') and not W.backends[area]:
        raise E(502, f'the {area} backend is unreachable')


def dispatch(c):
    hits = [(r, r.rx.fullmatch(c.path)) for r in ROUTES]
    hits = [(r, m) for r, m in hits if m and r.method == ('GET' if c.method == 'HEAD' else c.method)]
    if not hits:
        raise E(501 if c.path.startswith('/_understudy') else 404, 'no such page')
    r, m = hits[0]
    c.p = {k: unquote(v) for k, v in m.groupdict().items()}
    if r.door:
        if r.unlocked:
            return r.fn(c)
        with W.lock:
            return r.fn(c)
    with W.lock:
        try:
            c.caller = authenticate(c.headers)
        except E as e:
            raise E(e.status, STATED_401[r.area]) if e.status == 401 else e
        c.org, c.user = c.caller.org, c.caller.user
        entitled(c.org, r.area)
        if r.perm and not c.caller.may(r.perm, anywhere=r.inst):
            raise E(403, f'you need {r.perm}')
        if r.early:
            r.early(c)
        reachable(r.area)
        if r.cached:
            key = (c.caller.key, W.role_version, c.path.rstrip('/'), tuple(sorted(c.query.items())))
            hit = W.cache.get(key)
            if hit and time.monotonic() - hit[0] < INDEX_CACHE:
                return hit[1]
            answer = r.fn(c)
            W.cache[key] = (time.monotonic(), (answer[0], json.dumps(answer[1]).encode()))
            if len(W.cache) > 500:
                W.cache.clear()
            return answer
        return r.fn(c)


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    timeout = 120
    server_version = 'conduit'
    sys_version = ''

    def log_message(self, *a):
        pass

    def read_body(self):
        if 'chunked' in (self.headers.get('Transfer-Encoding') or '').lower():
            out = b''
            while True:
                n = int(self.rfile.readline().split(b';')[0].strip() or b'0', 16)
                if n == 0:
                    while self.rfile.readline().strip():
                        pass
                    return out
                out += self.rfile.read(n)
                self.rfile.readline()
        n = int(self.headers.get('Content-Length') or 0)
        if n > 2_000_000:
            self.close_connection = True
            raise E(413, 'the body is too large')
        return self.rfile.read(n) if n > 0 else b''

    def handle_all(self):
        ctype = 'application/json; charset=utf-8'
        chunks = None
        try:
            try:
                path, _, q = self.path.partition('?')
                raw = self.read_body()
                c = Ctx(self.command, path, dict(parse_qsl(q, keep_blank_values=True)), self.headers, raw)
                answer = dispatch(c)
                status, body = answer[0], answer[1]
                if len(answer) > 2:
                    ctype = answer[2]
            except E as e:
                status, body = e.status, {'error': e.message}
            except (ValueError, OSError) as e:
                if isinstance(e, OSError):
                    raise
                traceback.print_exc()
                status, body = 400, {'error': 'bad request'}
            except Exception:
                traceback.print_exc()
                status, body = 500, {'error': 'something went wrong'}
            if body is None:
                data = b''
            elif isinstance(body, bytes):
                data = body
            elif isinstance(body, list) and ctype.startswith('message/'):
                data, chunks = b'', body
            else:
                data = json.dumps(body).encode()
            head = [f'HTTP/1.1 {status} {self.responses.get(status, ("",))[0]}', 'Server: conduit', 'Cache-Control: no-store']
            if data or chunks is not None:
                head.append('Content-Type: ' + ctype)
            if chunks is not None:
                head.append('Transfer-Encoding: chunked')
            elif status != 204:
                head.append(f'Content-Length: {len(data)}')
            if self.close_connection:
                head.append('Connection: close')
            out = ('\r\n'.join(head) + '\r\n\r\n').encode('latin-1')
            if self.command == 'HEAD':
                chunks, data = None, b''
            self.wfile.write(out + data)
            if chunks is not None:
                for part in chunks:
                    if part:
                        self.wfile.write(b'%x\r\n' % len(part) + part + b'\r\n')
                self.wfile.write(b'0\r\n\r\n')
        except OSError:
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = handle_all


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


def b64json(part):
    return json.loads(base64.urlsafe_b64decode(part + '=' * (-len(part) % 4)))
