#!/usr/bin/env python3
"""check.py [URL]: goes through every area over HTTP. Without a URL it starts ./run.sh --port 0 itself."""
import atexit
import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import subprocess
import sys
import threading
import time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
proc = None
if len(sys.argv) > 1:
    URL = sys.argv[1]
else:
    proc = subprocess.Popen([os.path.join(HERE, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, text=True)
    atexit.register(proc.kill)
    URL = proc.stdout.readline().strip()
HOST = URL.split('//')[1]
OW, AD, ME, VI, SC, OUT, PIA = '101', '102', '103', '105', '106', '107', '108'
passed, failed = 0, []


def call(who, method, path, body=None, **headers):
    h = {'Content-Type': 'application/json'} if body is not None else {}
    if who and len(who) == 3:
        h['Cookie'] = f'_conduit_session={who}-5d0c7f'
    elif who:
        h['Authorization'] = 'Bearer ' + who
    h.update({k.replace('_', '-'): v for k, v in headers.items()})
    conn = http.client.HTTPConnection(HOST, timeout=20)
    conn.request(method, path if path.startswith('/_') else '/api/v1' + path, json.dumps(body) if body is not None else None, h)
    a = conn.getresponse()
    raw = a.read()
    conn.close()
    try:
        return a.status, json.loads(raw) if raw else None
    except ValueError:
        return a.status, raw


def ev(name, **body):
    return call(None, 'POST', '/_understudy/events/' + name, body)


def adv(by):
    return call(None, 'POST', '/_understudy/clock/advance', {'by': by})


def ok(cond, what):
    global passed
    if cond:
        passed += 1
    else:
        failed.append(what)
        print('FAILED', what)


def st(answer, status, what):
    ok(answer[0] == status, f'{what}: {answer[0]} instead of {status} {str(answer[1])[:150]}')
    if answer[0] >= 400:
        ok(isinstance(answer[1], dict) and isinstance(answer[1].get('error'), str), what + ': error body')
    return answer[1] if isinstance(answer[1], (dict, bytes)) else {}


def until(fn, seconds=8):
    end = time.time() + seconds
    while time.time() < end:
        if fn():
            return True
        time.sleep(0.2)
    return False


def get(who, path, key):
    return call(who, 'GET', path)[1][key]


ev_answer = call(None, 'POST', '/_understudy/reset', {})
ok(ev_answer[0] == 200, 'reset')

# ---- tokens, iam, organization
for p in ('/tokens', '/iam/catalog', '/organization/contacts', '/clusters', '/email/keys', '/uptime/ping', '/registry/hubs', '/oncall/incidents'):
    st(call(None, 'GET', p), 401, 'without a session ' + p)
t = st(call(OW, 'POST', '/tokens', {'name': ' ci ', 'expiresIn': 2}), 201, 'create token')
ok(set(t) == {'id', 'key', 'orgSlug'} and t['orgSlug'] == 'northwind', 'token answer')
ok(until(lambda: any(x['id'] == t['id'] and x['name'] == 'ci' for x in get(OW, '/tokens', 'tokens'))), 'token listed, trimmed')
ok(t['key'] not in json.dumps(get(OW, '/tokens', 'tokens')), 'key only once')
st(call(OW, 'POST', '/tokens', {'name': 'CI'}), 409, 'token name taken, ignoring case')
st(call(OW, 'POST', '/tokens', {}), 422, 'token without a name')
st(call(OW, 'POST', '/tokens', {'name': 'x', 'scope': [{'role': 'nope'}]}), 400, 'unknown role')
st(call(SC, 'POST', '/tokens', {'name': 'x', 'scope': [{'role': 'registry-viewer', 'resourceIds': ['northwind-tools']}]}), 422, 'scope beyond sight')
st(call(OW, 'POST', '/tokens', {'name': 'x', 'scope': [{'role': 'registry-viewer', 'resourceIds': ['southsea-apps']}]}), 422, 'foreign resource')
n = st(call(OW, 'POST', '/tokens', {'name': 'narrow', 'scope': [{'role': 'registry-viewer', 'resourceIds': ['northwind-apps']}]}), 201, 'narrow token')
st(call(n['key'], 'GET', '/registry/hubs/northwind-apps'), 200, 'narrow token reads its registry')
st(call(n['key'], 'GET', '/registry/hubs/northwind-tools'), 403, 'and no other')
st(call(n['key'], 'GET', '/clusters'), 403, 'nor clusters')
st(call(n['key'], 'DELETE', '/registry/hubs/northwind-apps'), 403, 'nor writes')
st(ev('token-disabled', tokenId=t['id']), 200, 'token off')
st(call(t['key'], 'GET', '/clusters'), 401, 'a token that is off')
st(ev('token-enabled', tokenId=t['id']), 200, 'token on')
st(call(t['key'], 'GET', '/clusters'), 200, 'a token that is on')
o = st(call(OW, 'GET', '/tokens/scope-options'), 200, 'scope options')
ok(any(r['id'] == 'release-crew' for r in o['roles']) and any(r['id'] == 'registry-manager' for r in o['roles']), 'custom and built-in roles')
ok({r['id'] for r in st(call(SC, 'GET', '/tokens/scope-options'), 200, 'scoped options')['resources']} >= {'northwind-apps'}, 'scoped resources')
ok('northwind-tools' not in json.dumps(call(SC, 'GET', '/tokens/scope-options')[1]['resources']), 'not the unreadable')
st(call(ME, 'GET', '/iam/catalog'), 403, 'catalog for a member')
c = st(call(AD, 'GET', '/iam/catalog'), 200, 'catalog')
ok(all({'id', 'name', 'description', 'kind', 'scopable', 'permissions'} <= set(r) for r in c['roles']), 'roles of the catalog')
atoms = json.dumps(st(call(ME, 'GET', '/iam/permissions'), 200, 'permissions'))
ok('email.key.admin' in atoms and 'registry.key.admin' in atoms, 'stated atoms')
ok(call(OW, 'GET', '/organization/contacts')[1]['securityEmail'] == 'unset@northwind.invalid', 'placeholder contact')
ok(st(call(OW, 'PATCH', '/organization/contacts', {'technicalEmail': ' Ops@Northwind.Example '}), 200, 'patch')['technicalEmail'] == 'ops@northwind.example', 'normalized')
st(call(OW, 'PATCH', '/organization/contacts', {'technicalEmail': 'nope'}), 400, 'bad address')
st(call(ME, 'PATCH', '/organization/contacts', {'technicalEmail': 'a@b.example'}), 403, 'member patches')
ev('billing-email-collides', email='busy@pay.example')
st(call(OW, 'PATCH', '/organization/contacts', {'billingEmail': 'busy@pay.example'}), 409, 'collision')
ok(call(PIA, 'GET', '/organization/contacts', X_Workspace='southsea')[1]['billingEmail'] == 'accounts@southsea.example', 'organization by header')
ok(call(PIA, 'GET', '/organization/contacts')[1]['billingEmail'] == 'billing@northwind.example', 'organization by session')
st(call(OW, 'GET', '/organization/contacts', X_Workspace='southsea'), 403, 'no member there')

# ---- registry
R = '/registry/hubs'
ok(all(set(u) == {'host', 'endpoint'} for u in get(ME, '/registry/mirrors', 'upstreams')), 'upstreams')
r = st(call(ME, 'POST', R, {'slug': 'Fresh-One'}), 201, 'create registry')
ok(r['slug'] == 'fresh-one' and r['displayName'] == 'Fresh One', 'slug and title')
st(call(OUT, 'POST', R, {'slug': 'fresh-one'}), 409, 'slug taken everywhere')
st(call(ME, 'POST', R, {'slug': 'admin'}), 409, 'slug reserved')
st(call(VI, 'POST', R, {'slug': 'viewer-one'}), 403, 'viewer creates')
st(call(OUT, 'GET', R + '/fresh-one'), 404, 'foreign registry')
ev('payment-method-changes', organization='northwind', active=False)
st(call(ME, 'POST', R, {'slug': 'unpaid'}), 402, 'no payment method')
ev('payment-method-changes', organization='northwind', active=True)
a = st(ev('image-pushed', registry='fresh-one', repository='a/b', tags=['x', 'y'], layers=[{'digest': 'sha256:l1', 'sizeBytes': 1000}]), 200, 'push')
b = st(ev('image-pushed', registry='fresh-one', repository='a/b', tags=['z'], layers=[{'digest': 'sha256:l1', 'sizeBytes': 1000}, {'digest': 'sha256:l2', 'sizeBytes': 500}]), 200, 'push 2')
ok(until(lambda: call(ME, 'GET', R + '/fresh-one')[1]['usedBytes'] == 1500 + 2400), 'usage, counted lazily')
ok(call(ME, 'GET', R + '/fresh-one')[1]['repositoryCount'] == 1, 'count of repositories')
ok([x['name'] for x in get(ME, R + '/fresh-one/tags?repo=a/b', 'tags')] and len(get(ME, R + '/fresh-one/tags?repo=a/b', 'tags')) == 3, 'tags')
st(call(ME, 'GET', R + '/fresh-one/tags'), 422, 'repo is required')
st(call(ME, 'DELETE', R + '/fresh-one'), 409, 'not empty')
ok(st(call(ME, 'DELETE', R + '/fresh-one/tags?repo=a/b&tag=x&purge=true'), 200, 'purge with another tag')['purged'] is False, 'not purged')
st(call(ME, 'DELETE', R + '/fresh-one/tags?repo=a/b&tag=y&purge=true'), 403, 'purging the last needs admin')
ok(call(ME, 'DELETE', R + '/fresh-one/tags?repo=a/b&tag=y')[1] == {'purged': False}, 'untag')
time.sleep(0.7)
ok(any(m['digest'] == a['digest'] and m['tags'] == [] for m in get(ME, R + '/fresh-one/manifests?repo=a/b', 'manifests')), 'untagged manifest stays')
ok(st(call(AD, 'DELETE', R + '/fresh-one/tags?repo=a/b&tag=z&purge=true'), 200, 'purge')['purged'] is True, 'purged')
ok(until(lambda: call(ME, 'GET', R + '/fresh-one')[1]['usedBytes'] == 2200), 'space reclaimed')
st(call(ME, 'DELETE', R + '/fresh-one/manifests?repo=a/b&digest=' + a['digest']), 204, 'delete image')
st(call(ME, 'DELETE', R + '/fresh-one/manifests?repo=a/b&digest=' + a['digest']), 404, 'again')
st(call(ME, 'POST', R + '/fresh-one/robots', {'name': 'k', 'mode': 'pull'}), 403, 'member mints a key')
st(call(AD, 'POST', R + '/fresh-one/robots', {'name': 'k', 'mode': 'both'}), 422, 'unknown mode')
k = st(call(AD, 'POST', R + '/fresh-one/robots', {'name': 'k', 'mode': 'readwrite', 'repoPrefixes': ['team/']}), 201, 'mint a key')


def gate(secret, user, repo, action, reg='fresh-one'):
    return call(None, 'POST', '/registry/gate', {'username': user, 'password': secret, 'registry': reg, 'repository': repo, 'action': action})[1].get('allowed')


ok(gate(k['secret'], k['keyId'], 'team/x', 'push') is True, 'key pushes in its prefix')
ok(gate(k['secret'], k['keyId'], 'teams/x', 'push') is False, 'not outside')
ok(until(lambda: get(ME, R + '/fresh-one/robots', 'keys')[0].get('lastUsedAt')), 'last use of a key')
ok(k['secret'] not in json.dumps(get(ME, R + '/fresh-one/robots', 'keys')), 'secret once')
st(call(AD, 'DELETE', R + '/fresh-one'), 409, 'a key refers to the registry')
st(call(AD, 'DELETE', R + '/fresh-one/robots/' + k['keyId']), 204, 'revoke')
ok(gate(k['secret'], k['keyId'], 'team/x', 'pull') is False, 'revoked')
ok(until(lambda: get(ME, R + '/fresh-one/robots', 'keys')[0].get('revokedAt')), 'revokedAt')
lg = st(call(ME, 'POST', '/registry/sign-ins', {'pullOnly': True}), 201, 'login')
ok(len(lg['scope']) == 3 and all(s['mode'] == 'pull' for s in lg['scope']), 'scope of a login')
ok(gate(lg['password'], lg['username'], 'q', 'pull') and not gate(lg['password'], lg['username'], 'q', 'push'), 'login pulls only')
ok([s['registry'] for s in call(SC, 'POST', '/registry/sign-ins', {})[1]['scope']] == ['northwind-apps'], 'login of a scoped person')
st(call(ME, 'DELETE', '/registry/sign-ins/' + lg['username']), 204, 'logout')
ok(gate(lg['password'], lg['username'], 'q', 'pull') is False, 'logged out')
rule = {'issuer': 'https://ci.example', 'audience': 'a', 'subjectPattern': 'repo:*', 'mode': 'pull'}
o1 = st(call(ME, 'POST', R + '/fresh-one/federations', rule), 201, 'rule')
ok(isinstance(o1['id'], int) and o1['name'] == 'unnamed rule' and o1['repoPrefixes'] == [], 'fields of a rule')
ok(call(ME, 'POST', R + '/fresh-one/federations', rule)[1]['id'] == o1['id'], 'the same rule again')
st(call(ME, 'POST', R + '/fresh-one/federations', {**rule, 'issuer': 'nope'}), 422, 'issuer is no uri')
st(call(ME, 'DELETE', f'{R}/fresh-one/federations/{o1["id"]}'), 204, 'delete rule')
ok(st(call(ME, 'PUT', R + '/fresh-one/mirror-logins/' + quote('docker.io'), {'username': 'u', 'password': 'p4ss'}), 200, 'upstream') == {'upstream': 'docker.io', 'username': 'u'}, 'upstream answer')
ok('p4ss' not in json.dumps(get(ME, R + '/fresh-one/mirror-logins', 'upstreamCredentials')), 'password never')
st(call(ME, 'PUT', R + '/fresh-one/mirror-logins/nowhere.example', {'username': 'u', 'password': 'p'}), 422, 'not in the catalog')
st(call(ME, 'DELETE', R + '/fresh-one/mirror-logins/docker.io'), 204, 'delete upstream')
st(call(AD, 'DELETE', R + '/fresh-one'), 204, 'delete registry')
st(call(AD, 'GET', R + '/fresh-one'), 404, 'gone')


# an issuer with a small RSA key made here
def make_rsa():
    import random

    def prime(bits):
        while True:
            p = random.getrandbits(bits) | (3 << bits - 2) | 1
            if p % 65537 != 1 and all(pow(x, p - 1, p) == 1 for x in (2, 3, 5, 7, 11)):
                return p
    p, q = prime(512), prime(512)
    return p * q, pow(65537, -1, (p - 1) * (q - 1))


N, D = make_rsa()
b64 = lambda x: base64.urlsafe_b64encode(x).rstrip(b'=').decode()
hooks = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def log_message(self, *a):
        pass

    def do_GET(self):
        base = f'http://127.0.0.1:{rec.server_address[1]}'
        doc = {'keys': [{'kty': 'RSA', 'kid': 'one', 'alg': 'RS256', 'n': b64(N.to_bytes(128, 'big')), 'e': 'AQAB'}]} if 'jwks' in self.path else {'issuer': base, 'jwks_uri': base + '/jwks'}
        data = json.dumps(doc).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        hooks.append((self.path, dict(self.headers), body))
        self.send_response(200)
        self.send_header('Content-Length', '0')
        self.end_headers()


rec = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Receiver)
threading.Thread(target=rec.serve_forever, daemon=True).start()
ISS = f'http://127.0.0.1:{rec.server_address[1]}'


def jwt(sub, d=None, aud='apps'):
    head = b64(json.dumps({'alg': 'RS256', 'kid': 'one'}).encode()) + '.' + b64(json.dumps({'iss': ISS, 'sub': sub, 'aud': aud, 'exp': time.time() + 600}).encode())
    tail = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(head.encode()).digest()
    m = b'\x00\x01' + b'\xff' * (128 - len(tail) - 3) + b'\x00' + tail
    return head + '.' + b64(pow(int.from_bytes(m, 'big'), d or D, N).to_bytes(128, 'big'))


orule = st(call(AD, 'POST', R + '/northwind-apps/federations', {'name': 'ci', 'issuer': ISS, 'audience': 'apps', 'subjectPattern': 'repo:shop/*', 'mode': 'readwrite', 'repoPrefixes': ['shop']}), 201, 'rule for an issuer')
x = st(call(None, 'POST', '/registry/trade', {'registry': 'northwind-apps', 'token': jwt('repo:shop/web')}), 201, 'exchange')
ok(gate(x.get('secret', ''), x.get('keyId'), 'shop/web', 'push', 'northwind-apps') is True, 'exchanged key works')
ok(until(lambda: any(y['mintedVia'] == 'oidc' for y in get(AD, R + '/northwind-apps/robots', 'keys'))), 'mintedVia oidc')
st(call(None, 'POST', '/registry/trade', {'registry': 'northwind-apps', 'token': jwt('repo:other')}), 401, 'other subject')
st(call(None, 'POST', '/registry/trade', {'registry': 'northwind-apps', 'token': jwt('repo:shop/web', aud='b')}), 401, 'other audience')
st(call(None, 'POST', '/registry/trade', {'registry': 'northwind-apps', 'token': jwt('repo:shop/web', D + 2)}), 401, 'bad signature')
call(AD, 'DELETE', f'{R}/northwind-apps/federations/{orule["id"]}')
ok(gate(x.get('secret', ''), x.get('keyId'), 'shop/web', 'pull', 'northwind-apps') is False, 'keys go with their rule')

# ---- email
E = '/email'
d = st(call(ME, 'POST', E + '/domains', {'name': 'Mail.Check.Example.'}), 201, 'domain')
ok(d['name'] == 'mail.check.example' and d['sendState'] == 'pending' and d['receiveState'] == 'none', 'a new domain')
st(call(OUT, 'POST', E + '/domains', {'name': 'mail.check.example'}), 409, 'live claim')
ok(all(x['outcome'] == 'missing' for x in get(ME, f'{E}/domains/{d["id"]}/dns', 'records')), 'dns missing')
ev('dns-record-published', domain=d['id'])
ok(all(x['outcome'] == 'found' for x in get(ME, f'{E}/domains/{d["id"]}/dns', 'records')), 'dns found')
ok(call(ME, 'GET', f'{E}/domains/{d["id"]}')[1]['sendState'] == 'pending', 'states are something else')
ok('status' in st(call(ME, 'POST', f'{E}/domains/{d["id"]}/check'), 202, 'check'), 'status of the check')
w = st(call(ME, 'POST', E + '/webhooks', {'url': ISS + '/hook', 'eventTypes': ['mail_sent', 'mail_delivered', 'mail_bounced']}), 201, 'webhook')
wid, sec = w['webhook']['id'], w['signingSecret']
st(call(ME, 'POST', E + '/webhooks', {'url': ISS, 'eventTypes': ['nope']}), 422, 'unknown type')
st(call(ME, 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'help*', 'endpointId': wid}), 409, 'not armed')
ok(any(x['type'] == 'MX' for x in st(call(ME, 'POST', f'{E}/domains/{d["id"]}/receive'), 200, 'arm')['dnsRecords']), 'MX record')
rt = st(call(ME, 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'Help*', 'endpointId': wid}), 201, 'route')
st(call(ME, 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'help*', 'endpointId': wid}), 409, 'pattern exists')
st(call(ME, 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'a*b', 'endpointId': wid}), 422, 'bad pattern')
st(call(ME, 'DELETE', E + '/webhooks/' + wid), 409, 'a route targets it')
st(call(ME, 'DELETE', E + '/domains/' + d['id']), 409, 'a route refers to it')
ok([x['name'] for x in get(SC, E + '/domains', 'domains')] == ['post.northwind.example'], 'scoped list')
st(call(SC, 'GET', E + '/domains/' + d['id']), 403, 'outside the grant')
ev('dns-record-published', domain=d['id'])
call(ME, 'POST', f'{E}/domains/{d["id"]}/check')
adv('PT5S')
dd = call(ME, 'GET', f'{E}/domains/{d["id"]}')[1]
ok(dd['sendState'] == 'verified' and dd['receiveState'] == 'verified', 'verified')
st(call(ME, 'POST', E + '/keys', {'name': 'k'}), 403, 'member mints a send key')
sk = st(call(AD, 'POST', E + '/keys', {'name': 'k', 'domainIds': [d['id']]}), 201, 'send key')
s1 = st(call(sk['secret'], 'POST', E + '/outbox', {'from': 'a@mail.check.example', 'to': ['One@far.example', 'two@far.example'], 'subject': 'Hello'}), 202, 'send')
st(call(sk['secret'], 'POST', E + '/outbox', {'from': 'a@post.northwind.example', 'to': ['one@far.example']}), 403, 'another domain')
ok(until(lambda: call(ME, 'GET', E + '/messages/' + s1['id'])[1]['message']['state'] == 'sent'), 'sent')
ok(until(lambda: call(ME, 'GET', E + '/settings')[1]['acceptedToday'] == 1), 'acceptedToday')
st(ev('message-delivered', messageId=s1['id'], recipient='one@far.example'), 200, 'delivered')
bo = st(ev('message-bounced', messageId=s1['id'], recipient='two@far.example', bounce='hard'), 200, 'bounced')
ok(len(bo['suppressionIds']) == 1, 'suppressed by a bounce')
kinds = [x['kind'] for x in call(ME, 'GET', E + '/messages/' + s1['id'])[1]['events']]
ok(kinds == ['sent', 'delivered', 'bounced'], 'events')
ok(until(lambda: sum(b'mail_' in h[2] for h in hooks) >= 3, 15), 'three deliveries arrive')
h0 = hooks[0]
sig = dict(p.split('=', 1) for p in h0[1]['X-Conduit-Signature'].split(','))
ok(hmac.new(sec.encode(), sig['t'].encode() + b'.' + h0[2], hashlib.sha256).hexdigest() == sig['v1'], 'signature')
ok(until(lambda: all(x['state'] == 'delivered' for x in get(ME, f'{E}/webhook-deliveries?endpointId={wid}', 'deliveries'))), 'states of deliveries')
dl = get(ME, f'{E}/webhook-deliveries?messageId={s1["id"]}', 'deliveries')
ok(len(dl) == 3 and dl[0]['id'] > dl[-1]['id'], 'deliveries, newest first')
first = next(h for h in hooks if h[1]['X-Conduit-Delivery'] == str(dl[-1]['id']))
new = st(call(ME, 'POST', f'{E}/webhooks/{wid}/rotate-secret'), 200, 'rotate')['signingSecret']
count = len(hooks)
rd = st(call(ME, 'POST', f'{E}/webhook-deliveries/{dl[-1]["id"]}/redeliver'), 202, 'redeliver')
ok(rd['id'] not in [x['id'] for x in dl], 'a new delivery')
ok(until(lambda: len(hooks) > count, 10), 'redelivered')
h1 = hooks[-1]
sig = dict(p.split('=', 1) for p in h1[1]['X-Conduit-Signature'].split(','))
ok(hmac.new(new.encode(), sig['t'].encode() + b'.' + h1[2], hashlib.sha256).hexdigest() == sig['v1'] and h1[2] == first[2], 'frozen payload, new secret')
sup = st(call(ME, 'POST', E + '/suppressions', {'address': ' Two@Far.Example'}), 201, 'suppress')
ok(sup['reason'] == 'manual' and sup['id'] == bo['suppressionIds'][0], 'the existing entry')
st(ev('message-sent', **{'from': 'a@mail.check.example', 'to': ['two@far.example']}), 409, 'suppressed recipient')
st(call(ME, 'DELETE', E + '/suppressions/' + sup['id']), 204, 'lift')
m2 = st(ev('message-sent', **{'from': 'a@mail.check.example', 'to': ['two@far.example']}), 200, 'deliverable again')
mr = st(ev('message-received', **{'from': 'x@far.example', 'to': ['helpdesk@mail.check.example'], 'text': 'hi'}), 200, 'received')
ok(mr['routeIds'] == [rt['id']] and len(mr['deliveryIds']) == 1, 'routed')
ok(b'hi' in call(ME, 'GET', f'{E}/messages/{mr["messageId"]}/content')[1], 'content')
for i in range(25):
    ev('message-sent', **{'from': 'bulk@post.northwind.example', 'to': [f'p{i}@far.example']})
