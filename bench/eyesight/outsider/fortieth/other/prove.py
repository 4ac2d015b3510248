#!/usr/bin/env python3
"""Proves each mistake of mistakes.json: the same steps against the clean candidate and an edited copy.
   python3 prove.py [ID...]; CANDIDATE names the folder of the candidate (default: the sixteenth)."""
import base64, hashlib, http.client, http.server, json, os, re, shutil, subprocess, sys, tempfile, threading, time

# an RSA key made for the proof that needs an issuer of ID tokens
N = 0xc273ff3bbdc78abda8e90aa7f4a80d8cb98a7f881a929c5ba42b9a198daa73f76163768a615f6269b14b2934a21e4c04039fb80d46b0707fee69453d8b9e1b06c2e701bf50fc6a354c0f56e9932e6108b628caca77bc75d20c653038b77e80bf951cb7e17d7fa4787ab178c9d5b1bdfe00dd6516f92a12f2b409afd8c9172c00eed0cb7b2c35dc187e30c9d873e83350ddc3efede0fcd8bc29c30c7dceb81cff1d55a9cd3f6bcb6dbc0c8220fba0e3d252678739dd3f3a566f0a814858820a3429ad12e3a3028ecafce2b64ff9b1fb4de986b88f8327c7cdb136f0d70bca539e8a4921b5e9fb5d897d869568897914b6bd7ee5b68512a24f45a7439891c486ed
D = 0x3c4fcc1f547a9a9ebed0213cfcd64ef591ead2297dcc7170bf17c3011ffe795f86365a630b569168a4d3e220f013a3922f298fe596424d727098f81fe1b9153ae0a2d3d8ea1e90369db3b84a541b337f873859c5b8a39c8b9cca99cd4da48ffc5c1c7f301243cfd88a7d97304af6892e4a4860fd6224d9a1ab93c195e4b12a3548d19e280d4c77efda10fcdc5d59e715aa0bbae6a52c797ec0ad3401142d14d2eaf7401f91c9691f4b1699bb43ab53d6c9cce7b47f8a79ab1616c005456b05178ea3a7540e4bd90d1692de3bd60a525216be956393dcfe404c8c8e1ba36cf75b94a4a50253ab10fb5e28e42af0e0efb8b95e96da36f01ab263100406da169485

here = os.path.dirname(os.path.abspath(__file__))
candidate = os.path.abspath(os.environ.get('CANDIDATE') or os.path.join(here, '../../../../../examples/sixteenth-candidate'))
os.environ['PATH'] += os.pathsep + '/usr/local/go/bin'
R, O, E, U, K = ('/api/v1/' + x for x in ('registry', 'oncall', 'email', 'uptime', 'clusters'))
DEP = R + '/depots'

class Answer:
    def __init__(s, status, raw, headers):
        s.st, s.raw, s.h = status, raw, headers
        try: s.j = json.loads(raw)
        except ValueError: s.j = None
    def __getitem__(s, k): return s.j[k]

