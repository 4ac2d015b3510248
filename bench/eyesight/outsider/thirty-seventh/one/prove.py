#!/usr/bin/env python3
"""Proves every mistake of mistakes.json: clean candidate gives `right`, the edited copy gives `wrong`.
usage: prove.py [ID...]   (CANDIDATE names the folder of the candidate)"""
import datetime, http.client, json, os, re, shutil, signal, subprocess, sys, tempfile, threading, urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get('CANDIDATE', os.path.join(HERE, '../../../../../examples/fifteenth-candidate'))
PROOFS = {}


def proof(id, right, wrong):
    def deco(f):
        PROOFS[id] = (right, wrong, f)
        return f
    return deco


class Server:
    def __init__(self, folder):
        self.err = tempfile.TemporaryFile()
        self.p = subprocess.Popen([sys.executable, os.path.join(folder, 'src', 'main.py'), '--port', '0'], stdout=subprocess.PIPE, stderr=self.err,
                                  env={**os.environ, 'PYTHONDONTWRITEBYTECODE': '1'}, text=True)
        url = self.p.stdout.readline().strip()
        if not url:
            self.p.wait(5)
            self.err.seek(0)
            raise RuntimeError('does not start: ' + self.err.read().decode()[-500:])
        self.host = urllib.parse.urlsplit(url).netloc

    def stop(self):
        self.p.send_signal(signal.SIGTERM)
        try:
            self.p.wait(3)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()
        self.p.stdout.close()
        self.err.close()


class Api:
    """who: a name (owner), a name in an organization (both@quarry), 'key:<personal token>', 'bearer:<door token>' or None."""

    def __init__(self, host):
        self.host = host

    def raw(self, who, method, path, body=None):
        h = {}
        if who and who.startswith('bearer:'):
            h['Authorization'] = 'Bearer ' + who[7:]
        elif who and who.startswith('key:'):
            h['X-Console-Pass'] = who[4:]
        elif who:
            name, _, org = who.partition('@')
            h['X-Console-Pass'] = 'session-of-' + name
            if org:
                h['X-Console-Org'] = org
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            h['Content-Type'] = 'application/json'
        con = http.client.HTTPConnection(self.host, timeout=10)
        con.request(method, path, data, h)
        r = con.getresponse()
        t = r.read().decode()
        con.close()
        return r.status, r.getheader('Content-Type') or '', t

    def call(self, who, method, path, body=None):
        s, _, t = self.raw(who, method, '/api/v1' + path, body)
        try:
            return s, json.loads(t) if t else None
        except ValueError:
            return s, t

    def ok(self, who, method, path, body=None):
        s, v = self.call(who, method, path, body)
        assert 200 <= s < 300, f'{method} {path}: {s} {v}'
        return v

    def status(self, who, method, path, body=None):
        return self.call(who, method, path, body)[0]

    def get(self, who, path):
        return self.ok(who, 'GET', path)

    def drive(self, method, path, body=None):
        s, _, t = self.raw(None, method, '/_understudy/' + path, body)
        assert s == 200, f'{path}: {s} {t}'
        return json.loads(t)

    def event(self, name, **b):
        return self.drive('POST', 'events/' + name, b)

    def now(self):
        return datetime.datetime.fromisoformat(self.drive('GET', 'clock')['now'].replace('Z', '+00:00'))

    def freeze(self, at=None):
        self.drive('PUT', 'clock', {'mode': 'frozen', **({'now': stamp(at)} if at else {})})

    def advance(self, by):
        self.drive('POST', 'clock/advance', {'by': by})

    def together(self, *calls):
        """Several requests at the same time; their answers in the same order."""
        out = [None] * len(calls)

        def one(i, c):
            out[i] = self.call(*c)
        ts = [threading.Thread(target=one, args=(i, c)) for i, c in enumerate(calls)]
        for t in ts:
            t.start()
        for t in ts:
            t.join()
        return out


