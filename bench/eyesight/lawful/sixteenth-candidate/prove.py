#!/usr/bin/env python3
"""Proves the variations of variations.json: python3 prove.py [ID...]

For each one the clean candidate and a copy with the edits are started on free ports, the same sequence is run against both
and must give what is expected of each, and the candidate's own check script must pass on the copy, or fail in nothing but
what the variation means to change (PROOFS names those checks as their failures do). One at a time.
CANDIDATE in the environment names the candidate's folder (default: the sixteenth example)."""
import base64, hashlib, hmac, http.client, http.server, json, os, re, shutil, subprocess, sys, tempfile, threading, time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.abspath(os.environ.get('CANDIDATE') or os.path.join(HERE, '../../../../examples/sixteenth-candidate'))
ENV = dict(os.environ)
ENV.setdefault('HOME', tempfile.gettempdir())
R, O, E, U, K = '/api/v1/registry', '/api/v1/oncall', '/api/v1/email', '/api/v1/uptime', '/api/v1/clusters'
D, T, C = R + '/depots', O + '/troubles', '/api/v1/organization/contacts'
SVC = 'os~CHECKOUT1'


class Answer:
    def __init__(self, status, raw, headers):
        self.status, self.raw, self.headers = status, raw, headers
        try:
            self.json = json.loads(raw)
        except ValueError:
            self.json = None

    def __getitem__(self, k):
        return self.json[k]


class Server:
    """A running candidate, and a receiver for its webhooks."""

    def __init__(self, folder):
        binary = os.path.join(folder, '.build', 'server')  # as run.sh builds and starts it
        self.process = subprocess.Popen([binary, '--port', '0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.host = self.process.stdout.readline().strip().split('//')[1]
        self.got = got = []

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get('content-length', 0)))
                got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(500 if 'fail' in self.path else 204)
                self.end_headers()

            def log_message(self, *a):
                pass
        self.receiver = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Receiver)
        threading.Thread(target=self.receiver.serve_forever, daemon=True).start()
        self.hook = f'http://127.0.0.1:{self.receiver.server_port}'

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.receiver.shutdown()
        self.receiver.server_close()

    def __call__(self, method, path, body=None, who='u-iris', org='', headers=None):
        c = http.client.HTTPConnection(self.host, timeout=20)
        h = dict(headers or {})
        if who:
            h['X-Console-Key'] = who if '~' in who else 'sess-' + who
        if org:
            h['X-Acting-Org'] = org
        c.request(method, path, None if body is None else json.dumps(body), h)
        r = c.getresponse()
        raw = r.read().decode('utf8', 'replace')
        c.close()
        return Answer(r.status, raw, r.headers)

    def ev(self, name, **b):
        a = self('POST', '/_understudy/events/' + name, b, who=None)
        assert a.status == 200, (name, a.raw)
        return a

    def advance(self, d):
        return self('POST', '/_understudy/clock/advance', {'by': d}, who=None)

    def until(self, f, seconds=6):
        end = time.time() + seconds
        while time.time() < end:
            v = f()
            if v:
                return v
            time.sleep(.05)
        return f()

    # what several sequences need
    def webhook(self, path='/a', types=('sent', 'delivered', 'bounced', 'complained')):
        return self('POST', E + '/webhooks', {'url': self.hook + path, 'eventTypes': list(types)}).json

    def sent(self, n=1, **x):
        return [self.ev('message-sent', **{'from': 'a@post.heronry.example', 'to': [f'r{i}@c.example'], 'subject': f's{i}', **x})['messageId'] for i in range(n)]

    def deliveries(self, q=''):
        return self('GET', E + '/webhook-deliveries?' + q)['deliveries']

    def cluster(self, name='c1', **x):
        self('POST', K, {'name': name, 'tier': 'small', **x})
        self.until(lambda: 'endpoint' in self('GET', f'{K}/{name}').json)
        return f'{K}/{name}'

    def monitor(self, **x):
        a = self('POST', U + '/monitors', {'name': 'm', 'intervalSeconds': 20, 'vantages': ['ams', 'gru'], 'kind': 'http', 'http': {'url': 'https://a.example/'}, 'downCondition': {'confirmations': 2, 'quorum': 1}, **x})
        return a.json

    def push(self, registry='heronry-first', repo='web', **x):
        return self.ev('image-pushed', registry=registry, repository=repo, manifestBytes=100, layers=[{'sizeBytes': 1000}], **x)['digest']


PROOFS = {}


def proof(id, clean, varied, *fails):
    """clean, varied: what the sequence gives, or a test of it; fails: checks that the variation means to change."""
    def keep(f):
        PROOFS['lb-' + id] = (f, clean, varied, fails)
        return f
    return keep


# ---------- tokens ----------
def day(s):
    return time.mktime(time.strptime(s[:19], '%Y-%m-%dT%H:%M:%S')) / 86400


@proof('token-life-in-capped-days', [1, 7, 14], [10, 366, 366], 'expired token')
def _(s):
    ids = [s('POST', '/api/v1/tokens', {'name': 'n', 'expiresIn': n})['id'] for n in (10, 10000, 20000)]
    time.sleep(.4)
    l = {t['id']: t for t in s('GET', '/api/v1/tokens')['tokens']}
    return [max(1, round(day(l[i]['expiresAt']) - day(l[i]['createdAt']))) for i in ids]