class Server:
    def __init__(s, folder):
        s.p = subprocess.Popen([os.path.join(folder, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = s.p.stdout.readline().strip()
        if not line.startswith('http'):
            raise RuntimeError('does not start: ' + s.p.stderr.read()[:800])
        s.host = line.split('//')[1]
        for f in (s.p.stdout, s.p.stderr):
            threading.Thread(target=f.read, daemon=True).start()
    def stop(s):
        s.p.kill(); s.p.wait()
    def call(s, method, path, body=None, who='u-iris', org='', bearer=''):
        c = http.client.HTTPConnection(s.host, timeout=20)
        h = {'Content-Type': 'application/json'}
        if bearer: h['Authorization'] = 'Bearer ' + bearer
        elif who: h['X-Console-Key'] = who if '~' in who else 'sess-' + who
        if org: h['X-Acting-Org'] = org
        c.request(method, path, None if body is None else json.dumps(body), h)
        r = c.getresponse(); b = r.read().decode(); c.close()
        return Answer(r.status, b, r.headers)
    def ok(s, *a, **k):
        r = s.call(*a, **k)
        if not 200 <= r.st < 300: raise RuntimeError(f'{a[:2]}: {r.st} {r.raw[:200]}')
        return r
    def get(s, path, **k): return s.ok('GET', path, **k)
    def ev(s, name, **b): return s.ok('POST', '/_understudy/events/' + name, b, who='')
    def adv(s, by): return s.ok('POST', '/_understudy/clock/advance', {'by': by}, who='')
    def both(s, *calls):
        """the same moment: each is (args, kwargs) of call"""
        out, gate = [None] * len(calls), threading.Barrier(len(calls))
        def go(i):
            gate.wait(); out[i] = s.call(*calls[i][0], **calls[i][1])
        ts = [threading.Thread(target=go, args=(i,)) for i in range(len(calls))]
        for t in ts: t.start()
        for t in ts: t.join()
        return out
    def until(s, f, secs=4):
        end = time.time() + secs
        while time.time() < end:
            v = f()
            if v: return v
            time.sleep(.05)
        return f()
    # shorthands
    def registry(s, slug='proof-one'): s.ok('PUT', DEP, {'slug': slug}); return DEP + '/' + slug
    def push(s, repo='web', tags=('latest',), slug='proof-one', **k): return s.ev('image-pushed', registry=slug, repository=repo, tags=list(tags), **k)['digest']
    def gate(s, login, action='pull', slug='heronry-first'):
        return s.ok('POST', R + '/gate', {'username': login['username'], 'password': login['password'], 'registry': slug, 'repository': 'a', 'action': action}, who='')['allowed']
    def cluster(s, name, who='u-iris', **k): return s.call('POST', K, {'name': name, 'tier': 'small', **k}, who=who)
    def live(s, name, who='u-iris'):
        assert s.until(lambda: s.get(f'{K}/{name}', who=who)['phase'] == 'live'), 'never live'
    def feed(s):
        f = s.ok('POST', O + '/feeds', {'name': 'prom', 'serviceId': 'os~CHECKOUT1'})
        return lambda *names: (('POST', f'{O}/feeds/{f["id"]}/alertmanager', notification(*names)), {'bearer': f['token']})
    def incidents(s): return [i for i in s.get(O + '/troubles')['incidents'] if i['serviceId'] == 'os~CHECKOUT1']
    def rota(s, *users):
        return s.ok('POST', O + '/rotas', {'name': 'first line', 'timezone': 'UTC', 'participants': [{'userId': u, 'label': u} for u in users], 'handoff': {'interval': 'daily', 'time': '09:00'}}).j
    def hook(s, types=('sent',)): return s.call('POST', E + '/webhooks', {'url': 'https://hooks.example/in', 'eventTypes': list(types)})

def notification(*names):
    return {'version': '4', 'groupKey': '{}:{alertname="%s"}' % names[0], 'status': 'firing', 'receiver': 'r', 'groupLabels': {'alertname': names[0]}, 'commonLabels': {}, 'commonAnnotations': {}, 'externalURL': 'http://am.example',
            'alerts': [{'status': 'firing', 'labels': {'alertname': n}, 'annotations': {}, 'startsAt': '2026-01-01T00:00:00Z', 'fingerprint': 'fp' + n, 'generatorURL': ''} for n in names]}

# a proof answers what was observed; beside it what is right and what is wrong
P = {}
def proof(id, right, wrong):
    def deco(f): P['by-' + id] = (f, right, wrong); return f
    return deco

@proof('logout-still-pulls', False, True)
def _(s):
    l = s.ok('POST', R + '/passes', {}); assert s.gate(l)
    s.ok('POST', f'{R}/passes/{l["username"]}/void')
    return s.gate(l)

@proof('dns-view-of-any-domain', 403, 200)
def _(s):
    s.get(E + '/domains/dm~SEEDED001/dns', who='u-saul')
    return s.call('GET', E + '/domains/dm~SEEDED002/dns', who='u-saul').st

@proof('participants-merged-in-old-order', ['u-amos', 'u-iris', 'u-amos'], ['u-iris', 'u-amos', 'u-iris'])
def _(s):
    r = s.rota('u-iris', 'u-amos')
    a = s.ok('PUT', f'{O}/rotas/{r["id"]}', {'participants': [{'userId': u, 'label': u} for u in ('u-amos', 'u-iris')]})
    assert s.get(O + '/rotas')['schedules'][0]['participants'] == a['participants']
    return [p['userId'] for p in a['participants']] + [a['onCallNow']['userId']]

@proof('quota-counts-live-clusters-only', [201, 403], [201, 201])
def _(s):
    s.ev('quota-changes', organization='heronry', quota='clusters', value=1)
    return [s.cluster('one').st, s.cluster('two').st]

@proof('no-incidents-is-null', [], None)
def _(s): return s.get(O + '/troubles?status=closed')['incidents']

@proof('first-event-type-validated', (417, None), (201, ['sent', 'opened']))
def _(s):
    a = s.hook(('sent', 'opened'))
    return a.st, a['webhook']['eventTypes'] if a.st == 201 else None

@proof('repository-size-cached', True, False)
def _(s):
    d = s.registry(); one = s.push(tags=['1']); s.push(tags=['2'])
    size = lambda: s.get(d + '/shelves')['repositories'][0]['sizeBytes']
    before = size()
    s.ok('DELETE', f'{d}/images?repo=web&digest={one}')
    return size() < before

@proof('override-by-outsider-ignored', ('u-milo', True), ('u-iris', False))
def _(s):
    r = s.rota('u-iris'); t = lambda h: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + 3600 * h))
    s.ok('POST', f'{O}/rotas/{r["id"]}/swaps', {'userId': 'u-milo', 'label': 'Milo', 'startsAt': t(-1), 'endsAt': t(1)})
    n = s.get(O + '/rotas')['schedules'][0]['onCallNow']
    return n['userId'], n['override']

@proof('any-version-prefix', [404, 404], [200, 200])
def _(s): return [s.call('GET', '/api/v2/tokens').st, s.call('PATCH', '/api/v2/organization/contacts', {'securityEmail': 's@heronry.example'}).st]

@proof('entitlement-not-asked-of-tokens', [403, 403], [403, 200])
def _(s):
    k = s.ok('POST', '/api/v1/tokens', {'name': 'ci'})['key']; s.get(U + '/ping', who=k)
    s.ev('entitlement-changes', organization='heronry', area='uptime', enabled=False)
    return [s.call('GET', U + '/ping', who=w).st for w in ('u-iris', k)]

@proof('contacts-answer-only-what-changed', ['billingEmail', 'securityEmail', 'technicalEmail'], ['technicalEmail'])
def _(s):
    a = s.ok('PATCH', '/api/v1/organization/contacts', {'technicalEmail': 'new@heronry.example'})
    assert s.get('/api/v1/organization/contacts')['technicalEmail'] == 'new@heronry.example'
    return sorted(a.j)

@proof('tag-count-lost-decrement', (1, 1), (1, 2))
def _(s):
    d = s.registry(); s.push(tags=['a', 'b', 'c'])
    assert [a.st for a in s.both(*((('DELETE', f'{d}/labels?repo=web&tag={t}'), {}) for t in 'ab'))] == [200, 200]
    return len(s.get(d + '/labels?repo=web')['tags']), s.get(d + '/shelves')['repositories'][0]['tagCount']

@proof('kubeconfig-cached-by-name', ['heronry', 'saltworks'], ['heronry', 'heronry'])
def _(s):
    s.cluster('prod'); s.cluster('prod', who='u-otto')
    return [re.search(r'prod\.(\w+)\.', s.get(K + '/prod/kubeconfig', who=w)['kubeconfig'])[1] for w in ('u-iris', 'u-otto')]

def b64(b): return base64.urlsafe_b64encode(b).rstrip(b'=').decode()
@proof('exchanged-key-without-prefix-list', [], None)
def _(s):
    files = {}
    class H(http.server.BaseHTTPRequestHandler):
        def do_GET(h):
            h.send_response(200 if h.path in files else 404); h.end_headers(); h.wfile.write(json.dumps(files.get(h.path)).encode())
        def log_message(h, *a): pass
    srv = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H); threading.Thread(target=srv.serve_forever, daemon=True).start()
    try:
        iss = f'http://127.0.0.1:{srv.server_port}'
        files['/.well-known/openid-configuration'] = {'issuer': iss, 'jwks_uri': iss + '/jwks'}
        files['/jwks'] = {'keys': [{'kty': 'RSA', 'kid': 'a', 'alg': 'RS256', 'use': 'sig', 'n': b64(N.to_bytes(256, 'big')), 'e': 'AQAB'}]}
        signed = b64(b'{"alg":"RS256","kid":"a"}') + '.' + b64(json.dumps({'iss': iss, 'aud': 'reg', 'sub': 'repo:a', 'iat': int(time.time()), 'exp': int(time.time()) + 300}).encode())
        digest = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(signed.encode()).digest()
        em = b'\0\1' + b'\xff' * (253 - len(digest)) + b'\0' + digest
        token = signed + '.' + b64(pow(int.from_bytes(em, 'big'), D, N).to_bytes(256, 'big'))
        d = DEP + '/heronry-first'
        s.ok('POST', d + '/trust', {'issuer': iss, 'audience': 'reg', 'subjectPattern': 'repo:a', 'mode': 'pull'})
        k = s.ok('POST', R + '/ci/swap', {'registry': 'heronry-first', 'token': token}, who='')['keyId']
        return next(x for x in s.get(d + '/fobs')['keys'] if x['keyId'] == k)['repoPrefixes']
    finally: srv.shutdown()

