"""The world: database, clock, timers, errors, validation, ids."""
import sqlite3, threading, time, json, re, secrets, hashlib, datetime, email.utils, urllib.parse

UTC = datetime.timezone.utc
INVALID = 412  # one status for every invalid input where none is stated


class Err(Exception):
    def __init__(self, status, text):
        self.status, self.text = status, text


SCHEMA = """
create table orgs(slug text primary key, name text, billing text, technical text, security text, payment int default 1,
  email_on int default 1, uptime_on int default 1, q_clusters int default 12, q_monitors int default 40, q_mail int default 2000,
  paused int default 0, paused_at int, pause_reason text, counters_from int default 0, prov_verify text default 'accepts', prov_pages text default 'accepts');
create table users(id text primary key, name text unique, label text, email text, phone text default '', rules text);
create table members(user text, org text, role text, grants text, pos integer primary key, unique(user,org));
create table sessions(value text primary key, user text);
create table roles(id text, org text, name text, description text, permissions text, scopable int, primary key(id,org));
create table tokens(id text primary key, user text, org text, name text, start text, hash text unique, enabled int default 1,
  created int, expires int, last int default 0, scope text);
create table collisions(email text primary key);
create table registries(slug text primary key, org text, name text, region text, quota int, created int);
create table slugs(slug text primary key, how text);
create table repos(id integer primary key, slug text, name text, created int, unique(slug,name));
create table manifests(repo int, digest text, media text, size int, created int, primary key(repo,digest));
create table blobs(repo int, digest text, blob text, size int, primary key(repo,digest,blob));
create table tags(repo int, name text, digest text, updated int, primary key(repo,name));
create table rkeys(id text primary key, slug text, name text, mode text, prefixes text, via text, hash text, created int, expires int, used int, revoked int, seq integer);
create table rules(id integer primary key autoincrement, slug text, name text, issuer text, audience text, pattern text, mode text, prefixes text, created int);
create table upcreds(slug text, host text, username text, password text, created int, primary key(slug,host));
create table logins(id text primary key, org text, user text, hash text, scope text, expires int, revoked int);
create table sendkeys(id text primary key, org text, name text, kid text, hash text, domains text, created int, used int, revoked int, seq integer);
create table domains(id text primary key, org text, name text unique, send text, recv text, created int, records text, seq integer);
create table dns(domain text, i int, value text, primary key(domain,i));
create table claims(name text primary key);
create table releasing(name text primary key);
create table routes(id text primary key, org text, domain text, pattern text, endpoint text, created int, seq integer);
create table hooks(id text primary key, org text, url text, types text, disabled int default 0, secret text, created int, seq integer, script text, gone int default 0);
create table mails(id text primary key, org text, direction text, state text, sender text, rcpt text, cc text, subject text, size int, door text, domain text,
  error text, created int, sent int, state_at int, raw text, seq integer, supp text default '[]', counted int default 0);
create index mails_i on mails(org,created,seq);
create table mailevents(id integer primary key, mail text, kind text, btype text, rcpt text, detail text, at int);
create table supps(id text primary key, org text, address text, reason text, created int, born real, seq integer, unique(org,address));
create table deliveries(id integer primary key autoincrement, org text, endpoint text, type text, mail text, state text, attempts int default 0,
  last_status int, last_error text, delivered int, created int, payload text);
create table attempts(id integer primary key, delivery int, endpoint text, n int, at int, url text, headers text, body text, scripted int, status int, error text);
create table services(id text primary key, org text, name text, created int, policy text, seq integer);
create table incidents(id text primary key, org text, service text, title text, description text, status text, opened int, acked int, acked_by text, resolved int,
  manual int, frozen int, steps text, rounds int, seq integer);
create table alerts(id integer primary key, incident text, service text, fp text, firing int, labels text, annotations text, starts int, ends int);
create table timeline(id integer primary key, incident text, at int, kind text, text text, by text);
create table updates(id text primary key, incident text, at int, body text, by text, seq integer);
create table schedules(id text primary key, org text, name text, tz text, participants text, handoff text, created int, seq integer);
create table overrides(id text primary key, schedule text, user text, label text, s text, e text, s_ms int, e_ms int, seq integer);
create table policies(id text primary key, org text, name text, repeat int, steps text, created int, seq integer);
create table sources(id text primary key, org text, name text, service text, hash text, created int, last int, revoked int default 0, seq integer);
create table provider(org text primary key, sid text, token text, from_no text, updated int);
create table pages(id integer primary key, at int, incident text, user text, channel text, dest text, step int, round int, outcome text, error text);
create table clusters(org text, name text, tier text, version text, replicas int, mesh int, datastore text, phase text, lb int, max_services int default 5,
  created int, concurrent text, rolls int default 0, restart_until int default 0, target text, deleting int default 0, seq integer, primary key(org,name));
create table nodes(org text, cluster text, name text, ready int, agent text, seq integer, primary key(org,cluster,name));
create table lbs(org text, cluster text, service text, ip text, primary key(org,cluster,service));
create table headroom(org text, cluster text, component text, used real, primary key(org,cluster,component));
create table jointokens(hash text primary key, org text, cluster text, expires int, used int default 0);
create table regtokens(id text primary key, org text, cluster text, name text, hash text, created int, expires int, last int, disabled int default 0, seq integer);
create table kubes(hash text primary key, org text, cluster text, expires int);
create table upservices(id text primary key, org text, name text, created int, seq integer, unique(org,name));
create table monitors(id text primary key, org text, doc text, service text, enabled int, state text, since int, created int, updated int, counts text default '{}',
  deleted int default 0, metrics int default 1, seq integer);
create table probes(id integer primary key, monitor text, vantage text, at int, ok int, outcome text, latency real, attempt int, kind text, detail text, snippet text);
create index probes_i on probes(monitor,at);
create table transitions(id integer primary key, monitor text, at int, f text, t text, failing text);
create table exports(id text primary key, org text, name text, hash text, created int, last int, revoked int default 0, seq integer);
create table timers(id integer primary key, due int, kind text, entity text, eid text, data text);
create index timers_i on timers(due,id);
"""