@proof('token-times-with-offset-and-comma', [r'Z'] * 3, [r'+'] * 3, 'token times are ISO')
def _(s):
    s('POST', '/api/v1/tokens', {'name': 'n'})
    time.sleep(.4)
    t = s('GET', '/api/v1/tokens')['tokens'][0]
    kinds = {'Z': r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$', '+': r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{3}\+05:45$'}
    return [next((k for k, r in kinds.items() if re.match(r, t[f])), t[f]) for f in ('createdAt', 'expiresAt', 'lastRequest')]


@proof('token-start-says-nothing', [True, 2], [False, 1])
def _(s):
    made = [s('POST', '/api/v1/tokens', {'name': n}).json for n in 'ab']
    time.sleep(.4)
    l = {t['id']: t['start'] for t in s('GET', '/api/v1/tokens')['tokens']}
    return [all(m['key'].startswith(l[m['id']]) for m in made), len(set(l.values()))]


@proof('last-use-written-later', [[True, True, True], [True, True, True]], [[False, False, False], [True, True, True]])
def _(s):
    t = s('POST', '/api/v1/tokens', {'name': 'n'}).json
    f = s('POST', O + '/feeds', {'name': 'f', 'serviceId': SVC}).json
    x = s('POST', U + '/export-tokens', {'name': 'e'}).json
    time.sleep(.4)
    s('GET', C, who=t['key'])
    s('POST', f'{O}/feeds/{f["id"]}/alertmanager', {'alerts': []}, who=None, headers={'Authorization': 'Bearer ' + f['token']})
    s('GET', U + '/scrape', who=None, headers={'Authorization': 'Bearer ' + x['token']})

    def used():
        time.sleep(.4)
        a = s('GET', '/api/v1/tokens')['tokens'][0]
        return [a['lastRequest'] != a['createdAt'], s('GET', O + '/feeds')['sources'][0]['lastEventAt'] != '', s('GET', U + '/export-tokens')['tokens'][0]['lastUsedAt'] != '']
    a = used()
    s.advance('PT4M')
    return [a, used()]


# ---------- iam ----------
@proof('resource-ids-are-urns', [['heronry-first'], 417, 201, [['heronry-first']]], [['urn:pelican:registry:heronry-first'], 201, 201, [['heronry-first'], ['urn:pelican:registry:heronry-first']]],
       'scope options of a scoped one', 'registry in the catalog')
def _(s):
    ids = s.until(lambda: [r['id'] for r in s('GET', '/api/v1/iam/catalog')['resources'] if r['service'] == 'registry'])

    def mint(i):
        return s('POST', '/api/v1/tokens', {'name': 'n', 'scope': [{'role': 'registry:viewer', 'resourceIds': [i]}]})
    a, b = mint('urn:pelican:registry:heronry-first'), mint('heronry-first')
    if a.status == 201:  # and it opens that one, and nothing else
        assert s('GET', D + '/heronry-first', who=a['key']).status == 200
        s('PUT', D, {'slug': 'other'})
        assert s('GET', D + '/other', who=a['key']).status == 403
    time.sleep(.4)
    return [ids, 417 if a.status == 403 else a.status, b.status, sorted(t['scope'][0]['resourceIds'] for t in s('GET', '/api/v1/tokens')['tokens'])]


@proof('role-permissions-with-wildcards', [True, []], [False, ['registry.*.read']])
def _(s):
    roles = s('GET', '/api/v1/iam/catalog')['roles']
    atoms = {t['permission'] for v in s('GET', '/api/v1/iam/permissions')['services'] for r in v['resources'] for t in r['tiers']}
    return [all(set(r['permissions']) <= atoms for r in roles), [p for r in roles if r['id'] == 'registry:viewer' for p in r['permissions'] if '*' in p]]


@proof('permission-tiers-upside-down', [0, [['read', 'write', 'admin']]], [1, [['admin', 'write', 'read']]], 'permission tiers')
def _(s):
    v = s('GET', '/api/v1/iam/permissions')['services']
    orders = []
    for x in v:
        for r in x['resources']:
            o = [t['tier'] for t in r['tiers']]
            if o not in orders:
                orders.append(o)
    return [sum(x['resources'] == [] for x in v), orders]


@proof('errors-as-problem-documents', ['application/json', ['error'], '~ unknown registry', True, True],
       ['application/problem+json', ['detail', 'error', 'status', 'title', 'type'], 'not-found', False, True], 'names the node', 'names the component')
def _(s):
    a = s('GET', D + '/nope')
    z = s.cluster(orchestratorVersion='1.31.6')
    s.ev('node-joins', cluster='c1', node='old-one', agentVersion='1.29.0', ready=True)
    b = s('PATCH', z, {'orchestratorVersion': '1.32.4'})
    assert b.status == 409
    return [a.headers['Content-Type'], sorted(a.json), a['error'], 'old-one' in b['error'], 'old-one' in b.raw]