def stamp(d):
    return d.strftime('%Y-%m-%dT%H:%M:%S.') + f'{d.microsecond // 1000:03d}Z'


def later(d, s):
    return d + datetime.timedelta(seconds=s)


# Things that several proofs need
REG = '/registry/stores/'


def domain(a, name):
    return next(d['id'] for d in a.get('owner', '/email/domains')['domains'] if d['name'] == name)


def hook(a, *types, who='owner', answers=200):
    w = a.ok(who, 'POST', '/email/webhooks', {'url': 'https://hooks.example/in', 'eventTypes': list(types) or ['out:sent']})
    a.event('webhook-endpoint-answers', endpointId=w['webhook']['id'], answers=[{'status': answers}])
    return w['webhook']['id'], w['signingSecret']


def send(a, **k):
    return a.event('message-sent', **{'from': 'orders@post.harbor.example', 'to': ['jo@customer.example'], 'subject': 'Your order 1042', **k})['messageId']


def ladder(a, user='p-mira', wait=1000, repeat=1):
    return a.ok('owner', 'POST', '/oncall/ladders', {'name': 'Ladder', 'repeat': repeat, 'steps': [
        {'target': {'kind': 'user', 'id': user, 'label': 'x'}, 'waitSeconds': wait}]})['id']


def attach(a, service, policy):
    a.ok('owner', 'PATCH', f'/oncall/service-list/{service}/policy', {'escalationPolicyId': policy})


def rota(a, *users):
    return a.ok('owner', 'POST', '/oncall/rotas', {'name': 'Rota', 'timezone': 'UTC', 'participants': [{'userId': u, 'label': u} for u in users],
                                                   'handoff': {'interval': 'weekly', 'dow': 1, 'time': '00:00'}})


def stand_in(a, rid, user, start, end):
    return a.ok('owner', 'POST', f'/oncall/rotas/{rid}/stand-ins', {'userId': user, 'label': 'stand-in', 'startsAt': stamp(start), 'endsAt': stamp(end)})


def on_call(a, rid):
    return next(s['onCallNow'] for s in a.get('owner', '/oncall/rotas')['schedules'] if s['id'] == rid)


def monitor(a, **k):
    return a.ok('owner', 'POST', '/uptime/monitors', watch(**k))['id']


def watch(**k):
    return {'name': 'shop', 'kind': 'http', 'http': {'url': 'https://shop.example/'}, 'intervalSeconds': 60, 'vantages': ['nrt'],
            'downCondition': {'confirmations': 2, 'quorum': 1}, **k}


def push(a, repository, tags=('latest',), **k):
    return a.event('image-pushed', registry='harbor-apps', repository=repository, tags=list(tags), **k)['digest']


def gate(a, cred, registry, action='pull', repository='pit/api'):
    return a.ok(None, 'POST', '/registry/gate', {'username': cred['username'], 'password': cred['password'], 'registry': registry,
                                                 'repository': repository, 'action': action})['allowed']


# ---- tokens, IAM, organization
@proof('br-last-request-http-date', right=True, wrong=False)
def _(a):
    t = a.ok('owner', 'POST', '/tokens', {'name': 'ci'})
    a.get('key:' + t['key'], '/tokens')
    v = next(x for x in a.get('owner', '/tokens')['tokens'] if x['id'] == t['id'])
    return all(bool(re.match(r'^\d{4}-\d\d-\d\dT\d\d:\d\d', v[k])) for k in ('createdAt', 'expiresAt', 'lastRequest'))


@proof('br-token-scope-keeps-three', right=4, wrong=3)
def _(a):
    t = a.ok('owner', 'POST', '/tokens', {'name': 'ci', 'scope': [{'role': r} for r in ('registry.reader', 'email.reader', 'clusters.reader', 'uptime.reader')]})
    return next(len(x['scope']) for x in a.get('owner', '/tokens')['tokens'] if x['id'] == t['id'])


