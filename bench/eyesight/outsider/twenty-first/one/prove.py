#!/usr/bin/env python3
"""python3 prove.py [ID...]: shows that the clean candidate is right and each edited copy wrong. One server at a time."""
import tempfile, base64, hashlib, hmac, http.server, json, os, random, shutil, socket, subprocess, sys, threading, time, urllib.error, urllib.parse, urllib.request
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, '../../../../../examples/eighth-candidate')
TMP = tempfile.mkdtemp()
WHO = {'owner': 'sess-olga-7f31', 'admin': 'sess-arne-20c4', 'member': 'sess-mia-9b02', 'viewer': 'sess-vik-c88a', 'scoped': 'sess-sam-03fb', 'both': 'sess-pia-64aa', 'outsider': 'sess-otto-e1d9'}
PROOFS = {}

def proof(name, right, wrong):
    def deco(f):
        PROOFS['ak-' + name] = (f, right, wrong)
        return f
    return deco

class Server:
    def __init__(self, folder):
        s = socket.socket(); s.bind(('127.0.0.1', 0)); self.port = s.getsockname()[1]; s.close()
        os.makedirs(TMP, exist_ok=True)
        self.log = open(os.path.join(TMP, 'server.log'), 'w')
        self.p = subprocess.Popen(['bash', os.path.join(folder, 'run.sh'), '--port', str(self.port)], stdout=subprocess.PIPE, stderr=self.log, text=True, env=dict(os.environ, TMPDIR=TMP))
        line = self.p.stdout.readline()
        if not line.startswith('http'): raise RuntimeError('does not start: ' + open(os.path.join(TMP, 'server.log')).read()[:600])
        self.base = line.strip()
    def stop(self):
        self.p.terminate(); self.p.wait()
    def __call__(self, method, path, body=None, who='owner', headers=None):
        h = dict(headers or {})
        if who: h['Authorization'] = 'Bearer ' + WHO.get(who, who)
        data = None
        if body is not None: data = json.dumps(body).encode(); h['Content-Type'] = 'application/json'
        q = urllib.request.Request(self.base + path, data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(q, timeout=30) as r: st, raw = r.status, r.read()
        except urllib.error.HTTPError as e: st, raw = e.code, e.read()
        try: return st, json.loads(raw) if raw else None
        except ValueError: return st, raw
    def ok(self, method, path, body=None, who='owner', headers=None):
        st, b = self(method, path, body, who, headers)
        assert 200 <= st < 300, (method, path, st, b)
        return b
    def api(self, *a, **k): return self(a[0], '/api/v1' + a[1], *a[2:], **k)
    def do(self, *a, **k): return self.ok(a[0], '/api/v1' + a[1], *a[2:], **k)
    def event(self, name, **b): return self.ok('POST', '/_understudy/events/' + name, b, None)
    def advance(self, by): return self.ok('POST', '/_understudy/clock/advance', {'by': by}, None)
    def reset(self): self.ok('POST', '/_understudy/reset', {}, None)

def iso(**d): return (datetime.now(timezone.utc) + timedelta(**d)).strftime('%Y-%m-%dT%H:%M:%SZ')
I = '/registry/instances/acme-platform'

def rsa():
    def prime(bits):
        while True:
            n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
            if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29)): continue
            d, r = n - 1, 0
            while d % 2 == 0: d //= 2; r += 1
            for _ in range(12):
                x = pow(random.randrange(2, n - 1), d, n)
                if x in (1, n - 1): continue
                for _ in range(r - 1):
                    x = x * x % n
                    if x == n - 1: break
                else: break
            else:
                if (n - 1) % 65537: return n
    p, q = prime(1024), prime(1024)
    return p * q, pow(65537, -1, (p - 1) * (q - 1))

def b64(b): return base64.urlsafe_b64encode(b).rstrip(b'=').decode()