# ---------- organization ----------
@proof('unset-contacts-follow-billing', ['nobody@heronry.invalid'] * 3 + ['own@heronry.example'], ['bills@heronry.example', 'new@heronry.example', 'new@heronry.example', 'own@heronry.example'])
def _(s):
    f = lambda m, b=None: s(m, C, b)['securityEmail']
    return [f('GET'), f('PATCH', {'billingEmail': 'new@heronry.example'}), f('GET'), (f('PATCH', {'securityEmail': 'own@heronry.example'}), f('PATCH', {'billingEmail': 'third@heronry.example'}))[1]]


@proof('contacts-from-a-replica', ['new', 'new', 'new'], ['new', 'old', 'new'], 'only what is named', 'nothing changed')
def _(s):
    name = lambda a: 'new' if a['technicalEmail'].startswith('fresh') else 'old'
    a = s('PATCH', C, {'technicalEmail': 'fresh@heronry.example'})
    b = s('GET', C)
    time.sleep(.8)
    return [name(a), name(b), name(s('GET', C))]


@proof('permission-asked-first', [400, 417, 417, 417], [403, 403, 403, 403])
def _(s):
    i = s('POST', T, {'serviceId': SVC, 'title': 't'})['id']
    return [s('PATCH', C, {'technicalEmail': 'x'}, who='u-mina').status, s('POST', D + '/heronry-first/fobs', {'name': 'k', 'mode': 'x'}, who='u-mina').status,
            s('POST', E + '/webhooks', {'url': 'x'}, who='u-vera').status, s('POST', f'{T}/{i}/notices', {}, who='u-vera').status]


# ---------- registry ----------
@proof('login-names-the-host', ['*', 'heronry-first', ['heronry-first'], True], ['cr.pelican.example', 'cr.pelican.example', ['heronry-first'], True], 'pullOnly')
def _(s):
    s('PUT', D, {'slug': 'second'})
    a, b = s('POST', R + '/passes', {}), s('POST', R + '/passes', {'registry': 'heronry-first'})
    return [a['registry'], b['registry'], [x['registry'] for x in b['scope']], len(a['scope']) == 2]


@proof('garbage-collected-later', [0, 0, 0, 0], [0, 1100, 1100, 0], 'space after purge', 'freed')
def _(s):
    d = s.push()
    used = lambda: s('GET', D + '/heronry-first')['usedBytes']
    assert used() == 1100
    s('DELETE', f'{D}/heronry-first/images?repo=web&digest={quote(d)}')
    a = used()
    left = len(s('GET', D + '/heronry-first/images?repo=web')['manifests'])
    time.sleep(1)
    b = used()
    time.sleep(2)
    return [left, a, b, used()]


@proof('rules-counted-per-registry', lambda v: len(set(v[0])) == 3 and min(v[0]) > 0 and v[1:] == [200, 1, 1], [[0, 1, 0], 200, 1, 1])
def _(s):
    s('PUT', D, {'slug': 'second'})
    make = lambda g: s('POST', f'{D}/{g}/trust', {'issuer': 'https://i.example', 'audience': 'a', 'subjectPattern': 's', 'mode': 'pull'})['id']
    ids = [make('heronry-first'), make('heronry-first'), make('second')]
    st = s('POST', f'{D}/heronry-first/trust/{ids[0]}/end').status
    time.sleep(.4)
    n = lambda g: len(s('GET', f'{D}/{g}/trust')['rules'])
    return [ids, st, n('heronry-first'), n('second')]


@proof('secrets-begin-with-their-id', [[False] * 5, False], [[True] * 5, False])
def _(s):
    k = s('POST', D + '/heronry-first/fobs', {'name': 'k', 'mode': 'pull'}).json
    e = s('POST', E + '/keys', {'name': 'k'}).json
    f = s('POST', O + '/feeds', {'name': 'f', 'serviceId': SVC}).json
    x = s('POST', U + '/export-tokens', {'name': 'e'}).json
    z = s.cluster()
    g = s('POST', z + '/registration-tokens', {'name': 'r'}).json
    time.sleep(.4)
    lists = ''.join(s('GET', p).raw for p in (D + '/heronry-first/fobs', E + '/keys', O + '/feeds', U + '/export-tokens', z + '/registration-tokens'))
    pairs = [(k['keyId'], k['secret']), (e['sendKey']['keyId'], e['secret']), (f['id'], f['token']), (x['id'], x['token']), (g['id'], g['token'])]
    gate = s('POST', R + '/gate', {'username': k['keyId'], 'password': k['secret'], 'registry': 'heronry-first', 'repository': 'a', 'action': 'pull'}, who=None)
    assert gate['allowed'] and all(i in lists for i, _ in pairs)
    return [[t.startswith(i) for i, t in pairs], any(t in lists or t.split('.')[-1] in lists for _, t in pairs)]


@proof('two-replicas-take-turns', lambda v: v == sorted(v) and v[-1], lambda v: v != sorted(v) and v[-4:] == [True] * 4)
def _(s):
    names = lambda: 'second' in [r['slug'] for r in s('GET', D)['registries']]
    names()
    s('PUT', D, {'slug': 'second'})
    v = [names() for _ in range(6)]
    time.sleep(.9)
    return v + [names() for _ in range(4)]