@proof('br-second-entry-of-role-unchecked', right=[201, 404, 404], wrong=[201, 404, 201])
def _(a):
    def mint(*ids):
        return a.status('owner', 'POST', '/tokens', {'name': 'ci', 'scope': [{'role': 'registry.reader', 'resourceIds': [i]} for i in ids]})
    return [mint('harbor-apps', 'harbor-base'), mint('quarry-apps'), mint('harbor-apps', 'quarry-apps')]


@proof('br-catalog-stale-at-same-count', right=[False, True], wrong=[True, False])
def _(a):
    a.ok('owner', 'PUT', '/registry/stores', {'slug': 'tmp-a'})
    a.get('owner', '/iam/catalog')
    a.ok('owner', 'POST', REG + 'tmp-a/destroy')
    a.ok('owner', 'PUT', '/registry/stores', {'slug': 'tmp-b'})
    ids = [r['id'] for r in a.get('owner', '/iam/catalog')['resources']]
    return ['tmp-a' in ids, 'tmp-b' in ids]


@proof('br-catalog-of-all-memberships', right=[True, False], wrong=[True, True])
def _(a):
    ids = [r['id'] for r in a.get('both@quarry', '/iam/catalog')['resources']]
    return ['quarry-apps' in ids, 'harbor-apps' in ids]


@proof('br-admin-anywhere-reads-catalog', right=[403, 200, 403], wrong=[200, 200, 403])
def _(a):
    return [a.status(w, 'GET', '/iam/catalog') for w in ('both@harbor', 'both@quarry', 'member')]


@proof('br-contacts-written-to-home-org', right=['new@quarry.example', 'security@harbor.example'], wrong=['security@quarry.example', 'new@quarry.example'])
def _(a):
    a.ok('both@quarry', 'PATCH', '/organization/contacts', {'securityEmail': 'new@quarry.example'})
    return [a.get(w, '/organization/contacts')['securityEmail'] for w in ('owner2', 'owner')]


@proof('br-contacts-in-sorted-columns', right=['tech@new.example', 'sec@new.example'], wrong=['sec@new.example', 'tech@new.example'])
def _(a):
    a.ok('owner', 'PATCH', '/organization/contacts', {'technicalEmail': 'tech@new.example', 'securityEmail': 'sec@new.example'})
    v = a.get('owner', '/organization/contacts')
    return [v['technicalEmail'], v['securityEmail']]


# ---- registry
@proof('br-one-upstream-per-username', right=['docker.io', 'ghcr.io'], wrong=['ghcr.io'])
def _(a):
    for h in ('docker.io', 'ghcr.io'):
        a.ok('owner', 'POST', f'{REG}harbor-apps/mirror-logins/{h}', {'username': 'harbor-robot', 'password': 'pw-' + h})
    return sorted(x['upstream'] for x in a.get('owner', REG + 'harbor-apps/mirror-logins')['upstreamCredentials'])


@proof('br-no-upstream-logins-is-null', right=[1, []], wrong=[1, None])
def _(a):
    p = REG + 'harbor-base/mirror-logins'
    a.ok('owner', 'POST', p + '/quay.io', {'username': 'u', 'password': 'p'})
    n = len(a.get('owner', p)['upstreamCredentials'])
    a.ok('owner', 'DELETE', p + '/quay.io')
    return [n, a.get('owner', p)['upstreamCredentials']]


@proof('br-logout-ends-all-logins-of-person', right=[True, False], wrong=[False, False])
def _(a):
    h = a.ok('both@harbor', 'POST', '/registry/docker-login', {})
    q = a.ok('both@quarry', 'POST', '/registry/docker-login', {})
    assert gate(a, q, 'quarry-apps') and gate(a, h, 'harbor-apps')
    a.ok('both@harbor', 'POST', f'/registry/docker-login/{h["keyId"]}/logout')
    return [gate(a, q, 'quarry-apps'), gate(a, h, 'harbor-apps')]