@proof('oidc-first-rule', 201, 403)
def _(s):
    n, d = rsa()
    class H(http.server.BaseHTTPRequestHandler):
        def log_message(self, *a): pass
        def do_GET(self):
            iss = 'http://127.0.0.1:%d' % self.server.server_address[1]
            o = {'issuer': iss, 'jwks_uri': iss + '/jwks'} if 'well-known' in self.path else {'keys': [{'kty': 'RSA', 'kid': 'k', 'n': b64(n.to_bytes(256, 'big')), 'e': 'AQAB'}]}
            b = json.dumps(o).encode()
            self.send_response(200); self.send_header('Content-Length', str(len(b))); self.end_headers(); self.wfile.write(b)
    srv = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H)
    threading.Thread(target=srv.serve_forever, daemon=True).start()
    try:
        iss = 'http://127.0.0.1:%d' % srv.server_address[1]
        def token(sub):
            t = b64(json.dumps({'alg': 'RS256', 'kid': 'k'}).encode()) + '.' + b64(json.dumps({'iss': iss, 'aud': 'reg', 'sub': sub, 'exp': int(time.time()) + 600}).encode())
            em = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(t.encode()).digest()
            em = b'\0\1' + b'\xff' * (256 - 3 - len(em)) + b'\0' + em
            return t + '.' + b64(pow(int.from_bytes(em, 'big'), d, n).to_bytes(256, 'big'))
        for who in ('one', 'two'): s.do('POST', I + '/access-rules', {'issuer': iss, 'audience': 'reg', 'subjectPattern': 'repo:acme/%s:*' % who, 'mode': 'pull'})
        ex = lambda sub: s.api('POST', '/registry/token-exchange', {'registry': 'acme-platform', 'token': token(sub)}, who=None)[0]
        assert ex('repo:acme/one:main') == 201 and ex('repo:acme/three:main') == 403
        return ex('repo:acme/two:main')
    finally: srv.shutdown(); srv.server_close()

@proof('scope-last-entry', (403, 0), (201, 1))
def _(s):
    r = lambda x: {'role': 'ROLE_REGISTRY_READER', 'resourceIds': [x]}
    assert s.api('POST', '/tokens', {'name': 'a', 'scope': [r('globex-images')]})[0] == 403
    st = s.api('POST', '/tokens', {'name': 'a', 'scope': [r('globex-images'), r('acme-platform')]})[0]
    return st, len(s.do('GET', '/tokens')['tokens'])

def hook(s, who='owner', **k): return s.do('POST', '/email/webhooks', {'url': 'https://hooks.example/x', 'eventTypes': ['MESSAGE_SENT', 'MESSAGE_RECEIVED'], **k}, who=who)

@proof('rotate-in-v2', 200, 404)
def _(s): return s.api('POST', '/email/webhooks/%s/rotate-secret' % hook(s)['webhook']['id'])[0]

def inc(s, svc='svc-checkout'): return s.do('POST', '/oncall/incidents', {'serviceId': svc, 'title': 'It is down'})['id']

@proof('update-author-from-body', 'Olga Owner', 'Somebody Else')
def _(s): return s.do('POST', '/oncall/incidents/%s/public-updates' % inc(s), {'body': 'we look', 'byLabel': 'Somebody Else'})['byLabel']

RULE = {'issuer': 'https://ci.example', 'audience': 'a', 'subjectPattern': 's', 'mode': 'pull'}

@proof('scope-entries-mixed', (403, 200), (200, 200))
def _(s):
    s.do('POST', '/registry/instances', {'slug': 'bbb-reg'})
    k = s.do('POST', '/tokens', {'name': 't', 'scope': [{'role': 'ROLE_REGISTRY_READER', 'resourceIds': ['acme-platform']}, {'role': 'ROLE_REGISTRY_EDITOR', 'resourceIds': ['bbb-reg']}]})['key']
    return s.api('POST', I + '/access-rules', RULE, who=k)[0], s.api('POST', '/registry/instances/bbb-reg/access-rules', RULE, who=k)[0]

@proof('secret-of-queueing', 'new', 'old')
def _(s):
    h = hook(s); e = h['webhook']['id']
    s.event('webhook-endpoint-answers', endpointId=e, answers=[{'status': 500}, {'status': 200}])
    s.event('message-sent', **{'from': 'a@mail.acme.example', 'to': ['x@y.example']})
    s.advance('PT2S')
    new = s.do('POST', '/email/webhooks/%s/rotate-secret' % e)['signingSecret']
    s.advance('PT20S')
    at = s.ok('GET', '/_understudy/webhook-deliveries?endpointId=' + e, who=None)['attempts']
    assert len(at) == 2, at
    def by(a, sec):
        g = a['headers']
        m = hmac.new(base64.b64decode(sec[6:]), ('%s.%s.%s' % (g['webhook-id'], g['webhook-timestamp'], a['body'])).encode(), hashlib.sha256).digest()
        return g['webhook-signature'] == 'v1,' + base64.b64encode(m).decode()
    assert by(at[0], h['signingSecret'])
    return 'new' if by(at[1], new) else 'old' if by(at[1], h['signingSecret']) else '?'