def monitor(s): return s.ok('POST', U + '/monitors', {'name': 'm', 'kind': 'http', 'intervalSeconds': 90, 'vantages': ['ams', 'gru'], 'http': {'url': 'https://shop.example'}})['id']
@proof('metrics-of-vantages-run-together', {'ams': [0], 'gru': [1]}, {'ams': [0], 'gru': [.5]})
def _(s):
    m = monitor(s); at = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() - 1))
    s.ev('probe-result', monitorId=m, vantage='ams', outcome='fail', at=at); s.ev('probe-result', monitorId=m, vantage='gru', outcome='ok', at=at)
    return {x['vantage']: [p['up'] for p in x['points']] for x in s.get(f'{U}/monitors/{m}/metrics')['series']}

@proof('teardown-removes-by-name', [404, 200], [404, 404])
def _(s):
    s.cluster('prod'); s.cluster('prod', who='u-otto'); s.cluster('other', who='u-otto')
    s.ok('DELETE', K + '/prod'); time.sleep(1.9)
    s.get(K + '/other', who='u-otto')
    mine = [c['name'] for c in s.get(K)['clusters']]
    return [404 if mine == [] else 200, s.call('GET', K + '/prod', who='u-otto').st if 'prod' in [c['name'] for c in s.get(K, who='u-otto')['clusters']] else 404]