@proof('br-key-prefixes-pile-up', right=[['shop/'], ['tools/'], []], wrong=[['shop/'], ['shop/', 'tools/'], ['shop/', 'tools/']])
def _(a):
    p = REG + 'harbor-apps/robot-keys'
    ids = [a.ok('owner', 'POST', p, {'name': n, 'mode': 'pull', **x})['keyId'] for n, x in (
        ('a', {'repoPrefixes': ['shop/']}), ('b', {'repoPrefixes': ['tools/']}), ('c', {}))]
    k = {x['keyId']: x['repoPrefixes'] for x in a.get('owner', p)['keys']}
    return [k[i] for i in ids]


@proof('br-repo-deletion-takes-nested', right=[1, ['shop/web']], wrong=[0, []])
def _(a):
    push(a, 'shop')
    a.ok('owner', 'DELETE', REG + 'harbor-apps/repos?repo=shop')
    return [a.get('owner', REG + 'harbor-apps/summary')['repositoryCount'], [r['name'] for r in a.get('owner', REG + 'harbor-apps/repos')['repositories']]]


@proof('br-manifest-shows-five-tags', right=[7, 7], wrong=[7, 5])
def _(a):
    d = push(a, 'tools/cli', [f'1.{i}' for i in range(7)])
    return [len(a.get('owner', REG + 'harbor-apps/tag-list?repo=tools/cli')['tags']),
            next(len(m['tags']) for m in a.get('owner', REG + 'harbor-apps/image-list?repo=tools/cli')['manifests'] if m['digest'] == d)]


@proof('br-listed-rule-id-is-text', right=[True, True], wrong=[True, False])
def _(a):
    p = REG + 'harbor-apps/trust'
    r = a.ok('owner', 'POST', p, {'name': 'ci', 'issuer': 'https://ci.example', 'audience': 'aud', 'subjectPattern': 'repo:*', 'mode': 'pull'})
    return [type(x['id']) is int for x in (r, a.get('owner', p)['rules'][0])]


@proof('br-sweep-takes-image-pushed-again', right=[True, True, True], wrong=[True, True, False])
def _(a):
    a.freeze()
    d = push(a, 'tools/cli', digest='sha256:' + 'ab' * 32)

    def there():
        return d in [m['digest'] for m in a.get('owner', REG + 'harbor-apps/image-list?repo=tools/cli')['manifests']]
    out = [there()]
    a.ok('owner', 'DELETE', f'{REG}harbor-apps/image-list?repo=tools/cli&digest={d}')
    push(a, 'tools/cli', digest=d)
    out.append(there())
    a.advance('PT10S')
    return out + [there()]


@proof('br-login-hour-starts-anew', right=[True, False], wrong=[True, True])
def _(a):
    a.freeze()
    c = a.ok('owner', 'POST', '/registry/docker-login', {})
    a.advance('PT50M')
    out = [gate(a, c, 'harbor-apps')]
    a.advance('PT20M')
    return out + [gate(a, c, 'harbor-apps')]


# ---- email
@proof('br-complaint-erases-raw', right=[200, True], wrong=[404, False])
def _(a):
    m = send(a)
    assert a.status('owner', 'GET', f'/email/messages/{m}/content') == 200
    a.event('message-complained', messageId=m)
    s, t = a.call('owner', 'GET', f'/email/messages/{m}/content')
    return [s, 'Your order 1042' in str(t)]


@proof('br-grants-remembered', right=[['post.harbor.example'], ['news.harbor.example']], wrong=[['post.harbor.example'], ['post.harbor.example']])
def _(a):
    def seen():
        return [d['name'] for d in a.get('scoped', '/email/domains')['domains']]
    out = [seen()]
    a.event('role-changes', organization='harbor', userId='p-sol', grants=[{'role': 'email.editor', 'resourceIds': [domain(a, 'news.harbor.example')]}])
    return out + [seen()]


@proof('br-signing-secret-in-last-error', right=['pending', False], wrong=['pending', True])
def _(a):
    a.freeze()
    h, s = hook(a, answers=500)
    send(a)
    a.advance('PT2S')
    d = a.get('owner', f'/email/webhook-deliveries?endpointId={h}')['deliveries']
    assert d and d[0]['lastStatus'] == 500
    return [d[0]['state'], s in json.dumps(d)]