@proof('tiers-sorted', (409, True), (200, False))
def _(s):
    s.event('headroom-changes', cluster='acme-prod', component='etcd', usedPercent=92)
    st, b = s.api('PATCH', '/clusters/acme-prod', {'tier': 'small'})
    return st, 'etcd' in str(b.get('error'))

@proof('login-renewed-by-use', (True, False), (True, True))
def _(s):
    c = s.do('POST', '/registry/credentials', {})
    use = lambda: s.do('POST', '/registry/access-check', {'username': c['username'], 'password': c['password'], 'registry': 'acme-platform', 'repository': 'platform/gateway', 'action': 'pull'}, who=None)['allowed']
    s.advance('PT40M'); a = use(); s.advance('PT40M')
    return a, use()

@proof('token-follows-header', (403, False), (200, True))
def _(s):
    k = s.do('POST', '/tokens', {'name': 't'}, who='both', headers={'X-Acting-Organization': 'acme'})
    assert k['orgSlug'] == 'acme'
    st, b = s.api('GET', '/registry/instances', who=k['key'], headers={'X-Acting-Organization': 'globex'})
    return st, 'globex-images' in json.dumps(b)

SCHED = {'name': 'r', 'timezone': 'Europe/Berlin', 'participants': [{'userId': 'usr-1001', 'label': 'Olga'}], 'handoff': {'interval': 'daily', 'time': '09:00'}}

@proof('oncall-until-number', (True, str, str), (True, str, int))
def _(s):
    r = s.do('POST', '/oncall/rotations', SCHED)
    s.do('POST', '/oncall/rotations/%s/substitutions' % r['id'], {'userId': 'usr-1002', 'label': 'Arne', 'startsAt': iso(hours=-1), 'endsAt': iso(hours=1)})
    o = s.do('GET', '/oncall/rotations')['schedules'][0]['onCallNow']
    return o['override'], type(r['onCallNow']['until']), type(o['until'])

@proof('resolved-alert-revived', (0, 0, True), (0, 1, True))
def _(s):
    x = s.do('POST', '/oncall/sources', {'name': 'am', 'serviceId': 'svc-checkout'})
    send = lambda st: s.do('POST', '/oncall/ingest/' + urllib.parse.quote(x['id'], safe=''), {'alerts': [{'status': st, 'labels': {'alertname': 'A'}}]}, who=x['token'])
    send('firing'); i = s.do('GET', '/oncall/incidents')['incidents'][0]['id']; send('resolved')
    before = s.do('PUT', '/oncall/incidents/%s/resolution' % i)['firingAlerts']
    send('firing')
    return before, s.do('GET', '/oncall/incidents/' + i)['firingAlerts'], s.do('GET', '/oncall/incidents')['incidents'][0]['id'] != i

def domain(s, name='one.judged.example', who='owner'): return s.do('POST', '/email/domains', {'name': name}, who=who)['id']

@proof('dns-any-mx', ['missing', 'missing', 'mismatch'], ['missing', 'missing', 'found'])
def _(s):
    d = domain(s)
    s.event('dns-record-mismatched', domain=d, type='MX', value='mx.other.example')
    return [r['outcome'] for r in s.do('GET', '/email/domains/%s/dns' % d)['records']]

@proof('delete-disabled-webhook', (409, 409), (409, 204))
def _(s):
    d = domain(s); s.do('POST', '/email/domains/%s/receive' % d); e = hook(s)['webhook']['id']
    s.do('POST', '/email/routes', {'domainId': d, 'pattern': '*', 'endpointId': e})
    a = s.api('DELETE', '/email/webhooks/' + e)[0]
    s.do('PATCH', '/email/webhooks/' + e, {'disabled': True})
    return a, s.api('DELETE', '/email/webhooks/' + e)[0]

def policy(s, name='p'):
    step = lambda u: {'target': {'kind': 'user', 'id': u, 'label': u}, 'waitSeconds': 60}
    return s.do('POST', '/oncall/policies', {'name': name, 'repeat': 0, 'steps': [step('usr-1003'), step('usr-1004')]})['id']

