#!/usr/bin/env python3
"""Proves the mistakes of mistakes.json: `prove.py [ID...]`. For each it starts the clean candidate and a copy with the
edits, does the same to both, and compares what was seen with what is right and what is wrong. CANDIDATE in the
environment names the folder of the candidate."""
import base64, hashlib, hmac, http.client, json, os, shutil, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.parse, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get('CANDIDATE') or os.path.join(HERE, '../../../../../examples/fourteenth-candidate')
NODES = [os.path.join(HERE, '../../../../../node_modules/.bin')]
SOON = '/_understudy/events/'


class Candidate:
    def __init__(self, folder):
        env = dict(os.environ)
        for n in NODES:
            if os.path.exists(os.path.join(n, 'node')):
                env['PATH'] = os.path.abspath(n) + os.pathsep + env['PATH']
                break
        self.process = subprocess.Popen(['sh', os.path.join(folder, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, text=True, env=env)
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith('http'):
            raise RuntimeError('the candidate did not start')

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def call(self, method, path, body=None, headers=None):
        h = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            h['Content-Type'] = 'application/json'
        req = urllib.request.Request(self.url + path, data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(req, timeout=20) as r:
                return r.status, r.read(), r.headers.get('content-type')
        except urllib.error.HTTPError as e:
            with e:
                return e.code, e.read(), e.headers.get('content-type')

    def api(self, method, path, body=None, by='lumen/ines', headers=None):
        h = dict(who(by)) if by else {}
        h.update(headers or {})
        status, text, _ = self.call(method, '/api/v1' + path, body, h)
        return status, (json.loads(text) if text else None)

    def good(self, *a, **k):
        status, body = self.api(*a, **k)
        assert 200 <= status < 300, (a, status, body)
        return body

    def event(self, name, **body):
        status, text, _ = self.call('POST', SOON + name, body)
        assert status == 200, (name, status, text)
        return json.loads(text)

    def control(self, method, path, body=None):
        status, text, _ = self.call(method, '/_understudy/' + path, body)
        assert status == 200, (path, status, text)
        return json.loads(text)

    def advance(self, by):
        return self.control('POST', 'clock/advance', {'by': by})

    def freeze(self, at):
        return self.control('PUT', 'clock', {'mode': 'frozen', 'now': at})


def who(by):
    org, name = by.split('/')
    return {'Authorization': 'Basic ' + base64.b64encode(f'{org}/{name}:{name}-pass'.encode()).decode()}


def at_once(*runs):
    out = [None] * len(runs)
    gate = threading.Barrier(len(runs))

    def go(n):
        gate.wait()
        out[n] = runs[n]()
    threads = [threading.Thread(target=go, args=(n,)) for n in range(len(runs))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return out


def services(c):
    return [s['id'] for s in c.good('GET', '/oncall/things')['services']]


def people(c):
    return {a['name']: a['userId'] for a in c.control('GET', 'identities')['actors']}


def iso(seconds):
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + seconds))


def a_rota(c, names, **more):
    return c.good('POST', '/oncall/rotas', dict({'name': 'r', 'timezone': 'UTC', 'participants': [{'userId': n, 'label': n} for n in names], 'handoff': {'interval': 'daily', 'time': '09:00'}}, **more))


def rota(c, id):
    return next(s for s in c.good('GET', '/oncall/rotas')['schedules'] if s['id'] == id)


def a_domain(c, name='m.proof.example', verified=False, armed=False):
    d = c.good('POST', '/email/domains', {'name': name})
    if verified:
        c.event('dns-record-published', domain=name)
        c.good('POST', f"/email/domains/{d['id']}/check")
        c.advance('PT2S')
        assert c.good('GET', '/email/domains/' + d['id'])['sendState'] == 'verified'
    if armed:
        c.good('POST', f"/email/domains/{d['id']}/receive")
    return d


def hook(c, *types, url='http://127.0.0.1:9/hook'):
    return c.good('POST', '/email/webhooks', {'url': url, 'eventTypes': list(types)})


def fits(secret, attempt):
    return attempt['headers']['x-signature'] == hmac.new(secret.encode(), attempt['body'].encode(), hashlib.sha256).hexdigest()


def ask(c, password, repository, action='pull', username='x', registry='lumen-quay'):
    return c.good('POST', '/registry/ask', {'username': username, 'password': password, 'registry': registry, 'repository': repository, 'action': action}, by=None)['allowed']


def old_message(c):
    a_domain(c, armed=True)
    return c.event('message-received', **{'from': 'j@k.example'}, to=['o@m.proof.example'], createdAt=iso(-40 * 86400))['messageId']


QUAY = '/registry/one/lumen-quay'
RULE = {'issuer': 'https://ci.example', 'audience': 'reg', 'subjectPattern': 'repo:a', 'mode': 'pull'}
HARBOUR = '/clusters/harbour'
PROOFS = {}


def proof(id, right, wrong):
    def add(run):
        PROOFS['bu-' + id] = (run, right, wrong)
        return run
    return add


@proof('policy-uses-counter', 409, 204)
def _(c):
    s = services(c)[0]
    a, b = (c.good('POST', '/oncall/ladders', {'name': n, 'repeat': 1, 'steps': []})['id'] for n in 'AB')
    for p in (a, b):
        c.good('PATCH', '/oncall/things/' + s, {'escalationPolicyId': p})
    return c.api('DELETE', '/oncall/ladders/' + b)[0]


@proof('alert-keeps-request', False, True)
def _(c):
    src = c.good('POST', '/oncall/feeds', {'name': 'am', 'serviceId': services(c)[0]})
    c.good('POST', '/oncall/hook/' + src['id'], {'alerts': [{'status': 'firing', 'labels': {'alertname': 'Disk'}}]}, by=None, headers={'Authorization': 'Bearer ' + src['token']})
    i = c.good('GET', '/oncall/incidents')['incidents'][0]['id']
    d = c.good('GET', '/oncall/incidents/' + i)
    assert len(d['alerts']) == 1
    return src['token'] in json.dumps(d)


@proof('mx-priority-text', 'fine', 'str')
def _(c):
    d = a_domain(c)
    r = next(r for r in c.good('POST', f"/email/domains/{d['id']}/receive")['dnsRecords'] if r['capability'] == 'receive')
    assert r['type'] == 'MX'
    return 'fine' if 'priority' not in r or type(r['priority']) is int else type(r['priority']).__name__


@proof('orderer-becomes-billing', 'b@x.example', 'kai@people.example')
def _(c):
    c.good('PATCH', '/organization/contacts', {k: k[0] + '@x.example' for k in ('billingEmail', 'technicalEmail', 'securityEmail')})
    c.good('POST', '/registry', {'slug': 'proof-one'}, by='lumen/kai')
    return c.good('GET', '/organization/contacts')['billingEmail']


@proof('error-without-text', (404, True), (404, False))
def _(c):
    s, b = c.api('DELETE', '/oncall/rotas/nope')
    return s, isinstance(b.get('error'), str)


@proof('zone-offset-kept', True, False)
def _(c):
    c.freeze('2026-10-20T12:00:00Z')
    r = a_rota(c, ['one', 'two'], timezone='Europe/Oslo')['id']
    c.freeze('2026-10-26T07:30:00Z')
    before = rota(c, r)['onCallNow']['userId']
    c.freeze('2026-10-26T08:30:00Z')
    return before != rota(c, r)['onCallNow']['userId']


@proof('arming-shows-endpoints', False, True)
def _(c):
    d = a_domain(c, armed=True)
    w = hook(c, 'received')
    c.good('POST', '/email/routes', {'domainId': d['id'], 'pattern': '*', 'endpointId': w['webhook']['id']})
    return w['signingSecret'] in json.dumps(c.good('POST', f"/email/domains/{d['id']}/receive"))


@proof('four-prefixes', (['a', 'b', 'c', 'd', 'e'], True), (['a', 'b', 'c', 'd'], False))
def _(c):
    k = c.good('POST', QUAY + '/keys', {'name': 'k', 'mode': 'pull', 'repoPrefixes': ['a', 'b', 'c', 'd', 'e']})
    return next(x for x in c.good('GET', QUAY + '/keys')['keys'] if x['keyId'] == k['keyId'])['repoPrefixes'], ask(c, k['secret'], 'e/app')


@proof('reorder-drops-substitutes', (1, 'three', True), (0, None, False))
def _(c):
    r = a_rota(c, ['one', 'two'])
    c.good('POST', f"/oncall/rotas/{r['id']}/swaps", {'userId': 'three', 'label': 'three', 'startsAt': iso(-3600), 'endsAt': iso(3600)})
    c.good('PATCH', '/oncall/rotas/' + r['id'], {'participants': r['participants'][::-1]})
    x = rota(c, r['id'])
    n = x['onCallNow']
    return len(x['overrides']), n['userId'] if n['override'] else None, n['override']


@proof('any-source-token', (401, 0), (202, 1))
def _(c):
    s = services(c)[0]
    a, b = (c.good('POST', '/oncall/feeds', {'name': n, 'serviceId': s}) for n in 'ab')
    st = c.api('POST', '/oncall/hook/' + a['id'], {'alerts': [{'status': 'firing', 'labels': {'alertname': 'X'}}]}, by=None, headers={'Authorization': 'Bearer ' + b['token']})[0]
    return st, len(c.good('GET', '/oncall/incidents')['incidents'])


@proof('lists-every-membership', [], ['lumen-attic', 'lumen-quay'])
def _(c):
    return [r['slug'] for r in c.good('GET', '/registry', by='tarn/pia')['registries']]


@proof('bounces-remembered', ['bounce'], [])
def _(c):
    a_domain(c, verified=True)
    for n in range(2):
        m = c.event('message-sent', **{'from': 'a@m.proof.example'}, to=['x@y.example'])['messageId']
        c.event('message-bounced', messageId=m, bounce='hard')
        l = c.good('GET', '/email/suppressions')['suppressions']
        if n == 0:
            assert len(l) == 1
            c.good('DELETE', '/email/suppressions/' + l[0]['id'])
    return [s['reason'] for s in l]


@proof('rotation-by-url', (True, False), (False, True))
def _(c):
    a_domain(c, verified=True)
    a, b = hook(c, 'delivered'), hook(c, 'sent')
    new = c.good('POST', f"/email/webhooks/{a['webhook']['id']}/rotate-secret")['signingSecret']
    c.event('message-sent', **{'from': 'a@m.proof.example'}, to=['x@y.example'])
    t = c.control('GET', 'webhook-deliveries?endpointId=' + b['webhook']['id'])['attempts'][0]
    return fits(b['signingSecret'], t), fits(new, t)


@proof('rule-by-position', ['c'], ['b'])
def _(c):
    ids = [c.good('POST', QUAY + '/oidc', dict(RULE, name=n, audience=n))['id'] for n in 'abc']
    for i in ids[:2]:
        c.good('DELETE', f'{QUAY}/oidc/{i}')
    return [r['name'] for r in c.good('GET', QUAY + '/oidc')['rules']]


@proof('balancer-lease', (['web/front'], ['web/front']), (['web/front'], []))
def _(c):
    c.good('PATCH', HARBOUR, {'managedLoadBalancers': {'enabled': True}})
    c.advance('PT5S')
    c.event('service-exposed', cluster='harbour', service='web/front')
    see = lambda: [b['service'] for b in c.good('GET', HARBOUR)['managedLoadBalancers']['loadBalancers']]
    first = see()
    c.advance('P2D')
    return first, see()


@proof('sleeping-monitor-anywhere', (400, None), (201, ['island']))
def _(c):
    off = next(v['id'] for v in c.good('GET', '/uptime/catalog')['vantages'] if not v['available'])
    s, m = c.api('POST', '/uptime/monitors', {'name': 'm', 'kind': 'tcp', 'enabled': False, 'intervalSeconds': 60, 'vantages': [off], 'tcp': {'host': 'h.example', 'port': 22}})
    if s != 201:
        return s, None
    on = c.good('PATCH', '/uptime/monitors/' + m['id'], {'enabled': True})
    assert on['enabled']
    return s, on['vantages']


@proof('kubeconfig-wrong-end', [True] * 4, [True, True, True, False])
def _(c):
    got = [c.good('GET', HARBOUR + '/kubeconfig')['kubeconfig'] for _ in range(4)]
    return [c.event('credential-used', kind='kubeconfig', secret=json.loads(k)['users'][0]['user']['token'])['accepted'] for k in got]


@proof('schedules-show-provider', False, True)
def _(c):
    c.good('POST', '/oncall/phone-account', {'accountSid': 'AC1', 'authToken': 'very-secret', 'fromNumber': '+15550101'})
    a_rota(c, ['one'])
    return 'very-secret' in json.dumps(c.good('GET', '/oncall/rotas'))


@proof('contacts-all-or-none', (200, 'b@x.example'), (400, ''))
def _(c):
    s, _ = c.api('PATCH', '/organization/contacts', {'billingEmail': 'b@x.example'})
    return s, c.good('GET', '/organization/contacts')['billingEmail']


@proof('manager-remembered', (200, 403), (200, 200))
def _(c):
    return tuple(c.api('GET', '/iam/catalog', by=b)[0] for b in ('tarn/pia', 'lumen/pia'))


@proof('no-options-no-page', (200, []), (404, None))
def _(c):
    s, b = c.api('GET', '/tokens/scope-options', by='tarn/oona')
    return s, b.get('resources')


@proof('inbound-to-disabled', (1, 0), (1, 1))
def _(c):
    d = a_domain(c, armed=True)
    w = hook(c, 'received')['webhook']['id']
    c.good('POST', '/email/routes', {'domainId': d['id'], 'pattern': '*', 'endpointId': w})
    assert c.good('PATCH', '/email/webhooks/' + w, {'disabled': True})['disabled']
    r = c.event('message-received', **{'from': 'j@k.example'}, to=['o@m.proof.example'])
    return len(r['routeIds']), len(c.control('GET', 'webhook-deliveries?endpointId=' + w)['attempts'])


@proof('opens-coalesce', (2, ['fire', 'flood']), (1, 1))
def _(c):
    s = services(c)[0]
    at_once(*[lambda t=t: c.good('POST', '/oncall/incidents', {'serviceId': s, 'title': t}) for t in ('fire', 'flood')])
    l = sorted(i['title'] for i in c.good('GET', '/oncall/incidents')['incidents'])
    return len(l), l if len(l) == 2 else len(l)


@proof('token-expiry-number', 'fine', 'int')
def _(c):
    c.good('POST', HARBOUR + '/registration-tokens', {'name': 't', 'expiresIn': 10})
    t = c.good('GET', HARBOUR + '/registration-tokens')['tokens'][0]
    return 'fine' if isinstance(t.get('expiresAt', ''), str) else type(t['expiresAt']).__name__


@proof('usage-by-newest-push', [1600, 1000], [1600, 1600])
def _(c):
    push = lambda n: c.event('image-pushed', registry='lumen-quay', repository='web', tags=[f't{n}'], layers=[{'sizeBytes': n - 100}], manifestBytes=100)['digest']
    first = push(600)
    c.advance('PT1S')
    push(1000)
    used = [c.good('GET', QUAY)['usedBytes']]
    c.good('DELETE', f'{QUAY}/images?repo=web&digest=' + first)
    return used + [c.good('GET', QUAY)['usedBytes']]


@proof('purge-on-read', (404, 1, 200), (404, 0, 404))
def _(c):
    m = old_message(c)
    return (c.api('GET', f'/email/messages/{m}/content')[0], len(c.good('GET', '/email/messages')['messages']), c.api('GET', '/email/messages/' + m)[0])


@proof('late-sweep', (['web'], ['web']), (['web'], []))
def _(c):
    push = lambda: c.event('image-pushed', registry='lumen-quay', repository='web')
    see = lambda: [r['name'] for r in c.good('GET', QUAY + '/repos')['repositories']]
    push()
    c.good('DELETE', QUAY + '/repos?repo=web')
    assert see() == []
    push()
    first = see()
    c.advance('PT2M')
    return first, see()


@proof('replaced-credential-shown', (False, False), (False, True))
def _(c):
    put = lambda p: c.good('POST', QUAY + '/mirrors/docker.io', {'username': 'u', 'password': p})
    return 'first-secret' in json.dumps(put('first-secret')), 'first-secret' in json.dumps(put('second-secret'))


@proof('one-tag-goes', [], [False])
def _(c):
    d = c.event('image-pushed', registry='lumen-quay', repository='web', tags=['v1', 'latest'])['digest']
    c.good('DELETE', f'{QUAY}/images?repo=web&digest=' + d)
    return ['manifestSize' in t for t in c.good('GET', QUAY + '/tags?repo=web')['tags']]


@proof('late-postmortem', (200, 200), (200, 400))
def _(c):
    p = '/oncall/incidents/' + c.good('POST', '/oncall/incidents', {'serviceId': services(c)[0], 'title': 't'})['id']
    c.good('POST', p + '/close')
    first = c.api('POST', p + '/notes', {'body': 'over'})[0]
    c.advance('P2D')
    return first, c.api('POST', p + '/notes', {'body': 'why'})[0]


@proof('key-of-gone-domain', True, False)
def _(c):
    d = a_domain(c)
    c.good('POST', '/email/keys', {'name': 'k', 'domainIds': [d['id']]})
    c.good('DELETE', '/email/domains/' + d['id'])
    return all(isinstance(i, str) for k in c.good('GET', '/email/keys')['sendKeys'] for i in k['domainIds'])


@proof('tokens-skip-entitlement', (403, 403), (403, 200))
def _(c):
    t = c.good('POST', '/tokens', {'name': 't'})['key']
    c.event('entitlement-changes', area='uptime', enabled=False)
    return c.api('GET', '/uptime/ping')[0], c.api('GET', '/uptime/ping', by=None, headers={'X-Token': t})[0]


@proof('connection-remembers', [200, 401], [200, 200])
def _(c):
    k = http.client.HTTPConnection(urllib.parse.urlsplit(c.url).netloc, timeout=20)
    out = []
    for h in (who('lumen/ines'), {}):
        k.request('GET', '/api/v1/clusters', headers=h)
        r = k.getresponse()
        r.read()
        out.append(r.status)
    k.close()
    return out


@proof('skew-of-all-nodes', (409, True), (200, False))
def _(c):
    for node, version in (('old-one', '1.23.0'), ('new-one', '1.26.0')):
        j = c.good('POST', HARBOUR + '/join-tokens')['joinToken']
        c.good('POST', HARBOUR + '/enlist', {'token': j, 'node': node, 'agentVersion': version}, by=None)
    s, b = c.api('PATCH', HARBOUR, {'orchestratorVersion': '1.27'})
    return s, 'old-one' in b.get('error', '')


@proof('export-tokens-lost', ([200, 200], 2), ([200, 401], 1))
def _(c):
    got = at_once(*[lambda n=n: c.good('POST', '/uptime/export-tokens', {'name': n}) for n in 'ab'])
    scrape = lambda t: c.call('GET', '/api/v1/uptime/scrape', headers={'Authorization': 'Bearer ' + t})[0]
    return sorted(scrape(t['token']) for t in got), len(c.good('GET', '/uptime/export-tokens')['tokens'])


@proof('one-rule-per-audience', ([200, 200], 2), ([200, 400], 1))
def _(c):
    return [c.api('POST', QUAY + '/oidc', dict(RULE, subjectPattern=s))[0] for s in ('repo:a', 'repo:b')], len(c.good('GET', QUAY + '/oidc')['rules'])


@proof('retention-answer-is-mail', (404, 'application/json', True), (404, 'message/rfc822', False))
def _(c):
    m = old_message(c)
    s, text, kind = c.call('GET', f'/api/v1/email/messages/{m}/content', headers=who('lumen/ines'))
    try:
        fine = isinstance(json.loads(text).get('error'), str)
    except ValueError:
        fine = False
    return s, kind, fine


@proof('slug-checked-before-payment', ([200, 409], 1), ([200, 200], 2))
def _(c):
    got = at_once(*[lambda b=b: c.api('POST', '/registry', {'slug': 'proof-one'}, by=b)[0] for b in ('lumen/ines', 'tarn/oona')])
    return sorted(got), sum(c.api('GET', '/registry/one/proof-one', by=b)[0] == 200 for b in ('lumen/ines', 'tarn/oona'))


@proof('only-repository-by-default', (400, ['web']), (204, []))
def _(c):
    c.event('image-pushed', registry='lumen-quay', repository='web')
    return c.api('DELETE', QUAY + '/repos')[0], [r['name'] for r in c.good('GET', QUAY + '/repos')['repositories']]


@proof('login-stays-warm', (True, False), (True, True))
def _(c):
    l = c.good('POST', '/registry/session', {})
    use = lambda: ask(c, l['password'], 'web', username=l['username'])
    first = use()
    c.good('DELETE', '/registry/session/' + l['username'])
    return first, use()


@proof('phone-of-another', (200, 200), (200, 400))
def _(c):
    b = {'phone': '+4712345678', 'rules': [{'channel': 'email', 'delaySeconds': 0}]}
    return tuple(c.api('PUT', '/oncall/my-paging', b, by=p)[0] for p in ('lumen/kai', 'lumen/lior'))


@proof('queued-change-reverts', ('1.27', 3, 'steady'), ('1.26', 3, 'steady'))
def _(c):
    c.good('PATCH', HARBOUR, {'orchestratorVersion': '1.27'})
    c.good('PATCH', HARBOUR, {'replicas': 3})
    c.advance('PT20S')
    k = c.good('GET', HARBOUR)
    return k['orchestratorVersion'], k['replicas'], k['phase']


@proof('node-keeps-token', False, True)
def _(c):
    t = c.good('POST', HARBOUR + '/registration-tokens', {'name': 't'})['token']
    c.good('POST', HARBOUR + '/enlist', {'token': t, 'node': 'n1'}, by=None)
    return t in json.dumps(c.good('GET', HARBOUR + '/nodes'))


@proof('mode-of-readers', ['pull', 'pull'], [False, False])
def _(c):
    return [s['mode'] for s in c.good('POST', '/registry/session', {}, by='lumen/mona')['scope']]


def same(a, b):
    return json.dumps(a) == json.dumps(b)


def observe(folder, run):
    c = Candidate(folder)
    try:
        return run(c)
    finally:
        c.stop()


def prove(m):
    run, right, wrong = PROOFS[m['id']]
    clean = observe(CANDIDATE, run)
    if not same(clean, right):
        return f'the clean one gives {clean!r}, not {right!r}'
    with tempfile.TemporaryDirectory() as t:
        copy = os.path.join(t, 'candidate')
        shutil.copytree(CANDIDATE, copy, ignore=shutil.ignore_patterns('node_modules', '__pycache__', '.git', '*.pyc'))
        for e in m['edits']:
            p = os.path.join(copy, e['file'])
            with open(p) as f:
                source = f.read()
            if source.count(e['find']) != 1:
                return f"the text to replace is there {source.count(e['find'])} times: {e['find']!r}"
            with open(p, 'w') as f:
                f.write(source.replace(e['find'], e['replace']))
        edited = observe(copy, run)
    return None if same(edited, wrong) else f'the edited one gives {edited!r}, not {wrong!r}'


def main():
    with open(os.path.join(HERE, 'mistakes.json')) as f:
        mistakes = json.load(f)
    wanted = sys.argv[1:]
    unknown = set(wanted) - {m['id'] for m in mistakes}
    if unknown:
        sys.exit('unknown: ' + ', '.join(sorted(unknown)))
    todo = [m for m in mistakes if not wanted or m['id'] in wanted]
    proven = 0
    for m in todo:
        try:
            problem = prove(m)
        except Exception as e:
            problem = f'{type(e).__name__}: {e}'
        proven += problem is None
        print('proven' if problem is None else 'NOT   ', m['id'], '' if problem is None else problem, flush=True)
    print(f'{proven} of {len(todo)} proven')
    sys.exit(proven != len(todo))


if __name__ == '__main__':
    main()