@proof('br-filtered-deliveries-of-any-org', right=[1, 0, 0], wrong=[1, 1, 0])
def _(a):
    a.freeze()
    h, _ = hook(a)
    send(a)
    a.advance('PT2S')
    p = f'/email/webhook-deliveries?endpointId={h}'
    return [len(a.get(w, x)['deliveries']) for w, x in (('owner', p), ('owner2', p), ('owner2', '/email/webhook-deliveries'))]


@proof('br-only-first-domain-of-key-checked', right=[201, 403, 403], wrong=[201, 403, 201])
def _(a):
    x, y = domain(a, 'post.harbor.example'), domain(a, 'news.harbor.example')
    a.event('role-changes', organization='harbor', userId='p-sol', grants=[{'role': 'email.admin', 'resourceIds': [x]}])
    return [a.status('scoped', 'POST', '/email/keys', {'name': 'k', 'domainIds': l}) for l in ([x], [y], [x, y])]


@proof('br-expired-content-error-is-not-json', right=[404, True], wrong=[404, False])
def _(a):
    m = send(a, createdAt=stamp(later(a.now(), -40 * 86400)))
    s, ct, t = a.raw('owner', 'GET', f'/api/v1/email/messages/{m}/content')
    try:
        e = json.loads(t)
    except ValueError:
        e = None
    return [s, isinstance(e, dict) and isinstance(e.get('error'), str) and 'json' in ct]


@proof('br-check-arms-receiving', right=[409, 'none'], wrong=[201, 'verified'])
def _(a):
    a.freeze()
    d = a.ok('owner', 'POST', '/email/domains', {'name': 'bills.harbor.example'})['id']
    a.event('dns-record-published', domain=d)
    a.ok('owner', 'POST', f'/email/domains/{d}/check')
    a.advance('PT5S')
    h, _ = hook(a, 'in:received')
    return [a.status('owner', 'POST', '/email/routes', {'domainId': d, 'pattern': 'support', 'endpointId': h}), a.get('owner', f'/email/domains/{d}')['receiveState']]


@proof('br-deliveries-answer-without-backend', right=[502, 502], wrong=[502, 200])
def _(a):
    a.event('backend-behaves', backend='email', reachable=False)
    return [a.status('owner', 'GET', p) for p in ('/email/webhooks', '/email/webhook-deliveries')]


@proof('br-disabled-endpoint-lacks-event-types', right=[True, True, True], wrong=[False, False, True])
def _(a):
    h, _ = hook(a)
    p = f'/email/webhooks/{h}'
    out = ['eventTypes' in a.ok('owner', 'PATCH', p, {'disabled': True}), 'eventTypes' in a.get('owner', '/email/webhooks')['webhooks'][0]]
    return out + ['eventTypes' in a.ok('owner', 'PATCH', p, {'disabled': False})]


@proof('br-second-rotation-gives-same-secret', right=[True, True], wrong=[True, False])
def _(a):
    h, s = hook(a)
    x, y = [a.ok('owner', 'POST', f'/email/webhooks/{h}/rotate-secret')['signingSecret'] for _ in range(2)]
    return [x != s, y != x]


# ---- on-call
@proof('br-detaching-one-frees-policy', right=[409, 409], wrong=[409, 200])
def _(a):
    p = ladder(a)
    attach(a, 'svc~crane', p)
    attach(a, 'svc~berth', p)
    out = [a.status('owner', 'DELETE', f'/oncall/ladders/{p}')]
    attach(a, 'svc~crane', None)
    return out + [a.status('owner', 'DELETE', f'/oncall/ladders/{p}')]