@proof('one-walk-per-service', (['usr-1003', 'usr-1004'], ['usr-1003', 'usr-1004']), (['usr-1003'], ['usr-1003', 'usr-1004']))
def _(s):
    s.do('PATCH', '/oncall/services/svc-checkout/escalation', {'escalationPolicyId': policy(s)})
    a, b = inc(s), inc(s)
    s.advance('PT61S')
    return tuple([p['userId'] for p in s.ok('GET', '/_understudy/pages?incidentId=' + i, who=None)['pages']] for i in (a, b))

@proof('node-shows-token', False, True)
def _(s):
    t = s.do('POST', '/clusters/acme-prod/registration-tokens', {'name': 'pool'})['token']
    s.do('POST', '/clusters/acme-prod/join', {'token': t, 'node': 'w7'}, who=None)
    l = s.do('GET', '/clusters/acme-prod/nodes')
    assert 'w7' in json.dumps(l)
    return t in json.dumps(l)

@proof('ack-takes-siblings', 'open', 'acknowledged')
def _(s):
    a, b = inc(s), inc(s)
    s.do('POST', '/oncall/incidents/%s/acknowledgement' % a)
    return s.do('GET', '/oncall/incidents/' + b)['status']

@proof('records-for-writers', (True, True), (True, False))
def _(s): return tuple(all('dnsRecords' in d for d in s.do('GET', '/email/domains', who=w)['domains']) for w in ('owner', 'viewer'))

@proof('claim-own-org-only', (409, 409), (201, 409))
def _(s):
    domain(s, 'shared.judged.example', 'outsider'); domain(s, 'own.judged.example')
    return tuple(s.api('POST', '/email/domains', {'name': n})[0] for n in ('shared.judged.example', 'own.judged.example'))

@proof('suppression-lifts-pause', (True, True), (True, False))
def _(s):
    ms = [s.event('message-sent', **{'from': 'a@mail.acme.example', 'to': ['x%d@y.example' % i]})['messageId'] for i in range(25)]
    for m in ms[:3]: s.event('message-bounced', messageId=m, bounce='hard')
    a = s.do('GET', '/email/settings')['paused']
    s.do('DELETE', '/email/suppressions/' + s.do('GET', '/email/suppressions')['suppressions'][0]['id'])
    return a, s.do('GET', '/email/settings')['paused']

@proof('join-token-same-name', (401, 401), (401, 201))
def _(s):
    t = s.do('POST', '/clusters/acme-prod/join-tokens')['joinToken']
    j = lambda n: s.api('POST', '/clusters/acme-prod/join', {'token': t, 'node': n}, who=None)[0]
    assert j('w9') == 201
    a = j('w10')
    s.do('DELETE', '/clusters/acme-prod/nodes/w9')
    return a, j('w9')

@proof('refused-upstream-stored', (422, 0), (422, 1))
def _(s):
    st = s.api('PUT', I + '/upstream-logins/registry.unknown.example', {'username': 'u', 'password': 'pw-123456'})[0]
    return st, len(s.do('GET', I + '/upstream-logins')['upstreamCredentials'])

@proof('null-does-not-detach', (200, 0), (422, 1))
def _(s):
    s.do('PATCH', '/oncall/services/svc-search/escalation', {'escalationPolicyId': policy(s)})
    st = s.api('PATCH', '/oncall/services/svc-search/escalation', {'escalationPolicyId': None})[0]
    return st, s.do('GET', '/oncall/policies')['policies'][0]['services']

@proof('catalog-with-login', False, True)
def _(s):
    s.do('PUT', I + '/upstream-logins/quay.io', {'username': 'bot', 'password': 'pw-84-secret'})
    return 'pw-84-secret' in json.dumps(s.do('GET', '/registry/upstream-catalog', who='viewer'))

@proof('scope-options-admins', (200, 200, 200), (200, 403, 403))
def _(s): return tuple(s.api('GET', '/tokens/scope-options', who=w)[0] for w in ('owner', 'member', 'viewer'))

@proof('bounced-not-accepted', (1, 1), (1, 0))
def _(s):
    m = s.event('message-sent', **{'from': 'a@mail.acme.example', 'to': ['x@y.example']})['messageId']
    a = s.do('GET', '/email/settings')['acceptedToday']
    s.event('message-bounced', messageId=m, bounce='soft')
    return a, s.do('GET', '/email/settings')['acceptedToday']

