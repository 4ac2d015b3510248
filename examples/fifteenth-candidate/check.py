#!/usr/bin/env python3
"""Checks of every area over HTTP, against a server of its own."""
import base64, hashlib, hmac, http.client, json, os, random, re, subprocess, sys, threading, time, urllib.parse
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'src'))
import server, account, registry, mail, oncall, clusters, uptime  # only for the names and paths of operations
HERE = os.path.dirname(os.path.abspath(__file__))
proc = subprocess.Popen([os.path.join(HERE, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, text=True)
URL = proc.stdout.readline().strip()
con = http.client.HTTPConnection(URL[7:], timeout=30)
good = 0
bads = []


def ok(cond, what):
    global good
    if cond:
        good += 1
    else:
        bads.append(what)
        print('FAIL', what)


def req(method, path, body=None, who='owner', org=None, headers=None, raw=False):
    h = dict(headers or {})
    if who:
        h['X-Console-Pass'] = who if '.' in who else f'session-of-{who}'
    if org:
        h['X-Console-Org'] = org
    data = None
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        h.setdefault('Content-Type', 'application/json')
    con.request(method, path, data, h)
    r = con.getresponse()
    t = r.read()
    if raw:
        return r.status, t, r.headers
    v = json.loads(t) if t else None
    if r.status >= 400 and not (isinstance(v, dict) and isinstance(v.get('error'), str)):
        ok(False, f'{method} {path} {r.status}: error body {t!r}')
    return r.status, v


def call(op, body=None, who='owner', org=None, q=None, headers=None, raw=False, **p):
    o = server.OPS[op]
    path = '/'.join(urllib.parse.quote(str(p[s[1:-1]]), safe='~') if s[:1] == '{' else s for s in o.path.split('/'))
    if q:
        path += '?' + urllib.parse.urlencode(q)
    return req(o.method, path, body, who, org, headers, raw)


def yes(op, body=None, **k):
    s, v = call(op, body, **k)
    ok(s == server.OPS[op].status, f'{op} answers {s} {v}')
    return v


def no(status, op, body=None, **k):
    s, v = call(op, body, **k)
    ok(s == status, f'{op} {body} {k} answers {s} rather than {status}: {v}')
    return v


def ev(name, body, status=200):
    s, v = req('POST', '/_understudy/events/' + name, body, None)
    ok(s == status, f'event {name} {body} answers {s}: {v}')
    return v


def adv(by):
    s, v = req('POST', '/_understudy/clock/advance', {'by': by}, None)
    ok(s == 200, f'advance {by}: {v}')
    return v


def real():
    req('PUT', '/_understudy/clock', {'mode': 'real'}, None)


def until(f, what, t=6):
    end = time.time() + t
    v = f()
    while not v and time.time() < end:
        time.sleep(0.05)
        v = f()
    ok(v, what)


def ids(l, k='id'):
    return [x[k] for x in l]


WEBHOOKS = []


class Sink(BaseHTTPRequestHandler):
    def do_POST(self):
        b = self.rfile.read(int(self.headers['content-length']))
        WEBHOOKS.append((self.path, dict(self.headers), b))
        self.send_response(500 if 'fail' in self.path else 200)
        self.send_header('Content-Length', '0')
        self.end_headers()

    def do_GET(self):
        d = {'jwks_uri': f'{SINK}/jwks', 'issuer': SINK} if 'openid' in self.path else {'keys': [JWK]}
        b = json.dumps(d).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(b)))
        self.end_headers()
        self.wfile.write(b)

    def log_message(self, *a):
        pass


sink = ThreadingHTTPServer(('127.0.0.1', 0), Sink)
threading.Thread(target=sink.serve_forever, daemon=True).start()
SINK = f'http://127.0.0.1:{sink.server_address[1]}'
NO = {'registry': 404, 'oncall': 404}


def general():
    for name, o in server.OPS.items():
        if o.door or name in ('listClusterVersions', 'listOncallServices'):
            continue
        s, v = call(name, {} if o.body else None, who=None, **{x[1:-1]: 'x' for x in o.segs if x[0] == '{'})
        ok(s == NO.get(o.area, 401), f'{name} without a credential: {s}')
    for a in ('tokens', 'clusters', 'email/domains', 'registry/stores'):
        ok(req('GET', '/api/v1/' + a, who='un.known')[0] == 401, 'unknown credential')
    ok(req('GET', '/api/v1/nowhere')[0] == 404, 'unknown path')
    ok(req('PUT', '/api/v1/tokens')[0] == 405, 'wrong method')
    ok(req('POST', '/api/v1/tokens', b'{nope')[0] == 400, 'malformed JSON')
    ok(req('POST', '/api/v1/tokens', b'{}', headers={'Content-Type': 'text/plain'})[0] == 415, 'content type')
    ok(req('GET', '/api/v1/tokens', org='quarry')[0] == 403, 'no membership')
    ok(len([o for o in server.OPS.values() if not o.door]) == 115, '113 operations and two more')


def tokens():
    ok(yes('listTokens')['tokens'] == [], 'no tokens at first')
    t = yes('createToken', {'name': 'all'})
    ok(t['orgSlug'] == 'harbor' and t['key'], 'token')
    l = yes('listTokens')['tokens']
    ok(set(l[0]) == {'id', 'name', 'start', 'enabled', 'createdAt', 'expiresAt', 'lastRequest', 'orgSlug', 'scope'}, 'nine fields')
    ok(all(re.match(r'^\d{4}-\d\d-\d\dT.*Z$', l[0][k]) for k in ('createdAt', 'expiresAt', 'lastRequest')), 'date-times')
    ok(t['key'] not in json.dumps(l) and t['key'].startswith(l[0]['start']), 'the key only once')
    ok(yes('listTokens', who='member')['tokens'] == [], 'own tokens only')
    yes('listDomains', who=t['key'])
    ok(yes('listTokens')['tokens'][0]['lastRequest'] > '2000', 'lastRequest')
    for b in ({}, {'name': 3}, {'name': ''}, {'name': 'x', 'expiresIn': 0}, {'name': 'x', 'expiresIn': 'a'}, {'name': 'x', 'scope': 'all'}, {'name': 'x', 'scope': [{}]},
              {'name': 'x', 'scope': [{'role': 'nope'}]}, {'name': None}, {'name': 'x', 'expiresIn': None}, {'name': 'x', 'scope': [{'role': 'oncall.reader', 'resourceIds': ['harbor-apps']}]}):
        no(412, 'createToken', b)
    no(404, 'createToken', {'name': 'x', 'scope': [{'role': 'registry.reader', 'resourceIds': ['quarry-apps']}]})
    no(404, 'createToken', {'name': 'x', 'scope': [{'role': 'registry.reader', 'resourceIds': ['harbor-base']}]}, who='scoped')
    n = yes('createToken', {'name': 'narrow', 'expiresIn': 3600, 'scope': [{'role': 'registry.reader', 'resourceIds': ['harbor-apps']}]})
    ok(yes('listTokens')['tokens'][0]['scope'] == [{'role': 'registry.reader', 'roleName': 'Container registry reader', 'resourceIds': ['harbor-apps']}], 'scope')
    ok(ids(yes('listRegistries', who=n['key'])['registries'], 'slug') == ['harbor-apps'], 'narrowed list')
    no(403, 'getRegistry', who=n['key'], slug='harbor-base')
    no(403, 'listDomains', who=n['key'])
    no(403, 'createRegistryKey', {'name': 'k', 'mode': 'pull'}, who=n['key'], slug='harbor-apps')
    ev('token-disabled', {'tokenId': n['id']})
    no(401, 'listRegistries', who=n['key'])
    ev('token-disabled', {'tokenId': n['id']}, 409)
    ev('token-enabled', {'tokenId': n['id']})
    yes('listRegistries', who=n['key'])
    adv('PT2H')
    no(401, 'listRegistries', who=n['key'])
    real()
    so = yes('getTokenScopeOptions')
    ok({'release-crew', 'registry.reader'} <= set(ids(so['roles'])) and 'night-watch' not in ids(so['roles']), 'scope roles')
    ok({'harbor-apps', 'pier'} <= set(ids(so['resources'])) and 'quarry-apps' not in ids(so['resources']), 'scope resources')
    ok(len(yes('getTokenScopeOptions', who='scoped')['resources']) == 2, 'scoped resources')
    for w in ('member', 'viewer', 'scoped'):
        no(403, 'getIamCatalog', who=w)
        no(403, 'listPermissions', who=w)
    for w in ('owner', 'admin'):
        ok(all(r['kind'] in ('builtin', 'custom') and isinstance(r['permissions'], list) for r in yes('getIamCatalog', who=w)['roles']), 'catalog')
    p = json.dumps(yes('listPermissions'))
    ok('registry.key.admin' in p and 'email.key.admin' in p, 'permission atoms')
    ok(yes('updateContacts', {'billingEmail': 'new@harbor.example'})['billingEmail'] == 'new@harbor.example', 'contact')
    ok(yes('getContacts', who='viewer') == {'billingEmail': 'new@harbor.example', 'technicalEmail': 'tech@harbor.example', 'securityEmail': 'security@harbor.example'}, 'contacts')
    for b in ('nope', 'a@b', '', None, 3, 'a b@c.example', 'a@c..example'):
        no(400, 'updateContacts', {'technicalEmail': 'ok@harbor.example', 'securityEmail': b})
    ok(yes('getContacts')['technicalEmail'] == 'tech@harbor.example', 'nothing changed')
    no(403, 'updateContacts', {'technicalEmail': 'x@harbor.example'}, who='member')
    no(403, 'updateContacts', {'technicalEmail': 'x@harbor.example'}, who='viewer')
    ev('billing-email-collides', {'email': 'taken@harbor.example'})
    no(409, 'updateContacts', {'billingEmail': 'taken@harbor.example'})
    yes('updateContacts', {'technicalEmail': 'taken@harbor.example'}, who='admin')
    ok(yes('getContacts', who='both', org='quarry')['billingEmail'] == 'billing@quarry.example', 'acting organization')
    ev('role-changes', {'organization': 'harbor', 'userId': 'p-new', 'role': 'viewer'})
    yes('listClusters', who='p-new')
    no(403, 'createUptimeService', {'name': 'n'}, who='p-new')
    ev('role-changes', {'organization': 'harbor', 'userId': 'p-new', 'role': 'none'})
    no(403, 'listClusters', who='p-new')