@proof('settings-can-be-written', (405, 5000), (200, 9000))
def _(s): return s.call('PATCH', E + '/settings', {'dailyQuota': 9000}).st, s.get(E + '/settings')['dailyQuota']

@proof('datastore-mode-defaults', 417, 201)
def _(s): return s.cluster('one', datastore={'size': 'db-small'}).st

@proof('issuer-without-scheme', 417, 200)
def _(s): return s.call('POST', DEP + '/heronry-first/trust', {'issuer': 'ci.example.com', 'audience': 'a', 'subjectPattern': 's', 'mode': 'pull'}).st

@proof('grant-manager-remembered', [403, 200, 403], [403, 200, 200])
def _(s):
    c = lambda w: s.call('GET', '/api/v1/iam/catalog', who=w).st
    r = [c('u-mina'), c('u-amos')]
    s.ev('role-changes', organization='heronry', userId='u-amos', role='member')
    return r + [c('u-amos')]

@proof('login-hour-slides', [True, False], [True, True])
def _(s):
    l = s.ok('POST', R + '/passes', {}); r = []
    for _ in '12': s.adv('PT40M'); r.append(s.gate(l))
    return r

@proof('slug-unique-per-organization', (409, 200), (200, 404))
def _(s): return s.call('PUT', DEP, {'slug': 'saltworks-first'}).st, s.call('GET', DEP + '/saltworks-first', who='u-otto').st