@proof('zero-delay-omitted', [{'channel': 'email', 'delaySeconds': 0}], [{'channel': 'email'}])
def _(s): return s.do('GET', '/oncall/me/paging')['rules']

@proof('public-stays-working', [], ['resolved'])
def _(s):
    i = inc(s)
    s.do('POST', '/oncall/incidents/%s/public-updates' % i, {'body': 'we look'})
    s.do('PUT', '/oncall/incidents/%s/resolution' % i)
    j = inc(s); s.do('PUT', '/oncall/incidents/%s/resolution' % j)
    return [x['status'] for x in s.do('GET', '/oncall/incidents')['incidents']]

@proof('revoke-foreign-key', (404, 1), (204, 0))
def _(s):
    k = s.do('POST', '/email/keys', {'name': 'k'})['sendKey']['id']
    return s.api('DELETE', '/email/keys/' + k, who='outsider')[0], len(s.do('GET', '/email/keys')['sendKeys'])

@proof('refused-delete-revokes', (409, False), (409, True))
def _(s):
    s.do('POST', I + '/keys', {'name': 'k', 'mode': 'pull'})
    return s.api('DELETE', I)[0], 'revokedAt' in s.do('GET', I + '/keys')['keys'][0]

@proof('contacts-cache', ('billing@acme.example', 'billing@globex.example'), ('billing@acme.example', 'billing@acme.example'))
def _(s): return tuple(s.do('GET', '/organization/contacts', who=w)['billingEmail'] for w in ('owner', 'outsider'))

@proof('delivered-at-of-failure', (500, False), (500, True))
def _(s):
    e = hook(s)['webhook']['id']
    s.event('webhook-endpoint-answers', endpointId=e, answers=[{'status': 500}])
    s.event('message-sent', **{'from': 'a@mail.acme.example', 'to': ['x@y.example']})
    s.advance('PT2S')
    d = s.do('GET', '/email/webhook-deliveries?endpointId=' + e)['deliveries'][0]
    assert d['state'] != 'delivered'
    return d['lastStatus'], 'deliveredAt' in d

GW = '?repo=platform%2Fgateway'

@proof('digest-of-other-repo', (404, 1), (204, 0))
def _(s):
    s.event('image-pushed', registry='acme-platform', repository='team/other')
    d = s.do('GET', I + '/images' + GW)['manifests'][0]['digest']
    return s.api('DELETE', I + '/images?repo=team%2Fother&digest=' + urllib.parse.quote(d))[0], len(s.do('GET', I + '/images' + GW)['manifests'])

@proof('quota-after-push', (409, True), (200, False))
def _(s):
    s.do('POST', '/registry/instances', {'slug': 'bbb-reg'})
    s.event('quota-changes', quota='registry-storage-bytes', registry='bbb-reg', value=1000000)
    st = s('POST', '/_understudy/events/image-pushed', {'registry': 'bbb-reg', 'repository': 'a', 'layers': [{'sizeBytes': 5000000}]}, None)[0]
    r = s.do('GET', '/registry/instances/bbb-reg')
    return st, r['usedBytes'] <= r['storageQuotaBytes']

@proof('light-change-in-roll', (200, 409, 'large', 3), (200, 200, 'medium', 5))
def _(s):
    a = s.api('PATCH', '/clusters/acme-prod', {'tier': 'large'})[0]
    b = s.api('PATCH', '/clusters/acme-prod', {'replicas': 5})[0]
    s.advance('PT60S')
    k = s.do('GET', '/clusters/acme-prod')
    return a, b, k['tier'], k['replicas']

@proof('catalog-narrowed-token', (403, 403), (200, 403))
def _(s):
    k = s.do('POST', '/tokens', {'name': 't', 'scope': [{'role': 'ROLE_REGISTRY_READER'}]})['key']
    return s.api('GET', '/iam/catalog', who=k)[0], s.api('GET', '/iam/catalog', who='member')[0]

@proof('settings-not-entitled', (403, 403), (200, 403))
def _(s):
    s.event('entitlement-changes', area='email', enabled=False)
    return s.api('GET', '/email/settings')[0], s.api('GET', '/email/domains')[0]

@proof('untagged-dropped', ([False, False], 1), ([False, False], 0))
def _(s): return [s.do('DELETE', I + '/tags' + GW + '&tag=' + t)['purged'] for t in ('stable', '2.3.0')], len(s.do('GET', I + '/images' + GW)['manifests'])