def b64(b):
    return base64.urlsafe_b64encode(b).decode().rstrip('=')


def prime(bits):
    while True:
        n = random.getrandbits(bits) | 1 | 1 << (bits - 1) | 1 << (bits - 2)
        if n % 65537 != 1 and all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7, 11)):
            return n


RP, RQ = prime(512), prime(512)
RN = RP * RQ
RD = pow(65537, -1, (RP - 1) * (RQ - 1))
JWK = {'kty': 'RSA', 'kid': 'k1', 'n': b64(RN.to_bytes(128, 'big')), 'e': 'AQAB'}


def jwt(claims, forge=False):
    m = b64(json.dumps({'alg': 'RS256', 'kid': 'k1'}).encode()) + '.' + b64(json.dumps(claims).encode())
    t = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(m.encode()).digest()
    em = b'\0\1' + b'\xff' * (128 - len(t) - 3) + b'\0' + t
    return m + '.' + b64(pow(int.from_bytes(em, 'big') + forge, RD, RN).to_bytes(128, 'big'))


def registries():
    ok(len(yes('listUpstreams')['upstreams'][0]) == 2, 'upstreams')
    r = yes('createRegistry', {'slug': 'new-one'})
    ok(set(r) == {'slug', 'displayName', 'region', 'storageQuotaBytes', 'createdAt'}, 'registry shape')
    ok('new-one' in ids(yes('listRegistries')['registries'], 'slug'), 'listed')
    for s in ('new-one', 'quarry-apps', 'admin'):
        no(409, 'createRegistry', {'slug': s})
    for b in ({}, {'slug': 'Bad Slug'}, {'slug': 'x', 'region': 4}, {'slug': 'x', 'displayName': None}):
        no(412, 'createRegistry', b)
    ev('slug-claimed-elsewhere', {'slug': 'gone-away'})
    no(409, 'createRegistry', {'slug': 'gone-away'})
    ev('payment-method-changes', {'organization': 'harbor', 'active': False})
    no(402, 'createRegistry', {'slug': 'unpaid'})
    ev('payment-method-changes', {'organization': 'harbor', 'active': True})
    no(403, 'createRegistry', {'slug': 'viewers'}, who='viewer')
    no(404, 'getRegistry', slug='quarry-apps')
    d = yes('getRegistry', slug='new-one')
    ok(d['usedBytes'] == 0 and d['repositoryCount'] == 0, 'empty')
    R = dict(slug='new-one')
    p = ev('image-pushed', {'registry': 'new-one', 'repository': 'a/b', 'tags': ['1', 'latest'], 'layers': [{'digest': 'sha256:base', 'sizeBytes': 1000}, {'sizeBytes': 500}]})
    p2 = ev('image-pushed', {'registry': 'new-one', 'repository': 'a/b', 'tags': ['2'], 'layers': [{'digest': 'sha256:base', 'sizeBytes': 1000}, {'sizeBytes': 70}]})
    ok(p2['addedBytes'] < 1000 + 70 + 1234 + 1, 'shared layer is stored once')
    d = yes('getRegistry', **R)
    ok(d['usedBytes'] == p['addedBytes'] + p2['addedBytes'] and d['repositoryCount'] == 1, 'usage')
    no(409, 'deleteRegistry', **R)
    Q = {'repo': 'a/b'}
    ok({t['name'] for t in yes('listTags', q=Q, **R)['tags']} == {'1', '2', 'latest'}, 'tags')
    for o in ('listTags', 'listManifests', 'deleteRepository', 'deleteTag', 'deleteManifest'):
        no(412, o, **R)
    no(412, 'deleteTag', q=Q, **R)
    no(412, 'deleteManifest', q=Q, **R)
    no(404, 'listTags', q={'repo': 'zz'}, **R)
    no(412, 'deleteTag', q={**Q, 'tag': '1', 'purge': 'maybe'}, **R)
    ok(yes('deleteTag', q={**Q, 'tag': '1', 'purge': 'true'}, who='member', **R) == {'purged': False}, 'purge with tags left')
    no(403, 'deleteTag', q={**Q, 'tag': 'latest', 'purge': 'true'}, who='member', **R)
    ok(yes('deleteTag', q={**Q, 'tag': 'latest'}, **R)['purged'] is False, 'tag only')
    m = yes('listManifests', q=Q, **R)['manifests']
    ok(len(m) == 2 and [x['tags'] for x in m if x['digest'] == p['digest']] == [[]], 'untagged manifest stays')
    ok(yes('deleteTag', q={**Q, 'tag': '2', 'purge': 'true'}, **R)['purged'] is True, 'purged')
    ok(yes('getRegistry', **R)['usedBytes'] == p['addedBytes'], 'space reclaimed')
    ev('image-pushed', {'registry': 'new-one', 'repository': 'c', 'digest': 'sha256:c', 'layers': []})
    ev('blob-shared', {'registry': 'new-one', 'blob': 'sha256:base', 'from': {'repository': 'a/b', 'digest': p['digest']}, 'to': {'repository': 'c', 'digest': 'sha256:c'}})
    yes('deleteManifest', q={**Q, 'digest': p['digest']}, **R)
    ok(yes('getRegistry', **R)['usedBytes'] == 1000 + 1234, 'shared blob stays')
    rep = yes('listRepositories', **R)['repositories']
    ok({x['name']: (x['tagCount'], x['sizeBytes']) for x in rep} == {'a/b': (0, 0), 'c': (1, 2234)}, 'repositories')
    ev('quota-changes', {'quota': 'registry-storage-bytes', 'registry': 'new-one', 'value': 3000})
    ev('image-pushed', {'registry': 'new-one', 'repository': 'big'}, 409)
    ok(yes('getRegistry', **R)['repositoryCount'] == 2, 'refused push changes nothing')
    # keys
    no(403, 'createRegistryKey', {'name': 'k', 'mode': 'pull'}, who='member', **R)
    no(412, 'createRegistryKey', {'name': 'k', 'mode': 'push'}, **R)
    k = yes('createRegistryKey', {'name': 'k', 'mode': 'readwrite', 'repoPrefixes': ['a/']}, **R)
    kp = yes('createRegistryKey', {'name': 'p', 'mode': 'pull'}, **R)
    l = yes('listRegistryKeys', **R)['keys']
    ok(len(l) == 2 and k['secret'] not in json.dumps(l) and l[1]['repoPrefixes'] == ['a/'] and l[0]['mintedVia'] == 'manual', 'keys')

    def gate(u, pw, repo, action, reg='new-one'):
        return yes('authorizeDataPlane', {'username': u, 'password': pw, 'registry': reg, 'repository': repo, 'action': action}, who=None)['allowed']
    ok(gate(k['keyId'], k['secret'], 'a/x', 'push') and not gate(k['keyId'], k['secret'], 'b/x', 'push'), 'prefixes')
    ok(gate(kp['keyId'], kp['secret'], 'b', 'pull') and not gate(kp['keyId'], kp['secret'], 'b', 'push') and not gate(kp['keyId'], kp['secret'], 'b', 'pull', 'harbor-apps'), 'pull key')
    ok(ev('credential-used', {'kind': 'registry-key', 'id': k['keyId'], 'registry': 'new-one', 'repository': 'a/q', 'for': 'push'})['accepted'], 'key used')
    ok('lastUsedAt' in yes('listRegistryKeys', **R)['keys'][1], 'lastUsedAt')
    ev('image-pushed', {'registry': 'new-one', 'repository': 'b', 'keyId': kp['keyId']}, 409)
    yes('revokeRegistryKey', keyId=k['keyId'], **R)
    ok(not gate(k['keyId'], k['secret'], 'a/x', 'pull'), 'revoked key')
    no(410, 'revokeRegistryKey', keyId=k['keyId'], **R)
    # logins
    c = yes('createLoginCredential', {})
    ok(all(s['mode'] == 'readwrite' for s in c['scope']) and len(c['scope']) == 3 and gate(c['username'], c['password'], 'a', 'push'), 'login')
    ok(abs(parsedate_to_datetime(c['expiresAt']).timestamp() - time.time() - 3600) < 5, 'one hour')
    c2 = yes('createLoginCredential', {'registry': 'harbor-apps', 'pullOnly': True})
    ok(c2['scope'] == [{'registry': 'harbor-apps', 'mode': 'pull'}] and not gate(c2['username'], c2['password'], 'a', 'pull'), 'narrowed login')
    ok([s['registry'] for s in yes('createLoginCredential', {}, who='scoped')['scope']] == ['harbor-apps'], 'scoped login')
    ok(all(s['mode'] == 'pull' for s in yes('createLoginCredential', {}, who='viewer')['scope']), 'viewer pulls')
    ev('role-changes', {'organization': 'harbor', 'userId': 'p-milo', 'role': 'member', 'grants': [{'role': 'oncall.reader'}]})
    no(403, 'createLoginCredential', {}, who='member2')
    no(403, 'listRegistries', who='member2')
    ev('role-changes', {'organization': 'harbor', 'userId': 'p-milo', 'role': 'member'})
    yes('revokeLoginCredential', keyId=c['username'])
    ok(not gate(c['username'], c['password'], 'a', 'pull'), 'logged out')
    no(410, 'revokeLoginCredential', keyId=c['username'])
    no(404, 'revokeLoginCredential', keyId='nope')
    # oidc
    b = {'issuer': SINK, 'audience': 'reg', 'subjectPattern': 'repo:acme/*', 'mode': 'pull', 'repoPrefixes': ['ci/']}
    rule = yes('createOidcRule', b, **R)
    ok(isinstance(rule['id'], int) and rule['name'] and rule['subjectPattern'] == 'repo:acme/*', 'rule')
    no(412, 'createOidcRule', {**b, 'issuer': 'nope'}, **R)
    no(412, 'createOidcRule', {**b, 'mode': 'x'}, **R)
    cl = {'iss': SINK, 'aud': 'reg', 'sub': 'repo:acme/web', 'exp': time.time() + 600}
    x = yes('exchangeOidcToken', {'registry': 'new-one', 'token': jwt(cl)}, who=None)
    ok(x['mode'] == 'pull' and gate(x['keyId'], x['secret'], 'ci/a', 'pull') and not gate(x['keyId'], x['secret'], 'a', 'pull'), 'exchanged key')
    ok(any(y['keyId'] == x['keyId'] and y['mintedVia'] == 'oidc' and y['expiresAt'] for y in yes('listRegistryKeys', **R)['keys']), 'minted via oidc')
    for bad in ({'aud': 'other'}, {'sub': 'repo:evil/web'}, {'iss': SINK + '/x'}, {'exp': time.time() - 10}):
        no(403, 'exchangeOidcToken', {'registry': 'new-one', 'token': jwt({**cl, **bad})}, who=None)
    no(403, 'exchangeOidcToken', {'registry': 'new-one', 'token': jwt(cl, True)}, who=None)
    no(403, 'exchangeOidcToken', {'registry': 'harbor-apps', 'token': jwt(cl)}, who=None)
    yes('deleteOidcRule', id=rule['id'], **R)
    no(404, 'deleteOidcRule', id=rule['id'], **R)
    no(403, 'exchangeOidcToken', {'registry': 'new-one', 'token': jwt(cl)}, who=None)
    # upstream credentials
    for h in ('docker.io', 'mirror.example:5000'):
        ok(yes('setUpstreamCredential', {'username': 'u', 'password': 'p4ss'}, host=h, **R) == {'upstream': h, 'username': 'u'}, 'upstream credential')
    yes('setUpstreamCredential', {'username': 'u2', 'password': 'p4ss'}, host='docker.io', **R)
    l = yes('listUpstreamCredentials', **R)
    ok(len(l['upstreamCredentials']) == 2 and l['upstreamCredentials'][0]['username'] == 'u2' and 'p4ss' not in json.dumps(l), 'replaced, no password')
    no(404, 'setUpstreamCredential', {'username': 'u', 'password': 'p'}, host='unknown.example', **R)
    yes('deleteUpstreamCredential', host='docker.io', **R)
    no(404, 'deleteUpstreamCredential', host='docker.io', **R)
    for n in ('a/b', 'c'):
        yes('deleteRepository', q={'repo': n}, **R)
    yes('deleteRegistry', **R)
    no(404, 'getRegistry', **R)
    yes('createRegistry', {'slug': 'new-one'})