page1 = call(ME, 'GET', E + '/messages?direction=send')[1]
page2 = call(ME, 'GET', E + '/messages?direction=send&cursor=' + page1['cursor'])[1]
ids = [m['id'] for m in page1['messages'] + page2['messages']]
ok(len(page1['messages']) == 20 and len(ids) == len(set(ids)) == 27 and 'cursor' not in page2, 'pages of the log')
st(call(ME, 'GET', E + '/messages?cursor=zz'), 422, 'bad cursor')
st(call(ME, 'GET', E + '/messages?direction=both'), 422, 'bad direction')
ev('quota-changes', quota='daily-email', value=3)
st(call(sk['secret'], 'POST', E + '/outbox', {'from': 'a@mail.check.example', 'to': ['z@far.example']}), 429, 'daily quota')
ev('quota-changes', quota='daily-email', value=800)
adv('PT3S')
for m in page1['messages'][:4]:
    ev('message-bounced', messageId=m['id'], bounce='hard')
ss = call(ME, 'GET', E + '/settings')[1]
ok(ss['paused'] and ss['pausedAt'] and ss['pauseReason'], 'paused')
st(call(sk['secret'], 'POST', E + '/outbox', {'from': 'a@mail.check.example', 'to': ['z@far.example']}), 403, 'while paused')
st(ev('sending-unpaused'), 200, 'staff resumes')
ok(st(call(ME, 'PATCH', E + '/webhooks/' + wid, {'disabled': True}), 200, 'disable')['disabled'] is True, 'disabled')
ok(st(ev('message-delivered', messageId=m2['messageId']), 200, 'event while disabled')['deliveryIds'] == [], 'nothing for a disabled endpoint')
st(call(ME, 'DELETE', E + '/routes/' + rt['id']), 204, 'delete route')
st(call(AD, 'DELETE', E + '/keys/' + sk['sendKey']['id']), 204, 'revoke send key')
st(call(sk['secret'], 'POST', E + '/outbox', {'from': 'a@mail.check.example', 'to': ['z@far.example']}), 401, 'revoked send key')
st(call(ME, 'DELETE', E + '/webhooks/' + wid), 204, 'delete webhook')
st(call(ME, 'DELETE', E + '/domains/' + d['id']), 204, 'delete domain')
ev('backend-behaves', backend='email', reachable=False)
st(call(ME, 'GET', E + '/settings'), 502, 'email backend down')
ev('backend-behaves', backend='email', reachable=True)
ev('entitlement-changes', area='email', enabled=False)
st(call(OW, 'GET', E + '/settings'), 403, 'email not enabled')
ev('entitlement-changes', area='email', enabled=True)
adv('P31D')
st(call(ME, 'GET', f'{E}/messages/{mr["messageId"]}/content'), 404, 'past the retention window')
adv('P60D')
ok(call(ME, 'GET', E + '/messages')[1]['messages'] == [], 'past 90 days')
call(None, 'PUT', '/_understudy/clock', {'mode': 'real'})