@proof('default-display-name', (True, True), (False, True))
def _(s): return 'displayName' in s.do('POST', '/registry/instances', {'slug': 'bbb-reg'}), 'displayName' in s.do('POST', '/registry/instances', {'slug': 'ccc-reg', 'displayName': 'C'})

@proof('secret-on-new-url', (False, False), (False, True))
def _(s):
    h = hook(s); p = '/email/webhooks/' + h['webhook']['id']
    return tuple(h['signingSecret'] in json.dumps(s.do('PATCH', p, b)) for b in ({'disabled': False}, {'url': 'https://hooks.example/y'}))

@proof('hour-window-is-a-day', (0, 2), (2, 2))
def _(s):
    m = s.do('POST', '/uptime/monitors', {'name': 'm', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['eu-fra', 'us-iad'], 'http': {'url': 'https://x.example/'}})['id']
    s.event('probe-result', monitorId=m, outcome='ok', at=iso(hours=-3))
    return tuple(sum(len(x['points']) for x in s.do('GET', '/uptime/monitors/%s/metrics?window=%s' % (m, w))['series']) for w in ('1h', '24h'))

@proof('deleted-node-skews', (409, False, 200), (409, False, 409))
def _(s):
    s.event('node-joins', cluster='acme-prod', node='old-1', agentVersion='v1.29.0')
    up = lambda: s.api('PATCH', '/clusters/acme-prod', {'orchestratorVersion': 'v1.32.3'})[0]
    a = up(); s.do('DELETE', '/clusters/acme-prod/nodes/old-1')
    return a, 'old-1' in json.dumps(s.do('GET', '/clusters/acme-prod/nodes')), up()

@proof('message-any-domain', (200, 403), (200, 200))
def _(s):
    d = domain(s); s.do('POST', '/email/domains/%s/receive' % d)
    m = s.event('message-received', **{'from': 'x@y.example', 'to': ['me@one.judged.example']})['messageId']
    assert s.do('GET', '/email/messages', who='scoped')['messages'] == []
    return s.api('GET', '/email/messages/' + m)[0], s.api('GET', '/email/messages/' + m, who='scoped')[0]

@proof('headroom-error-object', (409, str), (409, dict))
def _(s):
    s.event('headroom-changes', cluster='acme-prod', component='kube-apiserver', usedPercent=92)
    st, b = s.api('PATCH', '/clusters/acme-prod', {'tier': 'small'})
    return st, type(b['error'])

@proof('policy-of-anyone', (404, 'p'), (200, 'mine now'))
def _(s):
    p = policy(s)
    return s.api('PATCH', '/oncall/policies/' + p, {'name': 'mine now'}, who='outsider')[0], s.do('GET', '/oncall/policies')['policies'][0]['name']

def main():
    ms = {m['id']: m for m in json.load(open(os.path.join(HERE, 'mistakes.json')))}
    ids = sys.argv[1:] or list(ms)
    result = {}
    s = Server(CANDIDATE)
    try:
        for i in ids:
            s.reset()
            f, right, wrong = PROOFS[i]
            try:
                v = f(s)
                result[i] = None if v == right else 'clean: %r, not %r' % (v, right)
            except Exception as e: result[i] = 'clean: %r' % e
    finally: s.stop()
    for i in ids:
        if result[i] is None:
            copy = os.path.join(TMP, 'copy')
            shutil.rmtree(TMP, ignore_errors=True); os.makedirs(TMP)
            shutil.copytree(CANDIDATE, copy)
            s = None
            try:
                for e in ms[i]['edits']:
                    p = os.path.join(copy, e['file']); t = open(p).read()
                    assert t.count(e['find']) == 1, 'find text occurs %d times' % t.count(e['find'])
                    open(p, 'w').write(t.replace(e['find'], e['replace']))
                s = Server(copy)
                f, right, wrong = PROOFS[i]
                v = f(s)
                if v != wrong: result[i] = 'edited: %r, not %r' % (v, wrong)
            except Exception as e: result[i] = 'edited: %r' % e
            finally:
                if s: s.stop()
        print(i, 'ok' if result[i] is None else result[i], flush=True)
    shutil.rmtree(TMP, ignore_errors=True)
    print('%d of %d proven' % (sum(r is None for r in result.values()), len(ids)))

main()