def email():
    d = yes('createDomain', {'name': 'mx.judged.example'})
    ok(d['sendState'] == 'pending' and d['receiveState'] == 'none' and d['dnsRecords'], 'new domain')
    no(409, 'createDomain', {'name': 'mx.judged.example'})
    no(409, 'createDomain', {'name': 'mx.judged.example'}, who='owner2')
    no(412, 'createDomain', {'name': 'not a domain'})
    no(404, 'getDomain', id=d['id'], who='owner2')
    ev('domain-claimed-elsewhere', {'domain': 'far.judged.example'})
    no(409, 'createDomain', {'name': 'far.judged.example'})
    obs = yes('getDomainDns', id=d['id'])['records']
    ok(len(obs) == len(d['dnsRecords']) and all(o['outcome'] == 'missing' for o in obs), 'missing')
    h = yes('createWebhook', {'url': SINK + '/in', 'eventTypes': ['out:sent', 'out:bounced', 'out:sent', 'out:delivered']})
    hid, sec = h['webhook']['id'], h['signingSecret']
    ok(h['webhook']['eventTypes'] == ['out:sent', 'out:bounced', 'out:delivered'] and sec not in json.dumps(yes('listWebhooks')), 'webhook')
    for b in ({'url': 'nope', 'eventTypes': ['out:sent']}, {'url': SINK, 'eventTypes': ['x']}, {'url': SINK, 'eventTypes': []}, {'url': SINK}):
        no(412, 'createWebhook', b)
    R = {'domainId': d['id'], 'pattern': 'help*', 'endpointId': hid}
    no(409, 'createRoute', R)
    ok(yes('armDomainReceiving', id=d['id'])['receiveState'] == 'pending', 'armed')
    yes('armDomainReceiving', id=d['id'])
    ok(yes('checkDomain', id=d['id'])['status'], 'check')
    until(lambda: call('getDomain', id=d['id'])[1]['sendState'] == 'failed', 'nothing published: failed')
    ev('dns-record-mismatched', {'domain': d['id'], 'type': 'MX', 'value': 'other.example'})
    ok([o for o in yes('getDomainDns', id=d['id'])['records'] if o['outcome'] == 'mismatch'][0]['observed'] == 'other.example', 'mismatch')
    ok(ev('dns-record-published', {'domain': 'mx.judged.example'})['records'] == len(obs), 'published')
    ok(all(o['outcome'] == 'found' for o in yes('getDomainDns', id=d['id'])['records']), 'found')
    ev('backend-behaves', {'backend': 'dns', 'reachable': False})
    ok(all(o['outcome'] == 'error' for o in yes('getDomainDns', id=d['id'])['records']), 'error')
    ev('backend-behaves', {'backend': 'dns', 'reachable': True})
    yes('checkDomain', id=d['id'])
    until(lambda: call('getDomain', id=d['id'])[1]['receiveState'] == 'verified', 'verified')
    r = yes('createRoute', R)
    no(409, 'createRoute', {**R, 'pattern': 'HELP*'})
    no(412, 'createRoute', {**R, 'pattern': 'a*b'})
    no(424, 'createRoute', {**R, 'domainId': 'nope'})
    no(424, 'createRoute', {**R, 'pattern': 'z', 'endpointId': 'nope'})
    no(409, 'deleteWebhook', id=hid)
    no(409, 'deleteDomain', id=d['id'])
    # scoped
    ok([x['name'] for x in yes('listDomains', who='scoped')['domains']] == ['post.harbor.example'], 'scoped domains')
    ok(yes('listRoutes', who='scoped')['routes'] == [] and len(yes('listRoutes')['routes']) == 1, 'scoped routes')
    no(403, 'getDomain', id=d['id'], who='scoped')
    no(403, 'createSendKey', {'name': 'x'}, who='member')
    no(403, 'createDomain', {'name': 'v.judged.example'}, who='viewer')
    # keys and sending
    k = yes('createSendKey', {'name': 'k', 'domainIds': [d['id']]})
    kw = yes('createSendKey', {'name': 'wide'})
    ok(k['secret'] not in json.dumps(yes('listSendKeys')) and kw['sendKey']['domainIds'] == [], 'send keys')
    no(424, 'createSendKey', {'name': 'k', 'domainIds': ['nope']})
    m = {'from': 'shop@mx.judged.example', 'to': ['jo@c.example'], 'subject': 'Hi', 'text': 'Hello'}
    before = yes('getEmailSettings')['acceptedToday']
    mid = yes('sendMessage', m, who=None, headers={'Authorization': 'Bearer ' + k['secret']})['id']
    no(403, 'sendMessage', {**m, 'from': 'a@post.harbor.example'}, who=None, headers={'Authorization': 'Bearer ' + k['secret']})
    no(403, 'sendMessage', {**m, 'from': 'a@news.harbor.example'}, who=None, headers={'Authorization': 'Bearer ' + kw['secret']})
    no(401, 'sendMessage', m, who=None, headers={'Authorization': 'Bearer nope'})
    ok(yes('getEmailSettings')['acceptedToday'] == before + 1, 'acceptedToday')
    until(lambda: WEBHOOKS, 'webhook arrives')
    path, hd, body = WEBHOOKS[0]
    t, v1 = re.match(r't=(\d+),v1=(.*)', hd['X-Ops-Signature']).groups()
    ok(hmac.new(sec.encode(), t.encode() + b'.' + body, 'sha256').hexdigest() == v1 and json.loads(body)['message']['id'] == mid, 'signature')
    until(lambda: call('listDeliveries', q={'messageId': mid})[1]['deliveries'][0]['state'] == 'delivered', 'delivered')
    dl = yes('listDeliveries', q={'endpointId': hid})['deliveries'][0]
    ok(dl['attempts'] == 1 and dl['lastStatus'] == 200 and dl['deliveredAt'] and dl['eventType'] == 'out:sent', 'delivery')
    sec2 = yes('rotateWebhookSecret', id=hid)['signingSecret']
    nid = yes('redeliverDelivery', id=dl['id'])['id']
    until(lambda: len(WEBHOOKS) == 2, 'redelivered')
    t, v1 = re.match(r't=(\d+),v1=(.*)', WEBHOOKS[1][1]['X-Ops-Signature']).groups()
    ok(nid != dl['id'] and WEBHOOKS[1][2] == body and hmac.new(sec2.encode(), t.encode() + b'.' + body, 'sha256').hexdigest() == v1, 'frozen payload, new secret')
    ok([x for x in yes('listDeliveries')['deliveries'] if x['id'] == dl['id']] == [dl], 'the old record is unchanged')
    no(404, 'redeliverDelivery', id=99999)
    ok(ev('message-delivered', {'messageId': mid})['deliveryIds'], 'delivered event')
    x = ev('message-bounced', {'messageId': mid, 'bounce': 'hard'})
    ok(x['suppressionIds'] and not x['paused'], 'bounce suppresses')
    v = yes('getMessage', id=mid)
    ok([e['kind'] for e in v['events']] == ['sent', 'delivered', 'bounced'] and v['message']['state'] == 'BOUNCED', 'events')
    s = [s for s in yes('listSuppressions')['suppressions'] if s['address'] == 'jo@c.example'][0]
    ok(s['reason'] == 'bounce', 'reason bounce')
    ev('message-sent', m, 409)
    part = ev('message-sent', {**m, 'to': ['jo@c.example', 'al@c.example']})
    ok(part['suppressed'] == ['jo@c.example'], 'partly suppressed')
    yes('deleteSuppression', id=s['id'])
    m2 = ev('message-sent', m)['messageId']
    ok(ev('message-bounced', {'messageId': m2, 'bounce': 'hard'})['suppressionIds'], 'suppressed again')
    ok(ev('message-bounced', {'messageId': part['messageId'], 'recipient': 'al@c.example', 'bounce': 'soft'})['suppressionIds'] == [], 'soft bounce')
    x = ev('message-complained', {'messageId': part['messageId'], 'recipient': 'al@c.example'})['suppressionIds']
    ok([s['reason'] for s in yes('listSuppressions')['suppressions'] if s['id'] == x[0]] == ['complaint'], 'complaint')
    s1 = yes('createSuppression', {'address': 'Me@C.example'})
    ok(s1['reason'] == 'manual' and yes('createSuppression', {'address': 'me@c.example'})['id'] == s1['id'], 'manual, twice')
    until(lambda: s1['id'] in ids(call('listSuppressions')[1]['suppressions']), 'listed soon')
    no(412, 'createSuppression', {'address': 'nope'})
    # content, windows
    st, raw, hs = call('getMessageContent', id=mid, raw=True)
    ok(st == 200 and hs['content-type'] == 'message/rfc822' and b'Subject: Hi' in raw and len(raw) == v['message']['sizeBytes'], 'content')
    now = time.time()
    iso = lambda days: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(now - days * 86400))
    old = ev('message-sent', {**m, 'to': ['old@c.example'], 'createdAt': iso(40)})['messageId']
    older = ev('message-sent', {**m, 'to': ['old@c.example'], 'createdAt': iso(95)})['messageId']
    no(404, 'getMessageContent', id=old)
    ok(ids(yes('listMessages', q={'to': 'old@c.example'})['messages']) == [old], '90 days')
    # pages
    for i in range(30):
        ev('message-sent', {**m, 'to': [f'p{i}@c.example'], 'createdAt': iso(2)})
    seen, cur = [], None
    while True:
        v = yes('listMessages', q={'direction': 'send', 'to': 'c.example', **({'cursor': cur} if cur else {})})
        seen += ids(v['messages'])
        cur = v.get('cursor')
        if not cur:
            break
    ok(len(seen) == len(set(seen)) and len(seen) == 34, f'pages {len(seen)}')
    ok(len(yes('listMessages', q={'since': iso(1)})['messages']) == 3 and yes('listMessages', q={'state': 'bounced'})['messages'], 'since, state')
    ok(yes('listMessages', q={'domainId': 'nope'})['messages'] == [], 'unknown domain filter')
    no(412, 'listMessages', q={'direction': 'up'})
    no(412, 'listMessages', q={'cursor': 'zzz'})
    no(404, 'getMessage', id=mid, who='owner2')
    # receiving
    n = len(WEBHOOKS)
    x = ev('message-received', {'from': 'jo@c.example', 'to': ['helpdesk@mx.judged.example']})
    ok(x['routeIds'] == [r['id']] and len(x['deliveryIds']) == 1, 'routed')
    until(lambda: any(json.loads(w[2])['message']['id'] == x['messageId'] for w in WEBHOOKS), 'inbound webhook')
    ev('message-received', {'from': 'jo@c.example', 'to': ['x@news.harbor.example']}, 409)
    # disabled
    yes('updateWebhook', {'disabled': True}, id=hid)
    ok(ev('message-received', {'from': 'jo@c.example', 'to': ['help@mx.judged.example']})['deliveryIds'] == [], 'disabled gets nothing')
    held = yes('redeliverDelivery', id=dl['id'])['id']
    time.sleep(0.5)
    ok([x['state'] for x in yes('listDeliveries')['deliveries'] if x['id'] == held] == ['pending'], 'held')
    yes('updateWebhook', {'disabled': False, 'url': SINK + '/fail'}, id=hid)
    until(lambda: [x['lastStatus'] for x in call('listDeliveries')[1]['deliveries'] if x['id'] == held and 'lastStatus' in x] == [500], 'failed attempt')
    for w in ('PT6S', 'PT31S', 'PT2M5S', 'PT10M5S'):
        adv(w)
        time.sleep(0.1)
    until(lambda: [(x['state'], x['attempts']) for x in call('listDeliveries')[1]['deliveries'] if x['id'] == held] == [('failed', 5)], 'gives up')
    real()
    ev('webhook-endpoint-answers', {'endpointId': hid, 'answers': [{'failure': 'timeout'}, {'status': 204}]})
    held = yes('redeliverDelivery', id=dl['id'])['id']
    adv('PT10S')
    ok([(x['state'], x['attempts']) for x in yes('listDeliveries')['deliveries'] if x['id'] == held] == [('delivered', 2)], 'scripted')
    s, at = req('GET', f'/_understudy/webhook-deliveries?deliveryId={held}', who=None)
    ok([a.get('error') or a.get('status') for a in at['attempts']] == ['timeout', 204], 'attempts')
    real()
    # posture
    ev('quota-changes', {'quota': 'daily-email', 'value': 0})
    ev('message-sent', {**m, 'to': ['q@c.example']}, 409)
    no(429, 'sendMessage', {**m, 'to': ['q@c.example']}, who=None, headers={'Authorization': 'Bearer ' + k['secret']})
    ev('quota-changes', {'quota': 'daily-email', 'value': 5000})
    for i in range(105):
        last = ev('message-sent', {**m, 'to': [f's{i}@d.example']})['messageId']
    adv('PT1S')
    x = {}
    for i in range(14):
        x = ev('message-bounced', {'messageId': last, 'bounce': 'hard'})
    v = yes('getEmailSettings')
    ok(x['paused'] and v['paused'] and v['pausedAt'] and v['pauseReason'], 'paused')
    ev('message-sent', {**m, 'to': ['q@c.example']}, 409)
    ev('sending-unpaused', {})
    ok(not yes('getEmailSettings')['paused'], 'unpaused')
    ev('sending-unpaused', {}, 409)
    real()
    # scoped messages, with a further grant that is not narrowed
    pd = yes('listDomains', who='scoped')['domains'][0]['id']
    ev('role-changes', {'organization': 'harbor', 'userId': 'p-milo', 'grants': [{'role': 'oncall.reader'}, {'role': 'email.reader', 'resourceIds': [pd]}]})
    ok(yes('listMessages', who='member2')['messages'] == [], 'no messages of other domains')
    no(403, 'getMessage', id=mid, who='member2')
    ev('role-changes', {'organization': 'harbor', 'userId': 'p-milo', 'role': 'member'})
    # ends
    yes('revokeSendKey', id=k['sendKey']['id'])
    no(401, 'sendMessage', m, who=None, headers={'Authorization': 'Bearer ' + k['secret']})
    no(410, 'revokeSendKey', id=k['sendKey']['id'])
    yes('deleteRoute', id=r['id'])
    yes('deleteWebhook', id=hid)
    no(404, 'updateWebhook', {'disabled': True}, id=hid)
    yes('deleteDomain', id=d['id'])
    no(404, 'getDomain', id=d['id'])
    until(lambda: call('createDomain', {'name': 'mx.judged.example'})[0] == 201, 'free again')
    ev('entitlement-changes', {'organization': 'harbor', 'area': 'email', 'enabled': False})
    for o in ('listDomains', 'getEmailSettings', 'listSendKeys'):
        no(403, o)
    ev('entitlement-changes', {'organization': 'harbor', 'area': 'email', 'enabled': True})
    ev('backend-behaves', {'backend': 'email', 'reachable': False})
    no(502, 'listDomains')
    ev('backend-behaves', {'backend': 'email', 'reachable': True})