TIMERS = {}


def timer(kind):
    def deco(f):
        TIMERS[kind] = f
        return f
    return deco


class World:
    def __init__(self):
        self.lock = threading.RLock()
        self.cond = threading.Condition(self.lock)
        self.gen = 0
        self.inflight = 0
        self.counter = 1000
        self.db = None
        self.clear()

    def clear(self):
        if self.db:
            self.db.close()
        self.db = sqlite3.connect(':memory:', check_same_thread=False, cached_statements=512)
        self.db.row_factory = sqlite3.Row
        self.db.executescript(SCHEMA)
        self.gen += 1
        self.inflight = 0
        self.mode, self.offset, self.frozen = 'real', 0, 0
        self.at = None
        self.progress = {'mode': 'delay'}
        self.backends = {'email': True, 'uptime': True, 'dns': True}

    # clock
    def clock(self):
        if self.mode == 'frozen':
            return self.frozen
        return int(time.time() * 1000) + self.offset

    def now(self):
        return self.at if self.at is not None else self.clock()

    def after(self, ms, kind, entity, eid, **data):
        self.db.execute('insert into timers(due,kind,entity,eid,data) values(?,?,?,?,?)',
                        (self.now() + int(ms), kind, entity, str(eid), json.dumps(data)))

    def work(self, ms):
        return 0 if self.progress['mode'] == 'at-once' else ms

    def run_due(self, limit=None, fired=None):
        """Fires what is due, in order, each at its own instant."""
        limit = self.clock() if limit is None else limit
        n = 0
        while n < 20000:
            t = self.db.execute('select * from timers where due<=? order by due,id limit 1', (limit,)).fetchone()
            if not t:
                break
            n += 1
            self.db.execute('delete from timers where id=?', (t['id'],))
            self.at = t['due']
            try:
                TIMERS[t['kind']](t['eid'], **json.loads(t['data']))
                self.db.commit()
            except Exception as e:  # a broken timer must not stop the clock
                self.db.rollback()
                self.db.execute('delete from timers where id=?', (t['id'],))
                self.db.commit()
                import traceback
                traceback.print_exc()
            finally:
                self.at = None
            if fired is not None:
                fired.append({'at': iso(t['due']), 'timer': t['kind'], 'entity': t['entity'], 'id': t['eid']})

    # database
    def all(self, sql, *a):
        return self.db.execute(sql, a).fetchall()

    def one(self, sql, *a):
        return self.db.execute(sql, a).fetchone()

    def val(self, sql, *a):
        r = self.db.execute(sql, a).fetchone()
        return r[0] if r else None

    def run(self, sql, *a):
        return self.db.execute(sql, a)

    def ins(self, table, **kw):
        v = [json.dumps(x) if isinstance(x, (dict, list)) else x for x in kw.values()]
        return self.db.execute(f"insert into {table}({','.join(kw)}) values({','.join('?' * len(v))})", v)

    def upd(self, table, where, args, **kw):
        if not kw:
            return
        v = [json.dumps(x) if isinstance(x, (dict, list)) else x for x in kw.values()]
        return self.db.execute(f"update {table} set {','.join(k + '=?' for k in kw)} where {where}", v + list(args))

    def seq(self):
        self.counter += 1  # never rolled back: a refused write burns a number
        return self.counter

    def id(self, kind):
        n = self.seq()
        return f'{n:06d}~{kind}', n