# ---------- email ----------
@proof('thin-webhooks-in-standard-form', [True, True, 'own', True], [False, False, 'standard', True], 'signature', 'frozen payload, new secret')
def _(s):
    w = s.webhook()
    [m] = s.sent()
    s.until(lambda: s.got)
    path, h, body = s.got[0]
    v = json.loads(body)

    def scheme(secret, h, body):
        if 'webhook-signature' in h:
            key = base64.b64decode(secret.removeprefix('whsec_'))
            sig = base64.b64encode(hmac.new(key, f'{h["webhook-id"]}.{h["webhook-timestamp"]}.'.encode() + body, hashlib.sha256).digest()).decode()
            return 'standard' if h['webhook-signature'] == 'v1,' + sig else 'wrong'
        t, g = re.match(r't=(\d+),v1=(\w+)', h['x-pelican-proof']).groups()
        return 'own' if hmac.new(secret.encode(), (t + '.').encode() + body, hashlib.sha256).hexdigest() == g else 'wrong'
    new = s('POST', f'{E}/webhooks/{w["webhook"]["id"]}/rotate-secret')['signingSecret']
    time.sleep(.4)
    s('POST', f'{E}/webhook-deliveries/{s.deliveries()[0]["id"]}/redeliver')
    s.until(lambda: len(s.got) > 1)
    again = s.got[1]
    return [m in body.decode(), 'r0@c.example' in body.decode(), scheme(w['signingSecret'], h, body), again[2] == body and scheme(new, again[1], body) != 'wrong']


@proof('webhook-queue-late-and-shuffled', [True, False], [False, True])
def _(s):
    s.webhook(types=('delivered',))
    [m] = s.sent()
    time.sleep(.9)
    ids = []
    for i in range(3):
        ids += s.ev('message-delivered', messageId=m)['deliveryIds']
        time.sleep(.1)
    time.sleep(.9)
    soon = len(s.got) == 3
    s.until(lambda: len(s.got) == 3)
    came = [int(h['x-pelican-delivery']) for _, h, _ in s.got]
    assert sorted(came) == ids
    return [soon, came != ids]


@proof('disabled-endpoint-keeps-its-events', [0, [], 0], [0, ['pending'], 1])
def _(s):
    p = f'{E}/webhooks/{s.webhook(types=("delivered",))["webhook"]["id"]}'
    [m] = s.sent()
    s('PATCH', p, {'disabled': True})
    s.ev('message-delivered', messageId=m)
    time.sleep(1)
    a = len(s.got), [d['state'] for d in s.deliveries()]
    s('PATCH', p, {'disabled': False})
    time.sleep(1)
    return [*a, len(s.got)]


@proof('webhooks-tried-once', [['failed'] * 4, 4, 2], [['failed'], 1, 2], 'retried')
def _(s):
    w = s.webhook('/fail', types=('delivered',))['webhook']['id']
    [m] = s.sent()
    s.ev('message-delivered', messageId=m)
    s.until(lambda: s.got)
    time.sleep(.5)
    for _ in range(4):
        s.advance('PT6M')
        time.sleep(.5)
    l, n = [d['state'] for d in s.deliveries('endpointId=' + w)], len(s.got)
    s('PATCH', f'{E}/webhooks/{w}', {'url': s.hook + '/fine'})
    s('POST', f'{E}/webhook-deliveries/{s.deliveries()[-1]["id"]}/redeliver')
    s.until(lambda: len(s.got) > n)
    return [l, n, 1 + sum(p == '/fine' for p, _, _ in s.got)]


@proof('webhooks-at-least-once', [4, [1] * 4], [6, [1] * 4 + [2] * 2], 'deliveries', 'frozen payload, new secret', 'again', 'disabled gets nothing')
def _(s):
    s.webhook(types=('delivered',))
    [m] = s.sent()
    for _ in range(4):
        s.ev('message-delivered', messageId=m)
    time.sleep(2.6)
    l = s.deliveries()
    assert len(l) == len(s.got) and all(d['state'] == 'delivered' for d in l)
    assert len({b for _, _, b in s.got}) <= 4
    return [len(s.got), sorted(d['attempts'] for d in l)]


@proof('pages-cut-before-filtering', [[(1, False)], 20, True], [[(0, True), (1, False)], 20, True], 'to')
def _(s):
    for i in range(20):
        s.sent(to=[f'p{i}@pg.example'], createdAt='%sZ' % time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(time.time() - 3600 + i * 60)))
    time.sleep(.4)

    def pages(q):
        r, ids, cur = [], [], ''
        while True:
            a = s('GET', E + '/messages?' + q + ('&cursor=' + quote(cur) if cur else ''))
            ids += [(m['createdAt'], m['id']) for m in a['messages']]
            cur = a.json.get('cursor')
            r.append((len(a['messages']), bool(cur)))
            if not cur:
                return r, ids
    all_ = pages('direction=send')[1]
    return [pages('to=p0@pg.example')[0], len(set(all_)), [t for t, _ in all_] == sorted((t for t, _ in all_), reverse=True)]