def pages(i):
    return req('GET', '/_understudy/pages?incidentId=' + i, who=None)[1]['pages']


def on_call():
    S = 'svc~crane'
    i = yes('openIncident', {'serviceId': S, 'title': 'T', 'description': 'D'})
    ok(i['status'] == 'open' and i['serviceName'] == 'Crane control' and 'acknowledgedAt' not in i and i['firingAlerts'] == 0, 'open')
    for b in ({'serviceId': S}, {'title': 'T'}, {'serviceId': S, 'title': ''}):
        no(412, 'openIncident', b)
    no(404, 'openIncident', {'serviceId': 'svc~drill', 'title': 'T'})
    no(403, 'openIncident', {'serviceId': S, 'title': 'T'}, who='viewer')
    adv('P30D')
    ok(i['id'] in ids(yes('listIncidents')['incidents']), 'manual incidents stay')
    real()
    a = yes('acknowledgeIncident', id=i['id'], who='member')
    ok(a['status'] == 'acknowledged' and a['acknowledgedAt'], 'acknowledged')
    no(409, 'acknowledgeIncident', id=i['id'])
    ok(i['id'] in ids(yes('listIncidents', q={'status': 'taken'})['incidents']) and i['id'] not in ids(yes('listIncidents', q={'status': 'ringing'})['incidents']), 'filters')
    no(412, 'listIncidents', q={'status': 'acknowledged'})
    f = ev('alert-fires', {'serviceId': S, 'alert': 'A1'})
    ok(f['incidentId'] == i['id'] and not f['opened'] and f['firingAlerts'] == 1, 'attaches while acknowledged')
    d = yes('getIncident', id=i['id'])
    ok(d['acknowledgedBy']['userId'] == 'p-mira' and d['alerts'][0]['fingerprint'] == 'A1' and d['timeline'] and d['description'] == 'D', 'detail')
    ok(yes('resolveIncident', id=i['id'])['resolvedAt'], 'resolved')
    no(409, 'resolveIncident', id=i['id'])
    no(409, 'acknowledgeIncident', id=i['id'])
    was = yes('getIncident', id=i['id'])
    f = ev('alert-fires', {'serviceId': S, 'alert': 'A2'})
    ok(f['opened'] and f['incidentId'] != i['id'] and yes('getIncident', id=i['id']) == was, 'a new incident')
    ok(ev('alert-resolves', {'serviceId': S, 'alert': 'A2'})['resolved'], 'resolves with its last alert')
    look = lambda: yes('getStatusPage', serviceId=S, who=None)['incidents']
    ok(look() == [], 'not public')
    u = yes('publishUpdate', {'body': 'We know', 'byLabel': 'x'}, id=i['id'])
    ok(u['byLabel'] == 'Olga Okafor' and look()[0]['updates'][0]['body'] == 'We know' and 'timeline' not in look()[0], 'public')
    ok(ev('status-page-viewed', {'serviceIds': [S]})['incidents'], 'status page event')
    no(412, 'publishUpdate', {}, id=i['id'])
    yes('retractUpdate', id=i['id'], uid=u['id'])
    ok(look() == [], 'hidden again')
    no(404, 'retractUpdate', id=i['id'], uid=u['id'])
    no(404, 'getIncident', id=i['id'], who='owner2')
    # schedules
    P = [{'userId': 'p-mira', 'label': 'M'}, {'userId': 'p-milo', 'label': 'N'}]
    b = {'name': 'Primary', 'timezone': 'Europe/Berlin', 'participants': P, 'handoff': {'interval': 'daily', 'time': '09:00'}}
    s = yes('createSchedule', b)
    ok(s['onCallNow']['userId'] == 'p-mira' and s['onCallNow']['override'] is False, 'on call now')
    for x in ({'timezone': 'Mars/One'}, {'participants': []}, {'handoff': {'interval': 'hourly', 'time': '09:00'}}, {'handoff': {'interval': 'daily', 'time': '25:00'}},
              {'handoff': {'interval': 'daily'}}, {'name': None}):
        no(412, 'createSchedule', {**b, **x})
    no(404, 'createSchedule', {**b, 'participants': [{'userId': 'p-otto', 'label': 'O'}]})
    w = yes('createSchedule', {**b, 'handoff': {'interval': 'weekly', 'time': '09:00'}})
    ok(w['handoff']['dow'] == 1, 'default dow')
    adv('P1D')
    cur = lambda: [x for x in yes('listSchedules')['schedules'] if x['id'] == s['id']][0]
    ok(cur()['onCallNow']['userId'] == 'p-milo', 'the next day')
    yes('updateSchedule', {'participants': P[::-1]}, id=s['id'])
    ok(cur()['onCallNow']['userId'] == 'p-mira', 'reordering shifts')
    n = time.time() + 86400
    z = lambda t: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(t))
    ov = yes('addOverride', {'userId': 'p-adil', 'label': 'A', 'startsAt': z(n - 60), 'endsAt': z(n + 3600)}, id=s['id'])
    ok(cur()['onCallNow']['userId'] == 'p-adil' and cur()['onCallNow']['override'] and cur()['overrides'][0]['id'] == ov['id'], 'override')
    no(409, 'addOverride', {'userId': 'p-adil', 'label': 'A', 'startsAt': z(n), 'endsAt': z(n + 60)}, id=s['id'])
    no(412, 'addOverride', {'userId': 'p-adil', 'label': 'A', 'startsAt': z(n), 'endsAt': z(n - 60)}, id=s['id'])
    adv('PT2H')
    ok(not cur()['onCallNow']['override'], 'override over')
    yes('removeOverride', id=s['id'], oid=ov['id'])
    no(404, 'removeOverride', id=s['id'], oid=ov['id'])
    real()
    # policies and paging
    st = [{'target': {'kind': 'schedule', 'id': s['id'], 'label': 'P'}, 'waitSeconds': 300}, {'target': {'kind': 'user', 'id': 'p-adil', 'label': 'A'}, 'waitSeconds': 60}]
    p = yes('createEscalationPolicy', {'name': 'E', 'repeat': 2, 'steps': st})
    ok(p['services'] == 0 and p['steps'] == st, 'policy')
    for x in ({'repeat': -1}, {'steps': []}, {'steps': [{'target': {'kind': 'robot', 'id': 'x', 'label': 'x'}, 'waitSeconds': 1}]}):
        no(412, 'createEscalationPolicy', {'name': 'E', 'repeat': 1, 'steps': st, **x})
    no(409, 'deleteSchedule', id=s['id'])
    ok(yes('setServiceEscalationPolicy', {'escalationPolicyId': p['id']}, id=S)['escalationPolicyId'] == p['id'], 'attached')
    ok([x['services'] for x in yes('listEscalationPolicies')['policies']] == [1], 'services')
    no(409, 'deleteEscalationPolicy', id=p['id'])
    no(412, 'setServiceEscalationPolicy', {}, id=S)
    no(404, 'setServiceEscalationPolicy', {'escalationPolicyId': 'x'}, id=S)
    first = cur()['onCallNow']['userId']
    i = yes('openIncident', {'serviceId': S, 'title': 'walk'})['id']
    until(lambda: [x['userId'] for x in pages(i)] == [first], 'first step')
    adv('PT301S')
    ok([x['userId'] for x in pages(i)] == [first, 'p-adil'], 'second step')
    adv('PT61S')
    ok(len(pages(i)) == 3 and pages(i)[2]['round'] == 1, 'second round')
    yes('acknowledgeIncident', id=i)
    adv('PT1H')
    ok(len(pages(i)) == 3, 'stops')
    yes('resolveIncident', id=i)
    real()
    ok(yes('getPagingSettings', who='member') == {'email': 'mira@harbor.example', 'phone': '', 'rules': [{'channel': 'email', 'delaySeconds': 0}]}, 'default paging')
    no(412, 'savePagingSettings', {'rules': [{'channel': 'sms', 'delaySeconds': 0}]}, who='admin')
    no(412, 'savePagingSettings', {'phone': '12', 'rules': []}, who='admin')
    no(412, 'savePagingSettings', {'rules': [{'channel': 'pigeon', 'delaySeconds': 0}]}, who='admin')
    g = yes('savePagingSettings', {'phone': '+15550100', 'email': 'x@y.example', 'rules': [{'channel': 'sms', 'delaySeconds': 0}, {'channel': 'email', 'delaySeconds': 30}]}, who='admin')
    ok(g['email'] == 'adil@harbor.example' and yes('getPagingSettings', who='member')['phone'] == '', 'personal')
    yes('updateEscalationPolicy', {'steps': st[1:], 'repeat': 0}, id=p['id'])
    i = yes('openIncident', {'serviceId': S, 'title': 'sms'})['id']
    until(lambda: [(x['channel'], x['outcome'], x.get('error')) for x in pages(i)] == [('sms', 'failed', 'no-credential')], 'fails per page')
    adv('PT31S')
    ok(pages(i)[1]['channel'] == 'email' and pages(i)[1]['outcome'] == 'sent', 'delayed')
    yes('resolveIncident', id=i)
    real()
    C = {'accountSid': 'AC1', 'authToken': 'hush', 'fromNumber': '+15550101'}
    ok(yes('getProviderCredential')['configured'] is False, 'unset')
    ev('provider-behaves', {'behaviour': 'rejects'})
    no(422, 'setProviderCredential', C)
    ev('provider-behaves', {'behaviour': 'unreachable'})
    no(502, 'setProviderCredential', C)
    ok(yes('getProviderCredential')['configured'] is False, 'stores nothing')
    ev('provider-behaves', {'behaviour': 'accepts'})
    no(412, 'setProviderCredential', {'accountSid': 'AC1'})
    ok('hush' not in json.dumps([yes('setProviderCredential', C), yes('getProviderCredential')]), 'never the token')
    i = yes('openIncident', {'serviceId': S, 'title': 'sms'})['id']
    until(lambda: [x['outcome'] for x in pages(i)] == ['sent'], 'sms sent')
    yes('resolveIncident', id=i)
    yes('clearProviderCredential')
    ok(yes('getProviderCredential')['configured'] is False, 'cleared')
    ok('escalationPolicyId' not in yes('setServiceEscalationPolicy', {'escalationPolicyId': None}, id=S), 'detached')
    i = yes('openIncident', {'serviceId': S, 'title': 'quiet'})['id']
    adv('PT1M')
    ok(pages(i) == [], 'pages no one')
    real()
    yes('resolveIncident', id=i)
    yes('deleteEscalationPolicy', id=p['id'])
    yes('deleteSchedule', id=s['id'])
    no(404, 'deleteSchedule', id=s['id'])
    # sources
    a = yes('createAlertSource', {'name': 'am', 'serviceId': 'svc~gate'})
    ok(a['token'] not in json.dumps(yes('listAlertSources')), 'token once')
    B = {'version': '4', 'status': 'firing', 'alerts': [{'status': 'firing', 'labels': {'alertname': 'Slow'}, 'annotations': {}, 'fingerprint': 'f1'}]}
    H = {'Authorization': 'Bearer ' + a['token']}
    ok(call('receiveAlerts', B, id=a['id'], who=None, headers=H)[0] == 202, 'alert door')
    l = [x for x in yes('listIncidents')['incidents'] if x['serviceId'] == 'svc~gate']
    ok(len(l) == 1 and l[0]['title'] == 'Slow' and l[0]['firingAlerts'] == 1, 'incident by alert')
    call('receiveAlerts', B, id=a['id'], who=None, headers=H)
    ok(len([x for x in yes('listIncidents')['incidents'] if x['serviceId'] == 'svc~gate']) == 1, 'repeated')
    no(401, 'receiveAlerts', B, id=a['id'], who=None, headers={'Authorization': 'Bearer x'})
    B['alerts'][0]['status'] = 'resolved'
    call('receiveAlerts', B, id=a['id'], who=None, headers=H)
    ok(not [x for x in yes('listIncidents')['incidents'] if x['serviceId'] == 'svc~gate'], 'resolved by alert')
    yes('revokeAlertSource', id=a['id'])
    no(401, 'receiveAlerts', B, id=a['id'], who=None, headers=H)
    for n in range(101):
        call('openIncident', {'serviceId': 'svc~berth', 'title': f'n{n}'})
    l = yes('listIncidents')['incidents']
    ok(len(l) == 100 and l[0]['title'] == 'n100' and l[99]['title'] == 'n1', 'at most 100, newest first')