W = World()


def secret(prefix, n=30):
    return prefix + secrets.token_urlsafe(n).replace('-', 'x').replace('_', 'y')


def sha(s):
    return hashlib.sha256(s.encode()).hexdigest()


# Times
def iso(ms):
    return datetime.datetime.fromtimestamp(ms / 1000, UTC).strftime('%Y-%m-%dT%H:%M:%S.') + f'{ms % 1000:03d}Z'


DAYS = 'Mon Tue Wed Thu Fri Sat Sun'.split()
MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()


def hd(ms):
    """Plain-string times: the form of HTTP dates."""
    d = datetime.datetime.fromtimestamp(ms // 1000, UTC)
    return f'{DAYS[d.weekday()]}, {d.day:02d} {MONTHS[d.month - 1]} {d.year:04d} {d:%H:%M:%S} GMT'


ISO_RE = re.compile(r'^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$', re.I)


def parse_time(s):
    """ISO 8601 with an offset, or an HTTP date; else None."""
    if not isinstance(s, str):
        return None
    try:
        if ISO_RE.match(s):
            m = re.match(r'^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$', s, re.I)
            base, frac, z = m.groups()
            d = datetime.datetime.fromisoformat(base + ('+00:00' if z in 'Zz' else z))
            return int(d.timestamp()) * 1000 + int(((frac or '') + '000')[:3])
        if re.match(r'^[A-Z][a-z]{2}, \d', s):
            return int(email.utils.parsedate_to_datetime(s).timestamp() * 1000)
    except (ValueError, TypeError, OverflowError):
        pass
    return None


# Validation
EMAIL_RE = re.compile(r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$")
BIG = 2 ** 53 - 1


def bad(text):
    return Err(INVALID, text)


def is_email(s):
    return isinstance(s, str) and len(s) <= 254 and bool(EMAIL_RE.match(s))


def is_url(s, schemes=('http', 'https')):
    if not isinstance(s, str) or re.search(r'[\s<>"{}|\\^`]', s):
        return False
    try:
        u = urllib.parse.urlsplit(s)
        return u.scheme.lower() in schemes and bool(u.hostname) and (u.port is None or 0 < u.port < 65536)
    except ValueError:
        return False


def check(spec, v, where='body'):
    if isinstance(spec, dict):
        if not isinstance(v, dict):
            raise bad(f'{where} must be an object')
        out = {}
        for k, s in spec.items():
            opt = k.endswith('?')
            name = k[:-1] if opt else k
            if name not in v:
                if not opt:
                    raise bad(f'{where}: {name} is required')
                continue
            out[name] = check(s, v[name], f'{where}.{name}')
        return out
    if isinstance(spec, list):
        if not isinstance(v, list):
            raise bad(f'{where} must be an array')
        return [check(spec[0], x, f'{where}[{i}]') for i, x in enumerate(v)]
    if isinstance(spec, tuple):
        if not isinstance(v, str) or v not in spec:
            raise bad(f'{where} must be one of {", ".join(spec)}')
        return v
    if spec == 'str?' and v is None:
        return None
    if spec in ('str', 'str0', 'str?', 'uri', 'email'):
        if not isinstance(v, str):
            raise bad(f'{where} must be a string')
        if spec != 'str0' and not v.strip():
            raise bad(f'{where} must not be empty')
        if len(v) > 20000:
            raise bad(f'{where} is too long')
        if '\x00' in v or any(0xD800 <= ord(ch) < 0xE000 for ch in v):
            raise bad(f'{where} has a character that cannot be stored')
        if spec == 'uri' and not is_url(v):
            raise bad(f'{where} must be an absolute http(s) URI')
        if spec == 'email' and not is_email(v):
            raise bad(f'{where} must be an email address')
        return v
    if spec in ('int', 'nat', 'pos', 'sec'):
        if isinstance(v, float) and v.is_integer():
            v = int(v)
        if isinstance(v, bool) or not isinstance(v, int) or abs(v) > BIG:
            raise bad(f'{where} must be an integer')
        if spec == 'sec' and not 0 <= v <= 10 ** 8:
            raise bad(f'{where} is from 0 to 100000000')
        if spec == 'nat' and v < 0 or spec == 'pos' and v < 1:
            raise bad(f'{where} is too small')
        return v
    if spec == 'num':
        if isinstance(v, bool) or not isinstance(v, (int, float)):
            raise bad(f'{where} must be a number')
        return v
    if spec == 'bool':
        if not isinstance(v, bool):
            raise bad(f'{where} must be true or false')
        return v
    if spec == 'map':
        if not isinstance(v, dict):
            raise bad(f'{where} must be an object')
        return v
    if spec == 'any':
        return v
    raise RuntimeError(spec)


J = json.loads