@proof('message-ids-of-the-mail', [False, 200, True, 1], [True, 200, True, 1])
def _(s):
    s.webhook()
    [m] = s.sent()
    time.sleep(1.3)
    a = s('GET', f'{E}/messages/{quote(m, safe="")}')
    raw = s('GET', f'{E}/messages/{quote(m, safe="")}/content')
    return [bool(re.match(r'<\w+@mail\.pelican\.example>$', m)), a.status, a['message']['id'] == m and m in raw.raw, len(s.deliveries('messageId=' + quote(m, safe='')))]


@proof('every-fitting-route-delivers', [1, 1], [3, 3], 'most specific')
def _(s):
    w = s.webhook()['webhook']['id']
    s('POST', E + '/domains/dm~SEEDED001/receive')
    for p in ('help', 'he*', '*', 'other'):
        assert s('POST', E + '/routes', {'domainId': 'dm~SEEDED001', 'pattern': p, 'endpointId': w}).status == 201
    x = s.ev('message-received', **{'from': 'jo@c.example', 'to': ['help@post.heronry.example']})
    s.until(lambda: len(s.got) >= len(x['deliveryIds']))
    time.sleep(.5)
    return [len(x['routeIds']), len(s.got)]


@proof('optional-fields-left-out', [['bounceType', 'kind', 'occurredAt', 'recipient'], True, True, ['acceptedToday', 'bouncePausePct', 'complaintPausePct', 'dailyQuota', 'pauseReason', 'paused', 'pausedAt']],
       [['kind', 'occurredAt'], False, True, ['acceptedToday', 'dailyQuota', 'paused']], 'delivery', 'settings', 'paused')
def _(s):
    s.webhook(types=('bounced',))
    ms = s.sent(26)
    for m in ms:
        s.ev('message-bounced', messageId=m, bounce='hard')
        if s('GET', E + '/settings')['paused']:
            break
    time.sleep(.5)
    l = s.deliveries('messageId=' + ms[0])
    return [sorted(s('GET', f'{E}/messages/{ms[0]}')['events'][-1]), 'messageId' in l[0], len(l) == 1, sorted(s('GET', E + '/settings').json)]


@proof('forced-checks-rationed', [202, 202, 202, 202], [202, 429, 202, 202])
def _(s):
    p = E + '/domains/dm~SEEDED00%d/check'
    r = [s('POST', p % 1).status, s('POST', p % 1).status, s('POST', p % 2).status]
    s.advance('PT11S')
    return r + [s('POST', p % 1).status]


# ---------- on-call ----------
@proof('alerts-taken-in-later', [202, 1, 1], [202, 0, 1], 'two alerts, one incident')
def _(s):
    f = s('POST', O + '/feeds', {'name': 'f', 'serviceId': SVC}).json
    a = s('POST', f'{O}/feeds/{f["id"]}/alertmanager', {'version': '4', 'alerts': [{'status': 'firing', 'labels': {'alertname': 'Disk'}, 'fingerprint': 'a'}]}, who=None, headers={'Authorization': 'Bearer ' + f['token']})
    n = len(s('GET', T)['incidents'])
    time.sleep(1)
    return [a.status, n, len(s('GET', T)['incidents'])]


@proof('resolving-acknowledges', ['resolved', False, True], ['resolved', True, True])
def _(s):
    i, j = (s('POST', T, {'serviceId': SVC, 'title': 't'})['id'] for _ in 'ab')
    a = s('PUT', f'{T}/{i}/end').json
    b = s('PUT', f'{T}/{j}/hand').json
    c = s('PUT', f'{T}/{j}/end').json
    return [a['status'], a.get('acknowledgedAt') == a['resolvedAt'], b['acknowledgedAt'] == c['acknowledgedAt']]