@proof('purge-refused-while-tagged', (200, ['2']), (409, ['2', '1']))
def _(s):
    d = s.registry(); s.push(tags=['1', '2'])
    a = s.call('DELETE', d + '/labels?repo=web&tag=1&purge=true')
    return a.st, [t['name'] for t in s.get(d + '/labels?repo=web')['tags']]

@proof('kind-changes-by-patch', 'http', 'tcp')
def _(s):
    m = monitor(s); s.call('PATCH', f'{U}/monitors/{m}', {'kind': 'tcp', 'tcp': {'host': 'db.example', 'port': 5432}})
    return s.get(f'{U}/monitors/{m}')['kind']

@proof('webhook-patch-applies-before-validating', (417, 'https://hooks.example/in', False), (417, 'https://hooks.example/new', True))
def _(s):
    i = s.hook()['webhook']['id']; a = s.call('PATCH', f'{E}/webhooks/{i}', {'url': 'https://hooks.example/new', 'disabled': True, 'eventTypes': ['opened']})
    w = s.get(E + '/webhooks')['webhooks'][0]
    return a.st, w['url'], w['disabled']

@proof('join-token-spent-too-late', ([201, 401], 1), ([201, 201], 2))
def _(s):
    s.cluster('one'); t = s.ok('POST', K + '/one/join-tokens')['joinToken']
    r = s.both(*((('POST', K + '/one/admissions', {'token': t, 'node': n}), {'who': ''}) for n in ('n1', 'n2')))
    assert s.call('POST', K + '/one/admissions', {'token': t, 'node': 'n3'}, who='').st == 401
    return sorted(a.st for a in r), len(s.get(K + '/one/nodes')['nodes'])

@proof('untagged-images-are-empty', (423, 200), (200, 404))
def _(s):
    d = s.registry(); s.push(); s.ok('DELETE', d + '/labels?repo=web&tag=latest')
    return s.call('POST', d + '/close').st, s.call('GET', d).st

@proof('suppressions-lost-update', ([201, 201], 2), ([201, 201], 1))
def _(s):
    r = s.both(*((('POST', E + '/suppressions', {'address': a + '@c.example'}), {}) for a in 'ab'))
    time.sleep(.6)
    return [a.st for a in r], len(s.get(E + '/suppressions')['suppressions'])

@proof('created-at-moves-with-pushes', True, False)
def _(s):
    at = s.ok('PUT', DEP, {'slug': 'proof-one'})['createdAt']; time.sleep(.4); s.push(); time.sleep(.6)
    assert s.get(DEP + '/proof-one')['createdAt'] == at
    return next(r for r in s.get(DEP)['registries'] if r['slug'] == 'proof-one')['createdAt'] == at

@proof('headroom-of-all-clusters', [409, 200], [409, 409])
def _(s):
    for n in ('one', 'two'): s.cluster(n, tier='medium')
    for n in ('one', 'two'): s.live(n)
    s.ev('headroom-changes', organization='heronry', cluster='one', component='datastore', usedPercent=80)
    return [s.call('PATCH', K + '/' + n, {'tier': 'small'}).st for n in ('one', 'two')]