@proof('br-own-shift-hides-override', right=[False, True, 'stand-in'], wrong=[False, False, 'p-olga'])
def _(a):
    r = rota(a, 'p-olga', 'p-mira')['id']
    out = [on_call(a, r)['override']]
    t = a.now()
    stand_in(a, r, 'p-olga', later(t, -3600), later(t, 3600))
    n = on_call(a, r)
    return out + [n['override'], n['label']]


@proof('br-third-rule-never-pages', right=['email', 'sms', 'voice'], wrong=['email', 'sms'])
def _(a):
    a.freeze()
    a.ok('owner', 'POST', '/oncall/telephony', {'accountSid': 'AC1', 'authToken': 'tok', 'fromNumber': '+15550101'})
    a.ok('member', 'POST', '/oncall/me/paging', {'phone': '+15550100', 'rules': [{'channel': c, 'delaySeconds': s} for c, s in (('email', 0), ('sms', 30), ('voice', 60))]})
    attach(a, 'svc~crane', ladder(a))
    i = a.ok('owner', 'POST', '/oncall/pages/incidents', {'serviceId': 'svc~crane', 'title': 'stuck'})['id']
    a.advance('PT3M')
    return [p['channel'] for p in a.drive('GET', f'pages?incidentId={i}')['pages']]


@proof('br-revoked-source-lives-a-minute', right=[202, 401], wrong=[202, 202])
def _(a):
    s = a.ok('owner', 'POST', '/oncall/inlets', {'name': 'am', 'serviceId': 'svc~gate'})

    def alert(name):
        return a.status('bearer:' + s['token'], 'POST', f'/oncall/inlets/{s["id"]}/alertmanager', {'alerts': [{'status': 'firing', 'labels': {'alertname': name}}]})
    out = [alert('one')]
    a.ok('owner', 'DELETE', f'/oncall/inlets/{s["id"]}')
    return out + [alert('two')]


@proof('br-override-is-an-id', right=[False, True], wrong=[False, 'text'])
def _(a):
    r = rota(a, 'p-olga')['id']
    out = [on_call(a, r)['override']]
    t = a.now()
    stand_in(a, r, 'p-mira', later(t, -60), later(t, 3600))
    v = on_call(a, r)['override']
    return out + ['text' if isinstance(v, str) else v]


@proof('br-roster-in-five-minute-slots', right=[False, True, False], wrong=[False, False, False])
def _(a):
    t = a.now().replace(second=0, microsecond=0)
    t = later(t, (5 - t.minute % 5) * 60)
    a.freeze(t)
    r = rota(a, 'p-olga')['id']
    stand_in(a, r, 'p-mira', later(t, 60), later(t, 240))
    out = [on_call(a, r)['override']]
    for by in ('PT2M', 'PT2M30S'):
        a.advance(by)
        out.append(on_call(a, r)['override'])
    return out


@proof('br-token-in-alert-annotations', right=[1, False], wrong=[1, True])
def _(a):
    s = a.ok('owner', 'POST', '/oncall/inlets', {'name': 'am', 'serviceId': 'svc~gate'})
    a.ok('bearer:' + s['token'], 'POST', f'/oncall/inlets/{s["id"]}/alertmanager', {'alerts': [{'status': 'firing', 'labels': {'alertname': 'HighLatency'}}]})
    i = a.get('owner', '/oncall/pages/incidents')['incidents'][0]
    return [i['firingAlerts'], s['token'] in json.dumps(a.get('viewer', f'/oncall/pages/incidents/{i["id"]}'))]


@proof('br-no-first-update-after-resolve', right=[200, 200], wrong=[200, 409])
def _(a):
    out = []
    for early in (True, False):
        p = '/oncall/pages/incidents'
        p += '/' + a.ok('owner', 'POST', p, {'serviceId': 'svc~berth', 'title': 'stuck'})['id']
        if early:
            a.ok('owner', 'POST', p + '/public-notes', {'body': 'we look'})
        a.ok('owner', 'PUT', p + '/over')
        out.append(a.status('owner', 'POST', p + '/public-notes', {'body': 'what it was'}))
    return out