# ---- on-call
O = '/oncall'
svc = get(ME, O + '/services', 'services')[0]
ok(svc['name'] == 'Checkout', 'services')
ok(call(ME, 'GET', O + '/telephony')[1]['configured'] is False, 'no provider')
cred = {'accountSid': 'AC1', 'authToken': 'shh-token', 'fromNumber': '+1 (555) 010-1000'}
st(call(ME, 'PUT', O + '/telephony', cred), 403, 'provider by a member')
for how, code in (('rejects', 422), ('unreachable', 502)):
    ev('provider-behaves', behaviour=how)
    st(call(AD, 'PUT', O + '/telephony', cred), code, 'provider ' + how)
ok(call(ME, 'GET', O + '/telephony')[1]['configured'] is False, 'nothing stored')
st(call(ME, 'PUT', O + '/me', {'phone': '+15550100', 'rules': [{'channel': 'sms', 'delaySeconds': 0}]}), 422, 'sms needs the credential')
ev('provider-behaves', behaviour='accepts')
pc = st(call(AD, 'PUT', O + '/telephony', cred), 200, 'provider')
ok(pc['fromNumber'] == '+15550101000' and 'shh-token' not in json.dumps(pc), 'number stripped, no token')
ok(call(ME, 'GET', O + '/me')[1] == {'email': 'kira@northwind.example', 'phone': 'not set', 'rules': [{'channel': 'email', 'delaySeconds': 0}]}, 'default paging')
pg = st(call(ME, 'PUT', O + '/me', {'email': 'x@y.example', 'phone': '+1 555 0100', 'rules': [{'channel': 'email', 'delaySeconds': 0}, {'channel': 'sms', 'delaySeconds': 60}]}), 200, 'save paging')
ok(pg['email'] == 'kira@northwind.example' and pg['phone'] == '+15550100', 'email from the session')
st(call(ME, 'PUT', O + '/me', {'phone': '12', 'rules': []}), 422, 'bad phone')
st(call(ME, 'PUT', O + '/me', {'rules': [{'channel': 'fax', 'delaySeconds': 0}]}), 422, 'bad channel')
sch = {'name': 'Prime', 'timezone': 'Europe/Madrid', 'participants': [{'userId': '101', 'label': 'Ines'}, {'userId': '103', 'label': 'Kira'}], 'handoff': {'interval': 'daily', 'time': '9:00', 'dow': 3}}
sc = st(call(ME, 'POST', O + '/rotations', sch), 201, 'schedule')
ok(sc['handoff'] == {'interval': 'daily', 'time': '09:00'} and sc['onCallNow']['userId'] == '101', 'handoff and who is on call')
ok(call(ME, 'POST', O + '/rotations', sch)[1]['id'] == sc['id'], 'the same schedule again')
st(call(ME, 'POST', O + '/rotations', {**sch, 'timezone': 'Mars/Base'}), 422, 'time zone')
st(call(ME, 'POST', O + '/rotations', {**sch, 'name': 'prime', 'timezone': 'UTC'}), 409, 'name taken')
st(call(ME, 'POST', O + '/rotations', {**sch, 'name': 'w', 'handoff': {'interval': 'weekly', 'time': '09:00'}}), 422, 'weekly without a day')
up = st(call(ME, 'PATCH', f'{O}/rotations/{sc["id"]}', {'participants': sch['participants'][::-1]}), 200, 'reorder')
ok(up['onCallNow']['userId'] == '103', 'rotation shifted')
iso = lambda s: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + s))
ov = st(call(ME, 'POST', f'{O}/rotations/{sc["id"]}/overrides', {'userId': '104', 'label': 'Liam', 'startsAt': iso(-60), 'endsAt': iso(3600)}), 201, 'override')
ok(ov['endsAt'].endswith(' UTC'), 'times re-formatted')
now = get(ME, O + '/rotations', 'schedules')[0]['onCallNow']
ok(now['userId'] == '104' and now['override'] is True, 'override wins')
adv('PT2H')
now = get(ME, O + '/rotations', 'schedules')[0]
ok(now['onCallNow']['override'] is False and now['overrides'] == [], 'override over')
call(None, 'PUT', '/_understudy/clock', {'mode': 'real'})
st(call(ME, 'DELETE', f'{O}/rotations/{sc["id"]}/overrides/{ov["id"]}'), 204, 'remove override')
pol = st(call(ME, 'POST', O + '/policies', {'name': 'Walk', 'repeat': 1, 'steps': [
    {'target': {'kind': 'schedule', 'id': sc['id'], 'label': 'Prime'}, 'waitSeconds': 0}, {'target': {'kind': 'user', 'id': '102', 'label': 'Jonas'}, 'waitSeconds': 120}]}), 201, 'policy')