@proof('pages-on-ticks', lambda v: v[0] < .5 and v[1] == 1, lambda v: 1.5 < v[0] < 5.5 and v[1] == 0)
def _(s):
    p = s('POST', O + '/ladders', {'name': 'p', 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': 'u-mina', 'label': 'M'}, 'waitSeconds': 60}]})['id']
    s('POST', f'{O}/watched/{SVC}/ladder', {'escalationPolicyId': p})
    pages = lambda i: s('GET', '/_understudy/pages?incidentId=' + i, who=None)['pages']
    s('PUT', '/_understudy/clock', {'mode': 'set', 'now': '2027-03-01T12:00:01Z'}, who=None)
    i = s('POST', T, {'serviceId': SVC, 'title': 't'})['id']
    t = time.time()
    s.until(lambda: pages(i))
    took = time.time() - t
    s('PUT', '/_understudy/clock', {'mode': 'set', 'now': '2027-03-01T12:10:01Z'}, who=None)
    j = s('POST', T, {'serviceId': SVC, 'title': 't'})['id']
    time.sleep(.3)
    s('PUT', f'{T}/{j}/hand')
    s.advance('PT1M')
    assert len(pages(i)) == 1
    return [took, len(pages(j))]


@proof('schedule-times-in-one-form', ['9:00', None, '2027-01-01T10:00:00+02:00', True], ['09:00:00', 1, '2026-W53-5T08:00:00.000000Z', True])
def _(s):
    r = s('POST', O + '/rotas', {'name': 'r', 'timezone': 'UTC', 'participants': [{'userId': 'u-mina', 'label': 'M'}], 'handoff': {'interval': 'weekly', 'time': '9:00'}}).json
    x = s('POST', f'{O}/rotas/{r["id"]}/swaps', {'userId': 'u-amos', 'label': 'A', 'startsAt': '2027-01-01T10:00:00+02:00', 'endsAt': '2027-01-02T10:00:00+02:00'}).json
    s('PUT', '/_understudy/clock', {'mode': 'set', 'now': '2027-01-01T12:00:00Z'}, who=None)
    now = s('GET', O + '/rotas')['schedules'][0]['onCallNow']
    return [r['handoff']['time'], r['handoff'].get('dow'), x['startsAt'], now['override'] and now['userId'] == 'u-amos']


@proof('status-page-is-cached', [0, 1, 1, 0, 0], [0, 0, 1, 1, 0], 'hidden again')
def _(s):
    n = lambda: len(s('GET', f'{O}/public/{SVC}', who=None)['incidents'])
    i = s('POST', T, {'serviceId': SVC, 'title': 't'})['id']
    r = [n()]
    u = s('POST', f'{T}/{i}/notices', {'body': 'b'})['id']
    r.append(n())
    time.sleep(1)
    r.append(n())
    s('POST', f'{T}/{i}/notices/{u}/retract')
    r.append(n())
    time.sleep(1)
    return r + [n()]


@proof('unknown-fields-are-refused', [200, 200, 200, 200, 'http'], [417, 417, 417, 400, 'http'], 'publish on a resolved one', 'author from the session', 'update', 'public', 'retract', 'save', 'email stamped',
       'no credential', 'second step', 'stops at acknowledgement', 'sms sent', 'patch', 'only what is named')
def _(s):
    i = s('POST', T, {'serviceId': SVC, 'title': 't'})['id']
    m = s.monitor()['id']
    r = [s('POST', O + '/me/reach', {'email': 'x@y.example', 'rules': []}).status, s('POST', f'{T}/{i}/notices', {'body': 'b', 'byLabel': 'X'}).status,
         s('PATCH', f'{U}/monitors/{m}', {'name': 'q', 'kind': 'tcp'}).status, s('PATCH', C, {'technicalEmail': 'a@b.example', 'fax': '1'}).status]
    assert s('POST', O + '/me/reach', {'phone': '+15550100', 'rules': []}).status == 200 and s('POST', f'{T}/{i}/notices', {'body': 'b'}).status == 200
    return r + [s('GET', f'{U}/monitors/{m}')['kind']]


# ---------- clusters ----------
@proof('phase-tells-the-time', [1, True], [3, True], 'live')
def _(s):
    z = s.cluster()
    p = []
    for _ in range(3):
        p.append(s('GET', z)['phase'])
        time.sleep(.02)
    return [len(set(p)), all(x.startswith('live') for x in p)]


@proof('kubeconfig-kept-and-in-json', [False, False, [60, 60, 60], True], [True, True, [60, 50, 60], True])
def _(s):
    z = s.cluster() + '/kubeconfig'
    a = s('GET', z)
    s.advance('PT10M')
    b = s('GET', z)
    s.advance('PT46M')
    c = s('GET', z)
    good = s.ev('credential-used', kind='kubeconfig', secret=c['kubeconfig'])['accepted']
    try:
        is_json = json.loads(a['kubeconfig'])['kind'] == 'Config'
    except ValueError:
        is_json = False
    return [a['kubeconfig'] == b['kubeconfig'], is_json, [x['expiresIn'] for x in (a, b, c)], good and c['kubeconfig'] != a['kubeconfig']]


@proof('join-commands-name-a-file', [True, True, True, [201, 201]], [False, False, False, [201, 201]])
def _(s):
    z = s.cluster()
    j, r = s('POST', z + '/join-tokens'), s('POST', z + '/registration-tokens', {'name': 'r'})
    join = lambda t, n: s('POST', z + '/admissions', {'token': t, 'node': n}, who=None).status
    if 'runcmd' not in r['cloudConfig']:
        assert r['token'] in base64.b64decode(r['cloudConfig']).decode()
    return [j['joinToken'] in j['joinCommand'], r['token'] in r['joinCommand'], r['token'] in r['cloudConfig'], [join(j['joinToken'], 'a'), join(r['token'], 'b')]]


@proof('nodes-drain-first', [204, [], []], [204, [['n1', False]], []], 'gone')
def _(s):
    z = s.cluster()
    s.ev('node-joins', cluster='c1', node='n1', ready=True)
    st = s('DELETE', z + '/nodes/n1').status
    l = lambda: [[n['name'], n['ready']] for n in s('GET', z + '/nodes')['nodes']]
    a = l()
    time.sleep(1.2)
    return [st, a, l()]


@proof('every-patch-rolls-alone', [200, 'live', 200, 200, 200], [200, 'turning', 200, 409, 200])
def _(s):
    z = s.cluster(replicas=3)
    p = lambda **b: s('PATCH', z, b)
    live = lambda: s.until(lambda: s('GET', z)['phase'] == 'live')
    a = p(tier='small')
    live()
    r = [a.status, a['phase'], p(replicas=5).status, p(managedLoadBalancers={'enabled': True}).status]
    live()
    return r + [p(managedLoadBalancers={'enabled': True}).status]


@proof('lists-in-any-order', [1] * 4, lambda v: min(v) > 1)
def _(s):
    for i in range(6):
        s('POST', K, {'name': f'c{i}', 'tier': 'small'})
        s.monitor(name=f'm{i}')
        s('POST', O + '/feeds', {'name': f'f{i}', 'serviceId': SVC})
        s.webhook(f'/{i}')

    def orders(path, field, key):
        seen = [[x[key] for x in s('GET', path)[field]] for _ in range(8)]
        assert len({tuple(sorted(x)) for x in seen}) == 1 and len(seen[0]) == 6
        return len({tuple(x) for x in seen})
    return [orders(K, 'clusters', 'name'), orders(U + '/monitors', 'monitors', 'id'), orders(O + '/feeds', 'sources', 'id'), orders(E + '/webhooks', 'webhooks', 'id')]


# ---------- uptime ----------
@proof('monitor-defaults-filled-in', [{'url': 'https://a.example/'}, {'host': 'h.example', 'port': 25, 'tls': True}],
       [{'url': 'https://a.example/', 'method': 'GET', 'headers': {}, 'bodyBase64': '', 'followRedirects': True, 'expectStatus': ['200-399'], 'expectBodyContains': ''},
        {'host': 'h.example', 'port': 25, 'tls': True, 'sendBase64': '', 'expectPrefixBase64': ''}], 'as given', 'tcp as given')
def _(s):
    a = s.monitor()
    b = s('POST', U + '/monitors', {'name': 't', 'intervalSeconds': 90, 'vantages': ['nrt'], 'kind': 'tcp', 'tcp': {'host': 'h.example', 'port': 25, 'tls': True}})
    return [s('GET', f'{U}/monitors/{a["id"]}')['http'], b['tcp']]


@proof('recovery-needs-confirmations', ['up', 'up', 'down', 'up', 'up', 2], ['up', 'up', 'down', 'down', 'up', 2], 'recovered', 'transitions', 'at most 50')
def _(s):
    m = s.monitor()['id']
    p = lambda o: s.ev('probe-result', monitorId=m, outcome=o)['state']
    r = [p('ok'), p('fail'), p('fail'), p('ok'), p('ok')]
    return r + [len(s('GET', f'{U}/monitors/{m}/transitions')['transitions'])]


@proof('odd-things-first-in-the-catalog', [20, 'ams', [417, 417]], [86400, 'jnb', [201, 417]])
def _(s):
    c = s('GET', U + '/catalog')
    make = lambda v: s('POST', U + '/monitors', {'name': 'm', 'intervalSeconds': c['intervals'][0]['seconds'], 'vantages': [v], 'kind': 'tcp', 'tcp': {'host': 'h.example', 'port': 1}, 'downCondition': {'confirmations': 1, 'quorum': 1}}).status
    return [c['intervals'][0]['seconds'], c['vantages'][0]['id'], [make('eu süd/1 b'), make('jnb')]]


@proof('sets-in-an-order-of-their-own', [['gru', 'nrt', 'ams'], ['sent', 'bounced', 'delivered'], ['dm~SEEDED002', 'dm~SEEDED001'], ['team', 'ci']],
       [['nrt', 'gru', 'ams'], ['bounced', 'delivered', 'sent'], ['dm~SEEDED001', 'dm~SEEDED002'], ['ci', 'team']], 'as given', 'only what is named')
def _(s):
    s('POST', D + '/heronry-first/fobs', {'name': 'k', 'mode': 'pull', 'repoPrefixes': ['team', 'ci']})
    return [s.monitor(vantages=['gru', 'nrt', 'ams'])['vantages'], s.webhook(types=('sent', 'bounced', 'delivered'))['webhook']['eventTypes'],
            s('POST', E + '/keys', {'name': 'k', 'domainIds': ['dm~SEEDED002', 'dm~SEEDED001']})['sendKey']['domainIds'], s('GET', D + '/heronry-first/fobs')['keys'][0]['repoPrefixes']]


@proof('names-of-thirty-characters', [[201, 201, 200], [201, 201, 200]], [[201, 201, 200], [417, 417, 417]])
def _(s):
    r = []
    for n in (30, 31):
        x = 'n' * n
        r.append([s('POST', U + '/services', {'name': x}).status, s('POST', '/api/v1/tokens', {'name': x}).status, s('POST', D + '/heronry-first/fobs', {'name': x, 'mode': 'pull'}).status])
    assert s('POST', E + '/domains', {'name': 'n' * 40 + '.example'}).status == 201
    return r


@proof('times-with-the-day-first', [0, 'Z', 1], [4, 'Z', 1], 'pages', 'since', 'failures')
def _(s):
    m = s.monitor()
    i = s('POST', T, {'serviceId': SVC, 'title': 't'})
    t = s('POST', '/api/v1/tokens', {'name': 't'})
    s.sent()
    time.sleep(.4)
    g = s('GET', E + '/messages')['messages'][0]
    l = [m['createdAt'], i['openedAt'], g['createdAt'], s('GET', D)['registries'][0]['createdAt']]
    n = len(s('GET', E + '/messages?since=' + quote(g['createdAt'], safe=''))['messages'])
    return [sum(bool(re.match(r'\d\d/\d\d/\d{4} \d\d:\d\d:\d\d$', x)) for x in l), s('GET', '/api/v1/tokens')['tokens'][0]['createdAt'][-1], n]


# ---------- the proof itself ----------
def copy(v, to):
    shutil.copytree(CANDIDATE, to, ignore=shutil.ignore_patterns('.build', '__pycache__'))
    for e in v['edits'] if v else []:
        p = os.path.join(to, e['file'])
        text = open(p, encoding='utf8').read()
        if text.count(e['find']) != 1:
            raise AssertionError(f'{e["file"]}: stands there {text.count(e["find"])} times: {e["find"][:70]!r}')
        with open(p, 'w', encoding='utf8') as f:
            f.write(text.replace(e['find'], e['replace']))
    # where run.sh looks for it; linked without what debuggers need, which is quicker
    os.mkdir(os.path.join(to, '.build'))
    b = subprocess.run(['nice', 'go', 'build', '-p', '1', '-ldflags=-s -w', '-o', '../.build/server', '.'], cwd=os.path.join(to, 'src'), env=dict(ENV, GOFLAGS='-mod=mod'), capture_output=True, text=True)
    if b.returncode:
        raise AssertionError('does not build: ' + b.stderr[-600:])


def holds(want, got):
    got = json.loads(json.dumps(got))
    return bool(want(got)) if callable(want) else json.loads(json.dumps(want)) == got


def prove(v, clean_folder, folder):
    seq, clean, varied, fails = PROOFS[v['id']]
    wrong = []
    b = Server(folder)
    check = subprocess.Popen([sys.executable, 'check.py'], cwd=folder, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    a = None
    try:
        a = Server(clean_folder)
        for name, s, want in (('clean', a, clean), ('varied', b, varied)):
            try:
                got = seq(s)
                if not holds(want, got):
                    wrong.append(f'{name} gives {got!r}' + ('' if callable(want) else f', not {want!r}'))
            except Exception as x:
                wrong.append(f'{name}: {type(x).__name__}: {x}')
    finally:
        for s in (a, b):
            if s:
                s.stop()
    out, err = check.communicate()
    failed = [l[5:] for l in out.split('\n') if l.startswith('FAIL ')]
    if not re.search(r'^\d+ of \d+ checks pass$', out, re.M):
        wrong.append('the check script does not come to its end: ' + err[-300:])
    strange = [l for l in failed if not any(l == f or l.startswith(f + ':') for f in fails)]
    if strange:
        wrong.append('the check script also fails in: ' + ' | '.join(x[:160] for x in strange[:8]))
    shutil.rmtree(folder, ignore_errors=True)
    return wrong, failed


def main():
    with open(os.path.join(HERE, 'variations.json'), encoding='utf8') as f:
        variations = json.load(f)
    wanted = sys.argv[1:]
    unknown = set(wanted) - {v['id'] for v in variations}
    if unknown or {v['id'] for v in variations} != set(PROOFS):
        sys.exit(f'no such variation: {unknown}; without proof, or without variation: {({v["id"] for v in variations}) ^ set(PROOFS)}')
    work = tempfile.mkdtemp(prefix='.prove-', dir=HERE)
    proven, n, ahead = 0, 0, None
    try:
        clean = os.path.join(work, 'clean')
        copy(None, clean)
        todo = [v for v in variations if not wanted or v['id'] in wanted]
        built = {}

        def build(v):
            try:
                copy(v, os.path.join(work, v['id']))
            except Exception as x:
                built[v['id']] = f'{type(x).__name__}: {x}'
        ahead = None
        for i, v in enumerate(todo):
            n += 1
            t = time.time()
            if ahead:
                ahead.join()
            else:
                build(v)
            # the next one is built while this one's check script waits, which is most of its time
            ahead = threading.Thread(target=build, args=(todo[i + 1],)) if i + 1 < len(todo) else None
            if ahead:
                ahead.start()
            try:
                wrong, failed = ([built[v['id']]], []) if v['id'] in built else prove(v, clean, os.path.join(work, v['id']))
            except Exception as x:
                wrong, failed = [f'{type(x).__name__}: {x}'], []
            proven += not wrong
            print(f'{"proven " if not wrong else "NOT    "} {v["id"]} ({time.time() - t:.0f} s; checks that fail as meant: {len(failed)})', flush=True)
            for w in wrong:
                print('    ' + w, flush=True)
    finally:
        if ahead:
            ahead.join()
        shutil.rmtree(work, ignore_errors=True)
    print(f'{proven} of {n} are proven')
    sys.exit(proven != n)


if __name__ == '__main__':
    main()