# ---- clusters
@proof('br-versions-compared-as-text', right=[409, '2.10.1', 200], wrong=[200, '2.9.4', 409])
def _(a):
    a.freeze()
    a.ok('owner', 'POST', '/clusters', {'name': 'quay', 'tier': 'small', 'orchestratorVersion': '2.10.1'})
    a.advance('PT5S')
    out = [a.status('owner', 'PATCH', '/clusters/quay', {'orchestratorVersion': '2.9.4'})]
    a.advance('PT5S')
    return out + [a.get('owner', '/clusters/quay')['orchestratorVersion'], a.status('owner', 'PATCH', '/clusters/pier', {'orchestratorVersion': '2.10.1'})]


@proof('br-node-gone-from-sister-cluster', right=[[], ['worker']], wrong=[[], []])
def _(a):
    a.freeze()
    a.ok('owner', 'POST', '/clusters', {'name': 'quay', 'tier': 'small'})
    a.advance('PT5S')
    for c in ('pier', 'quay'):
        a.event('node-joins', organization='harbor', cluster=c, node='worker', ready=True)
    a.ok('owner', 'DELETE', '/clusters/pier/nodes/worker')
    return [[n['name'] for n in a.get('owner', f'/clusters/{c}/nodes')['nodes'] if n['name'] == 'worker'] for c in ('pier', 'quay')]


@proof('br-queued-change-is-202', right=[200, 200, 4, 'large'], wrong=[200, 202, 4, 'large'])
def _(a):
    a.freeze()
    out = [a.status('owner', 'PATCH', '/clusters/pier', b) for b in ({'replicas': 4}, {'tier': 'large'})]
    a.advance('PT10S')
    c = a.get('owner', '/clusters/pier')
    return out + [c['replicas'], c['tier']]


@proof('br-registration-token-by-id-alone', right=[404, 404, [False]], wrong=[204, 204, []])
def _(a):
    i = a.ok('owner', 'POST', '/clusters/pier/registration-tokens', {'name': 'fleet'})['id']
    p = f'/clusters/shaft/registration-tokens/{i}'
    out = [a.status('owner2', 'PATCH', p, {'disabled': True}), a.status('owner2', 'DELETE', p)]
    return out + [[t['disabled'] for t in a.get('owner', '/clusters/pier/registration-tokens')['tokens']]]


@proof('br-registration-token-for-five-nodes', right=[201] * 7, wrong=[201] * 5 + [401] * 2)
def _(a):
    t = a.ok('owner', 'POST', '/clusters/pier/registration-tokens', {'name': 'fleet'})['token']
    return [a.status(None, 'POST', '/clusters/pier/enroll', {'token': t, 'node': f'w{i}'}) for i in range(7)]


# ---- uptime
@proof('br-patch-503-without-metrics', right=[503, 200, 200], wrong=[503, 200, 503])
def _(a):
    m = f'/uptime/monitors/{monitor(a)}'
    a.event('metrics-availability', monitorId=m.rpartition('/')[2], available=False)
    return [a.status('owner', 'GET', m + '/metrics'), a.status('owner', 'GET', m), a.status('owner', 'PATCH', m, {'name': 'new'})]


@proof('br-new-down-condition-wipes-transitions', right=[['up', 'down'], ['up', 'down']], wrong=[['up', 'down'], []])
def _(a):
    m = f'/uptime/monitors/{monitor(a)}'

    def turns():
        return [t['to'] for t in a.get('owner', m + '/transitions')['transitions']]
    for o, n in (('fail', 4), ('ok', 1)):
        a.event('probe-result', monitorId=m.rpartition('/')[2], outcome=o, times=n)
    out = [turns()]
    a.ok('owner', 'PATCH', m, {'downCondition': {'confirmations': 3, 'quorum': 1}})
    return out + [turns()]


