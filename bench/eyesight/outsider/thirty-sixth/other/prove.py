#!/usr/bin/env python3
"""Proves the mistakes of mistakes.json: python3 prove.py [ID...]. One server at a time: first the clean candidate goes
through every proof (the world is reset before each), then every copy with its mistake through its own."""
import base64, hashlib, http.server, json, os, random, select, shutil, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.parse, urllib.request
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.abspath(os.environ.get('CANDIDATE', os.path.join(HERE, '../../../../../examples/twelfth-candidate')))
LIST = os.environ.get('MISTAKES', os.path.join(HERE, 'mistakes.json'))
A = '/api/v1'
R, E, O, C, U = A + '/registry/depots', A + '/email', A + '/oncall', A + '/clusters', A + '/uptime'
NOTICES = 'notices.meridian.example'
PROOFS = {}


def proof(name, right, wrong):
    """The decorated function goes through the steps and answers what was seen: `right` when clean, `wrong` with the mistake."""
    def take(f): PROOFS[name] = (f, right, wrong); return f
    return take


class Server:
    def __init__(self, folder, tmp):
        self.err = open(os.path.join(tmp, 'stderr'), 'w+')
        self.p = subprocess.Popen([os.path.join(folder, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, stderr=self.err, text=True, env={**os.environ, 'TMPDIR': tmp})
        line = self.p.stdout.readline().strip() if select.select([self.p.stdout], [], [], 120)[0] else ''
        if not line.startswith('http'):
            self.stop(); self.err = open(os.path.join(tmp, 'stderr'))
            raise RuntimeError('does not start: ' + self.err.read()[-600:])
        self.url = line

    def stop(self):
        if self.p.poll() is None:
            self.p.terminate()
            try: self.p.wait(10)
            except subprocess.TimeoutExpired: self.p.kill(); self.p.wait()
        self.p.stdout.close(); self.err.close()

    def call(self, who, method, path, body=None, org=None, headers=None):
        h = dict(headers or {})
        if who: h['X-Ops-Credential'] = 'key-%s-7c2f90' % who if who.isalpha() else who
        if org or who == 'noor': h['X-Ops-Organization'] = org or 'meridian'
        data = None
        if body is not None: data = json.dumps(body).encode(); h['Content-Type'] = 'application/json'
        q = urllib.request.Request(self.url + path, data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(q, timeout=30) as r: s, t, ct = r.status, r.read(), r.headers.get('Content-Type', '')
        except urllib.error.HTTPError as e: s, t, ct = e.code, e.read(), e.headers.get('Content-Type', '')
        self.type = ct
        try: return s, json.loads(t)
        except ValueError: return s, t.decode()

    def get(self, who, path, **kw): return self.call(who, 'GET', path, **kw)[1]

    def must(self, who, method, path, body=None, **kw):
        s, b = self.call(who, method, path, body, **kw)
        if s >= 300: raise AssertionError('%s %s: %s %s' % (method, path, s, b))
        return b

    def event(self, name, **body): return self.must(None, 'POST', '/_understudy/events/' + name, body)
    def try_event(self, name, **body): return self.call(None, 'POST', '/_understudy/events/' + name, body)[0]
    def advance(self, by): self.must(None, 'POST', '/_understudy/clock/advance', {'by': by})
    def reset(self): self.must(None, 'POST', '/_understudy/reset', {})

    # shared steps
    def domain(self, name): return [d for d in self.get('ines', E + '/domains')['domains'] if d['name'] == name][0]['id']
    def check(self, id): self.must('ines', 'POST', E + '/domains/' + id + '/check'); self.advance('PT5S')

    def verified(self, name):
        id = self.must('ines', 'POST', E + '/domains', {'name': name})['id']
        self.event('dns-record-published', domain=name)
        self.check(id)
        return id

    def hook(self, types, who='ines', url='https://hooks.receiver.example/in', answers=None):
        h = self.must(who, 'POST', E + '/webhooks', {'url': url, 'eventTypes': types})
        if answers: self.event('webhook-endpoint-answers', endpointId=h['webhook']['id'], answers=[{'status': s} for s in answers])
        return h

    def send(self, domain=NOTICES, to='jo@elsewhere.example', **kw): return self.event('message-sent', **{'from': 'desk@' + domain, 'to': [to], 'subject': 'Hello', 'text': 'Text', **kw})['messageId']
    def ladder(self, name='Ladder'): return self.must('ines', 'POST', O + '/ladders', {'name': name, 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': 'p-2101', 'label': 'Ines'}, 'waitSeconds': 0}]})['id']
    def rota(self, name, user): return self.must('ines', 'POST', O + '/rotas', {'name': name, 'timezone': 'UTC', 'participants': [{'userId': user, 'label': user}], 'handoff': {'interval': 'daily', 'time': '09:00'}})['id']
    def cluster(self, name='temp-1', who='ines', **kw): self.must(who, 'POST', C, {'name': name, 'tier': 'small', **kw}); self.advance('PT50S'); return C + '/' + name


def together(*calls):
    """Sends the requests at once; their answers in order."""
    out, gate = [None] * len(calls), threading.Barrier(len(calls))
    def go(i): gate.wait(); out[i] = calls[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(calls))]
    for t in ts: t.start()
    for t in ts: t.join()
    return out


def ago(days): return (datetime.now(timezone.utc) - timedelta(days=days)).strftime('%Y-%m-%dT%H:%M:%SZ')


class Issuer:
    """An OIDC issuer on this machine, with an RSA key made here."""
    def __init__(self):
        def prime():
            while True:
                n = random.getrandbits(512) | (3 << 510) | 1
                if n % 65537 == 1 or any(n % q == 0 for q in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)): continue
                if all(pow(random.randrange(2, n), n - 1, n) == 1 for _ in range(6)): return n
        p, q = prime(), prime()
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        me = self
        class H(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                conf = {'issuer': me.url, 'jwks_uri': me.url + '/keys'}
                keys = {'keys': [{'kty': 'RSA', 'alg': 'RS256', 'kid': 'k', 'n': me.b64(me.n.to_bytes(128, 'big')), 'e': 'AQAB'}]}
                b = json.dumps(keys if self.path == '/keys' else conf).encode()
                self.send_response(200); self.send_header('Content-Length', str(len(b))); self.end_headers(); self.wfile.write(b)
            def log_message(self, *a): pass
        self.s = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H)
        self.url = 'http://127.0.0.1:%d' % self.s.server_port
        threading.Thread(target=self.s.serve_forever, daemon=True).start()
    @staticmethod
    def b64(b): return base64.urlsafe_b64encode(b).decode().rstrip('=')
    def token(self, aud, sub):
        enc = lambda o: self.b64(json.dumps(o).encode())
        t = enc({'alg': 'RS256', 'kid': 'k'}) + '.' + enc({'iss': self.url, 'aud': aud, 'sub': sub, 'exp': time.time() + 600})
        m = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(t.encode()).digest()
        m = b'\0\1' + b'\xff' * (128 - 3 - len(m)) + b'\0' + m
        return t + '.' + self.b64(pow(int.from_bytes(m, 'big'), self.d, self.n).to_bytes(128, 'big'))
    def stop(self): self.s.shutdown(); self.s.server_close()


# ---- the proofs
@proof('bp-detach-by-empty-body', 422, 200)
def _(s):
    s.must('ines', 'POST', O + '/lines/line-cards/policy', {'escalationPolicyId': s.ladder()})
    return s.call('ines', 'POST', O + '/lines/line-cards/policy', {})[0]

@proof('bp-known-registration-token-not-checked', (201, 401), (201, 201))
def _(s):
    T = C + '/ledger-prod/registration-tokens'
    t = s.must('ines', 'POST', T, {'name': 'pool'})
    enrol = lambda n: s.call(None, 'POST', C + '/ledger-prod/enrol', {'node': n, 'token': t['token']})[0]
    a = enrol('n-1')
    s.must('ines', 'PATCH', T + '/' + t['id'], {'disabled': True})
    return a, enrol('n-2')

@proof('bp-on-call-now-of-another-schedule', True, False)
def _(s):
    s.rota('First', 'p-2102'); s.rota('Second', 'p-2103')
    lists = together(*[lambda: s.get('ines', O + '/rotas')['schedules']] * 4)
    return all(x['onCallNow']['userId'] == x['participants'][0]['userId'] for l in lists for x in l)

@proof('bp-only-first-roll-restarts', (False, False), (True, True))
def _(s):
    K = C + '/clearing-prod'
    s.event('node-joins', cluster='clearing-prod', node='n-1', ready=True)
    s.must('teo', 'PATCH', K, {'tier': 'medium'}); s.advance('PT40S')
    s.must('teo', 'PATCH', K, {'tier': 'large'})
    return 'endpoint' in s.get('teo', K), s.get('teo', K + '/nodes')['nodes'][0]['ready']

@proof('bp-monitor-on-foreign-service', (404, 0), (201, 1))
def _(s):
    id = s.get('ines', U + '/services')['services'][0]['id']
    n = s.call('teo', 'POST', U + '/monitors', {'name': 'm', 'kind': 'tcp', 'serviceId': id, 'intervalSeconds': 60, 'vantages': ['zrh'], 'tcp': {'host': 'db.bank.example', 'port': 443}})[0]
    return n, s.get('ines', U + '/services')['services'][0]['monitors']

@proof('bp-client-configuration-from-the-shelf', (True, True), (True, False))
def _(s):
    def fetched(): return s.event('credential-used', kind='kubeconfig', secret=s.get('ines', C + '/ledger-prod/kubeconfig')['kubeconfig'])['accepted']
    a = fetched(); s.advance('PT11M')
    return a, fetched()

@proof('bp-send-key-secrets-swapped', True, False)
def _(s):
    l = together(*[lambda i=i: s.must('ines', 'POST', E + '/keys', {'name': 'key %d' % i})['secret'] for i in range(4)])
    return len(set(l)) == 4

@proof('bp-catalog-shows-a-customer-login', 'https://registry-1.docker.io', 'https://bank-user@registry-1.docker.io')
def _(s):
    s.must('ines', 'POST', R + '/meridian-core/mirror-logins/docker.io', {'username': 'bank-user', 'password': 'pw-9'})
    return [u['endpoint'] for u in s.get('teo', A + '/registry/mirrors')['upstreams'] if u['host'] == 'docker.io'][0]

@proof('bp-acknowledged-goes-stale', True, False)
def _(s):
    a = s.event('alert-fires', serviceId='line-cards', alert='disk')['incidentId']
    s.must('ines', 'POST', O + '/cases/' + a + '/take'); s.advance('PT90M')
    return s.event('alert-fires', serviceId='line-cards', alert='cpu')['incidentId'] == a

@proof('bp-received-content-as-octets', 'message/rfc822', 'application/octet-stream')
def _(s):
    id = s.domain(NOTICES)
    s.must('ines', 'POST', E + '/domains/' + id + '/receive'); s.check(id)
    x = s.event('message-received', **{'from': 'jo@c.example', 'to': ['help@' + NOTICES], 'subject': 'Hi', 'text': 'Text'})
    s.must('ines', 'GET', E + '/messages/' + x['messageId'] + '/content')
    return s.type

@proof('bp-contacts-nothing-on-file', 200, 204)
def _(s): return s.call('teo', 'GET', A + '/organization/contacts')[0]

@proof('bp-token-list-repeats-the-key', False, True)
def _(s):
    t = s.must('ines', 'POST', A + '/tokens', {'name': 'deploy'})
    return t['key'] in json.dumps(s.get(t['key'], A + '/tokens'))

@proof('bp-domain-key-without-key-admin', 403, 201)
def _(s): return s.call('sami', 'POST', E + '/keys', {'name': 'own', 'domainIds': [s.domain(NOTICES)]})[0]

@proof('bp-org-wide-key-pinned-by-use', (200, 200), (200, 409))
def _(s):
    s.verified('b.judged.example')
    k = s.must('ines', 'POST', E + '/keys', {'name': 'wide'})['secret']
    return tuple(s.try_event('message-sent', **{'from': 'desk@' + d, 'to': ['jo@c.example'], 'secret': k}) for d in (NOTICES, 'b.judged.example'))

@proof('bp-send-key-list-remembered', (['first'], []), (['first'], ['first']))
def _(s):
    s.must('ines', 'POST', E + '/keys', {'name': 'first'})
    return tuple([k['name'] for k in s.get(w, E + '/keys')['sendKeys']] for w in ('ines', 'teo'))

@proof('bp-permissions-without-closed-betas', (True, True), (True, False))
def _(s):
    has = lambda: 'uptime' in [x['service'] for x in s.get('ines', A + '/iam/permissions')['services']]
    a = has(); s.event('entitlement-changes', area='uptime', enabled=False)
    return a, has()

@proof('bp-refused-event-types-stay', (422, ['mail.landed']), (422, ['mail.landed', 'mail.eaten']))
def _(s):
    id = s.hook(['mail.landed'])['webhook']['id']
    n = s.call('ines', 'PATCH', E + '/webhooks/' + id, {'eventTypes': ['mail.landed', 'mail.eaten']})[0]
    return n, s.get('ines', E + '/webhooks')['webhooks'][0]['eventTypes']

@proof('bp-one-secret-per-url', False, True)
def _(s): return s.hook(['mail.landed'])['signingSecret'] == s.hook(['mail.landed'], 'teo')['signingSecret']

@proof('bp-newest-rule-of-issuer-decides', (201, 201), (403, 201))
def _(s):
    i = Issuer()
    try:
        for p in ('acme', 'other'): s.must('ines', 'POST', R + '/meridian-core/federation', {'issuer': i.url, 'audience': 'reg', 'subjectPattern': 'repo:%s/*' % p, 'mode': 'pull'})
        return tuple(s.call(None, 'POST', A + '/registry/federation/trade', {'registry': 'meridian-core', 'token': i.token('reg', 'repo:%s/app' % p)})[0] for p in ('acme', 'other'))
    finally: i.stop()

@proof('bp-since-opens-the-log', (0, 0), (0, 1))
def _(s):
    s.send(createdAt=ago(95))
    return tuple(len(s.get('ines', E + '/messages' + q)['messages']) for q in ('', '?since=' + ago(100)))

@proof('bp-long-error-cut', (True, True), (True, False))
def _(s): return tuple(isinstance(s.get('ines', U + '/monitors/' + 'x' * n), dict) for n in (20, 300))

@proof('bp-tags-of-the-only-repository', 422, 200)
def _(s): return s.call('ines', 'GET', R + '/meridian-core/contents/tags')[0]

@proof('bp-scope-checked-by-its-first-resource', (403, 403), (403, 201))
def _(s):
    a, b = s.domain(NOTICES), s.must('ines', 'POST', E + '/domains', {'name': 'b.judged.example'})['id']
    return tuple(s.call('sami', 'POST', A + '/tokens', {'name': 'n', 'scope': [{'role': 'email.engineer', 'resourceIds': l}]})[0] for l in ([b], [a, b]))

@proof('bp-managers-list-all-tokens', 0, 1)
def _(s):
    s.must('hana', 'POST', A + '/tokens', {'name': 'mine'})
    return len(s.get('rui', A + '/tokens')['tokens'])

@proof('bp-paused-at-as-number', (True, 'str'), (True, 'int'))
def _(s):
    l = [s.send(to='p%d@c.example' % i) for i in range(20)]
    for x in l[:2]: s.event('message-bounced', messageId=x, bounce='hard')
    b = s.get('ines', E + '/settings')
    return b['paused'], type(b['pausedAt']).__name__

@proof('bp-expired-content-in-plain-text', (404, True), (404, False))
def _(s):
    x = s.send(); s.advance('P31D')
    n, b = s.call('ines', 'GET', E + '/messages/' + x + '/content')
    return n, isinstance(b, dict) and isinstance(b.get('error'), str)

@proof('bp-update-ids-as-numbers', 'str', 'int')
def _(s):
    i = s.must('ines', 'POST', O + '/cases', {'serviceId': 'line-cards', 'title': 'Slow'})['id']
    u = s.must('ines', 'POST', O + '/cases/' + i + '/bulletins', {'body': 'We look into it'})['id']
    s.must('ines', 'DELETE', O + '/cases/%s/bulletins/%s' % (i, u))
    return type(u).__name__

@proof('bp-redelivery-made-fresh', (2, True), (2, False))
def _(s):
    s.hook(['mail.landed'], answers=[200])
    d = s.event('message-delivered', messageId=s.send())['deliveryIds'][0]
    s.advance('PT1M'); s.must('ines', 'POST', E + '/webhook-deliveries/%d/redeliver' % d); s.advance('PT1S')
    l = [a['body'] for a in s.get(None, '/_understudy/webhook-deliveries')['attempts']]
    return len(l), l[0] == l[-1]

@proof('bp-rename-answers-the-record', 0, None)
def _(s):
    id = s.must('ines', 'POST', U + '/services', {'name': 'Tills'})['id']
    return s.must('ines', 'PATCH', U + '/services/' + id, {'name': 'Tills two'}).get('monitors')

@proof('bp-manager-somewhere-is-enough', (403, 403), (200, 403))
def _(s): return tuple(s.call(w, 'PATCH', A + '/organization/contacts', {'technicalEmail': 'x@c.example'})[0] for w in ('noor', 'hana'))

@proof('bp-teardown-by-name', 'there or refused', 'made, then 404')
def _(s):
    K = s.cluster('twice'); s.must('ines', 'DELETE', K)
    if s.call('teo', 'POST', C, {'name': 'twice', 'tier': 'small'})[0] != 201: return 'there or refused'
    s.advance('PT25S')
    n = s.call('teo', 'GET', K)[0]
    return 'there or refused' if n == 200 else 'made, then %d' % n

@proof('bp-pending-claims-do-not-count', (201, 409), (201, 201))
def _(s): return tuple(s.call(w, 'POST', E + '/domains', {'name': 'a.judged.example'})[0] for w in ('ines', 'teo'))

@proof('bp-join-token-with-whole-cluster', 'str', 'dict')
def _(s): return type(s.must('ines', 'POST', C + '/ledger-prod/join-tokens')['cluster']).__name__

@proof('bp-deleted-domain-gives-quota-back', (409, 409, 2), (409, 200, 1))
def _(s):
    id = s.verified('b.judged.example')
    s.event('quota-changes', quota='daily-email', value=2)
    s.send('b.judged.example'); s.send('b.judged.example')
    again = lambda: s.try_event('message-sent', **{'from': 'desk@' + NOTICES, 'to': ['jo@c.example']})
    a = again(); s.must('ines', 'DELETE', E + '/domains/' + id)
    return a, again(), s.get('ines', E + '/settings')['acceptedToday']

@proof('bp-upstream-login-off-everywhere', 1, 0)
def _(s):
    s.must('ines', 'POST', R, {'slug': 'vaults'})
    for r in ('meridian-core', 'vaults'): s.must('ines', 'POST', R + '/' + r + '/mirror-logins/docker.io', {'username': 'bank', 'password': 'pw-9'})
    s.must('ines', 'DELETE', R + '/vaults/mirror-logins/docker.io')
    return len(s.get('ines', R + '/meridian-core/mirror-logins')['upstreamCredentials'])

@proof('bp-cluster-resources-without-name', 'ledger-prod', None)
def _(s): return [r.get('name') for r in s.get('ines', A + '/iam/catalog')['resources'] if r['service'] == 'clusters'][0]

@proof('bp-usage-remembered-by-count', (1100, 5100), (1100, 1100))
def _(s):
    s.must('ines', 'POST', R, {'slug': 'vaults'})
    push = lambda n: s.event('image-pushed', registry='vaults', repository='a/web', layers=[{'sizeBytes': n}], manifestBytes=100)['digest']
    used = lambda: s.get('ines', R + '/vaults')['usedBytes']
    d = push(1000); a = used()
    s.must('ines', 'DELETE', R + '/vaults/contents/images?repo=a/web&digest=' + d); push(5000)
    return a, used()

@proof('bp-unavailable-vantage-by-change', (422, 422), (422, 200))
def _(s):
    off = [v['id'] for v in s.get('ines', U + '/catalog')['vantages'] if not v['available']]
    m = {'name': 'm', 'kind': 'tcp', 'intervalSeconds': 60, 'vantages': ['zrh'], 'tcp': {'host': 'db.bank.example', 'port': 443}}
    id = s.must('ines', 'POST', U + '/monitors', m)['id']
    return s.call('ines', 'POST', U + '/monitors', {**m, 'name': 'n', 'vantages': off})[0], s.call('ines', 'PATCH', U + '/monitors/' + id, {'vantages': off})[0]

@proof('bp-unknown-cluster-before-caller', (401, 401), (401, 404))
def _(s): return tuple(s.call(None, 'GET', C + n)[0] for n in ('/ledger-prod', '/none'))

@proof('bp-scope-options-unfiltered', False, True)
def _(s):
    id = s.must('ines', 'POST', E + '/domains', {'name': 'b.judged.example'})['id']
    return id in [r['id'] for r in s.get('sami', A + '/tokens/scope-options')['resources']]

@proof('bp-alert-source-keeps-its-token', False, True)
def _(s):
    t = s.must('ines', 'POST', O + '/feeds', {'name': 'prom', 'serviceId': 'line-cards'})['token']
    return t in json.dumps(s.get('ines', O + '/feeds'))

@proof('bp-blocked-upgrade-leaves-version', (409, '1.32.3'), (409, '1.33.0'))
def _(s):
    K = C + '/ledger-prod'
    s.must('ines', 'PATCH', K, {'orchestratorVersion': '1.32.3'}); s.advance('PT40S')
    n = s.call('ines', 'PATCH', K, {'orchestratorVersion': '1.33.0'})[0]
    return n, s.get('ines', K)['orchestratorVersion']

@proof('bp-revoked-key-with-grace', (True, False), (True, True))
def _(s):
    k = s.must('ines', 'POST', R + '/meridian-core/passes', {'name': 'ci', 'mode': 'pull'})
    pull = lambda: s.must(None, 'POST', A + '/registry/gate', {'username': k['keyId'], 'password': k['secret'], 'registry': 'meridian-core', 'repository': 'vault/web', 'action': 'pull'})['allowed']
    a = pull(); s.must('ines', 'POST', R + '/meridian-core/passes/' + k['keyId'] + '/revocation')
    return a, pull()

@proof('bp-delivery-error-tells-the-secret', (401, False), (401, True))
def _(s):
    h = s.hook(['mail.landed'], answers=[401])
    s.event('message-delivered', messageId=s.send())
    d = s.get('ines', E + '/webhook-deliveries')['deliveries'][0]
    return d['lastStatus'], h['signingSecret'] in json.dumps(d)

def attempt(f, s):
    try:
        s.reset()
        return f(s)
    except Exception as e: return 'broke: %r' % e


def main():
    mistakes = json.load(open(LIST))
    names = sys.argv[1:] or [m['id'] for m in mistakes]
    by = {m['id']: m for m in mistakes}
    bad, clean = 0, {}
    with tempfile.TemporaryDirectory(prefix='.prove-', dir=HERE) as top:
        def served(folder, tmp, work):
            os.makedirs(tmp, exist_ok=True)
            s = Server(folder, tmp)
            try: work(s)
            finally: s.stop()
        def goes(s):
            for n in names:
                if n in PROOFS: clean[n] = attempt(PROOFS[n][0], s)
        served(CANDIDATE, os.path.join(top, 'clean'), goes)
        for n in names:
            why, seen = None, {}
            tmp = os.path.join(top, n)
            try:
                if n not in PROOFS or n not in by: raise RuntimeError('unknown, or no proof of it')
                f, right, wrong = PROOFS[n]
                if clean[n] != right: raise RuntimeError('clean: %r instead of %r' % (clean[n], right))
                folder = os.path.join(tmp, 'candidate')
                shutil.copytree(CANDIDATE, folder)
                for e in by[n]['edits']:
                    p = os.path.join(folder, e['file'])
                    t = open(os.path.join(CANDIDATE, e['file'])).read()
                    if t.count(e['find']) != 1: raise RuntimeError('%s holds %d times %r' % (e['file'], t.count(e['find']), e['find'][:80]))
                    t = open(p).read()
                    os.chmod(p, 0o644)
                    open(p, 'w').write(t.replace(e['find'], e['replace']))
                served(folder, os.path.join(tmp, 'tmp'), lambda s: seen.update(v=attempt(f, s)))
                if seen['v'] != wrong: raise RuntimeError('with the mistake: %r instead of %r' % (seen['v'], wrong))
            except Exception as e: why = str(e)
            shutil.rmtree(tmp, ignore_errors=True)
            print(n, 'proven' if why is None else 'NOT proven: ' + why, flush=True)
            bad += why is not None
    print('%d of %d proven' % (len(names) - bad, len(names)))
    return 1 if bad else 0


if __name__ == '__main__': sys.exit(main())