def cluster():
    ready = lambda n: until(lambda: call('getCluster', name=n)[1]['phase'] == 'ready', f'{n} ready')
    c = yes('createCluster', {'name': 'c1', 'tier': 'medium', 'datastore': {'mode': 'dedicated'}, 'managedLoadBalancers': {'enabled': True}})
    ok(c['phase'] == 'brewing' and c['datastore']['size'] == 'db-small' and 'endpoint' not in c, 'created')
    for x in ({'tier': 'huge'}, {'name': 'Bad'}, {'datastore': {}}, {'datastore': {'mode': 'odd'}}, {'datastore': {'mode': 'dedicated', 'size': 'x'}}, {'managedLoadBalancers': {}},
              {'replicas': 0}, {'orchestratorVersion': '9.9.9'}, {'mesh': 'yes'}):
        no(412, 'createCluster', {'name': 'c2', 'tier': 'small', **x})
    no(412, 'createCluster', {'name': 'c2'})
    no(409, 'createCluster', {'name': 'c1', 'tier': 'small'})
    no(403, 'createCluster', {'name': 'c2', 'tier': 'small'}, who='viewer')
    no(403, 'getCluster', name='shaft')
    no(404, 'getCluster', name='nowhere')
    ready('c1')
    V = '2.8.2 2.9.4 2.10.1 2.11.0 2.7.5'.split()
    no(409, 'updateCluster', {'orchestratorVersion': V[2]}, name='c1')
    no(409, 'updateCluster', {'orchestratorVersion': V[4]}, name='c1')
    no(412, 'updateCluster', {'orchestratorVersion': '2.9.99'}, name='c1')
    for n in ('n1', 'n2'):
        ev('node-joins', {'cluster': 'c1', 'node': n, 'ready': True})
    ev('agent-upgraded', {'cluster': 'c1', 'node': 'n2', 'agentVersion': '2.7.0'})
    yes('updateCluster', {'orchestratorVersion': V[1]}, name='c1')
    until(lambda: call('getCluster', name='c1')[1]['orchestratorVersion'] == V[1], 'rolled')
    ok('n2' in no(409, 'updateCluster', {'orchestratorVersion': V[2]}, name='c1')['error'], 'skew names the node')
    ev('agent-upgraded', {'cluster': 'c1', 'node': 'n2', 'agentVersion': '2.9.4'})
    ok(yes('updateCluster', {'orchestratorVersion': V[2], 'replicas': 3}, name='c1')['phase'] == 'rolling', 'rolling')
    ok('endpoint' not in yes('getCluster', name='c1'), 'a single replica restarts')
    yes('updateCluster', {'mesh': True, 'datastore': {'size': 'db-large', 'storageGiB': 20, 'replicas': 2, 'backups': True}}, name='c1')
    until(lambda: call('getCluster', name='c1')[1]['datastore'].get('size') == 'db-large', 'both changes')
    c = yes('getCluster', name='c1')
    ok(c['replicas'] == 3 and c['orchestratorVersion'] == V[2] and c['mesh'] is False and c['phase'] == 'ready' and c['endpoint'], 'as asked')
    ev('headroom-changes', {'cluster': 'c1', 'component': 'scheduler', 'usedPercent': 90})
    ok('scheduler' in no(409, 'updateCluster', {'tier': 'small'}, name='c1')['error'], 'headroom names the component')
    yes('updateCluster', {'tier': 'large'}, name='c1')
    adv('PT5S')
    ok(yes('getCluster', name='c1')['tier'] == 'large', 'upsized')
    ev('cluster-changes-concurrently', {'cluster': 'c1', 'lasts': 'one-request'})
    no(409, 'updateCluster', {'replicas': 5}, name='c1')
    yes('updateCluster', {'replicas': 5}, name='c1')
    ev('cluster-changes-concurrently', {'cluster': 'c1'})
    no(409, 'updateCluster', {'replicas': 1}, name='c1')
    adv('PT10S')
    ok(yes('getCluster', name='c1')['replicas'] == 5, 'replicas')
    ok(yes('getClusterUsage', name='c1')['nodes'] == 2, 'usage')
    k = yes('getKubeconfig', name='c1')
    tok = re.search(r'token: (\S+)', k['kubeconfig'])[1]
    ok(ev('credential-used', {'kind': 'kubeconfig', 'secret': tok, 'cluster': 'c1'})['accepted'], 'kubeconfig works')
    ok(ev('credential-used', {'kind': 'kubeconfig', 'secret': k['kubeconfig']})['accepted'], 'the whole kubeconfig')
    adv('PT31M')
    ok(not ev('credential-used', {'kind': 'kubeconfig', 'secret': tok})['accepted'], 'kubeconfig expires')
    no(403, 'getKubeconfig', name='c1', who='member')
    j = yes('createJoinToken', name='c1')
    ok(j['cluster'] == 'c1' and j['joinToken'] in j['joinCommand'] and j['expiresIn'] > 0, 'join token')
    ok(yes('joinNode', {'token': j['joinToken'], 'node': 'n3'}, name='c1', who=None)['name'] == 'n3', 'joined')
    no(401, 'joinNode', {'token': j['joinToken'], 'node': 'n4'}, name='c1', who=None)
    adv('PT3S')
    ok([n['ready'] for n in yes('listNodes', name='c1')['nodes'] if n['name'] == 'n3'] == [True], 'ready in time')
    j = yes('createJoinToken', name='c1')['joinToken']
    adv('PT11M')
    ev('node-joins', {'cluster': 'c1', 'node': 'n4', 'token': j}, 409)
    t = yes('createRegistrationToken', {'name': 'r'}, name='c1')
    ok(t['token'] in t['cloudConfig'] and t['token'] not in json.dumps(yes('listRegistrationTokens', name='c1')), 'registration token')
    no(412, 'createRegistrationToken', {'name': 'r', 'expiresIn': -1}, name='c1')
    for n in ('n5', 'n6'):
        ok(ev('node-joins', {'cluster': 'c1', 'node': n, 'token': t['token']})['with'] == 'registration-token', 'reusable')
    call('updateRegistrationToken', {'disabled': True}, name='c1', id=t['id'])
    ev('node-joins', {'cluster': 'c1', 'node': 'n7', 'token': t['token']}, 409)
    ok(yes('listRegistrationTokens', name='c1')['tokens'][0]['disabled'], 'disabled')
    call('updateRegistrationToken', {'disabled': False}, name='c1', id=t['id'])
    ev('node-joins', {'cluster': 'c1', 'node': 'n7', 'token': t['token']})
    yes('deleteRegistrationToken', name='c1', id=t['id'])
    no(404, 'deleteRegistrationToken', name='c1', id=t['id'])
    ev('node-joins', {'cluster': 'c1', 'node': 'n8', 'token': t['token']}, 409)
    yes('deleteNode', name='c1', node='n7')
    no(404, 'deleteNode', name='c1', node='n7')
    ev('node-lost', {'cluster': 'c1', 'node': 'n1'})
    ok([n['ready'] for n in yes('listNodes', name='c1')['nodes'] if n['name'] == 'n1'] == [False], 'not ready')
    ev('quota-changes', {'quota': 'load-balancer-services', 'cluster': 'c1', 'value': 1})
    ev('service-exposed', {'cluster': 'c1', 'service': 'a/b'})
    ev('service-exposed', {'cluster': 'c1', 'service': 'a/c'}, 409)
    lb = yes('getCluster', name='c1')['managedLoadBalancers']
    ok(lb['maxServices'] == 1 and lb['loadBalancers'][0]['service'] == 'a/b', 'load balancers')
    ev('service-withdrawn', {'cluster': 'c1', 'service': 'a/b'})
    ev('quota-changes', {'quota': 'clusters', 'value': 2})
    no(403, 'createCluster', {'name': 'c3', 'tier': 'small'})
    st, raw, _ = call('deleteCluster', name='c1', raw=True)
    ok(st == 202 and raw == b'', '202 without a body')
    no(409, 'deleteCluster', name='c1')
    ok(yes('getCluster', name='c1')['phase'] == 'dissolving', 'dissolving')
    adv('PT3S')
    no(404, 'getCluster', name='c1')
    real()


