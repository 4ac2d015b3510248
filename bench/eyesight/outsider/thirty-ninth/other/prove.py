#!/usr/bin/env python3
"""Proves the mistakes: python3 prove.py [ID...].

For each it starts the clean candidate and a copy with the edits, takes the same steps against both, and wants the right
result from the one and the wrong one from the other. CANDIDATE in the environment names the candidate's folder."""
import json, os, shutil, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.abspath(os.environ.get('CANDIDATE') or os.path.join(HERE, '../../../../../examples/twelfth-candidate'))
A = '/api/v1'
KEYS = {n: 'key-%s-7c2f90' % n for n in 'ines rui hana pavel lotte sami noor teo'.split()}
NOOP = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Failed(Exception):
    pass


class Server:
    def __init__(self, classes):
        self.p = subprocess.Popen(['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m', '-cp', classes, 'Main', '--port', '0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.p.stdout.readline().strip()
        if not self.url.startswith('http'):
            self.stop()
            raise Failed('it did not start')

    def stop(self):
        self.p.kill()
        self.p.wait()
        self.p.stdout.close()

    def call(self, who, method, path, body=None, org=None, bearer=None):
        h = {}
        if who: h['X-Ops-Credential'] = KEYS.get(who, who)
        if org: h['X-Ops-Organization'] = org
        if bearer: h['Authorization'] = 'Bearer ' + bearer
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            h['Content-Type'] = 'application/json'
        q = urllib.request.Request(self.url + path, data=data, method=method, headers=h)
        try:
            with NOOP.open(q, timeout=30) as r: s, t, ct = r.status, r.read(), r.headers.get('Content-Type', '')
        except urllib.error.HTTPError as e: s, t, ct = e.code, e.read(), e.headers.get('Content-Type', '')
        return s, json.loads(t) if 'json' in ct and t else t.decode()

    def ok(self, who, method, path, body=None, status=None, **kw):
        """A step that must succeed (or answer that status); its body."""
        s, b = self.call(who, method, path, body, **kw)
        if s != status if status else s >= 300: raise Failed('%s %s: %s %s' % (method, path, s, b))
        return b

    def status(self, *a, **kw): return self.call(*a, **kw)[0]
    def event(self, name, **body): return self.ok(None, 'POST', '/_understudy/events/' + name, body, 200)
    def advance(self, by): self.ok(None, 'POST', '/_understudy/clock/advance', {'by': by}, 200)

    def receiving(self):
        """The domain that is verified from the start, armed and verified for receiving."""
        d = [x for x in self.ok('ines', 'GET', A + '/email/domains')['domains'] if x['name'] == 'notices.meridian.example'][0]
        self.ok('ines', 'POST', A + '/email/domains/%s/receive' % d['id'], status=200)
        self.ok('ines', 'POST', A + '/email/domains/%s/check' % d['id'], status=202)
        self.advance('PT5S')
        return d

    def pages(self, incident): return self.ok(None, 'GET', '/_understudy/pages?incidentId=' + incident)['pages']


PROOFS = {}
def proof(id, right, wrong):
    """The steps return what was seen; right and wrong are values, or tell whether it is one."""
    def keep(f):
        PROOFS['bw-' + id] = (f, right, wrong)
        return f
    return keep

REG, EM, ON, CL, UP = A + '/registry/depots', A + '/email', A + '/oncall', A + '/clusters', A + '/uptime'
MON = {'kind': 'http', 'intervalSeconds': 60, 'vantages': ['zrh'], 'http': {'url': 'https://www.bank.example/'}}
refused = lambda s: 400 <= s < 500
def now(seconds=0): return (datetime.now(timezone.utc) + timedelta(seconds=seconds)).strftime('%Y-%m-%dT%H:%M:%SZ')


@proof('scope-one-look-per-service', 403, 201)
def _(c):
    c.ok('ines', 'POST', REG, {'slug': 'vaults'}, 201)
    if not refused(c.status('sami', 'POST', A + '/tokens', {'name': 'a', 'scope': [{'role': 'registry.auditor', 'resourceIds': ['vaults']}]})): raise Failed('alone it is refused')
    return c.status('sami', 'POST', A + '/tokens', {'name': 'b', 'scope': [{'role': 'registry.auditor', 'resourceIds': ['meridian-core', 'vaults']}]})

@proof('metrics-off-raw-window-only', [503, 503], [503, 200])
def _(c):
    m = c.ok('ines', 'POST', UP + '/monitors', {**MON, 'name': 'home'}, 201)
    c.event('metrics-availability', monitorId=m['id'], available=False)
    return [c.status('ines', 'GET', UP + '/monitors/%s/metrics?window=%s' % (m['id'], w)) for w in ('1h', '24h')]

@proof('ping-kept-per-person', ['Meridian Trust Bank', 'Tallis Clearing'], ['Meridian Trust Bank', 'Meridian Trust Bank'])
def _(c): return [c.ok('noor', 'GET', UP + '/ping', org=o)['org'] for o in ('meridian', 'tallis')]

@proof('catalog-of-whoever-asked-first', lambda l: 'uptime' in l and len(l) == 6, lambda l: 'uptime' not in l and len(l) == 5)
def _(c):
    c.event('entitlement-changes', organization='tallis', area='uptime', enabled=False)
    c.ok('teo', 'GET', A + '/iam/permissions', status=200)
    return [s['service'] for s in c.ok('ines', 'GET', A + '/iam/permissions', status=200)['services']]

@proof('forbidden-as-a-list', 'str', 'list')
def _(c): return type(c.ok('sami', 'GET', A + '/iam/catalog', status=403)['error']).__name__

@proof('images-go-by-digest-everywhere', ['base/alpine'], [])
def _(c):
    d = 'sha256:' + '7' * 64
    c.event('image-pushed', registry='meridian-core', repository='mirror/alpine', tags=['3'], digest=d)
    c.event('image-pushed', registry='tallis-main', repository='base/alpine', tags=['3'], digest=d)
    c.ok('ines', 'DELETE', REG + '/meridian-core/contents?repo=mirror/alpine', status=204)
    return [r['name'] for r in c.ok('teo', 'GET', REG + '/tallis-main/contents')['repositories']]

@proof('catch-all-without-pattern', [None, '*'], [None, None])
def _(c):
    d = c.receiving()
    w = c.ok('ines', 'POST', EM + '/webhooks', {'url': 'https://hooks.bank.example/in', 'eventTypes': ['mail.taken-in']}, 201)['webhook']
    c.ok('ines', 'POST', EM + '/routes', {'domainId': d['id'], 'pattern': 'help', 'endpointId': w['id']}, 201)
    r = c.ok('ines', 'POST', EM + '/routes', {'domainId': d['id'], 'pattern': '*', 'endpointId': w['id']}, 201)
    l = c.ok('ines', 'GET', EM + '/routes')['routes']
    if len(l) != 2 or not any(x.get('pattern') == 'help' for x in l): raise Failed(str(l))
    return [None] + [x.get('pattern') for x in l if x['id'] == r['id']]

@proof('sixty-atoms', lambda x: x == (6, True, True), lambda x: x == (5, False, True))
def _(c):
    l = c.ok('ines', 'GET', A + '/iam/permissions')['services']
    return (len(l), any(s['service'] == 'clusters' for s in l), any(s['service'] == 'registry' for s in l))

@proof('second-registry-unpaid', 402, 201)
def _(c):
    c.event('payment-method-changes', organization='meridian', active=False)
    return c.status('ines', 'POST', REG, {'slug': 'unpaid'})

@proof('quota-behind-the-relay', [403, 403], [422, 403])
def _(c):
    c.event('quota-changes', organization='meridian', quota='monitors', value=1)
    c.ok('ines', 'POST', UP + '/monitors', {**MON, 'name': 'one'}, 201)
    return [c.status('ines', 'POST', UP + '/monitors', {**MON, 'name': 'two', 'intervalSeconds': i}) for i in (61, 60)]

@proof('taken-by-token-not-noted', ['Ines Calloway'], [])
def _(c):
    t = c.ok('ines', 'POST', A + '/tokens', {'name': 'pager'}, 201)['key']
    i = c.ok('ines', 'POST', ON + '/cases', {'serviceId': 'line-cards', 'title': 'Cards fail'}, 201)['id']
    if c.ok(t, 'POST', ON + '/cases/%s/take' % i, status=200)['status'] != 'acknowledged': raise Failed('not taken')
    return [n['by'] for n in c.ok('ines', 'GET', ON + '/cases/' + i)['timeline'] if n['kind'] == 'taken']

@proof('refused-claim-stays-held', 201, 409)
def _(c):
    d = c.ok('ines', 'POST', EM + '/domains', {'name': 'mail.judged.example'}, 201)
    c.ok('teo', 'POST', EM + '/domains', {'name': 'mail.judged.example'}, 409)
    c.ok('ines', 'DELETE', EM + '/domains/' + d['id'], status=204)
    return c.status('ines', 'POST', EM + '/domains', {'name': 'mail.judged.example'})

@proof('quota-counts-finished-clusters', 403, 201)
def _(c):
    c.event('quota-changes', organization='meridian', quota='clusters', value=2)
    c.ok('ines', 'POST', CL, {'name': 'pay-1', 'tier': 'small'}, 201)
    return c.status('ines', 'POST', CL, {'name': 'pay-2', 'tier': 'small'})

@proof('ping-org-as-object', ['str', 'str'], ['str', 'dict'])
def _(c): return [type(c.ok(w, 'GET', UP + '/ping', org='meridian')['org']).__name__ for w in ('ines', 'noor')]

@proof('pause-reason-as-object', (True, 'str'), (True, 'dict'))
def _(c):
    ids = [c.event('message-sent', **{'from': 'desk@notices.meridian.example', 'to': ['p%d@customer.example' % i]})['messageId'] for i in range(20)]
    for i in ids[:2]: c.event('message-bounced', messageId=i, bounce='hard')
    s = c.ok('ines', 'GET', EM + '/settings')
    return (s['paused'], type(s.get('pauseReason')).__name__)

@proof('content-once-opened', [404, 200, 404], [404, 200, 200])
def _(c):
    k = c.ok('ines', 'POST', EM + '/keys', {'name': 'desk'}, 201)['secret']
    m = c.ok(None, 'POST', EM + '/submissions', {'from': 'desk@notices.meridian.example', 'to': ['jo@customer.example'], 'subject': 'Private', 'text': 'Your balance'}, 202, bearer=k)['id']
    return [c.status(w, 'GET', EM + '/messages/%s/content' % m) for w in ('teo', 'ines', 'teo')]

@proof('join-command-in-the-conflict', (409, False), (409, True))
def _(c):
    t = c.ok('ines', 'POST', CL + '/ledger-prod/registration-tokens', {'name': 'pool'}, 201)['token']
    s, b = c.call('ines', 'POST', CL + '/ledger-prod/registration-tokens', {'name': 'pool'})
    return (s, t in json.dumps(b))

@proof('hundred-before-the-organization', ['Ours'], [])
def _(c):
    c.ok('ines', 'POST', ON + '/cases', {'serviceId': 'line-ledger', 'title': 'Ours'}, 201)
    for i in range(100): c.ok('teo', 'POST', ON + '/cases', {'serviceId': 'line-clearing', 'title': 'Theirs %d' % i}, 201)
    if len(c.ok('teo', 'GET', ON + '/cases')['incidents']) != 100: raise Failed('100 are listed')
    return [i['title'] for i in c.ok('ines', 'GET', ON + '/cases')['incidents']]

@proof('last-event-in-milliseconds', ['str', 'str'], ['str', 'int'])
def _(c):
    s = c.ok('ines', 'POST', ON + '/feeds', {'name': 'prometheus', 'serviceId': 'line-cards'}, 201)
    kind = lambda: type(c.ok('ines', 'GET', ON + '/feeds')['sources'][0]['lastEventAt']).__name__
    before = kind()
    c.ok(None, 'POST', ON + '/feeds/%s/alerts' % s['id'], {'version': '4', 'status': 'firing', 'alerts': [{'status': 'firing', 'labels': {'alertname': 'Down'}}]}, 202, bearer=s['token'])
    return [before, kind()]

@proof('complaint-on-all-mail-of-a-person', [1, 0], [1, 1])
def _(c):
    d = c.ok('teo', 'GET', EM + '/domains')['domains'][0]
    c.event('dns-record-published', domain=d['id'])
    c.ok('teo', 'POST', EM + '/domains/%s/check' % d['id'], status=202)
    c.advance('PT5S')
    ours, theirs = [c.event('message-sent', **{'from': f, 'to': ['jo@customer.example']})['messageId'] for f in ('desk@notices.meridian.example', 'desk@post.tallis.example')]
    c.event('message-complained', messageId=ours)
    return [sum(e['kind'] == 'complained' for e in c.ok(w, 'GET', EM + '/messages/' + m)['events']) for w, m in (('ines', ours), ('teo', theirs))]

@proof('created-at-lost-on-second-set', [True, True], [True, False])
def _(c):
    seen = []
    for pw in ('pw-1', 'pw-2'):
        c.ok('ines', 'POST', REG + '/meridian-core/mirror-logins/docker.io', {'username': 'bank', 'password': pw}, 200)
        seen.append(isinstance(c.ok('ines', 'GET', REG + '/meridian-core/mirror-logins')['upstreamCredentials'][0].get('createdAt'), str))
    return seen

@proof('manager-anywhere', [200, 403, 403], [200, 200, 403])
def _(c): return [c.status('noor', 'GET', A + '/iam/catalog', org='tallis'), c.status('noor', 'GET', A + '/iam/catalog', org='meridian'), c.status('hana', 'GET', A + '/iam/catalog')]

@proof('post-mortems-stay-in-the-set', [], ['resolved'])
def _(c):
    for t in ('Quiet', 'Told'):
        i = c.ok('ines', 'POST', ON + '/cases', {'serviceId': 'line-cards', 'title': t}, 201)['id']
        if t == 'Told': c.ok('ines', 'POST', ON + '/cases/%s/bulletins' % i, {'body': 'We are on it'}, 201)
        c.ok('ines', 'POST', ON + '/cases/%s/close' % i, status=200)
    return [x['status'] for x in c.ok('ines', 'GET', ON + '/cases')['incidents']]

@proof('refused-downsize-comes-later', ('medium', True), ('small', True))
def _(c):
    c.event('headroom-changes', cluster='ledger-prod', component='etcd', usedPercent=80)
    if 'etcd' not in c.ok('ines', 'PATCH', CL + '/ledger-prod', {'tier': 'small'}, 409)['error']: raise Failed('the component is not named')
    c.ok('ines', 'PATCH', CL + '/ledger-prod', {'managedLoadBalancers': {'enabled': True}}, 200)
    c.advance('PT40S')
    k = c.ok('ines', 'GET', CL + '/ledger-prod')
    return (k['tier'], k['managedLoadBalancers']['enabled'])

@proof('override-unlisted-when-it-begins', (1, True), (0, True))
def _(c):
    s = c.ok('ines', 'POST', ON + '/rotas', {'name': 'Tills', 'timezone': 'Europe/Vienna', 'participants': [{'userId': 'p-2103', 'label': 'Hana'}], 'handoff': {'interval': 'daily', 'time': '08:00'}}, 201)
    c.ok('ines', 'POST', ON + '/rotas/%s/standins' % s['id'], {'userId': 'p-2104', 'label': 'Pavel', 'startsAt': now(-60), 'endsAt': now(3600)}, 201)
    x = c.ok('ines', 'GET', ON + '/rotas')['schedules'][0]
    return (len(x['overrides']), x['onCallNow']['override'])

def policy(c, user='p-2103', label='Hana'):
    return c.ok('ines', 'POST', ON + '/ladders', {'name': 'Ladder', 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': user, 'label': label}, 'waitSeconds': 0}]}, 201)['id']

@proof('attached-as-a-flag', (1, 409), (1, 204))
def _(c):
    p = policy(c)
    for s, x in (('line-cards', p), ('line-ledger', p), ('line-cards', None)): c.ok('ines', 'POST', ON + '/lines/%s/policy' % s, {'escalationPolicyId': x}, 200)
    n = c.ok('ines', 'GET', ON + '/ladders')['policies'][0]['services']
    return (n, c.status('ines', 'DELETE', ON + '/ladders/' + p))

@proof('looking-at-dns-unverifies', ['verified', 'verified'], ['verified', 'pending'])
def _(c):
    d = [x for x in c.ok('ines', 'GET', EM + '/domains')['domains'] if x['name'] == 'notices.meridian.example'][0]
    c.event('dns-record-removed', domain=d['id'], type='TXT')
    state = lambda: c.ok('ines', 'GET', EM + '/domains/' + d['id'])['sendState']
    before = state()
    c.ok('ines', 'GET', EM + '/domains/%s/dns' % d['id'], status=200)
    return [before, state()]

@proof('peak-version-under-the-name', 200, 422)
def _(c):
    c.ok('teo', 'POST', CL, {'name': 'batch', 'tier': 'small', 'orchestratorVersion': '1.31.10'}, 201)
    c.advance('PT50S')
    c.ok('teo', 'PATCH', CL + '/batch', {'orchestratorVersion': '1.32.3'}, 200)
    c.advance('PT40S')
    c.ok('teo', 'DELETE', CL + '/batch', status=202)
    c.advance('PT30S')
    c.ok('ines', 'POST', CL, {'name': 'batch', 'tier': 'small', 'orchestratorVersion': '1.30.11'}, 201)
    c.advance('PT50S')
    return c.status('ines', 'PATCH', CL + '/batch', {'orchestratorVersion': '1.31.7'})

@proof('versions-compared-as-text', 422, 200)
def _(c):
    if c.ok('ines', 'GET', CL + '/ledger-prod')['orchestratorVersion'] != '1.31.10': raise Failed('version')
    return c.status('ines', 'PATCH', CL + '/ledger-prod', {'orchestratorVersion': '1.31.7'})

@proof('registration-token-fits-any-cluster', 401, 201)
def _(c):
    t = c.ok('teo', 'POST', CL + '/clearing-prod/registration-tokens', {'name': 'pool'}, 201)['token']
    return c.status(None, 'POST', CL + '/ledger-prod/enrol', {'token': t, 'node': 'stray-1'})

@proof('join-token-spent-when-ready', [201, 401], [201, 201])
def _(c):
    t = c.ok('ines', 'POST', CL + '/ledger-prod/join-tokens', status=201)['joinToken']
    return [c.status(None, 'POST', CL + '/ledger-prod/enrol', {'token': t, 'node': n}) for n in ('n-1', 'n-2')]

@proof('addresses-written-one-by-one', (400, True), (400, False))
def _(c):
    C = A + '/organization/contacts'
    before = c.ok('ines', 'GET', C)
    s = c.status('ines', 'PATCH', C, {'technicalEmail': 'ops@meridian.example', 'securityEmail': 'nobody'})
    return (s, c.ok('ines', 'GET', C) == before)

@proof('relay-error-passed-on', (502, 'str'), (502, 'NoneType'))
def _(c):
    c.event('backend-behaves', backend='uptime', reachable=False)
    s, b = c.call('ines', 'GET', UP + '/services')
    return (s, type(b.get('error')).__name__)

@proof('rules-must-ascend', [1, 2], [0, 1])
def _(c):
    c.ok('hana', 'POST', ON + '/self/paging', {'rules': [{'channel': 'email', 'delaySeconds': 120}, {'channel': 'email', 'delaySeconds': 10}]}, 200)
    c.ok('ines', 'POST', ON + '/lines/line-cards/policy', {'escalationPolicyId': policy(c)}, 200)
    i = c.ok('ines', 'POST', ON + '/cases', {'serviceId': 'line-cards', 'title': 'Cards fail'}, 201)['id']
    seen = []
    for by in ('PT15S', 'PT120S'): c.advance(by); seen.append(len(c.pages(i)))
    return seen

@proof('deleted-node-gets-ready', [1, 1], [1, 2])
def _(c):
    t = c.ok('ines', 'POST', CL + '/ledger-prod/join-tokens', status=201)['joinToken']
    c.ok(None, 'POST', CL + '/ledger-prod/enrol', {'token': t, 'node': 'n-1'}, 201)
    c.ok('ines', 'DELETE', CL + '/ledger-prod/nodes/n-1', status=204)
    count = lambda: len(c.ok('ines', 'GET', CL + '/ledger-prod/nodes')['nodes'])
    before = count()
    c.advance('PT15S')
    return [before, count()]

@proof('arming-shows-endpoints', (True, False), (True, True))
def _(c):
    s = c.ok('ines', 'POST', EM + '/webhooks', {'url': 'https://hooks.bank.example/in', 'eventTypes': ['mail.taken-in']}, 201)['signingSecret']
    d = [x for x in c.ok('ines', 'GET', EM + '/domains')['domains'] if x['name'] == 'notices.meridian.example'][0]
    r = c.ok('ines', 'POST', EM + '/domains/%s/receive' % d['id'], status=200)
    return (any(x['type'] == 'MX' for x in r['dnsRecords']), s in json.dumps(r))

@proof('login-replaced-in-all-registries', ['tallis-bot'], ['bank'])
def _(c):
    c.ok('teo', 'POST', REG + '/tallis-main/mirror-logins/docker.io', {'username': 'tallis-bot', 'password': 'pw-t'}, 200)
    c.ok('ines', 'POST', REG + '/meridian-core/mirror-logins/docker.io', {'username': 'bank', 'password': 'pw-m'}, 200)
    return [x['username'] for x in c.ok('teo', 'GET', REG + '/tallis-main/mirror-logins')['upstreamCredentials']]

@proof('empty-clusters-jump', 422, 200)
def _(c):
    if c.ok('teo', 'GET', CL + '/clearing-prod/nodes')['nodes'] or c.ok('teo', 'GET', CL + '/clearing-prod')['orchestratorVersion'] != '1.31.10': raise Failed('it has nodes')
    return c.status('teo', 'PATCH', CL + '/clearing-prod', {'orchestratorVersion': '1.33.0'})

@proof('provider-word-holds-an-hour', 409, 200)
def _(c):
    C = A + '/organization/contacts'
    for e in ('pay@meridian.example', 'pay2@meridian.example'): c.ok('ines', 'PATCH', C, {'billingEmail': e}, 200)
    c.event('billing-email-collides', email='pay@meridian.example')
    return c.status('ines', 'PATCH', C, {'billingEmail': 'pay@meridian.example'})

@proof('alerts-keep-the-last-policy', [1, 0], [1, 1])
def _(c):
    c.ok('ines', 'POST', ON + '/lines/line-cards/policy', {'escalationPolicyId': policy(c)}, 200)
    a = c.event('alert-fires', serviceId='line-cards', alert='first')['incidentId']
    c.advance('PT5S')
    c.ok('ines', 'POST', ON + '/cases/%s/close' % a, status=200)
    c.ok('ines', 'POST', ON + '/lines/line-cards/policy', {'escalationPolicyId': None}, 200)
    b = c.event('alert-fires', serviceId='line-cards', alert='second')['incidentId']
    c.advance('PT5S')
    if a == b: raise Failed('no new incident')
    return [len(c.pages(a)), len(c.pages(b))]

@proof('no-logins-no-content', (200, {'upstreamCredentials': []}), (204, ''))
def _(c):
    c.ok('ines', 'POST', REG + '/meridian-core/mirror-logins/quay.io', {'username': 'bank', 'password': 'pw'}, 200)
    if len(c.ok('ines', 'GET', REG + '/meridian-core/mirror-logins', status=200)['upstreamCredentials']) != 1: raise Failed('not listed')
    c.ok('ines', 'DELETE', REG + '/meridian-core/mirror-logins/quay.io', status=204)
    return c.call('ines', 'GET', REG + '/meridian-core/mirror-logins')

@proof('entitlement-copied-into-tokens', [200, 403, 403], [200, 200, 403])
def _(c):
    t = c.ok('ines', 'POST', A + '/tokens', {'name': 'deploy'}, 201)['key']
    seen = [c.status(t, 'GET', UP + '/services')]
    c.event('entitlement-changes', organization='meridian', area='uptime', enabled=False)
    return seen + [c.status(t, 'GET', UP + '/services'), c.status('ines', 'GET', UP + '/services')]

@proof('token-index-lost-update', lambda x: x == (6, 1, 7), lambda x: x[:2] == (6, 1) and x[2] < 7)
def _(c):
    c.ok('ines', 'POST', A + '/tokens', {'name': 'before'}, 201)
    one = len(c.ok('ines', 'GET', A + '/tokens')['tokens'])
    got = []
    ts = [threading.Thread(target=lambda i=i: got.append(c.status('ines', 'POST', A + '/tokens', {'name': 'key %d' % i}))) for i in range(6)]
    for t in ts: t.start()
    for t in ts: t.join()
    return (got.count(201), one, len(c.ok('ines', 'GET', A + '/tokens')['tokens']))

@proof('tags-found-in-any-registry', lambda x: refused(x[0]), lambda x: x[0] == 200 and x[1] == 2)
def _(c):
    r = c.ok('ines', 'GET', REG + '/meridian-core/contents')['repositories'][0]['name']
    s, b = c.call('teo', 'GET', REG + '/tallis-main/contents/tags?repo=' + r)
    return (s, len(b.get('tags', [])))


def compile(folder, out):
    src = os.path.join(folder, 'src')
    r = subprocess.run(['javac', '-nowarn', '-encoding', 'UTF-8', '-d', out] + [os.path.join(src, f) for f in sorted(os.listdir(src)) if f.endswith('.java')], capture_output=True, text=True)
    if r.returncode: raise Failed('it does not compile:\n' + r.stderr)

def edited(mistake, to):
    shutil.copytree(CANDIDATE, to, ignore=shutil.ignore_patterns('*.class', '__pycache__', '.*'))
    for e in mistake['edits']:
        f = os.path.join(to, e['file'])
        with open(f, encoding='utf-8') as h: t = h.read()
        with open(os.path.join(CANDIDATE, e['file']), encoding='utf-8') as h: clean = h.read()
        if clean.count(e['find']) != 1 or t.count(e['find']) != 1: raise Failed('does not stand exactly once in %s: %s' % (e['file'], e['find'][:80]))
        with open(f, 'w', encoding='utf-8') as h: h.write(t.replace(e['find'], e['replace']))

def holds(want, seen): return want(seen) if callable(want) else seen == want

def run(classes, steps):
    c = Server(classes)
    try: return steps(c)
    finally: c.stop()

def main():
    with open(os.path.join(HERE, 'mistakes.json'), encoding='utf-8') as h: mistakes = json.load(h)
    ids = sys.argv[1:]
    unknown = set(ids) - {m['id'] for m in mistakes}
    if unknown: sys.exit('unknown: ' + ', '.join(sorted(unknown)))
    chosen = [m for m in mistakes if not ids or m['id'] in ids]
    proven, start = 0, time.time()
    with tempfile.TemporaryDirectory() as tmp:
        clean = os.path.join(tmp, 'clean')
        compile(CANDIDATE, clean)
        for m in chosen:
            box = os.path.join(tmp, m['id'])
            os.mkdir(box)
            try:
                if m['id'] not in PROOFS: raise Failed('there are no steps for it')
                steps, right, wrong = PROOFS[m['id']]
                copy, classes = os.path.join(box, 'copy'), os.path.join(box, 'classes')
                edited(m, copy)
                compile(copy, classes)
                a, b = run(clean, steps), run(classes, steps)
                if not holds(right, a): raise Failed('the clean one gave %r' % (a,))
                if not holds(wrong, b): raise Failed('the edited one gave %r' % (b,))
                if holds(right, b) or holds(wrong, a): raise Failed('right and wrong are not told apart')
                proven += 1
                print('proven      %s: %r, edited %r' % (m['id'], a, b), flush=True)
            except Exception as e:
                print('NOT PROVEN  %s: %s' % (m['id'], e if isinstance(e, Failed) else repr(e)), flush=True)
            shutil.rmtree(box)
    print('%d of %d proven in %d seconds' % (proven, len(chosen), time.time() - start))
    sys.exit(0 if proven == len(chosen) else 1)

if __name__ == '__main__': main()
