#!/usr/bin/env python3
"""Proves the mistakes of mistakes.json: prove.py [ID...]. Each proof goes through its steps over HTTP, once on the clean
candidate and once on a copy with the edits of the mistake. CANDIDATE names the candidate's folder. One server at a time."""
import base64, hashlib, http.client, http.server, json, os, re, shutil, socket, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get('CANDIDATE', os.path.join(HERE, '../../../../../examples/sixteenth-candidate'))
T, I, O, R, E, K, U = ('/api/v1/' + x for x in ('tokens', 'iam', 'oncall', 'registry', 'email', 'clusters', 'uptime'))
D = R + '/depots'
PROOFS = {}


def proof(name, right, wrong):
    def add(f):
        PROOFS['bs-' + name] = (f, right, wrong)
        return f
    return add


# ---------- the server, and what is said to it ----------

class Answer:
    def __init__(self, status, raw):
        self.status, self.raw = status, raw
        try:
            self.json = json.loads(raw)
        except ValueError:
            self.json = None

    def __getitem__(self, k):
        return self.json[k]


class Server:
    def __init__(self, folder):
        self.proc = subprocess.Popen(['sh', os.path.join(folder, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, text=True)
        line = self.proc.stdout.readline().strip()
        if not line.startswith('http'):
            self.stop()
            raise RuntimeError('it does not start: ' + line)
        self.host = line.split('//')[1]

    def stop(self):
        self.proc.terminate()
        try:
            self.proc.wait(5)
        except subprocess.TimeoutExpired:
            self.proc.kill()
            self.proc.wait()
        self.proc.stdout.close()

    def call(self, method, path, body=None, who='iris', org=None, headers=None):
        h = dict(headers or {})
        if who:
            h['X-Console-Key'] = who if '~' in who else 'sess-u-' + who
        if org:
            h['X-Acting-Org'] = org
        data = None
        if body is not None:
            data = json.dumps(body)
            h['Content-Type'] = 'application/json'
        c = http.client.HTTPConnection(self.host, timeout=15)
        try:
            c.request(method, path, data, h)
            r = c.getresponse()
            return Answer(r.status, r.read().decode('utf8', 'replace'))
        finally:
            c.close()

    def ok(self, *a, **k):
        """A call that has to succeed, or the proof is void."""
        r = self.call(*a, **k)
        if r.status >= 300:
            raise RuntimeError(f'{a[0]} {a[1]}: {r.status} {r.raw[:200]}')
        return r

    def get(self, path, **k):
        return self.ok('GET', path, **k)

    def post(self, path, body=None, **k):
        return self.ok('POST', path, {} if body is None else body, **k)

    def event(self, name, **body):
        return self.ok('POST', '/_understudy/events/' + name, body, who=None)

    def advance(self, by):
        return self.ok('POST', '/_understudy/clock/advance', {'by': by}, who=None)

    def now(self):
        n = self.ok('GET', '/_understudy/clock', who=None)['now']
        return datetime.strptime(n, '%Y-%m-%dT%H:%M:%S.%fZ').replace(tzinfo=timezone.utc)

    def reset(self):
        self.ok('POST', '/_understudy/reset', {}, who=None)
        settle()  # the seed's news reach the catalog

    # what several proofs need
    def cluster(self, name, live=False, **more):
        r = self.post(K, {'name': name, 'tier': 'small', **more})
        if live:
            self.advance('PT5S')
        return r

    def incident(self, title='it burns', service='os~CHECKOUT1', **k):
        return self.post(O + '/troubles', {'serviceId': service, 'title': title}, **k)['id']

    def rota(self, name, **k):
        return self.post(O + '/rotas', {'name': name, 'timezone': 'UTC', 'participants': [{'userId': 'u-iris', 'label': 'Iris'}],
                                        'handoff': {'interval': 'daily', 'time': '09:00'}}, **k)['id']

    def monitor(self):
        return self.post(U + '/monitors', {'name': 'front', 'intervalSeconds': 90, 'vantages': ['ams'], 'kind': 'http',
                                           'http': {'url': 'https://front.example/'}})['id']

    def hook(self, types=('delivered',)):
        return self.post(E + '/webhooks', {'url': 'http://127.0.0.1:9/in', 'eventTypes': list(types)})


def settle(s=.35):
    time.sleep(s)


def iso(t):
    return t.strftime('%Y-%m-%dT%H:%M:%S.%f')[:-3] + 'Z'


def together(*fs):
    """Calls all at the same moment; their results in order."""
    out = [None] * len(fs)
    gate = threading.Barrier(len(fs))

    def one(i):
        gate.wait(10)
        out[i] = fs[i]()
    ts = [threading.Thread(target=one, args=(i,)) for i in range(len(fs))]
    [t.start() for t in ts]
    [t.join(20) for t in ts]
    return out


# ---------- tokens, IAM ----------

@proof('namesakes-at-once-miss-the-catalog', [6, 'all listed'], [6, 'some missing'])
def _(s):
    slugs = [f'team-{x}' for x in 'abcdef']
    made = together(*[lambda x=x: s.call('PUT', D, {'slug': x, 'displayName': 'Team store'}).status for x in slugs])
    settle(.6)
    there = {x['id'] for x in s.get(I + '/catalog')['resources']}
    return [made.count(200), 'all listed' if set(slugs) <= there else 'some missing']


@proof('one-visible-resource-vouches-for-the-rest', ['refused', 'refused'], ['refused', 201])
def _(s):
    def ask(ids):
        st = s.call('POST', T, {'name': 'n', 'scope': [{'role': 'email:viewer', 'resourceIds': ids}]}, who='saul').status
        return 'refused' if 400 <= st < 500 else st
    return [ask(['dm~SEEDED002']), ask(['dm~SEEDED001', 'dm~SEEDED002'])]


@proof('catalog-without-resources-is-null', ['list', 'list'], ['list', 'NoneType'])
def _(s):
    kind = lambda: type(s.get(I + '/catalog', who='otto')['resources']).__name__
    was = kind()
    s.post(D + '/saltworks-first/close', who='otto')
    settle()
    return [was, kind()]


@proof('tokens-counted-before-they-are-sorted-out', ['one', 'two'], ['two'])
def _(s):
    s.post(T, {'name': 'one'})
    for i in range(16):
        s.post(T, {'name': f'm{i}'}, who='mina')
    s.post(T, {'name': 'two'})
    settle(.5)
    return sorted(t['name'] for t in s.get(T)['tokens'])


@proof('used-token-has-a-mail-date', [True, True], [True, False])
def _(s):
    t = s.post(T, {'name': 'ci'})

    def dated():
        settle()
        x = [x for x in s.get(T)['tokens'] if x['id'] == t['id']][0]
        return bool(re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)', x['lastRequest']))
    was = dated()
    s.get('/api/v1/organization/contacts', who=t['key'])
    return [was, dated()]


@proof('catalog-remembers-the-deleted', [True, False, False], [True, True, False])
def _(s):
    s.ok('PUT', D, {'slug': 'shortlived'})
    there = lambda: 'shortlived' in [x['id'] for x in s.get(I + '/catalog')['resources']]
    settle()
    seen = [there()]
    s.post(D + '/shortlived/close')
    settle(1.5)
    seen.append(there())
    s.advance('PT20M')
    return seen + [there()]


@proof('slow-body-mixed-with-another', [201, 'slow-and-steady', 201], [201, 'bumbland-steady', 201])
def _(s):
    body = json.dumps({'name': 'slow-and-steady'}).encode()
    cut = body.index(b'and')
    host, port = s.host.split(':')
    with socket.create_connection((host, int(port)), 10) as c:
        c.sendall(b'POST /api/v1/tokens HTTP/1.1\r\nHost: x\r\nX-Console-Key: sess-u-iris\r\nConnection: close\r\n'
                  b'Content-Type: application/json\r\nContent-Length: %d\r\n\r\n' % len(body) + body[:cut])
        time.sleep(.2)
        other = s.call('POST', T, {'name': 'bumblebee'}, who='mina').status
        c.sendall(body[cut:])
        raw = b''
        while True:
            b = c.recv(4096)
            if not b:
                break
            raw += b
    settle()
    names = [t['name'] for t in s.get(T)['tokens']]
    return [int(raw.split()[1]), names[0] if names else None, other]


@proof('stranger-who-names-an-organization', [401, 401, 401, 401], [401, 403, 403, 403])
def _(s):
    return [s.call('GET', T, who=None).status] + [s.call('GET', p, who=None, org='heronry').status for p in (T, K, E + '/domains')]


# ---------- registry ----------

@proof('old-login-follows-the-slug', [True, False], [True, True])
def _(s):
    s.ok('PUT', D, {'slug': 'hand-me-down'})
    l = s.post(R + '/passes', {})
    pull = lambda: s.post(R + '/gate', {'username': l['username'], 'password': l['password'], 'registry': 'hand-me-down',
                                        'repository': 'web', 'action': 'pull'}, who=None)['allowed']
    own = pull()
    s.post(D + '/hand-me-down/close')
    s.event('slug-claimed-elsewhere', slug='hand-me-down', how='free')
    s.ok('PUT', D, {'slug': 'hand-me-down'}, who='otto')
    return [own, pull()]


N = int(
    'b40fc882c0b53b693de343bd22f0b98aa9b83dacc615e0617f953af2699518e6efdfc1f82726a03cc446cb1cffb8b3d4cd2c020b50a062'
    '248dacccbbabea18851eb88eec1f1e9fca1c4b9fed9d1eaa495b927347892fff19524b87c8c9079951adef8a9789d55cefd03151a18801'
    '7cacbab1bf27b40ee0d28e9849a3b7a8a9b9a22b0978ec38213ed31ab246c209459d24e6d139b448169988a6b0de45d7a75aec58618234'
    '861fd67109b5e690547e1dcae0554454ee31752c28915c8e763ccb5fcfbce7c175ac5fa75fff1ad40e6c312012131e913ee5c81cf208bb'
    'c76e0e138267f791fee4f65dbc4d11556c06a8b7905870b95759a97b99a1519a5a9cc6cb', 16)
KEY_D = int(
    '194629dfe88ac7c712efc67f52db353ff868ab07885a63bf6bb817a91516df82f2e296886d7e677980176bc52b43d2c228f667670d2f25'
    'f779876ac960ed1ff9f780f256c45b7914567a6afd60538095816c0210657a3e3560aec765708a478406851c0fff41daa4b2b5697ee1e7'
    '4b87b740e1d301dc20c48d4d64f0bd03c8a6d07bfec8a8ff2bbb31fa78b52cc4f1e2622c497520bb2605b85c78a9ef156d4592251e87ed'
    '4fa2a520a9083f425e035c87949c4f94409bade7910f9bf98ed5d1538f328081795b84319fb5e8d060134ba471d0ac175dd21b9ff1ce3e'
    'fe4b9d004fcf9d28a52c770c2f6df8cd11092464c8fe3b20514b71383bd3cd03f6c64389', 16)


def b64(b):
    return base64.urlsafe_b64encode(b).rstrip(b'=').decode()


class Issuer:
    """Serves its keys, and signs with RS256."""
    def __enter__(self):
        me = self

        class H(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                doc = {'issuer': me.url, 'jwks_uri': me.url + '/jwks'}
                if self.path == '/jwks':
                    doc = {'keys': [{'kty': 'RSA', 'kid': 'k1', 'alg': 'RS256', 'use': 'sig', 'n': b64(N.to_bytes(256, 'big')), 'e': 'AQAB'}]}
                b = json.dumps(doc).encode()
                self.send_response(200)
                self.send_header('Content-Type', 'application/json')
                self.send_header('Content-Length', str(len(b)))
                self.end_headers()
                self.wfile.write(b)

            def log_message(self, *a):
                pass
        self.srv = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H)
        self.url = f'http://127.0.0.1:{self.srv.server_port}'
        threading.Thread(target=self.srv.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *a):
        self.srv.shutdown()
        self.srv.server_close()

    def token(self, **claims):
        claims = {'iss': self.url, 'iat': int(time.time()), 'exp': int(time.time()) + 600, **claims}
        text = b64(json.dumps({'alg': 'RS256', 'kid': 'k1', 'typ': 'JWT'}).encode()) + '.' + b64(json.dumps(claims).encode())
        info = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(text.encode()).digest()
        em = b'\0\1' + b'\xff' * (256 - 3 - len(info)) + b'\0' + info
        return text + '.' + b64(pow(int.from_bytes(em, 'big'), KEY_D, N).to_bytes(256, 'big'))


@proof('rules-of-strangers-open-the-registry', [201, 'no key', 0], [201, 201, 1])
def _(s):
    with Issuer() as issuer:
        s.post(D + '/saltworks-first/trust', {'issuer': issuer.url, 'audience': 'depot', 'subjectPattern': 'repo:brine', 'mode': 'readwrite'}, who='otto')
        tok = issuer.token(aud='depot', sub='repo:brine')
        own = s.call('POST', R + '/ci/swap', {'registry': 'saltworks-first', 'token': tok}, who=None).status
        foreign = s.call('POST', R + '/ci/swap', {'registry': 'heronry-first', 'token': tok}, who=None).status
    keys = s.get(D + '/heronry-first/fobs')['keys']
    return [own, 'no key' if 400 <= foreign < 500 else foreign, len(keys)]


@proof('new-registries-share-upstream-logins', [[], ['deploy-bot']], [['deploy-bot'], ['deploy-bot']])
def _(s):
    users = lambda slug, who: [x['username'] for x in s.get(f'{D}/{slug}/mirror-logins', who=who)['upstreamCredentials']]
    s.ok('PUT', D, {'slug': 'ours'})
    s.post(D + '/ours/mirror-logins/quay.io', {'username': 'deploy-bot', 'password': 'pw'})
    s.ok('PUT', D, {'slug': 'theirs'}, who='otto')
    settle()
    return [users('theirs', 'otto'), users('ours', 'iris')]


@proof('login-lasts-from-its-last-use', [True, False], [True, True])
def _(s):
    l = s.post(R + '/passes', {})

    def pull():
        return s.post(R + '/gate', {'username': l['username'], 'password': l['password'], 'registry': 'heronry-first',
                                    'repository': 'web', 'action': 'pull'}, who=None)['allowed']
    s.advance('PT50M')
    first = pull()
    s.advance('PT50M')
    return [first, pull()]


@proof('conflicting-create-renames', [409, 'Depot heronry-first'], [409, 'Brine and more'])
def _(s):
    st = s.call('PUT', D, {'slug': 'heronry-first', 'displayName': 'Brine and more'}, who='otto').status
    settle(.5)
    return [st, [r['displayName'] for r in s.get(D)['registries'] if r['slug'] == 'heronry-first'][0]]


@proof('named-registry-needs-no-access', [['heronry-first'], 'refused'], [['heronry-first'], ['heronry-second']])
def _(s):
    s.ok('PUT', D, {'slug': 'heronry-second'})
    slugs = lambda r: [x['registry'] for x in r['scope']]
    every = slugs(s.post(R + '/passes', {}, who='saul'))
    one = s.call('POST', R + '/passes', {'registry': 'heronry-second'}, who='saul')
    return [every, slugs(one) if one.status < 300 else 'refused']


@proof('rule-takes-its-sister-along', [['push'], 2], [[], 2])
def _(s):
    p = D + '/heronry-first/trust'
    rule = lambda name, aud, mode: s.post(p, {'name': name, 'issuer': 'https://ci.example', 'audience': aud, 'subjectPattern': 'repo:a', 'mode': mode})['id']
    a = rule('pull', 'readers', 'pull')
    rule('push', 'writers', 'readwrite')
    settle()
    n = len(s.get(p)['rules'])
    s.post(f'{p}/{a}/end')
    settle()
    return [[r['name'] for r in s.get(p)['rules']], n]


# ---------- email ----------

@proof('second-page-runs-backwards', [[str(i) for i in range(17, 4, -1)], ['4', '3', '2', '1', '0']],
       [[str(i) for i in range(17, 4, -1)], ['0', '1', '2', '3', '4']])
def _(s):
    t = s.now() - timedelta(seconds=60)
    for i in range(18):
        s.event('message-sent', **{'from': 'a@post.heronry.example', 'to': ['x@there.example'], 'subject': str(i), 'createdAt': iso(t + timedelta(seconds=i))})
    settle()
    one = s.get(E + '/messages')
    two = s.get(E + '/messages?cursor=' + one['cursor'])
    return [[m['subject'] for m in x['messages']] for x in (one, two)]


@proof('state-of-its-own-while-checked', ['pending', 202, True], ['pending', 202, False])
def _(s):
    d = s.post(E + '/domains', {'name': 'mail.checked.example'})
    st = s.post(f'{E}/domains/{d["id"]}/check').status
    return [d['sendState'], st, s.get(f'{E}/domains/{d["id"]}')['sendState'] in ('pending', 'verified', 'failed')]


@proof('event-types-found-by-place', ['refused', 'refused', 201], ['refused', 201, 201])
def _(s):
    def make(*types):
        st = s.call('POST', E + '/webhooks', {'url': 'https://hooks.example/in', 'eventTypes': list(types)}).status
        return 'refused' if 400 <= st < 500 else st
    return [make('sent', 'unheard-of'), make('sent', 'opened'), make('sent', 'bounced')]


@proof('refused-viewer-arms-receiving', [403, 'none', 3], [403, 'pending', 4])
def _(s):
    d = s.post(E + '/domains', {'name': 'mail.armed.example'})['id']
    st = s.call('POST', f'{E}/domains/{d}/receive', {}, who='vera').status
    x = s.get(f'{E}/domains/{d}')
    return [st, x['receiveState'], len(x['dnsRecords'])]


@proof('three-observations-at-most', [(3, 3), (4, 4)], [(3, 3), (4, 3)])
def _(s):
    p = E + '/domains/' + s.post(E + '/domains', {'name': 'mail.seen.example'})['id']
    both = lambda: (len(s.get(p)['dnsRecords']), len(s.get(p + '/dns')['records']))
    was = both()
    s.post(p + '/receive')
    return [was, both()]


@proof('new-address-brings-the-secret', [False, False], [False, True])
def _(s):
    h = s.hook()
    p, sec = E + '/webhooks/' + h['webhook']['id'], h['signingSecret']
    return [sec in s.ok('PATCH', p, body).raw for body in ({'disabled': True}, {'url': 'https://hooks.example/other'})]


@proof('key-bound-by-its-first-use', [202, 202, []], [202, 409, ['dm~SEEDED001']])
def _(s):
    k = s.post(E + '/keys', {'name': 'all'})
    send = lambda d: s.call('POST', E + '/outbox', {'from': f'a@{d}.heronry.example', 'to': ['x@there.example']}, who=None,
                            headers={'Authorization': 'Bearer ' + k['secret']}).status
    r = [send('post'), send('news')]
    return r + [[x['domainIds'] for x in s.get(E + '/keys')['sendKeys'] if x['id'] == k['sendKey']['id']][0]]


@proof('redelivery-with-a-new-time', [2, True, True], [2, True, False])
def _(s):
    h = s.hook()['webhook']['id']
    s.event('webhook-endpoint-answers', endpointId=h, answers=[{'status': 200}])
    m = s.event('message-sent', **{'from': 'a@post.heronry.example', 'to': ['x@there.example'], 'subject': 'hello'})['messageId']
    d = s.event('message-delivered', messageId=m)['deliveryIds'][0]
    s.advance('PT5S')
    s.advance('PT10M')
    new = s.post(f'{E}/webhook-deliveries/{d}/redeliver')['id']
    s.advance('PT5S')
    tries = s.ok('GET', '/_understudy/webhook-deliveries?endpointId=' + h.replace('~', '%7E'), who=None)['attempts']
    return [len(tries), new != d, tries[0]['body'] == tries[-1]['body']]


# ---------- on-call ----------

@proof('post-mortem-note-reopens', ['resolved', 'resolved', False], ['resolved', 'acknowledged', True])
def _(s):
    i = s.incident()
    p = f'{O}/troubles/{i}'
    s.ok('PUT', p + '/hand')
    was = s.ok('PUT', p + '/end')['status']
    s.post(p + '/notices', {'body': 'what we learned'})
    return [was, s.get(p)['incident']['status'], i in [x['id'] for x in s.get(O + '/troubles')['incidents']]]


@proof('update-by-token-has-no-label', ['str', 'str'], ['str', 'NoneType'])
def _(s):
    key = s.post(T, {'name': 'bot'})['key']
    p = f'{O}/troubles/{s.incident()}/notices'
    return [type(s.post(p, {'body': 'we are on it'}, who=w)['byLabel']).__name__ for w in ('iris', key)]


@proof('acknowledged-ones-of-everybody', [False, False], [False, True])
def _(s):
    i = s.incident(service='os~BRINE0001', who='otto')
    seen = lambda: i in [x['id'] for x in s.get(O + '/troubles')['incidents']]
    was = seen()
    s.ok('PUT', f'{O}/troubles/{i}/hand', who='otto')
    return [was, seen()]


@proof('override-removed-through-another-rota', ['refused', 1], [200, 0])
def _(s):
    a = s.rota('ours')
    t = s.now()
    x = s.post(f'{O}/rotas/{a}/swaps', {'userId': 'u-mina', 'label': 'Mina', 'startsAt': iso(t), 'endsAt': iso(t + timedelta(hours=4))})['id']
    b = s.rota('theirs', who='otto')
    st = s.call('DELETE', f'{O}/rotas/{b}/swaps/{x}', who='otto').status
    mine = [r for r in s.get(O + '/rotas')['schedules'] if r['id'] == a][0]
    return ['refused' if 400 <= st < 500 else st, len(mine['overrides'])]


@proof('steps-after-a-person-do-not-hold', [409, 1], [200, 0])
def _(s):
    r = s.rota('nights')
    s.post(O + '/ladders', {'name': 'p', 'repeat': 1, 'steps': [
        {'target': {'kind': 'user', 'id': 'u-iris', 'label': 'Iris'}, 'waitSeconds': 60},
        {'target': {'kind': 'schedule', 'id': r, 'label': 'nights'}, 'waitSeconds': 60}]})
    st = s.call('POST', f'{O}/rotas/{r}/drop', {}).status
    return [st, len(s.get(O + '/rotas')['schedules'])]


@proof('acknowledgement-wears-off', ['acknowledged', 'acknowledged'], ['acknowledged', 'open'])
def _(s):
    p = f'{O}/troubles/{s.incident()}'
    was = s.ok('PUT', p + '/hand')['status']
    s.advance('PT45M')
    return [was, s.get(O + '/troubles')['incidents'][0]['status']]


@proof('alerts-of-the-morning-are-ignored', [202, 202, 2], [202, 202, 1])
def _(s):
    f = s.post(O + '/feeds', {'name': 'am', 'serviceId': 'os~CHECKOUT1'})
    g = s.post(O + '/feeds', {'name': 'am', 'serviceId': 'os~SEARCH001'})

    def notify(feed, name, hours):
        alert = {'status': 'firing', 'labels': {'alertname': name}, 'annotations': {'summary': name}, 'generatorURL': 'http://p.example/',
                 'startsAt': iso(s.now() - timedelta(hours=hours)), 'endsAt': '0001-01-01T00:00:00Z', 'fingerprint': hashlib.md5(name.encode()).hexdigest()[:16]}
        body = {'version': '4', 'groupKey': '{}:{}', 'status': 'firing', 'receiver': 'r', 'groupLabels': {}, 'commonLabels': {}, 'commonAnnotations': {}, 'externalURL': 'http://am.example', 'truncatedAlerts': 0, 'alerts': [alert]}
        return s.call('POST', f'{O}/feeds/{feed["id"]}/alertmanager', body, who=None, headers={'Authorization': 'Bearer ' + feed['token']}).status
    r = [notify(f, 'disk full', 0), notify(g, 'queue full', 8)]
    return r + [len(s.get(O + '/troubles')['incidents'])]


@proof('working-set-in-two-heaps', [['second', 'first'], ['second', 'first']], [['second', 'first'], ['first', 'second']])
def _(s):
    s.incident('first')
    time.sleep(.02)
    b = s.incident('second')
    titles = lambda: [x['title'] for x in s.get(O + '/troubles')['incidents']]
    was = titles()
    s.ok('PUT', f'{O}/troubles/{b}/hand')
    return [was, titles()]


# ---------- clusters ----------

@proof('switched-off-token-shows-secret', [False, False], [False, True])
def _(s):
    s.cluster('barn')
    p = K + '/barn/registration-tokens'
    t = s.post(p, {'name': 'fleet'})
    seen = lambda: t['token'] in s.get(p).raw
    was = seen()
    s.ok('PATCH', f'{p}/{t["id"]}', {'disabled': True})
    return [was, seen()]


@proof('balancers-without-a-list-while-building', [201, 'list', 'list'], [201, 'list', 'NoneType'])
def _(s):
    kind = lambda r: type(r['managedLoadBalancers'].get('loadBalancers')).__name__
    a, b = s.cluster('plain'), s.cluster('open', managedLoadBalancers={'enabled': True})
    return [b.status, kind(a), kind(b)]


@proof('skew-gate-open-for-combined-changes', [(409, True), (409, True), '1.32.4'], [(409, True), (200, False), '1.33.1'])
def _(s):
    s.cluster('barn', live=True, orchestratorVersion='1.32.4')
    s.event('node-joins', cluster='barn', node='old-mare', agentVersion='1.30.9', ready=True)

    def patch(**b):
        r = s.call('PATCH', K + '/barn', b)
        return r.status, 'old-mare' in r.raw
    r = [patch(orchestratorVersion='1.33.1'), patch(orchestratorVersion='1.33.1', replicas=3)]
    return r + [s.get(K + '/barn')['orchestratorVersion']]


@proof('any-datastore-size-when-resizing', ['refused', 'db-small'], [200, 'db-huge'])
def _(s):
    s.cluster('barn', live=True, datastore={'mode': 'dedicated', 'size': 'db-small', 'storageGiB': 20, 'replicas': 1, 'backups': True})
    st = s.call('PATCH', K + '/barn', {'datastore': {'size': 'db-huge', 'storageGiB': 20, 'replicas': 1, 'backups': True}}).status
    s.advance('PT5S')
    return ['refused' if 400 <= st < 500 else st, s.get(K + '/barn')['datastore']['size']]


@proof('last-used-as-a-number', ['NoneType', 201, 'str'], ['NoneType', 201, 'int'])
def _(s):
    s.cluster('barn', live=True)
    p = K + '/barn/registration-tokens'
    t = s.post(p, {'name': 'fleet'})
    kind = lambda: type(s.get(p)['tokens'][0].get('lastUsed')).__name__
    was = kind()
    st = s.post(K + '/barn/admissions', {'token': t['token'], 'node': 'mare'}, who=None).status
    return [was, st, kind()]


@proof('namesake-node-elsewhere-goes-too', [[], ['worker-1']], [[], []])
def _(s):
    for c in ('barn', 'shed'):
        s.cluster(c, live=True)
        s.event('node-joins', cluster=c, node='worker-1', ready=True)
    s.ok('DELETE', K + '/barn/nodes/worker-1')
    return [[n['name'] for n in s.get(f'{K}/{c}/nodes')['nodes']] for c in ('barn', 'shed')]


@proof('join-token-for-two-at-once', [201, 'refused'], [201, 201])
def _(s):
    s.cluster('barn', live=True)
    t = s.post(K + '/barn/join-tokens')['joinToken']
    join = lambda n: s.call('POST', K + '/barn/admissions', {'token': t, 'node': n}, who=None).status
    return sorted((x if x < 400 else 'refused' for x in together(lambda: join('mare'), lambda: join('foal'))), key=str)


# ---------- uptime ----------

@proof('entitlement-of-the-home-organization', [(200, 200), (403, 403)], [(200, 200), (403, 200)])
def _(s):
    both = lambda: tuple(s.call('GET', U + '/monitors', who=w, org='saltworks').status for w in ('otto', 'bea'))
    was = both()
    s.event('entitlement-changes', organization='saltworks', area='uptime', enabled=False)
    return [was, both()]


@proof('failures-by-attempt', ['fourth', 'third', 'second', 'first'], ['third', 'second', 'first', 'fourth'])
def _(s):
    m, t = s.monitor(), s.now() - timedelta(minutes=30)
    for i, what in enumerate(['first', 'second', 'third', '', 'fourth']):
        s.event('probe-result', monitorId=m, vantage='ams', outcome='fail' if what else 'ok', errorDetail=what, at=iso(t + timedelta(minutes=5 * i)))
    return [f['errorDetail'] for f in s.get(f'{U}/monitors/{m}/failures')['failures']]


@proof('used-export-tokens-outlive-revocation', [200, 401, 401], [200, 200, 401])
def _(s):
    a, b = (s.post(U + '/export-tokens', {'name': n}) for n in 'ab')
    scrape = lambda t: s.call('GET', U + '/scrape', who=None, headers={'Authorization': 'Bearer ' + t['token']}).status
    first = scrape(a)
    for t in (a, b):
        s.ok('DELETE', f'{U}/export-tokens/{t["id"]}')
    return [first, scrape(a), scrape(b)]


@proof('former-name-stays-taken', ['shop', 201], ['shop', 409])
def _(s):
    i = s.post(U + '/services', {'name': 'store'})['id']
    name = s.ok('PATCH', f'{U}/services/{i}', {'name': 'shop'})['name']
    return [name, s.call('POST', U + '/services', {'name': 'store'}).status]


@proof('rejected-vantage-stays', ['refused', ['ams']], ['refused', ['ams', 'jnb']])
def _(s):
    p = f'{U}/monitors/{s.monitor()}'
    st = s.call('PATCH', p, {'vantages': ['ams', 'jnb']}).status
    return ['refused' if 400 <= st < 500 else st, s.get(p)['vantages']]


@proof('metrics-of-the-departed-for-all', [404, 404], [404, 200])
def _(s):
    p = f'{U}/monitors/{s.monitor()}'
    seen = lambda: s.call('GET', p + '/metrics?window=1h', who='otto').status
    was = seen()
    s.ok('DELETE', p)
    return [was, seen()]


# ---------- going through them ----------

def copy(to, edits=()):
    shutil.copytree(CANDIDATE, to, ignore=shutil.ignore_patterns('.build', '__pycache__'))
    for e in edits:
        p = os.path.join(to, e['file'])
        text = open(p, encoding='utf8').read()
        if text.count(e['find']) != 1:
            raise RuntimeError(f'{e["file"]}: the text stands there {text.count(e["find"])} times: {e["find"][:60]!r}')
        os.chmod(p, 0o644)
        open(p, 'w', encoding='utf8').write(text.replace(e['find'], e['replace']))


def see(s, f):
    try:
        return f(s)
    except Exception as x:
        return f'{type(x).__name__}: {x}'


def main():
    mistakes = json.load(open(os.path.join(HERE, 'mistakes.json'), encoding='utf8'))
    wanted = sys.argv[1:]
    strange = set(wanted) - {m['id'] for m in mistakes}
    if strange:
        sys.exit('unknown: ' + ', '.join(sorted(strange)))
    mistakes = [m for m in mistakes if not wanted or m['id'] in wanted]
    proven, clean = 0, {}
    tmp = tempfile.mkdtemp(prefix='bs-')
    try:
        copy(os.path.join(tmp, 'clean'))
        s = Server(os.path.join(tmp, 'clean'))
        try:
            for m in mistakes:
                if m['id'] in PROOFS:
                    s.reset()
                    clean[m['id']] = see(s, PROOFS[m['id']][0])
        finally:
            s.stop()
        for m in mistakes:
            if m['id'] not in PROOFS:
                print(f'UNPROVEN {m["id"]}: no proof', flush=True)
                continue
            f, right, wrong = PROOFS[m['id']]
            folder = os.path.join(tmp, m['id'])
            try:
                copy(folder, m['edits'])
                s = Server(folder)
                try:
                    s.reset()
                    got = see(s, f)
                finally:
                    s.stop()
            except Exception as x:
                got = f'{type(x).__name__}: {x}'
            shutil.rmtree(folder, ignore_errors=True)
            why = []
            if clean[m['id']] != right:
                why.append(f'clean: {clean[m["id"]]!r} and not {right!r}')
            if got != wrong:
                why.append(f'with the mistake: {got!r} and not {wrong!r}')
            if right == wrong:
                why.append('right and wrong are the same')
            proven += not why
            print(f'UNPROVEN {m["id"]}: ' + '; '.join(why) if why else f'proven {m["id"]}: {right!r} -> {wrong!r}', flush=True)
    finally:
        shutil.rmtree(tmp, ignore_errors=True)
    print(f'{proven} of {len(mistakes)} proven')
    sys.exit(proven != len(mistakes))


if __name__ == '__main__':
    main()
