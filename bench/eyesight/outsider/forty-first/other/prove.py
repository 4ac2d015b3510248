#!/usr/bin/env python3
"""Proves the mistakes: python3 prove.py [ID...]. Needs nothing but Python 3; CANDIDATE names the folder of the clean candidate."""
import base64, hashlib, hmac, http.client, json, os, random, shutil, subprocess, sys, tempfile, threading, time, urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.environ.get('CANDIDATE') or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), '../../../../../examples/fifteenth-candidate')
PROOFS = {}


def proof(name):
    def deco(f):
        PROOFS['bz-' + name] = f
        return f
    return deco


def verdict(right, wrong, seen):
    return ('right' if right and not wrong else 'wrong' if wrong and not right else 'unclear'), seen


class Stop(Exception):
    pass


class Server:
    """A running candidate."""

    def __init__(self, folder):
        env = {**os.environ, 'PYTHONDONTWRITEBYTECODE': '1'}
        self.log = tempfile.TemporaryFile()
        self.p = subprocess.Popen([os.path.join(folder, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, stderr=self.log, env=env, text=True)
        line = self.p.stdout.readline().strip()
        if not line.startswith('http://'):
            self.stop()
            raise Stop('the candidate did not start')
        self.host = line[7:]
        self.con = http.client.HTTPConnection(self.host, timeout=30)
        self.headers = None

    def stop(self):
        self.p.terminate()
        try:
            self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()
        self.p.stdout.close()
        self.log.close()

    def ask(self, method, path, body=None, who='owner', org=None, bearer=None, con=None):
        """(status, parsed body or None); the connection is kept."""
        h = {}
        if who:
            h['X-Console-Pass'] = who if '.' in who else 'session-of-' + who
        if org:
            h['X-Console-Org'] = org
        if bearer:
            h.pop('X-Console-Pass', None)
            h['Authorization'] = 'Bearer ' + bearer
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            h['Content-Type'] = 'application/json'
        con = con or self.con
        con.request(method, path if path.startswith('/') else '/api/v1/' + path, data, h)
        r = con.getresponse()
        t = r.read()
        self.headers, self.text = r.headers, t
        try:
            return r.status, json.loads(t) if t else None
        except ValueError:
            return r.status, t.decode()

    def ok(self, *a, **k):
        s, v = self.ask(*a, **k)
        if not 200 <= s < 300:
            raise Stop(f'{a[0]} {a[1]} answers {s} {v}')
        return v

    def get(self, path, **k):
        return self.ok('GET', path, **k)

    def post(self, path, body=None, **k):
        return self.ok('POST', path, body, **k)

    def event(self, name, body, con=None):
        return self.ok('POST', '/_understudy/events/' + name, body, who=None, con=con)

    def advance(self, by):
        return self.ok('POST', '/_understudy/clock/advance', {'by': by}, who=None)

    def until(self, f, t=6):
        end = time.time() + t
        v = f()
        while not v and time.time() < end:
            time.sleep(0.05)
            v = f()
        return v


class Receiver:
    """Takes webhooks, or is an issuer: answers(path) gives (status, headers, body)."""

    def __init__(self, answers):
        got = self.got = []

        class H(BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def log_message(self, *a):
                pass

            def any(self):
                body = self.rfile.read(int(self.headers.get('content-length') or 0))
                got.append((self.path, dict(self.headers.items()), body))
                status, headers, out = answers(self.path)
                self.send_response(status)
                for k, v in headers.items():
                    self.send_header(k, v)
                self.send_header('Content-Length', str(len(out)))
                self.end_headers()
                self.wfile.write(out)
            do_GET = do_POST = any
        self.s = ThreadingHTTPServer(('127.0.0.1', 0), H)
        self.s.daemon_threads = True
        self.url = f'http://127.0.0.1:{self.s.server_address[1]}'
        threading.Thread(target=self.s.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *a):
        self.s.shutdown()
        self.s.server_close()


# Small helpers for several proofs
def incidents(s, who='owner', q=''):
    return s.get('oncall/pages/incidents' + q, who=who)['incidents']


def source(s, service, who='owner'):
    v = s.post('oncall/inlets', {'name': 'am', 'serviceId': service}, who=who)

    def fire(fp, status='firing'):
        s.post(f'oncall/inlets/{v["id"]}/alertmanager', {'version': '4', 'status': status, 'alerts': [
            {'status': status, 'fingerprint': fp, 'labels': {'alertname': fp}, 'annotations': {'summary': fp}}]}, bearer=v['token'])
    return v['id'], fire


def incident(s, title='Crane stuck', service='svc~crane'):
    return s.post('oncall/pages/incidents', {'serviceId': service, 'title': title})


def domain(s, name, who='owner'):
    return next(d for d in s.get('email/domains', who=who)['domains'] if d['name'] == name)


def sendkey(s, who='owner'):
    return s.post('email/keys', {'name': 'k'}, who=who)['secret']


def mail(s, key, to='ann@example.com', dom='post.harbor.example'):
    return s.post('email/outbox', {'from': 'ops@' + dom, 'to': to if isinstance(to, list) else [to], 'subject': 'hello', 'text': 'hi'}, bearer=key)['id']


def monitor(s, **more):
    return s.post('uptime/monitors', {'name': 'front', 'intervalSeconds': 60, 'vantages': ['nrt', 'gru'], 'kind': 'http', 'http': {'url': 'https://shop.example.com/'},
                                      'downCondition': {'confirmations': 1, 'quorum': 1}, **more})


def gate(s, user, password, registry='harbor-apps', repository='shop/web', action='pull'):
    return s.post('registry/gate', {'username': user, 'password': password, 'registry': registry, 'repository': repository, 'action': action}, who=None)['allowed']


# RSA for the issuer
def prime(bits, rnd=random.SystemRandom()):
    while True:
        n = rnd.getrandbits(bits) | 3 << bits - 2 | 1
        if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)) or (n - 1) % 65537 == 0:
            continue
        d, r = n - 1, 0
        while d % 2 == 0:
            d, r = d // 2, r + 1
        for _ in range(20):
            x = pow(rnd.randrange(2, n - 1), d, n)
            if x in (1, n - 1):
                continue
            for _ in range(r - 1):
                x = x * x % n
                if x == n - 1:
                    break
            else:
                break
        else:
            return n


RSA = []


def b64(b):
    return base64.urlsafe_b64encode(b).decode().rstrip('=')


def rsa():
    if not RSA:
        p, q = prime(512), prime(512)
        RSA.extend([p * q, pow(65537, -1, (p - 1) * (q - 1))])
    return RSA


def id_token(claims):
    n, d = rsa()
    msg = b64(json.dumps({'alg': 'RS256', 'kid': 'k1'}).encode()) + '.' + b64(json.dumps(claims).encode())
    t = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(msg.encode()).digest()
    em = b'\x00\x01' + b'\xff' * (128 - len(t) - 3) + b'\x00' + t
    return msg + '.' + b64(pow(int.from_bytes(em, 'big'), d, n).to_bytes(128, 'big'))


# The proofs
@proof('cap-before-status')
def _(s):
    first = incident(s)['id']
    for i in range(100):
        s.ok('PUT', f'oncall/pages/incidents/{incident(s, f"later {i}")["id"]}/over')
    l = [i['id'] for i in incidents(s)]
    return verdict(l == [first], l == [], l)


@proof('exchange-sweeps-keys')
def _(s):
    n, _ = rsa()

    def answers(path):
        v = {'keys': [{'kty': 'RSA', 'kid': 'k1', 'n': b64(n.to_bytes(128, 'big')), 'e': 'AQAB'}]} if 'jwks' in path else {'issuer': r.url, 'jwks_uri': r.url + '/jwks.json'}
        return 200, {'Content-Type': 'application/json'}, json.dumps(v).encode()
    with Receiver(answers) as r:
        k = s.post('registry/stores/harbor-apps/robot-keys', {'name': 'ci', 'mode': 'pull'})
        s.post('registry/stores/harbor-apps/trust', {'issuer': r.url, 'audience': 'reg', 'subjectPattern': 'repo:*', 'mode': 'pull'})
        if not gate(s, k['keyId'], k['secret']):
            raise Stop('the key does not work')
        x = s.post('registry/trust-exchange', {'registry': 'harbor-apps', 'token': id_token(
            {'iss': r.url, 'aud': 'reg', 'sub': 'repo:shop', 'exp': int(time.time()) + 300})}, who=None)
    ids = [v['keyId'] for v in s.get('registry/stores/harbor-apps/robot-keys')['keys']]
    if x['keyId'] not in ids or not gate(s, x['keyId'], x['secret']):
        raise Stop('the exchanged key does not work')
    seen = k['keyId'] in ids, gate(s, k['keyId'], k['secret'])
    return verdict(seen == (True, True), seen == (False, False), seen)


@proof('delete-tells-passwords')
def _(s):
    s.ok('PUT', 'registry/stores', {'slug': 'yard-attic'})
    s.post('registry/stores/yard-attic/mirror-logins/ghcr.io', {'username': 'u', 'password': 'Pa55-of-ghcr'})
    v = json.dumps(s.post('registry/stores/yard-attic/destroy'))
    return verdict('Pa55-of-ghcr' not in v, 'Pa55-of-ghcr' in v, v)


@proof('firing-null')
def _(s):
    v = incident(s)['firingAlerts']
    return verdict(v == 0, v is None, v)


@proof('upstream-trouble-message')
def _(s):
    s.event('backend-behaves', {'backend': 'email', 'reachable': False})
    st, v = s.ask('GET', 'email/domains')
    return verdict(st == 502 and isinstance(v.get('error'), str), st == 502 and 'error' not in v, (st, v))


@proof('kubeconfig-expiry-unstored')
def _(s):
    k = s.get('clusters/pier/kubeconfig')
    use = {'kind': 'kubeconfig', 'secret': k['kubeconfig']}
    if not s.event('credential-used', use)['accepted']:
        raise Stop('not accepted at first')
    s.advance('P1D')
    v = s.event('credential-used', use)['accepted']
    return verdict(v is False, v is True, v)


@proof('probe-race')
def _(s):
    m = monitor(s)['id']

    def run(v):
        con = http.client.HTTPConnection(s.host, timeout=20)
        s.event('probe-result', {'monitorId': m, 'vantage': v, 'outcome': 'fail', 'times': 3}, con)
        con.close()
    ts = [threading.Thread(target=run, args=(v,)) for v in ('nrt', 'gru')]
    [t.start() for t in ts]
    [t.join() for t in ts]
    l = [(t['from'], t['to']) for t in s.get(f'uptime/monitors/{m}/transitions')['transitions']]
    return verdict(l == [('pending', 'down')], l == [('pending', 'down')] * 2, l)


@proof('tags-default-repo')
def _(s):
    if s.ask('GET', 'registry/stores/harbor-apps/tag-list?repo=shop%2Fweb')[0] != 200:
        raise Stop('tags with repo')
    st, v = s.ask('GET', 'registry/stores/harbor-apps/tag-list')
    return verdict(400 <= st < 500, st == 200 and bool(v['tags']), (st, v))


@proof('dns-any-domain')
def _(s):
    d, own = domain(s, 'news.harbor.example')['id'], domain(s, 'post.harbor.example')['id']
    s.get(f'email/domains/{own}/dns', who='scoped')
    a, (st, v) = s.ask('GET', f'email/domains/{d}', who='scoped')[0], s.ask('GET', f'email/domains/{d}/dns', who='scoped')
    if a not in (403, 404):
        raise Stop('the domain itself is open')
    return verdict(st in (403, 404), st == 200 and bool(v['records']), (st, v))


@proof('monitor-moves-abroad')
def _(s):
    x = s.post('uptime/services', {'name': 'Shaft'}, who='owner2')['id']
    if s.ask('POST', 'uptime/monitors', {'name': 'a', 'intervalSeconds': 60, 'vantages': ['nrt'], 'kind': 'http', 'http': {'url': 'https://a.example.com/'}, 'serviceId': x})[0] < 400:
        raise Stop('POST takes it')
    m = monitor(s)['id']
    st = s.ask('PATCH', f'uptime/monitors/{m}', {'serviceId': x})[0]
    n = next(v['monitors'] for v in s.get('uptime/services', who='owner2')['services'] if v['id'] == x)
    gone = s.ask('DELETE', f'uptime/services/{x}', who='owner2')[0]
    return verdict(400 <= st < 500 and n == 0 and gone == 204, st == 200 and n == 1 and gone == 409, (st, n, gone))


@proof('ended-alerts-fade')
def _(s):
    i = s.event('alert-fires', {'serviceId': 'svc~gate', 'alert': 'one'})['incidentId']
    s.event('alert-fires', {'serviceId': 'svc~gate', 'alert': 'two'})
    s.event('alert-resolves', {'serviceId': 'svc~gate', 'alert': 'one'})
    n = len(s.get(f'oncall/pages/incidents/{i}')['alerts'])
    s.advance('PT2H')
    n = n, len(s.get(f'oncall/pages/incidents/{i}')['alerts'])
    return verdict(n == (2, 2), n == (2, 1), n)


@proof('armed-already-empty')
def _(s):
    d = domain(s, 'news.harbor.example')['id']
    if s.post(f'email/domains/{d}/receive')['id'] != d:
        raise Stop('the first')
    st, v = s.ask('POST', f'email/domains/{d}/receive')
    return verdict(st == 200 and v and v['id'] == d, st == 200 and v is None, (st, v))


@proof('emptied-size-null')
def _(s):
    p = 'registry/stores/harbor-apps/'
    for m in s.get(p + 'image-list?repo=shop%2Fweb')['manifests']:
        s.ok('DELETE', p + 'image-list?repo=shop%2Fweb&digest=' + urllib.parse.quote(m['digest']))
    v = s.get(p + 'repos')['repositories'][0]['sizeBytes']
    u = s.get(p + 'summary')['usedBytes']
    return verdict(v == 0 and u == 0, v is None and u == 0, (v, u))


@proof('flap-window')
def _(s):
    old = incident(s)['id']
    s.ok('PUT', f'oncall/pages/incidents/{old}/over')
    _, fire = source(s, 'svc~crane')
    fire('hot')
    l = [i['id'] for i in incidents(s)]
    return verdict(len(l) == 1 and l[0] != old, l == [], l)


@proof('custom-scopable-number')
def _(s):
    a = {r['id']: r['scopable'] for r in s.get('iam/catalog')['roles']}
    b = {r['id']: r['scopable'] for r in s.get('tokens/scope-options')['roles']}
    v = a['release-crew'], b['release-crew'], a['email.reader']
    t = tuple(type(x).__name__ for x in v)
    return verdict(t == ('bool',) * 3, t == ('int', 'int', 'bool'), v)


@proof('last-page-null-cursor')
def _(s):
    k = sendkey(s)
    for _ in range(15):
        mail(s, k)
    v = s.get('email/messages')
    n = 0
    while v.get('cursor'):
        v, n = s.get('email/messages?cursor=' + v['cursor']), n + 1
    return verdict(n > 0 and 'cursor' not in v, n > 0 and 'cursor' in v and v['cursor'] is None, (n, v.get('cursor', 'absent')))


@proof('oldest-fifty')
def _(s):
    m = monitor(s, vantages=['nrt'])['id']
    for i in range(26):
        s.event('probe-result', {'monitorId': m, 'outcome': 'ok'})
        s.event('probe-result', {'monitorId': m, 'outcome': 'fail', 'times': 2})
    s.event('probe-result', {'monitorId': m, 'outcome': 'ok'})
    l = s.get(f'uptime/monitors/{m}/transitions')['transitions']
    st = s.get(f'uptime/monitors/{m}')['state']
    return verdict(len(l) == 50 and l[0]['to'] == st == 'up' and l[-1]['from'] != 'pending', len(l) == 50 and l[0]['to'] != st and l[-1]['from'] == 'pending', (st, l[0], l[-1]))


@proof('beta-read-404')
def _(s):
    s.get('uptime/ping')
    s.event('entitlement-changes', {'organization': 'harbor', 'area': 'uptime', 'enabled': False})
    st = s.ask('GET', 'uptime/ping')[0]
    return verdict(st == 403, st == 404, st)


@proof('lb-enabled-optional')
def _(s):
    st = s.ask('PATCH', 'clusters/pier', {'managedLoadBalancers': {}})[0]
    on = s.get('clusters/pier')['managedLoadBalancers']['enabled']
    return verdict(400 <= st < 500 and on is True, st == 200 and on is False, (st, on))


@proof('join-token-any-cluster')
def _(s):
    s.post('clusters', {'name': 'dock', 'tier': 'small'})
    t = s.post('clusters/dock/join-tokens')['joinToken']
    st = s.ask('POST', 'clusters/pier/enroll', {'token': t, 'node': 'stray'}, who=None)[0]
    l = [n['name'] for n in s.get('clusters/pier/nodes')['nodes']]
    return verdict(400 <= st < 500 and 'stray' not in l, st == 201 and 'stray' in l, (st, l))


@proof('reenable-shows-secret')
def _(s):
    h = s.post('email/webhooks', {'url': 'https://hooks.example.com/a', 'eventTypes': ['out:sent']})
    p = 'email/webhooks/' + h['webhook']['id']
    a = s.ok('PATCH', p, {'disabled': True})
    b = s.ok('PATCH', p, {'disabled': False})
    leak = [h['signingSecret'] in json.dumps(x) for x in (a, b)]
    return verdict(leak == [False, False], leak == [False, True], b)


@proof('metrics-outage-hides-monitor')
def _(s):
    m = monitor(s)['id']
    s.event('metrics-availability', {'monitorId': m, 'available': False})
    a, b = s.ask('GET', f'uptime/monitors/{m}/metrics')[0], s.ask('GET', f'uptime/monitors/{m}')[0]
    return verdict((a, b) == (503, 200), (a, b) == (503, 503), (a, b))


@proof('scope-beyond-owner')
def _(s):
    d, own = domain(s, 'news.harbor.example')['id'], domain(s, 'post.harbor.example')['id']
    s.post('tokens', {'name': 'mine', 'scope': [{'role': 'email.reader', 'resourceIds': [own]}]}, who='scoped')
    st = s.ask('POST', 'tokens', {'name': 'more', 'scope': [{'role': 'email.reader', 'resourceIds': [d]}]}, who='scoped')[0]
    return verdict(400 <= st < 500, st == 201, st)


@proof('start-is-whole-key')
def _(s):
    k = s.post('tokens', {'name': 'laptop'})['key']
    l = s.get('tokens')['tokens']
    return verdict(k not in json.dumps(l), l[0]['start'] == k, l[0]['start'])


@proof('catalog-endpoint-login')
def _(s):
    before = s.get('registry/mirror-catalog')
    s.post('registry/stores/harbor-apps/mirror-logins/quay.io', {'username': 'harbor', 'password': 'Pa55-of-quay'})
    v = s.get('registry/mirror-catalog')
    return verdict(v == before, 'Pa55-of-quay' in json.dumps(v), v)


@proof('fingerprint-across-services')
def _(s):
    _, a = source(s, 'svc~crane')
    _, b = source(s, 'svc~drill', who='owner2')
    a('disk-full')
    b('disk-full')
    i = incidents(s, who='owner2')[0]['id']
    a('disk-full', 'resolved')
    st = s.get(f'oncall/pages/incidents/{i}', who='owner2')['status']
    return verdict(st == 'open', st == 'resolved', st)


@proof('contacts-of-home-org')
def _(s):
    s.ok('PATCH', 'organization/contacts', {'technicalEmail': 'bea@quarry.example'}, who='both', org='quarry')
    q, h = s.get('organization/contacts', who='owner2')['technicalEmail'], s.get('organization/contacts')['technicalEmail']
    return verdict(q == 'bea@quarry.example' and h == 'tech@harbor.example', q == 'tech@quarry.example' and h == 'bea@quarry.example', (q, h))


@proof('grant-check-remembered')
def _(s):
    a = [s.ask('GET', 'iam/catalog', who=w)[0] for w in ('member', 'owner', 'member')]
    return verdict(a == [403, 200, 403], a == [403, 200, 200], a)


@proof('admin-somewhere')
def _(s):
    a = s.ask('PATCH', 'organization/contacts', {'securityEmail': 'm@harbor.example'}, who='member')[0]
    st = s.ask('PATCH', 'organization/contacts', {'securityEmail': 'bea@harbor.example'}, who='both', org='harbor')[0]
    v = s.get('organization/contacts')['securityEmail']
    return verdict((a, st) == (403, 403) and v == 'security@harbor.example', (a, st) == (403, 200) and v == 'bea@harbor.example', (a, st, v))


@proof('vantage-available-absent')
def _(s):
    l = s.get('uptime/catalog')['vantages']
    return verdict(all(isinstance(v.get('available'), bool) for v in l), any('available' not in v for v in l), l)


@proof('rejected-credential-echoed')
def _(s):
    s.event('provider-behaves', {'organization': 'harbor', 'behaviour': 'rejects'})
    st, v = s.ask('POST', 'oncall/telephony', {'accountSid': 'AC1', 'authToken': 'very-secret-token', 'fromNumber': '+15550101'})
    return verdict(st == 422 and 'very-secret' not in v['error'], st == 422 and 'very-secret-token' in v['error'], (st, v))


@proof('second-set-lacks-username')
def _(s):
    p = 'registry/stores/harbor-apps/mirror-logins/docker.io'
    a = s.post(p, {'username': 'one', 'password': 'x'})
    b = s.post(p, {'username': 'two', 'password': 'y'})
    l = s.get('registry/stores/harbor-apps/mirror-logins')['upstreamCredentials']
    if a.get('username') != 'one' or l[0]['username'] != 'two':
        raise Stop('it is not replaced')
    return verdict(b.get('username') == 'two', 'username' not in b, b)


@proof('alerts-of-the-service')
def _(s):
    _, fire = source(s, 'svc~berth')
    fire('first')
    i = incidents(s)[0]['id']
    fire('first', 'resolved')
    if s.get(f'oncall/pages/incidents/{i}')['status'] != 'resolved':
        s.ok('PUT', f'oncall/pages/incidents/{i}/over')
    fire('second')
    n = incidents(s)[0]['id']
    l = [a['fingerprint'] for a in s.get(f'oncall/pages/incidents/{n}')['alerts']]
    return verdict(n != i and l == ['second'], n != i and l == ['first', 'second'], l)


@proof('acknowledged-object')
def _(s):
    v = s.ok('PUT', f'oncall/pages/incidents/{incident(s)["id"]}/taken')['acknowledgedAt']
    return verdict(isinstance(v, str), isinstance(v, dict), v)


@proof('rotation-by-url')
def _(s):
    with Receiver(lambda p: (200, {}, b'')) as r:
        a = s.post('email/webhooks', {'url': r.url + '/in', 'eventTypes': ['out:bounced']})
        b = s.post('email/webhooks', {'url': r.url + '/in', 'eventTypes': ['out:sent']}, who='owner2')
        new = s.post(f'email/webhooks/{a["webhook"]["id"]}/rotate-secret')['signingSecret']
        mail(s, sendkey(s, 'owner2'), dom='post.quarry.example')
        s.until(lambda: r.got)
        _, h, body = r.got[0]
    t, sig = (x.split('=', 1)[1] for x in {k.lower(): v for k, v in h.items()}['x-ops-signature'].split(','))
    by = [n for n, k in (('own', b['signingSecret']), ('rotated', new)) if hmac.new(k.encode(), t.encode() + b'.' + body, 'sha256').hexdigest() == sig]
    return verdict(by == ['own'], by == ['rotated'], by)


@proof('delete-takes-subdomains')
def _(s):
    up = s.post('email/domains', {'name': 'tide.example'})['id']
    low = s.post('email/domains', {'name': 'news.tide.example'})['id']
    s.ok('DELETE', f'email/domains/{up}')
    st = s.ask('GET', f'email/domains/{low}')[0]
    return verdict(st == 200, st == 404, st)


@proof('content-type-sticks')
def _(s):
    i = mail(s, sendkey(s))
    s.get('email/messages')
    a = s.headers['Content-Type']
    s.get(f'email/messages/{i}/content')
    b = s.headers['Content-Type']
    s.get('email/messages')
    c = s.headers['Content-Type']
    return verdict((a, b, c) == ('application/json', 'message/rfc822', 'application/json'), (a, b, c) == ('application/json', 'message/rfc822', 'message/rfc822'), (a, b, c))


@proof('use-gives-expiry')
def _(s):
    k = s.post('registry/stores/harbor-apps/robot-keys', {'name': 'ci', 'mode': 'pull'})
    other = s.post('registry/stores/harbor-apps/robot-keys', {'name': 'unused', 'mode': 'pull'})
    a = gate(s, k['keyId'], k['secret'])
    s.advance('PT1H')
    v = a, gate(s, k['keyId'], k['secret']), gate(s, other['keyId'], other['secret'])
    return verdict(v == (True, True, True), v == (True, False, True), v)


@proof('refusal-counts-delivered')
def _(s):
    with Receiver(lambda p: (410, {}, b'')) as r:
        h = s.post('email/webhooks', {'url': r.url + '/in', 'eventTypes': ['out:sent']})['webhook']['id']
        mail(s, sendkey(s))

        def done():
            l = s.get('email/webhook-deliveries?endpointId=' + h)['deliveries']
            return l and 'lastStatus' in l[0] and l[0]
        d = s.until(done)
    return verdict(d['lastStatus'] == 410 and d['state'] != 'delivered' and 'deliveredAt' not in d, d['lastStatus'] == 410 and d['state'] == 'delivered', d)


@proof('bounces-of-all')
def _(s):
    k = sendkey(s)
    ids = [mail(s, k, f'r{i}@example.com') for i in range(100)]
    x = mail(s, sendkey(s, 'owner2'), [f'q{i}@example.com' for i in range(12)], 'post.quarry.example')
    s.until(lambda: all('sentAt' in s.get('email/messages/' + i, who=w)['message'] for i, w in ((ids[-1], 'owner'), (x, 'owner2'))))
    s.event('message-bounced', {'messageId': x, 'bounce': 'hard'})
    s.event('message-bounced', {'messageId': ids[0], 'bounce': 'hard'})
    v = s.get('email/settings')
    return verdict(v['paused'] is False, v['paused'] is True, v)


@proof('not-empty-lists-repos')
def _(s):
    st, v = s.ask('POST', 'registry/stores/harbor-apps/destroy')
    return verdict(400 <= st < 500 and isinstance(v['error'], str), 400 <= st < 500 and isinstance(v['error'], list), (st, v))


@proof('stale-session-null-error')
def _(s):
    l = [s.ask('GET', p, who='long-gone') for p in ('oncall/pages/incidents', 'registry/stores', 'tokens')]
    t = [(st, type(v['error']).__name__) for st, v in l]
    return verdict(t == [(401, 'str')] * 3, t == [(401, 'NoneType')] * 2 + [(401, 'str')], t)


@proof('last-event-number')
def _(s):
    i, fire = source(s, 'svc~gate')

    def last():
        return type(next(x for x in s.get('oncall/inlets')['sources'] if x['id'] == i)['lastEventAt']).__name__
    a = last()
    fire('leak')
    v = a, last()
    return verdict(v == ('str', 'str'), v == ('str', 'int'), v)


@proof('redirect-rewrites-url')
def _(s):
    with Receiver(lambda p: (301, {'Location': '/moved'}, b'')) as r:
        h = s.post('email/webhooks', {'url': r.url + '/in', 'eventTypes': ['out:sent']})['webhook']
        mail(s, sendkey(s))

        def done():
            l = s.get('email/webhook-deliveries?endpointId=' + h['id'])['deliveries']
            return l and 'lastStatus' in l[0]
        s.until(done)
        u = s.get('email/webhooks')['webhooks'][0]['url']
    return verdict(u == h['url'], u == '/moved', u)


# Running them
def run(folder, f):
    s = Server(folder)
    try:
        return f(s)
    except Stop as e:
        return 'stopped', str(e)
    finally:
        s.stop()


def edited(x, to):
    shutil.copytree(CLEAN, to, ignore=shutil.ignore_patterns('__pycache__', '*.pyc'))
    for e in x['edits']:
        p = os.path.join(to, e['file'])
        with open(p, encoding='utf-8') as h:
            t = h.read()
        if t.count(e['find']) != 1:
            raise Stop(f'the text to replace in {e["file"]} stands there {t.count(e["find"])} times')
        with open(p, 'w', encoding='utf-8') as h:
            h.write(t.replace(e['find'], e['replace']))


def prove(x):
    f = PROOFS.get(x['id'])
    if not f:
        return False, 'no proof is written'
    try:
        with tempfile.TemporaryDirectory() as tmp:
            to = os.path.join(tmp, 'copy')
            edited(x, to)
            a = run(CLEAN, f)
            b = run(to, f)
            left = [d for d, _, _ in os.walk(to) if d.endswith('__pycache__')]
    except Exception as e:
        return False, f'{type(e).__name__}: {e}'
    good = a[0] == 'right' and b[0] == 'wrong' and not left
    cut = lambda v: str(v) if len(str(v)) < 160 else str(v)[:160] + '...'
    return good, f'clean {a[0]}: {cut(a[1])} | edited {b[0]}: {cut(b[1])}' + (' | build leftovers' if left else '')


def main():
    with open(os.path.join(HERE, 'mistakes.json'), encoding='utf-8') as h:
        l = json.load(h)
    want = sys.argv[1:]
    unknown = set(want) - {x['id'] for x in l}
    if unknown:
        sys.exit('unknown: ' + ', '.join(sorted(unknown)))
    l = [x for x in l if not want or x['id'] in want]
    n = 0
    for x in l:
        good, text = prove(x)
        n += good
        print('proven    ' if good else 'NOT PROVEN', x['id'], '-', text, flush=True)
    print(f'{n} of {len(l)} proven')
    sys.exit(n != len(l))


if __name__ == '__main__':
    main()