def up():
    ok(yes('pingUptime', who='both', org='quarry')['org'] == 'quarry', 'ping')
    cat = yes('getUptimeCatalog')
    ok(any(not v['available'] for v in cat['vantages']), 'catalog')
    s = yes('createUptimeService', {'name': 'S'})
    s2 = yes('createUptimeService', {'name': 'S2'})
    no(409, 'createUptimeService', {'name': 'S'})
    no(409, 'renameUptimeService', {'name': 'S'}, id=s2['id'])
    ok(yes('renameUptimeService', {'name': 'S3'}, id=s2['id'])['name'] == 'S3', 'renamed')
    yes('deleteUptimeService', id=s2['id'])
    B = {'name': 'm', 'serviceId': s['id'], 'intervalSeconds': 60, 'vantages': ['nrt', 'gru'], 'kind': 'http', 'http': {'url': 'https://shop.example/health', 'expectStatus': ['2xx']},
         'downCondition': {'confirmations': 1, 'quorum': 2}}
    m = yes('createMonitor', B)
    ok(m['state'] == 'pending' and m['http'] == B['http'] and m['enabled'] and 'tcp' not in m, 'monitor')
    for x in ({'vantages': ['ath']}, {'vantages': []}, {'vantages': ['x']}, {'intervalSeconds': 61}, {'kind': 'udp'}, {'http': {}}, {'http': {'url': 'nope'}}, {'kind': 'tcp'},
              {'http': {'url': 'http://127.0.0.1/'}}, {'http': {'url': 'https://a.example', 'method': 'PUT'}}, {'downCondition': {'confirmations': 1}},
              {'downCondition': {'confirmations': 1, 'quorum': 3}}, {'timeoutMs': 60001}, {'name': None}):
        no(412, 'createMonitor', {**B, **x})
    no(404, 'createMonitor', {**B, 'serviceId': 'nope'})
    t = yes('createMonitor', {'name': 't', 'intervalSeconds': 20, 'vantages': ['jnb'], 'kind': 'tcp', 'tcp': {'host': 'db.example', 'port': 5432}, 'enabled': False, 'serviceId': s['id']})
    no(412, 'createMonitor', {'name': 't', 'intervalSeconds': 20, 'vantages': ['jnb'], 'kind': 'tcp', 'tcp': {'host': 'db.example', 'port': 70000}})
    ok(yes('listUptimeServices')['services'][0]['monitors'] == 1, 'live count')
    no(409, 'deleteUptimeService', id=s['id'])
    p = yes('updateMonitor', {'name': 'm2', 'kind': 'tcp'}, id=m['id'])
    ok(p['name'] == 'm2' and p['kind'] == 'http' and p['intervalSeconds'] == 60 and p['http'] == B['http'], 'patch')
    no(412, 'updateMonitor', {'vantages': ['ath']}, id=m['id'])
    no(412, 'updateMonitor', {'serviceId': None}, id=m['id'])
    ok(ev('probe-result', {'monitorId': m['id'], 'outcome': 'ok', 'latencyMs': 50})['state'] == 'up', 'up')
    ok(ev('probe-result', {'monitorId': m['id'], 'outcome': 'fail', 'vantage': 'nrt', 'times': 5, 'responseSnippet': 'z' * 999})['state'] == 'up', 'quorum')
    ok(ev('probe-result', {'monitorId': m['id'], 'outcome': 'error', 'vantage': 'gru'})['state'] == 'up', 'confirmations')
    ok(ev('probe-result', {'monitorId': m['id'], 'outcome': 'error', 'vantage': 'gru'}) ['state'] == 'down', 'down')
    f = yes('listMonitorFailures', id=m['id'])['failures']
    ok(len(f) == 7 and f[0]['outcome'] == 'error' and len(f[3]['responseSnippet']) <= 180, 'failures')
    ev('probe-result', {'monitorId': m['id'], 'outcome': 'ok', 'vantage': 'gru'})
    tr = yes('listMonitorTransitions', id=m['id'])['transitions']
    ok([(x['from'], x['to']) for x in tr] == [('down', 'up'), ('up', 'down'), ('pending', 'up')] and set(tr[1]['failingVantages']) == {'nrt', 'gru'}, 'transitions')
    ev('probe-result', {'monitorId': t['id'], 'outcome': 'ok'}, 409)
    for w, n in (('1h', 60), ('24h', 600), ('7d', 3600)):
        v = yes('getMonitorMetrics', id=m['id'], q={'window': w})
        ok(v['window'] == w and v['stepSeconds'] == n and [x['vantage'] for x in v['series']] == ['nrt', 'gru'] and v['series'][0]['points'], f'metrics {w}')
    no(412, 'getMonitorMetrics', id=m['id'], q={'window': '2h'})
    ok(yes('getMonitorMetrics', id=m['id'])['window'] == '7d', 'default window')
    ev('metrics-availability', {'monitorId': m['id'], 'available': False})
    no(503, 'getMonitorMetrics', id=m['id'])
    yes('getMonitor', id=m['id'])
    ev('metrics-availability', {'monitorId': m['id'], 'available': True})
    for i in range(30):
        ev('probe-result', {'monitorId': m['id'], 'outcome': 'fail', 'times': 2})
        ev('probe-result', {'monitorId': m['id'], 'outcome': 'ok'})
    ok(len(yes('listMonitorTransitions', id=m['id'])['transitions']) == 50, 'at most 50')
    x = yes('createExportToken', {'name': 'x'})
    ok(x['token'] not in json.dumps(yes('listExportTokens')), 'export token once')
    H = {'Authorization': 'Bearer ' + x['token']}
    st, raw, _ = call('scrapeMetrics', who=None, headers=H, raw=True)
    ok(st == 200 and m['id'].encode() in raw, 'scrape')
    no(404, 'revokeExportToken', id=x['id'], who='owner2')
    yes('revokeExportToken', id=x['id'])
    no(401, 'scrapeMetrics', who=None, headers=H)
    ok(yes('listExportTokens')['tokens'] == [], 'gone')
    ev('quota-changes', {'quota': 'monitors', 'value': 2})
    no(403, 'createMonitor', {**B, 'vantages': ['ath']})
    ev('backend-behaves', {'backend': 'uptime', 'reachable': False})
    no(403, 'createMonitor', B)
    no(502, 'listMonitors')
    no(502, 'pingUptime')
    ev('backend-behaves', {'backend': 'uptime', 'reachable': True})
    yes('deleteMonitor', id=m['id'])
    no(404, 'getMonitor', id=m['id'])
    yes('listMonitorTransitions', id=m['id'])
    ok(yes('listUptimeServices')['services'][0]['monitors'] == 0, 'count falls')
    yes('createMonitor', B)
    ev('entitlement-changes', {'area': 'uptime', 'enabled': False})
    for o in ('pingUptime', 'listMonitors', 'getUptimeCatalog'):
        no(403, o)
    ev('entitlement-changes', {'area': 'uptime', 'enabled': True})
    no(404, 'getMonitor', id=t['id'], who='owner2')
    no(403, 'createUptimeService', {'name': 'V'}, who='viewer')


