#!/usr/bin/env python3
"""prove.py [ID...]: shows each mistake of mistakes.json. The clean candidate must answer as `right`,
a copy with the edits as `wrong`. One server at a time. CANDIDATE: the candidate's folder."""
import base64, hashlib, hmac, http.server, json, os, random, select, shutil, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get('CANDIDATE', os.path.join(HERE, '../../../../../examples/fourteenth-candidate'))
PROOFS = {}

def proof(id, right, wrong):
    def keep(f):
        PROOFS['bo-' + id] = (f, right, wrong)
        return f
    return keep

class Server:
    def __init__(self, folder):
        self.p = subprocess.Popen([os.path.join(folder, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, text=True)
        line = self.p.stdout.readline() if select.select([self.p.stdout], [], [], 30)[0] else ''
        self.base = line.strip()
        if not self.base.startswith('http'):
            self.end()
            raise RuntimeError('the candidate does not start')
    def end(self):
        self.p.terminate()
        try:
            self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()
        self.p.stdout.close()
    def call(self, method, path, body=None, headers=None):
        h = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            h['Content-Type'] = 'application/json'
        req = urllib.request.Request(self.base + path, data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(req, timeout=30) as r:
                status, text = r.status, r.read()
        except urllib.error.HTTPError as e:
            status, text = e.code, e.read()
        try:
            return status, json.loads(text) if text else None
        except ValueError:
            return status, text.decode()
    def api(self, method, path, body=None, as_='lumen/ines', headers=None):
        h = dict(headers or {})
        if as_:
            h['Authorization'] = 'Basic ' + base64.b64encode(f'{as_}:{as_.split("/")[1]}-pass'.encode()).decode()
        return self.call(method, '/api/v1' + path, body, h)
    def good(self, method, path, body=None, **k):
        status, d = self.api(method, path, body, **k)
        if not 200 <= status < 300:
            raise RuntimeError(f'{method} {path}: {status} {d}')
        return d
    def driver(self, method, path, body=None):
        status, d = self.call(method, '/_understudy/' + path, body)
        if status != 200:
            raise RuntimeError(f'{path}: {status} {d}')
        return d
    def event(self, name, **body):
        return self.driver('POST', 'events/' + name, body)
    def advance(self, by):
        return self.driver('POST', 'clock/advance', {'by': by})

# ------------------------------------------------------------ shared steps
def people(s):
    return {a['name']: a['userId'] for a in s.driver('GET', 'identities')['actors']}
def services(s):
    return {x['name']: x['id'] for x in s.good('GET', '/oncall/things')['services']}
def bearer(t):
    return {'Authorization': 'Bearer ' + t}
def domain(s, name='post.lumen.example'):
    return next(d['id'] for d in s.good('GET', '/email/domains')['domains'] if d['name'] == name)
def sending(s):
    """Verifies post.lumen.example for sending."""
    d = domain(s)
    s.event('dns-record-published', domain='post.lumen.example')
    s.good('POST', f'/email/domains/{d}/check')
    s.advance('PT2S')
    return d
def send(s, to='x@y.example', **k):
    return s.event('message-sent', **{'from': 'a@post.lumen.example'}, to=[to], **k)['messageId']
def hook(s, status, url='http://127.0.0.1:9/hook'):
    w = s.good('POST', '/email/webhooks', {'url': url, 'eventTypes': ['sent']})
    s.event('webhook-endpoint-answers', endpointId=w['webhook']['id'], answers=[{'status': status}])
    return w['webhook']['id'], w['signingSecret']
def deliveries(s, w):
    return [(d['state'], d.get('lastStatus')) for d in s.good('GET', '/email/webhook-deliveries?endpointId=' + w)['deliveries']]
def login(s, **b):
    return s.good('POST', '/registry/session', b)
def pulls(s, l, registry='lumen-quay'):
    return s.good('POST', '/registry/ask', {'username': l['username'], 'password': l['password'], 'registry': registry, 'repository': 'web', 'action': 'pull'}, as_=None)['allowed']
def key_pulls(s, secret):
    return pulls(s, {'username': 'x', 'password': secret})
def monitor(s):
    return '/uptime/monitors/' + s.good('POST', '/uptime/monitors', {'name': 'm', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['north', 'south'], 'http': {'url': 'https://x.example/'}, 'downCondition': {'confirmations': 1, 'quorum': 2}})['id']
def probe(s, m, outcome, **k):
    return s.event('probe-result', monitorId=m.split('/')[-1], outcome=outcome, **k)
def rota(s, *names, **k):
    return s.good('POST', '/oncall/rotas', {'name': 'r', 'timezone': 'Europe/Oslo', 'participants': [{'userId': people(s)[n], 'label': n} for n in names], 'handoff': {'interval': 'daily', 'time': '09:00'}}, **k)
def step(kind, id, wait=60):
    return {'target': {'kind': kind, 'id': id, 'label': 'l'}, 'waitSeconds': wait}
def policy(s, *steps):
    return s.good('POST', '/oncall/ladders', {'name': 'p', 'repeat': 1, 'steps': list(steps)})['id']
def attach(s, service, p):
    s.good('PATCH', '/oncall/things/' + service, {'escalationPolicyId': p})
def incident(s, service, title='t'):
    return s.good('POST', '/oncall/incidents', {'serviceId': service, 'title': title, 'description': 'd'})['id']
def at_once(*calls):
    """Runs the calls at the same time and returns their results."""
    gate, out = threading.Barrier(len(calls)), [None] * len(calls)
    def run(n, f):
        gate.wait()
        out[n] = f()
    threads = [threading.Thread(target=run, args=c) for c in enumerate(calls)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return out

class Issuer:
    """An OIDC issuer with an RSA key of its own."""
    def __init__(self):
        def prime():
            while True:
                n = random.getrandbits(512) | (3 << 510) | 1
                if n % 65537 != 1 and all(n % q for q in (3, 5, 7, 11, 13, 17, 19, 23)) and all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7)):
                    return n
        p, q = prime(), prime()
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        outer = self
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = {'issuer': outer.url, 'jwks_uri': outer.url + '/jwks'} if 'openid' in self.path else {'keys': [{'kty': 'RSA', 'alg': 'RS256', 'n': b64(outer.n.to_bytes(128, 'big')), 'e': 'AQAB'}]}
                data = json.dumps(body).encode()
                self.send_response(200)
                self.send_header('Content-Length', str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            def log_message(self, *a):
                pass
        self.httpd = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.url = f'http://127.0.0.1:{self.httpd.server_address[1]}'
        threading.Thread(target=self.httpd.serve_forever, daemon=True).start()
    def token(self, **claims):
        text = b64(json.dumps({'alg': 'RS256'}).encode()) + '.' + b64(json.dumps({'iss': self.url, 'exp': time.time() + 600, **claims}).encode())
        digest = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(text.encode()).digest()
        padded = b'\0\1' + b'\xff' * (128 - 3 - len(digest)) + b'\0' + digest
        return text + '.' + b64(pow(int.from_bytes(padded, 'big'), self.d, self.n).to_bytes(128, 'big'))
    def end(self):
        self.httpd.shutdown()
        self.httpd.server_close()
def b64(b):
    return base64.urlsafe_b64encode(b).decode().rstrip('=')

# ------------------------------------------------------------ the proofs
@proof('single-replica-restart-revives-registration-token', (True, 400), (False, 201))
def _(s):
    p = '/clusters/harbour'
    t = s.good('POST', p + '/registration-tokens', {'name': 'r'})
    s.good('PATCH', p + '/registration-tokens/' + t['id'], {'disabled': True})
    s.good('PATCH', p, {'orchestratorVersion': '1.27'})
    for _ in range(20):
        time.sleep(0.5)
        if s.good('GET', p)['orchestratorVersion'] == '1.27':
            break
    return s.good('GET', p + '/registration-tokens')['tokens'][0]['disabled'], s.api('POST', p + '/enlist', {'token': t['token'], 'node': 'n'}, as_=None)[0]

@proof('metrics-latency-as-text', 20, '20.0')
def _(s):
    m = monitor(s)
    probe(s, m, 'ok', latencyMs=20)
    return s.good('GET', m + '/metrics?window=1h')['series'][0]['points'][0]['latencyMs']

@proof('message-events-vanish-after-30-days', ['sent', 'delivered'], [])
def _(s):
    sending(s)
    m = send(s)
    s.event('message-delivered', messageId=m)
    s.advance('P31D')
    return [e['kind'] for e in s.good('GET', '/email/messages/' + m)['events']]

@proof('transition-recorded-without-state-change', [('up', 'down'), ('pending', 'up')], [('up', 'down'), ('up', 'up'), ('pending', 'up')])
def _(s):
    m = monitor(s)
    probe(s, m, 'ok')
    probe(s, m, 'fail', vantage='north')
    probe(s, m, 'fail', vantage='south')
    return [(t['from'], t['to']) for t in s.good('GET', m + '/transitions')['transitions']]

@proof('policy-deletable-after-one-of-two-services-detached', (1, 409), (1, 204))
def _(s):
    v, p = services(s), policy(s, step('user', people(s)['kai']))
    attach(s, v['checkout'], p)
    attach(s, v['search'], p)
    attach(s, v['checkout'], None)
    return s.good('GET', '/oncall/ladders')['policies'][0]['services'], s.api('DELETE', '/oncall/ladders/' + p)[0]

@proof('new-login-ends-the-earlier-one', (True, True), (True, False))
def _(s):
    first = login(s)
    before = pulls(s, first)
    login(s, registry='lumen-attic')
    return before, pulls(s, first)

@proof('incident-needs-a-description', (200, 'open'), (400, None))
def _(s):
    st, i = s.api('POST', '/oncall/incidents', {'serviceId': services(s)['checkout'], 'title': 't'})
    return st, i.get('status')

@proof('repositories-of-a-foreign-registry-listed', 404, ['web'])
def _(s):
    s.event('image-pushed', registry='lumen-quay', repository='web')
    st, d = s.api('GET', '/registry/one/lumen-quay/repos', as_='tarn/oona')
    return [r['name'] for r in d['repositories']] if st == 200 else st

@proof('foreign-cluster-answers-401', (404, 404), (401, 404))
def _(s):
    return s.api('GET', '/clusters/harbour', as_='tarn/oona')[0], s.api('GET', '/clusters/nowhere', as_='tarn/oona')[0]

@proof('concurrent-change-error-is-an-object', (409, str), (409, dict))
def _(s):
    s.event('cluster-changes-concurrently', cluster='harbour', lasts='one-request')
    st, d = s.api('PATCH', '/clusters/harbour', {'replicas': 2})
    return st, type(d['error'])

@proof('any-alert-source-token-opens-any-source', (401, 202), (202, 202))
def _(s):
    a = s.good('POST', '/oncall/feeds', {'name': 'a', 'serviceId': services(s)['checkout']})
    b = s.good('POST', '/oncall/feeds', {'name': 'b', 'serviceId': services(s)['search']})
    body = {'alerts': [{'status': 'firing', 'labels': {'alertname': 'Disk'}}]}
    return tuple(s.api('POST', '/oncall/hook/' + a['id'], body, as_=None, headers=bearer(t['token']))[0] for t in (b, a))

@proof('sixth-export-token-drops-the-first', (200, 200, 6), (200, 401, 5))
def _(s):
    make = lambda n: s.good('POST', '/uptime/export-tokens', {'name': f'e{n}'})['token']
    first = make(0)
    scrape = lambda: s.api('GET', '/uptime/scrape', as_=None, headers=bearer(first))[0]
    before = scrape()
    for n in range(1, 6):
        make(n)
    return before, scrape(), len(s.good('GET', '/uptime/export-tokens')['tokens'])

@proof('kubeconfig-token-never-checked-for-expiry', (True, False), (True, True))
def _(s):
    k = s.good('GET', '/clusters/harbour/kubeconfig')
    used = lambda: s.event('credential-used', kind='kubeconfig', secret=json.loads(k['kubeconfig'])['users'][0]['user']['token'])['accepted']
    before = used()
    s.advance('PT2H')
    return before, used()

@proof('raw-content-of-sent-mail-kept-forever', (200, 404), (200, 200))
def _(s):
    sending(s)
    m = send(s)
    get = lambda: s.api('GET', f'/email/messages/{m}/content')[0]
    before = get()
    s.advance('P31D')
    return before, get()

@proof('second-upstream-credential-drops-the-first', ['docker.io', 'ghcr.io'], ['ghcr.io'])
def _(s):
    for host in ('docker.io', 'ghcr.io'):
        s.good('POST', '/registry/one/lumen-quay/mirrors/' + host, {'username': 'u', 'password': 'p'})
    return [x['upstream'] for x in s.good('GET', '/registry/one/lumen-quay/mirrors')['upstreamCredentials']]

@proof('rotate-secret-under-another-name', ['signingSecret'], ['secret'])
def _(s):
    return sorted(s.good('POST', f'/email/webhooks/{hook(s, 200)[0]}/rotate-secret'))

@proof('scope-entry-needs-resource-ids', 201, 400)
def _(s):
    return s.api('POST', '/tokens', {'name': 'n', 'scope': [{'role': 'registry-read'}]})[0]

@proof('scope-checked-by-one-readable-resource', (400, 400), (201, 400))
def _(s):
    return tuple(s.api('POST', '/tokens', {'name': 'n', 'scope': [{'role': 'registry-read', 'resourceIds': ids}]}, as_='lumen/nils')[0] for ids in (['lumen-quay', 'lumen-attic'], ['lumen-attic']))

@proof('hard-bounce-adds-suppression-only-once', ([('x@y.example', 'bounce')], [('x@y.example', 'bounce')]), ([('x@y.example', 'bounce')], []))
def _(s):
    sending(s)
    out = []
    for _ in range(2):
        for x in s.good('GET', '/email/suppressions')['suppressions']:
            s.good('DELETE', '/email/suppressions/' + x['id'])
        s.event('message-bounced', messageId=send(s), bounce='hard')
        out.append([(x['address'], x['reason']) for x in s.good('GET', '/email/suppressions')['suppressions']])
    return tuple(out)

@proof('demoted-admin-still-changes-contacts', (200, 403, 'a@b.example'), (200, 200, 'c@d.example'))
def _(s):
    patch = lambda a: s.api('PATCH', '/organization/contacts', {'technicalEmail': a}, as_='lumen/joss')[0]
    first = patch('a@b.example')
    s.event('role-changes', userId=people(s)['joss'], role='viewer')
    return first, patch('c@d.example'), s.good('GET', '/organization/contacts')['technicalEmail']

@proof('dns-observation-trusts-verification', ('found', 'verified', 'missing'), ('found', 'verified', 'found'))
def _(s):
    d = sending(s)
    look = lambda: s.good('GET', f'/email/domains/{d}/dns')['records'][0]['outcome']
    first = look()
    s.event('dns-record-removed', domain='post.lumen.example')
    return first, s.good('GET', '/email/domains/' + d)['sendState'], look()

@proof('saved-paging-answered-without-email', ['email', 'phone', 'rules'], ['phone', 'rules'])
def _(s):
    return sorted(s.good('PUT', '/oncall/my-paging', {'phone': '+4712345678', 'rules': [{'channel': 'email', 'delaySeconds': 0}]}))

@proof('scoped-route-list-lags-behind-grants', (['post'], ['news'], ['news']), (['post'], ['news'], ['post']))
def _(s):
    w, ids = hook(s, 200)[0], {n: domain(s, n + '.lumen.example') for n in ('post', 'news')}
    for d in ids.values():
        s.good('POST', f'/email/domains/{d}/receive')
        s.good('POST', '/email/routes', {'domainId': d, 'pattern': 'a', 'endpointId': w})
    names = lambda what, k: [n for x in s.good('GET', '/email/' + what, as_='lumen/nils')[what] for n, d in ids.items() if x[k] == d]
    first = names('routes', 'domainId')
    s.event('role-changes', userId=people(s)['nils'], grants=[{'role': 'email-write', 'resourceIds': [ids['news']]}])
    return first, names('domains', 'id'), names('routes', 'domainId')

@proof('cluster-usage-without-a-caller', (200, 401, 401), (200, 200, 401))
def _(s):
    p = '/clusters/harbour'
    return s.api('GET', p + '/usage')[0], s.api('GET', p + '/usage', as_=None)[0], s.api('GET', p, as_=None)[0]

@proof('delivered-delivery-not-redelivered', ([('delivered', 200)], 202, 2), ([('delivered', 200)], 400, 1))
def _(s):
    sending(s)
    w = hook(s, 200)[0]
    send(s)
    first = deliveries(s, w)
    id = s.good('GET', '/email/webhook-deliveries')['deliveries'][0]['id']
    return first, s.api('POST', f'/email/webhook-deliveries/{id}/redeliver')[0], len(deliveries(s, w))

@proof('no-first-update-once-resolved', (200, 1), (400, 0))
def _(s):
    v = services(s)['checkout']
    p = '/oncall/incidents/' + incident(s, v)
    s.good('POST', p + '/close')
    return s.api('POST', p + '/notes', {'body': 'what it was'})[0], len(s.good('GET', '/oncall/board/' + v, as_=None)['incidents'])

@proof('entitlement-of-any-own-organization-counts', (403, 403, 200), (200, 403, 200))
def _(s):
    s.event('entitlement-changes', organization='tarn', area='uptime', enabled=False)
    return tuple(s.api('GET', '/uptime/ping', as_=a)[0] for a in ('tarn/pia', 'tarn/oona', 'lumen/pia'))

@proof('revoked-login-lives-again-after-eight-more', (False, False), (False, True))
def _(s):
    def used_up():
        l = login(s)
        s.good('DELETE', '/registry/session/' + l['username'])
        return l
    first = used_up()
    before = pulls(s, first)
    for _ in range(8):
        used_up()
    return before, pulls(s, first)

@proof('token-lists-mixed-under-concurrency', (True, 0), (True, True))
def _(s):
    who = ['lumen/ines', 'lumen/joss'] * 4
    for a in who[:2]:
        s.good('POST', '/tokens', {'name': a}, as_=a)
    ask = lambda a: [t['name'] for t in s.good('GET', '/tokens', as_=a)['tokens']]
    alone = all(ask(a) == [a] for a in who[:2])
    mixed = sum(got != [a] for a, got in zip(who, at_once(*[lambda a=a: ask(a) for a in who])))
    return alone, mixed > 0 if mixed else 0

@proof('schedule-guard-forgets-updated-policies', 409, 204)
def _(s):
    r, p = rota(s, 'kai')['id'], policy(s, step('user', people(s)['kai']))
    s.good('PATCH', '/oncall/ladders/' + p, {'steps': [step('schedule', r)]})
    return s.api('DELETE', '/oncall/rotas/' + r)[0]

@proof('keys-share-their-prefixes', (['one'], ['one']), (['one'], ['one', 'two']))
def _(s):
    p = '/registry/one/lumen-quay/keys'
    k = s.good('POST', p, {'name': 'a', 'mode': 'pull', 'repoPrefixes': ['one']})['keyId']
    seen = lambda: next(x['repoPrefixes'] for x in s.good('GET', p)['keys'] if x['keyId'] == k)
    first = seen()
    s.good('POST', p, {'name': 'b', 'mode': 'pull', 'repoPrefixes': ['two']})
    return first, seen()

@proof('rotation-remembered-without-the-schedule', ('kai', 'lior', 'pia'), ('kai', 'kai', 'kai'))
def _(s):
    return tuple(rota(s, n, as_=a)['onCallNow']['label'] for n, a in (('kai', 'lumen/ines'), ('lior', 'lumen/ines'), ('pia', 'tarn/oona')))

@proof('setting-an-upstream-takes-it-out-of-the-catalog', (['docker.io', 'ghcr.io'], ['docker.io', 'ghcr.io']), (['docker.io', 'ghcr.io'], ['ghcr.io']))
def _(s):
    catalog = lambda: [u['host'] for u in s.good('GET', '/registry/mirrors')['upstreams']]
    first = catalog()
    s.good('POST', '/registry/one/lumen-quay/mirrors/docker.io', {'username': 'u', 'password': 'p'})
    return first, catalog()

@proof('attempt-result-written-to-another-endpoints-delivery', ([('delivered', 200)], [('failed', 500)]), ([('failed', 500)], [('delivering', None)]))
def _(s):
    sending(s)
    a, b = hook(s, 200)[0], hook(s, 500)[0]
    send(s)
    return deliveries(s, a), deliveries(s, b)

@proof('no-usage-without-nodes', (200, 200), (404, 200))
def _(s):
    use = lambda: s.api('GET', '/clusters/harbour/usage')[0]
    first = use()
    s.event('node-joins', cluster='harbour', node='n')
    return first, use()

@proof('unavailable-vantage-without-its-flag', [True, True, True, False], [True, True, True, None])
def _(s):
    return [v.get('available') for v in s.good('GET', '/uptime/catalog')['vantages']]

@proof('registration-token-list-has-the-join-command', False, True)
def _(s):
    p = '/clusters/harbour/registration-tokens'
    t = s.good('POST', p, {'name': 'r'})['token']
    return t in json.dumps(s.good('GET', p))

@proof('listing-messages-turns-the-log-around', ([2, 1, 0], [2, 1, 0]), ([2, 1, 0], [0, 1, 2]))
def _(s):
    sending(s)
    ids = []
    for n in range(3):
        ids.append(send(s, f'x{n}@y.example'))
        s.advance('PT1S')
    seen = lambda: [ids.index(m['id']) for m in s.good('GET', '/email/messages')['messages']]
    return seen(), seen()

@proof('signing-secret-found-by-url', ['own', 'own'], ['own', 'first'])
def _(s):
    sending(s)
    hooks = [hook(s, 200), hook(s, 200)]
    send(s)
    def whose(w, secret):
        a = s.driver('GET', 'webhook-deliveries?endpointId=' + w)['attempts'][0]
        by = lambda key: hmac.new(key.encode(), a['body'].encode(), hashlib.sha256).hexdigest() == a['headers']['x-signature']
        return 'own' if by(secret) else 'first' if by(hooks[0][1]) else 'nobody'
    return [whose(*h) for h in hooks]

@proof('parallel-contact-changes-lost', ([200, 200, 200], 3), ([200, 200, 200], 1))
def _(s):
    names = ['billingEmail', 'technicalEmail', 'securityEmail']
    sts = at_once(*[lambda k=k: s.api('PATCH', '/organization/contacts', {k: 'n@e.example'})[0] for k in names])
    got = s.good('GET', '/organization/contacts')
    return sts, sum(got[k] == 'n@e.example' for k in names)

@proof('acknowledging-stops-every-escalation', ['joss', 'kai'], ['joss'])
def _(s):
    v, u = services(s), people(s)
    attach(s, v['checkout'], policy(s, step('user', u['joss']), step('user', u['kai'])))
    a, b = incident(s, v['checkout'], 'a'), incident(s, v['checkout'], 'b')
    s.good('POST', f'/oncall/incidents/{a}/take')
    s.advance('PT61S')
    names = {id: n for n, id in u.items()}
    return [names[p['userId']] for p in s.driver('GET', 'pages?incidentId=' + b)['pages']]

@proof('registration-token-switch-answers-200', 204, 200)
def _(s):
    p = '/clusters/harbour/registration-tokens'
    return s.api('PATCH', p + '/' + s.good('POST', p, {'name': 'r'})['id'], {'disabled': True})[0]

@proof('oidc-exchange-deletes-manual-keys', (True, ['manual', 'oidc'], True), (True, ['oidc'], False))
def _(s):
    p = '/registry/one/lumen-quay'
    k = s.good('POST', p + '/keys', {'name': 'k', 'mode': 'pull'})
    before = key_pulls(s, k['secret'])
    issuer = Issuer()
    try:
        s.good('POST', p + '/oidc', {'issuer': issuer.url, 'audience': 'reg', 'subjectPattern': 'repo:*', 'mode': 'pull'})
        s.good('POST', '/registry/trade', {'registry': 'lumen-quay', 'token': issuer.token(aud='reg', sub='repo:x')}, as_=None)
    finally:
        issuer.end()
    return before, sorted(x['mintedVia'] for x in s.good('GET', p + '/keys')['keys']), key_pulls(s, k['secret'])

@proof('set-provider-credential-echoes-auth-token', False, True)
def _(s):
    return 'very-secret' in json.dumps(s.good('POST', '/oncall/phone-account', {'accountSid': 'AC1', 'authToken': 'very-secret', 'fromNumber': '+15550101'}))

# ------------------------------------------------------------ running them
def attempt(f, s):
    try:
        return f(s)
    except Exception as e:
        return f'{type(e).__name__}: {e}'
def mistaken(m, folder):
    shutil.copytree(CANDIDATE, folder)
    for e in m['edits']:
        path, clean = os.path.join(folder, e['file']), open(os.path.join(CANDIDATE, e['file'])).read()
        if clean.count(e['find']) != 1:
            raise RuntimeError(f"{e['file']} has the text to find {clean.count(e['find'])} times")
        now = open(path).read()
        if now.count(e['find']) != 1:
            raise RuntimeError('the edits get in each other\'s way')
        open(path, 'w').write(now.replace(e['find'], e['replace']))

def main():
    mistakes = json.load(open(os.path.join(HERE, 'mistakes.json')))
    unknown = set(sys.argv[1:]) - {m['id'] for m in mistakes}
    if unknown:
        sys.exit('unknown: ' + ', '.join(sorted(unknown)))
    mistakes = [m for m in mistakes if not sys.argv[1:] or m['id'] in sys.argv[1:]]
    clean = {}
    s = Server(CANDIDATE)
    try:
        for m in mistakes:
            if m['id'] in PROOFS:
                s.driver('POST', 'reset', {})
                clean[m['id']] = attempt(PROOFS[m['id']][0], s)
    finally:
        s.end()
    proven = 0
    for m in mistakes:
        id = m['id']
        if id not in PROOFS:
            print(id, 'NOT proven: it has no proof', flush=True)
            continue
        f, right, wrong = PROOFS[id]
        if clean[id] != right:
            print(id, f'NOT proven: the clean candidate gives {clean[id]!r}, right is {right!r}', flush=True)
            continue
        with tempfile.TemporaryDirectory() as tmp:
            try:
                mistaken(m, os.path.join(tmp, 'c'))
                s = Server(os.path.join(tmp, 'c'))
            except Exception as e:
                print(id, f'NOT proven: {e}', flush=True)
                continue
            try:
                got = attempt(f, s)
            finally:
                s.end()
        if got != wrong:
            print(id, f'NOT proven: the copy gives {got!r}, expected {wrong!r}', flush=True)
            continue
        proven += 1
        print(id, 'proven', flush=True)
    print(f'{proven} of {len(mistakes)} proven')
    sys.exit(proven != len(mistakes))

if __name__ == '__main__':
    main()