st(call(ME, 'POST', O + '/policies', {'name': 'No', 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': '999', 'label': 'x'}, 'waitSeconds': 0}]}), 422, 'unknown target')
st(call(ME, 'DELETE', f'{O}/rotations/{sc["id"]}'), 409, 'a step targets it')
ok(st(call(ME, 'PATCH', f'{O}/services/{svc["id"]}', {'escalationPolicyId': pol['id']}), 200, 'attach')['escalationPolicyId'] == pol['id'], 'attached')
st(call(ME, 'PATCH', f'{O}/services/{svc["id"]}', {}), 422, 'policy is required')
st(call(ME, 'DELETE', f'{O}/policies/{pol["id"]}'), 409, 'a service references it')
i = st(call(ME, 'POST', O + '/incidents', {'serviceId': svc['id'], 'title': 'Down', 'description': 'all of it'}), 201, 'incident')
ok(i['status'] == 'open' and 'acknowledgedAt' not in i and i['firingAlerts'] == 0, 'open')
adv('PT90S')
pages = lambda: call(None, 'GET', '/_understudy/pages?incidentId=' + i['id'])[1]['pages']
ok([(p['userId'], p['channel']) for p in pages()] == [('103', 'email'), ('103', 'sms')], 'first step')
adv('PT60S')
ok([p['userId'] for p in pages()] == ['103', '103', '102'], 'second step')
f = st(ev('alert-fires', serviceId=svc['id'], alert='A1'), 200, 'alert')
ok(f['incidentId'] == i['id'] and not f['opened'], 'attached')
ak = st(call(AD, 'POST', f'{O}/incidents/{i["id"]}/ack'), 200, 'acknowledge')
ok(ak['status'] == 'acknowledged' and ak['acknowledgedAt'], 'acknowledged')
ok(ev('alert-fires', serviceId=svc['id'], alert='A2')[1]['firingAlerts'] == 2, 'attaches while acknowledged')
det = st(call(ME, 'GET', f'{O}/incidents/{i["id"]}'), 200, 'detail')
ok(len(det['alerts']) == 2 and det['timeline'] and det['acknowledgedBy']['label'] == 'Jonas Weber', 'detail')
ok(until(lambda: i['id'] in [x['id'] for x in get(ME, O + '/incidents?status=acked', 'incidents')]), 'filter')
st(call(ME, 'GET', O + '/incidents?status=nope'), 422, 'unknown filter')
rs = st(call(ME, 'POST', f'{O}/incidents/{i["id"]}/close'), 200, 'resolve')
ok(rs['status'] == 'resolved' and rs['resolvedAt'], 'resolved')
st(call(ME, 'POST', f'{O}/incidents/{i["id"]}/ack'), 409, 'terminal')
ok(until(lambda: i['id'] not in [x['id'] for x in get(ME, O + '/incidents', 'incidents')]), 'not in the working set')
ok(ev('alert-fires', serviceId=svc['id'], alert='A3')[1]['opened'], 'a new incident')
board = lambda: call(None, 'GET', f'{O}/board/{svc["id"]}')[1]['incidents']
ok(board() == [], 'nothing public')
u = st(call(AD, 'POST', f'{O}/incidents/{i["id"]}/notes', {'body': 'Post-mortem', 'byLabel': 'Somebody'}), 201, 'publish')
ok(u['byLabel'] == 'Jonas Weber' and [x['id'] for x in board()] == [i['id']] and 'timeline' not in json.dumps(board()), 'public')
st(call(AD, 'DELETE', f'{O}/incidents/{i["id"]}/notes/{u["id"]}'), 204, 'retract')
ok(board() == [], 'hidden again')
src = st(call(ME, 'POST', O + '/integrations', {'name': 'am', 'serviceId': get(ME, O + '/services', 'services')[1]['id']}), 201, 'source')
am = lambda st_, fp, group: {'version': '4', 'groupKey': group, 'status': st_, 'alerts': [{'status': st_, 'fingerprint': fp, 'labels': {'alertname': 'Slow'}, 'annotations': {}}]}
st(call(src['token'], 'POST', f'{O}/inbox/{src["id"]}', am('firing', 'f1', 'g1')), 202, 'deliver alerts')
st(call(src['token'], 'POST', f'{O}/inbox/{src["id"]}', am('firing', 'f2', 'g1')), 202, 'same group')
st(call(src['token'], 'POST', f'{O}/inbox/{src["id"]}', am('firing', 'f3', 'g2')), 202, 'other group')
mine = lambda: [x for x in get(OW, O + '/incidents', 'incidents') if x['serviceId'] == src['serviceId']]
ok(until(lambda: sorted(x['firingAlerts'] for x in mine()) == [1, 2]), 'an incident per group')
call(src['token'], 'POST', f'{O}/inbox/{src["id"]}', am('resolved', 'f3', 'g2'))
ok(until(lambda: [x['status'] for x in mine() if x['firingAlerts'] == 0] == ['open']), 'open incidents do not resolve')
g1 = [x for x in mine() if x['firingAlerts'] == 2][0]
call(ME, 'POST', f'{O}/incidents/{g1["id"]}/ack')
for fp in ('f1', 'f2'):
    call(src['token'], 'POST', f'{O}/inbox/{src["id"]}', am('resolved', fp, 'g1'))
ok(call(ME, 'GET', f'{O}/incidents/{g1["id"]}')[1]['incident']['status'] == 'resolved', 'acknowledged ones do')
ok(until(lambda: get(ME, O + '/integrations', 'sources')[0]['lastEventAt'] != 'never'), 'lastEventAt')
st(call(ME, 'DELETE', f'{O}/integrations/{src["id"]}'), 204, 'revoke source')
st(call(src['token'], 'POST', f'{O}/inbox/{src["id"]}', am('firing', 'f9', 'g')), 401, 'revoked source')
call(ME, 'PATCH', f'{O}/services/{svc["id"]}', {'escalationPolicyId': None})
st(call(ME, 'DELETE', f'{O}/policies/{pol["id"]}'), 204, 'delete policy')
st(call(ME, 'DELETE', f'{O}/rotations/{sc["id"]}'), 204, 'delete schedule')
st(call(AD, 'DELETE', O + '/telephony'), 204, 'clear provider')
call(None, 'PUT', '/_understudy/clock', {'mode': 'real'})

# ---- clusters
C = '/clusters'
x = st(call(ME, 'POST', C, {'name': 'fleet', 'tier': 'medium', 'orchestratorVersion': '1.30.11', 'datastore': {'mode': 'dedicated'}, 'managedLoadBalancers': {'enabled': True}}), 201, 'cluster')
ok(x['phase'] == 'Pending' and 'endpoint' not in x and x['datastore']['size'] == 'db-small', 'provisioning')
st(call(ME, 'POST', C, {'name': 'fleet', 'tier': 'small'}), 409, 'name taken')
st(call(ME, 'POST', C, {'name': 'f2', 'tier': 'huge'}), 422, 'tier')
st(call(ME, 'PATCH', C + '/fleet', {'replicas': 5}), 409, 'while provisioning')
st(call(OUT, 'GET', C + '/fleet'), 403, 'foreign cluster')
st(call(ME, 'GET', C + '/nowhere'), 404, 'unknown cluster')
adv('PT6S')
ok(call(ME, 'GET', C + '/fleet')[1]['phase'] == 'Running', 'running')
st(call(ME, 'PATCH', C + '/fleet', {'orchestratorVersion': '1.32.4'}), 422, 'two minors')
st(call(ME, 'PATCH', C + '/fleet', {'orchestratorVersion': '1.29.14'}), 422, 'downgrade')
st(call(ME, 'PATCH', C + '/fleet', {'orchestratorVersion': '1.31.9', 'replicas': 5}), 200, 'upgrade')
st(call(ME, 'PATCH', C + '/fleet', {'replicas': 1}), 409, 'concurrent change')
adv('PT5S')
y = call(ME, 'GET', C + '/fleet')[1]
ok(y['orchestratorVersion'] == '1.31.9' and y['replicas'] == 5, 'rolled')
jt = st(call(ME, 'POST', C + '/fleet/join-tokens'), 201, 'join token')
st(call(None, 'POST', C + '/fleet/join', {'token': jt['joinToken'], 'node': 'n1', 'agentVersion': '1.29.1'}), 201, 'join')
st(call(None, 'POST', C + '/fleet/join', {'token': jt['joinToken'], 'node': 'n2'}), 403, 'single use')
rg = st(call(ME, 'POST', C + '/fleet/registration-tokens', {'name': 'pool', 'expiresIn': 2}), 201, 'registration token')
for node in ('n2', 'n3'):
    st(call(None, 'POST', C + '/fleet/join', {'token': rg['token'], 'node': node}), 201, 'reusable')
st(call(ME, 'PATCH', f'{C}/fleet/registration-tokens/{rg["id"]}', {'disabled': True}), 204, 'switch off')
st(call(None, 'POST', C + '/fleet/join', {'token': rg['token'], 'node': 'n4'}), 403, 'switched off')
ok(rg['token'] not in json.dumps(get(ME, C + '/fleet/registration-tokens', 'tokens')), 'token once')
st(call(ME, 'DELETE', C + '/fleet/nodes/n3'), 204, 'delete node')
ok([q['name'] for q in get(ME, C + '/fleet/nodes', 'nodes')] == ['n1', 'n2'], 'nodes')
ev('agent-upgraded', cluster='fleet', node='n1', agentVersion='1.27.0')
bl = call(ME, 'PATCH', C + '/fleet', {'orchestratorVersion': '1.32.4'})
ok(bl[0] == 409 and 'n1' in bl[1]['error'] and 'n2' not in bl[1]['error'], 'node skew')
ev('headroom-changes', cluster='fleet', component='etcd', usedPercent=90)
bl = call(ME, 'PATCH', C + '/fleet', {'tier': 'small'})
ok(bl[0] == 409 and 'etcd' in bl[1]['error'], 'headroom')
ok(ev('service-exposed', cluster='fleet', service='a/b')[1]['ip'].startswith('198.51'), 'exposed')
ok(call(ME, 'GET', C + '/fleet')[1]['managedLoadBalancers']['loadBalancers'][0]['service'] == 'a/b', 'load balancer')
ev('quota-changes', quota='load-balancer-services', cluster='fleet', value=1)
st(ev('service-exposed', cluster='fleet', service='c/d'), 409, 'maxServices')
kc = st(call(ME, 'GET', C + '/fleet/kubeconfig'), 200, 'kubeconfig')
ok(ev('credential-used', kind='kubeconfig', secret=kc['kubeconfig'])[1]['accepted'], 'configuration works')
adv('PT40M')
ok(not ev('credential-used', kind='kubeconfig', secret=kc['kubeconfig'])[1]['accepted'], 'and expires')
call(None, 'PUT', '/_understudy/clock', {'mode': 'real'})
st(call(ME, 'GET', C + '/fleet/usage'), 200, 'usage')
st(call(ME, 'DELETE', C + '/fleet'), 403, 'member deletes')
ok(st(call(AD, 'DELETE', C + '/fleet'), 202, 'delete') == {}, 'no body')
adv('PT5S')
st(call(ME, 'GET', C + '/fleet'), 404, 'torn down')
ev('quota-changes', quota='clusters', value=1)
st(call(ME, 'POST', C, {'name': 'more', 'tier': 'small'}), 403, 'cluster quota')
call(None, 'PUT', '/_understudy/clock', {'mode': 'real'})

# ---- uptime
U = '/uptime'
adv('PT1H')
late = call(ME, 'POST', U + '/services', {'name': 'Later'})[1]
ok(any(x['id'] == late['id'] for x in get(ME, U + '/services', 'services')), 'live lists do not lag')
call(None, 'PUT', '/_understudy/clock', {'mode': 'real'})
ok(set(st(call(ME, 'GET', U + '/ping'), 200, 'ping')) == {'service', 'org', 'schemaEpoch', 'time'}, 'ping fields')
sv = st(call(ME, 'POST', U + '/services', {'name': 'Edge'}), 201, 'service')
st(call(ME, 'POST', U + '/services', {'name': 'EDGE'}), 409, 'name exists')
st(call(ME, 'PATCH', f'{U}/services/{sv["id"]}', {'name': 'storefront'}), 409, 'rename to a name in use')
st(call(ME, 'PATCH', f'{U}/services/{sv["id"]}', {'name': 'Edge 2'}), 200, 'rename')
mon = {'name': 'home', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['ams', 'dal'], 'serviceId': sv['id'], 'downCondition': {'confirmations': 2, 'quorum': 2}, 'http': {'url': 'https://shop.example/', 'method': 'GET'}}
m = st(call(ME, 'POST', U + '/monitors', mon), 201, 'monitor')
ok('state' not in m and m['enabled'] is True and 'tcp' not in m, 'a new monitor')
for bad_, what in (({'vantages': ['gru']}, 'vantage'), ({'intervalSeconds': 61}, 'interval'), ({'kind': 'tcp'}, 'check'), ({'http': {'url': 'http://127.0.0.1/'}}, 'target')):
    st(call(ME, 'POST', U + '/monitors', {**mon, 'name': 'b', **bad_}), 422, 'monitor with a wrong ' + what)
st(call(ME, 'DELETE', U + '/services/' + sv['id']), 409, 'monitors attached')
st(call(ME, 'PATCH', U + '/monitors/' + m['id'], {'kind': 'tcp'}), 422, 'kind is immutable')
ok(st(call(ME, 'PATCH', U + '/monitors/' + m['id'], {'http': {'followRedirects': True}}), 200, 'patch')['http']['url'] == 'https://shop.example/', 'checks are merged')
pr = lambda **k: ev('probe-result', monitorId=m['id'], **k)[1]
ok(pr(outcome='ok', latencyMs=50)['state'] == 'up', 'up')
ok(pr(outcome='fail', vantage='ams', times=3)['state'] == 'up', 'one vantage is not the quorum')
ok(pr(outcome='fail', vantage='dal')['state'] == 'up', 'one failure is not confirmed')
ok(pr(outcome='error', vantage='dal', responseSnippet='x' * 900)['state'] == 'down', 'down')
tr = get(ME, f'{U}/monitors/{m["id"]}/transitions', 'transitions')
ok([q['to'] for q in tr] == ['down', 'up'] and sorted(tr[0]['failingVantages']) == ['ams', 'dal'], 'transitions')
fl = get(ME, f'{U}/monitors/{m["id"]}/failures', 'failures')
ok(fl[0]['outcome'] == 'error' and len(fl[0]['responseSnippet']) == 200 and len(fl) == 5, 'failures')
mt = st(call(ME, 'GET', f'{U}/monitors/{m["id"]}/metrics?window=24h'), 200, 'metrics')
ok(mt['stepSeconds'] == 7200 and set(mt['uptimePct']) == {'ams', 'dal'} and mt['series'][0]['points'], 'metrics view')
st(call(ME, 'GET', f'{U}/monitors/{m["id"]}/metrics?window=2h'), 422, 'unknown window')
ev('metrics-availability', available=False)
st(call(ME, 'GET', f'{U}/monitors/{m["id"]}/metrics'), 503, 'metrics unavailable')
st(call(ME, 'GET', f'{U}/monitors/{m["id"]}'), 200, 'monitor unaffected')
ev('metrics-availability', available=True)
et = st(call(ME, 'POST', U + '/export-tokens', {'name': 'prom'}), 201, 'export token')
ok(b'conduit_monitor_up' in st(call(et['token'], 'GET', U + '/export'), 200, 'scrape'), 'scraped')
ok(until(lambda: get(ME, U + '/export-tokens', 'tokens')[0]['lastUsedAt'] != 'never'), 'lastUsedAt')
st(call(ME, 'DELETE', f'{U}/export-tokens/{et["id"]}'), 204, 'revoke export token')
st(call(et['token'], 'GET', U + '/export'), 401, 'revoked scrape')
ev('quota-changes', quota='monitors', value=1)
ev('backend-behaves', backend='uptime', reachable=False)
st(call(ME, 'POST', U + '/monitors', mon), 403, 'quota comes before the relay')
st(call(ME, 'GET', U + '/services'), 502, 'backend down')
ev('backend-behaves', backend='uptime', reachable=True)
st(call(ME, 'DELETE', U + '/monitors/' + m['id']), 204, 'delete monitor')
st(call(ME, 'GET', U + '/monitors/' + m['id']), 404, 'gone')
st(call(ME, 'GET', f'{U}/monitors/{m["id"]}/transitions'), 200, 'history survives')
st(call(ME, 'DELETE', U + '/services/' + sv['id']), 204, 'delete service')
st(call(ME, 'GET', '/nothing'), 404, 'unknown path')
st(call(None, 'POST', '/_understudy/events/nothing', {}), 501, 'unknown event')

if proc:
    proc.terminate()
    proc.wait()
print(f'{passed} passed, {len(failed)} failed')
sys.exit(1 if failed else 0)