def driver():
    ev('quota-changes', {'quota': 'clusters', 'value': 20})
    s, v = req('PUT', '/_understudy/clock', {'mode': 'frozen', 'now': '2031-01-01T00:00:00Z'}, None)
    ok(s == 200 and v['clock']['mode'] == 'frozen' and v['clock']['now'] == '2031-01-01T00:00:00.000Z', 'frozen')
    yes('createCluster', {'name': 'ice', 'tier': 'small'})
    time.sleep(0.3)
    ok(yes('getCluster', name='ice')['phase'] == 'brewing', 'nothing moves')
    s, v = req('POST', '/_understudy/clock/advance', {'nextDue': True, 'timer': 'provisioned'}, None)
    ok(v['fired'][-1]['timer'] == 'provisioned' and yes('getCluster', name='ice')['phase'] == 'ready', 'next due')
    ok(req('POST', '/_understudy/clock/advance', {'to': '2030-01-01T00:00:00Z'}, None)[0] == 409, 'no way back')
    ok(req('POST', '/_understudy/clock/advance', {'by': 'soon'}, None)[0] == 400, 'bad duration')
    real()
    s, v = req('PUT', '/_understudy/clock/progress', {'mode': 'at-once'}, None)
    yes('createCluster', {'name': 'quick', 'tier': 'small'})
    ok(s == 200 and yes('getCluster', name='quick')['phase'] == 'ready', 'at once')
    s, v = req('GET', '/_understudy/identities', who=None)
    ok(len(v['actors']) == 10 and v['actors'][0]['credentials'][0]['value'] == 'session-of-owner', 'identities')
    ok(req('GET', '/_understudy/health', who=None)[1]['status'] == 'ok', 'health')
    ok(req('GET', '/_understudy/faults', who=None)[0] == 501, 'faults are not offered')
    ev('alert-fires', {'alert': 'x'}, 400)
    ev('nothing', {}, 404)
    ok(req('POST', '/_understudy/reset', {}, None)[0] == 200 and len(yes('listClusters')['clusters']) == 1, 'reset')
    t = time.time()
    for _ in range(200):
        req('GET', '/api/v1/clusters')
    ms = (time.time() - t) * 5
    print(f'{ms:.2f} ms a request')
    ok(ms < 8, 'fast enough')


only = sys.argv[1:]
try:
    for f in (general, tokens, registries, email, on_call, cluster, up, driver):
        if not only or f.__name__ in only:
            n, t = good, time.time()
            try:
                f()
            except Exception:
                import traceback
                traceback.print_exc()
                bads.append(f'{f.__name__} broke off')
            print(f'{f.__name__}: {good - n} checks, {time.time() - t:.1f} s')
finally:
    proc.terminate()
    proc.wait()
print(f'{good} checks passed, {len(bads)} failed')
sys.exit(bool(bads))