@proof('br-monitor-quota-race', right=[1, 1], wrong=[4, 4])
def _(a):
    a.event('quota-changes', organization='harbor', quota='monitors', value=1)
    r = a.together(*[('owner', 'POST', '/uptime/monitors', watch(name=f'm{i}')) for i in range(4)])
    return [sum(s == 201 for s, _ in r), len(a.get('owner', '/uptime/monitors')['monitors'])]


@proof('br-parallel-patches-lose-one', right=[200, 200, True], wrong=[200, 200, False])
def _(a):
    m = f'/uptime/monitors/{monitor(a)}'
    r = a.together(('owner', 'PATCH', m, {'name': 'renamed'}), ('owner', 'PATCH', m, {'intervalSeconds': 300}))
    v = a.get('owner', m)
    return [s for s, _ in r] + [(v['name'], v['intervalSeconds']) == ('renamed', 300)]


def smoke(a):
    """The ordinary way still works."""
    for p in ('/tokens', '/tokens/scope-options', '/iam/catalog', '/iam/permissions', '/organization/contacts', '/registry/stores', '/registry/mirror-catalog',
              REG + 'harbor-apps/summary', REG + 'harbor-apps/repos', REG + 'harbor-apps/robot-keys', REG + 'harbor-apps/trust', REG + 'harbor-apps/mirror-logins',
              '/email/keys', '/email/routes', '/email/domains', '/email/messages', '/email/settings', '/email/suppressions', '/email/webhooks',
              '/email/webhook-deliveries', '/oncall/telephony', '/oncall/pages/incidents', '/oncall/rotas', '/oncall/ladders', '/oncall/inlets', '/oncall/me/paging',
              '/clusters', '/clusters/pier', '/clusters/pier/nodes', '/uptime/ping', '/uptime/catalog', '/uptime/services', '/uptime/monitors', '/uptime/export-tokens'):
        a.get('owner', p)


def run(folder, f):
    s = Server(folder)
    try:
        a = Api(s.host)
        v = f(a)
        a.drive('POST', 'reset', {})
        smoke(a)
        return v
    except Exception as e:
        return f'{type(e).__name__}: {e}'
    finally:
        s.stop()


def edited(m, folder):
    shutil.copytree(CANDIDATE, folder, ignore=shutil.ignore_patterns('__pycache__'))
    src = {e['file']: open(os.path.join(CANDIDATE, e['file']), encoding='utf-8').read() for e in m['edits']}
    new = dict(src)
    for e in m['edits']:
        if src[e['file']].count(e['find']) != 1 or new[e['file']].count(e['find']) != 1:
            raise ValueError(f'the text to find is not there exactly once: {e["find"][:70]!r}')
        new[e['file']] = new[e['file']].replace(e['find'], e['replace'])
    for k, v in new.items():
        with open(os.path.join(folder, k), 'w', encoding='utf-8') as o:
            o.write(v)


def main():
    ms = json.load(open(os.path.join(HERE, 'mistakes.json'), encoding='utf-8'))
    want = sys.argv[1:]
    unknown = set(want) - {m['id'] for m in ms}
    if unknown:
        sys.exit('unknown: ' + ', '.join(sorted(unknown)))
    ms = [m for m in ms if not want or m['id'] in want]
    good = 0
    for m in ms:
        if m['id'] not in PROOFS:
            print(f'UNPROVEN {m["id"]}: no proof', flush=True)
            continue
        right, wrong, f = PROOFS[m['id']]
        with tempfile.TemporaryDirectory() as t:
            try:
                edited(m, os.path.join(t, 'c'))
                r, w = run(CANDIDATE, f), run(os.path.join(t, 'c'), f)
            except Exception as e:
                r, w = None, f'{type(e).__name__}: {e}'
        fine = r == right and w == wrong and right != wrong
        good += fine
        print(f'proven   {m["id"]}' if fine else f'UNPROVEN {m["id"]}: clean {r!r} (right {right!r}), edited {w!r} (wrong {wrong!r})', flush=True)
    print(f'{good} of {len(ms)} proven')
    sys.exit(0 if good == len(ms) else 1)


if __name__ == '__main__':
    main()