@proof('detached-policy-remembered', [1, 0], [1, 1])
def _(s):
    p = s.ok('POST', O + '/ladders', {'name': 'p', 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': 'u-milo', 'label': 'Milo'}, 'waitSeconds': 600}]})['id']
    link = lambda v: s.ok('POST', O + '/watched/os~SEARCH001/ladder', {'escalationPolicyId': v})
    def pages():
        i = s.ok('POST', O + '/troubles', {'serviceId': 'os~SEARCH001', 'title': 't'})['id']; time.sleep(.5)
        return len(s.get('/_understudy/pages?incidentId=' + i, who='')['pages'])
    link(p); a = pages(); link(None)
    return [a, pages()]

@proof('emptied-registry-has-blobs', 200, 423)
def _(s):
    d = s.registry(); s.push(); s.ok('DELETE', d + '/shelves?repo=web')
    assert s.get(d)['repositoryCount'] == 0
    return s.call('POST', d + '/close').st

@proof('moved-tag-drops-old-image', [[], ['latest']], [['latest']])
def _(s):
    d = s.registry(); s.push(); s.push()
    return sorted(m['tags'] for m in s.get(d + '/images?repo=web')['manifests'])

@proof('logout-fails-after-registry-deleted', 200, 500)
def _(s):
    d = s.registry(); l = s.ok('POST', R + '/passes', {}); s.ok('POST', d + '/close')
    return s.call('POST', f'{R}/passes/{l["username"]}/void').st

@proof('plain-tag-deletion-204', (200, '{"purged":false}'), (204, ''))
def _(s):
    d = s.registry(); s.push(tags=['1', '2']); a = s.call('DELETE', d + '/labels?repo=web&tag=1')
    return a.st, a.raw.strip()

@proof('purge-one-tag-too-early', (['2'], [['2']]), ([], []))
def _(s):
    d = s.registry(); s.push(tags=['1', '2']); s.ok('DELETE', d + '/labels?repo=web&tag=1&purge=true')
    return [t['name'] for t in s.get(d + '/labels?repo=web')['tags']], [m['tags'] for m in s.get(d + '/images?repo=web')['manifests']]

@proof('schedules-of-any-membership', (404, 'first line'), (200, 'taken over'))
def _(s):
    i = s.rota('u-iris')['id']; a = s.call('PUT', f'{O}/rotas/{i}', {'name': 'taken over'}, who='u-bea', org='saltworks')
    return a.st, s.get(O + '/rotas')['schedules'][0]['name']

@proof('raw-message-sniffed', 'message/rfc822', 'text/plain; charset=utf-8')
def _(s):
    k = s.ok('POST', E + '/keys', {'name': 'k'})['secret']
    m = s.ok('POST', E + '/outbox', {'from': 'a@post.heronry.example', 'to': ['jo@c.example'], 'subject': 'Hi', 'text': 'T'}, bearer=k)['id']
    return s.get(f'{E}/messages/{m}/content').h['Content-Type']

@proof('clearing-provider-drops-rules', (['email', 'sms'], [('email', 'sent'), ('sms', 'failed')]), (['email'], [('email', 'sent')]))
def _(s):
    s.ok('PATCH', O + '/telephony', {'accountSid': 'AC16', 'authToken': 'tok-16', 'fromNumber': '+15550116'})
    s.ok('POST', O + '/me/reach', {'phone': '+15550100', 'rules': [{'channel': 'email', 'delaySeconds': 0}, {'channel': 'sms', 'delaySeconds': 0}]})
    s.ok('POST', O + '/telephony/forget')
    rules = [r['channel'] for r in s.get(O + '/me/reach')['rules']]
    p = s.ok('POST', O + '/ladders', {'name': 'p', 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': 'u-iris', 'label': 'Iris'}, 'waitSeconds': 600}]})['id']
    s.ok('POST', O + '/watched/os~SEARCH001/ladder', {'escalationPolicyId': p})
    i = s.ok('POST', O + '/troubles', {'serviceId': 'os~SEARCH001', 'title': 't'})['id']; time.sleep(.5)
    return rules, [(x['channel'], x['outcome']) for x in s.get('/_understudy/pages?incidentId=' + i, who='')['pages']]

@proof('scope-names-foreign-domain', 403, 201)
def _(s):
    d = s.ok('POST', E + '/domains', {'name': 'brine.judged.example'}, who='u-otto')['id']
    return s.call('POST', '/api/v1/tokens', {'name': 't', 'scope': [{'role': 'email:viewer', 'resourceIds': [d]}]}).st

@proof('scrape-revives-revoked-token', (204, 401), (204, 200))
def _(s):
    t = s.ok('POST', U + '/export-tokens', {'name': 'prom'})
    th = threading.Thread(target=lambda: s.call('GET', U + '/scrape', bearer=t['token'])); th.start(); time.sleep(.04)
    d = s.call('DELETE', f'{U}/export-tokens/{t["id"]}').st; th.join()
    return d, s.call('GET', U + '/scrape', bearer=t['token']).st

@proof('burst-opens-two-incidents', [2], [1, 1])
def _(s):
    f = s.feed(); assert [a.st for a in s.both(f('A'), f('B'))] == [202, 202]
    return [i['firingAlerts'] for i in s.incidents()]

@proof('second-check-without-status', [['status'], ['status']], [['status'], ['pending']])
def _(s):
    d = s.ok('POST', E + '/domains', {'name': 'one.judged.example'})['id']
    return [sorted(s.ok('POST', f'{E}/domains/{d}/check').j) for _ in '12']

@proof('notification-ends-other-alerts', [2], [1])
def _(s):
    f = s.feed()
    for n in 'AB': a, k = f(n); s.ok(*a, **k)
    return [i['firingAlerts'] for i in s.incidents()]

def copy(to, edits=()):
    shutil.copytree(candidate, to, ignore=shutil.ignore_patterns('.build', '__pycache__', '.git'))
    for e in edits:
        path = os.path.join(to, e['file'])
        with open(path, encoding='utf8') as f: text = f.read()
        if text.count(e['find']) != 1: raise RuntimeError(f'{e["file"]}: {text.count(e["find"])} times: {e["find"][:50]!r}')
        with open(path, 'w', encoding='utf8') as f: f.write(text.replace(e['find'], e['replace']))

def observe(folder, f):
    s = Server(folder)
    try: return f(s)
    finally: s.stop()

def main():
    with open(os.path.join(here, 'mistakes.json'), encoding='utf8') as f: all_ = json.load(f)
    known = [m['id'] for m in all_]
    wanted = sys.argv[1:] or known
    for i in wanted:
        if i not in known or i not in P: sys.exit(f'unknown: {i}')
    good = 0
    with tempfile.TemporaryDirectory() as tmp:
        clean = os.path.join(tmp, 'clean'); copy(clean)
        for m in all_:
            if m['id'] not in wanted: continue
            f, right, wrong = P[m['id']]
            edited = os.path.join(tmp, 'edited')
            try:
                copy(edited, m['edits'])
                a, b = observe(clean, f), observe(edited, f)
                done = a == right and b == wrong
                print('proven ' if done else 'NOT    ', m['id'], '' if done else f'\n   clean  {a!r}\n   right  {right!r}\n   edited {b!r}\n   wrong  {wrong!r}', flush=True)
                good += done
            except Exception as x:
                print('NOT    ', m['id'], f'{type(x).__name__}: {x}', flush=True)
            shutil.rmtree(edited, ignore_errors=True)
    print(f'{good} of {len(wanted)} proven')
    sys.exit(good != len(wanted))

if __name__ == '__main__': main()
