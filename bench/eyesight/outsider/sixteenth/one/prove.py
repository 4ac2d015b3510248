#!/usr/bin/env python3
"""python3 prove.py [--check] [ID...]: shows each mistake of mistakes.json by requests, clean against edited.
--check also runs the candidate's own check.mjs on every edited copy and says whether the mistake survives it."""
import tempfile, json, os, re, shutil, subprocess, sys, time, urllib.error, urllib.request
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
NODE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../../../node_modules/.bin/node')
NODE = NODE if os.path.exists(NODE) else 'node'

class S:
    def __init__(self, folder):
        self.log = open(os.path.join(tempfile.gettempdir(), 'prove-sixteenth.log'), 'w')
        self.p = subprocess.Popen([NODE, 'server.mjs', '--port', '0'], cwd=folder, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.base = re.search(r'ready on (\S+)', self.p.stdout.readline()).group(1)
    def stop(self):
        self.p.terminate(); self.p.wait(10); self.log.close()
    def http(self, method, path, headers=None, body=None):
        data = None if body is None else json.dumps(body).encode()
        h = dict(headers or {})
        if data is not None: h['content-type'] = 'application/json'
        r = urllib.request.Request(self.base + path, data=data, method=method, headers=h)
        try: resp = urllib.request.urlopen(r, timeout=20)
        except urllib.error.HTTPError as e: resp = e
        raw = resp.read()
        try: j = json.loads(raw) if raw else None
        except ValueError: j = {'_raw': raw.decode('utf8', 'replace')}
        return resp.status, j
    def api(self, who, method, path, body=None):
        """who: a name of the seed, a token ('pat_...'), or None."""
        h = {} if who is None else {'authorization': 'Bearer ' + (who if '_' in who or '.' in who else f'ses-{who}-4f1c7a90')}
        return self.http(method, '/api/v1' + path, h, body)
    def ok(self, *a):
        st, b = self.api(*a)
        assert 200 <= st < 300, (a, st, b)
        return b
    def event(self, name, **body):
        return self.http('POST', '/_understudy/events/' + name, None, body)
    def ev(self, name, **body):
        st, b = self.event(name, **body)
        assert st == 200, (name, body, st, b)
        return b
    def advance(self, by):
        st, b = self.http('POST', '/_understudy/clock/advance', None, {'by': by}); assert st == 200, b
    def now(self):
        return datetime.fromisoformat(self.http('GET', '/_understudy/clock')[1]['now'].replace('Z', '+00:00'))
    def reset(self): assert self.http('POST', '/_understudy/reset')[0] == 200
    # helpers
    def registry(self, *slugs):
        for slug in slugs: self.ok('olga', 'POST', '/registry/registries', {'slug': slug})
    def push(self, registry, repository, tags, **kw):
        return self.event('image-pushed', registry=registry, repository=repository, tags=tags, **kw)
    def domain(self, name, receive=False):
        d = self.ok('olga', 'POST', '/email/domains', {'name': name})
        if receive: self.ok('olga', 'POST', f"/email/domains/{d['id']}/receive")
        return d['id']
    def verified(self, name, receive=False):
        i = self.domain(name, receive)
        self.ev('dns-record-published', domain=i)
        self.ok('olga', 'POST', f'/email/domains/{i}/check')
        self.advance('PT10S')
        assert self.ok('olga', 'GET', f'/email/domains/{i}')['sendState'] == 'verified'
        return i
    def token(self, *scope):
        return self.ok('olga', 'POST', '/tokens', {'name': 't', 'scope': [{'role': r, 'resourceIds': ids} for r, ids in scope]})['key']
    def monitor(self, **kw):
        return self.ok('olga', 'POST', '/uptime/monitors', monitor(**kw))['id']
    def cluster(self, name='prod', **kw):
        self.ok('olga', 'POST', '/clusters', {'name': name, 'tier': 'small', **kw})
        return '/clusters/' + name
    def settled(self, path, seconds=20):
        end = time.time() + seconds
        while time.time() < end and self.ok('olga', 'GET', path)['phase'] != 'ready': time.sleep(0.3)
    def pages(self, incident):
        return self.http('GET', f'/_understudy/pages?incidentId={incident}')[1]['pages']

def monitor(**kw):
    return {'name': 'm', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['fra', 'lon'], 'http': {'url': 'https://shop.example/'}, **kw}
PEOPLE = [{'userId': 'usr_mia', 'label': 'Mia'}, {'userId': 'usr_max', 'label': 'Max'}]
SCHEDULE = {'name': 's', 'timezone': 'UTC', 'participants': PEOPLE, 'handoff': {'interval': 'daily', 'time': '09:00'}}
user = lambda u, wait: {'target': {'kind': 'user', 'id': u, 'label': u}, 'waitSeconds': wait}
z = lambda t: t.strftime('%Y-%m-%dT%H:%M:%SZ')

P = {}
def proof(id, right, wrong):
    def add(f): P['aa-' + id] = (f, right, wrong); return f
    return add

@proof('permissions-public', 401, 200)
def _(s): return s.api(None, 'GET', '/iam/permissions')[0]

@proof('first-registry-unpaid', [402, 0], [201, 1])
def _(s):
    s.ev('payment-method-changes', active=False)
    return [s.api('olga', 'POST', '/registry/registries', {'slug': 'unpaid'})[0], len(s.ok('olga', 'GET', '/registry/registries')['registries'])]

@proof('walk-ends-at-leaver', ['usr_max'], [])
def _(s):
    pol = s.ok('olga', 'POST', '/oncall/escalation-policies', {'name': 'p', 'repeat': 0, 'steps': [user('usr_mia', 60), user('usr_max', 60)]})
    s.ok('olga', 'PUT', '/oncall/services/osv_search/escalation-policy', {'escalationPolicyId': pol['id']})
    s.ev('role-changes', userId='usr_mia', role='none')
    i = s.ok('olga', 'POST', '/oncall/incidents', {'serviceId': 'osv_search', 'title': 't'})['id']
    s.advance('PT2M')
    return [p['userId'] for p in s.pages(i)]

@proof('received-raw-kept', [200, 404], [200, 200])
def _(s):
    s.verified('in.example', receive=True)
    m = s.ev('message-received', **{'from': 'a@b.example', 'to': ['x@in.example']})['messageId']
    before = s.api('olga', 'GET', f'/email/messages/{m}/content')[0]
    s.advance('P31D')
    return [before, s.api('olga', 'GET', f'/email/messages/{m}/content')[0]]

@proof('one-vantage-available', 400, 201)
def _(s):
    cat = s.ok('olga', 'GET', '/uptime/catalog')['vantages']
    good = next(v['id'] for v in cat if v['available']); bad = next(v['id'] for v in cat if not v['available'])
    return s.api('olga', 'POST', '/uptime/monitors', monitor(vantages=[good, bad]))[0]

@proof('check-again-no-status', [202, {'status': 'scheduled'}], [202, None])
def _(s):
    d = s.domain('a.example')
    assert s.api('olga', 'POST', f'/email/domains/{d}/check') == (202, {'status': 'scheduled'})
    return list(s.api('olga', 'POST', f'/email/domains/{d}/check'))

@proof('roll-undoes-switch', 'refused', 'accepted and lost')
def _(s):
    c = s.cluster(); s.settled(c)
    assert s.api('olga', 'PATCH', c, {'replicas': 3})[0] == 200
    st = s.api('olga', 'PATCH', c, {'managedLoadBalancers': {'enabled': True}})[0]
    s.settled(c)
    now = s.ok('olga', 'GET', c); assert now['replicas'] == 3
    if st == 409: return 'refused'
    return 'accepted and ' + ('kept' if now['managedLoadBalancers']['enabled'] else 'lost')

@proof('join-command-listed', False, True)
def _(s):
    c = s.cluster()
    t = s.ok('olga', 'POST', c + '/registration-tokens', {'name': 'r'})['token']
    return t in json.dumps(s.ok('olga', 'GET', c + '/registration-tokens'))

@proof('upstream-not-replaced', ['two'], ['one'])
def _(s):
    s.registry('reg-one'); u = '/registry/registries/reg-one/upstream-credentials'
    for n in ('one', 'two'):
        assert s.ok('olga', 'PUT', u + '/docker.io', {'username': n, 'password': 'p-' + n})['username'] == n
    return [c['username'] for c in s.ok('olga', 'GET', u)['upstreamCredentials']]

@proof('logout-after-cache', [True, 204, False], [True, 204, True])
def _(s):
    s.registry('reg-one')
    l = s.ok('mia', 'POST', '/registry/logins', {})
    use = lambda: s.ok(None, 'POST', '/registry/data-plane/authorize', {'username': l['username'], 'password': l['password'], 'registry': 'reg-one', 'repository': 'app', 'action': 'pull'})['allowed']
    return [use(), s.api('mia', 'DELETE', '/registry/logins/' + l['username'])[0], use()]

@proof('credential-of-the-step', ['sms failed'], ['sms sent'])
def _(s):
    s.ok('olga', 'PUT', '/oncall/provider-credential', {'accountSid': 'AC1', 'authToken': 'x', 'fromNumber': '+15550101000'})
    s.ok('mia', 'PUT', '/oncall/paging-settings', {'phone': '+15550100000', 'rules': [{'channel': 'sms', 'delaySeconds': 60}]})
    pol = s.ok('olga', 'POST', '/oncall/escalation-policies', {'name': 'p', 'repeat': 0, 'steps': [user('usr_mia', 300)]})
    s.ok('olga', 'PUT', '/oncall/services/osv_search/escalation-policy', {'escalationPolicyId': pol['id']})
    i = s.ok('olga', 'POST', '/oncall/incidents', {'serviceId': 'osv_search', 'title': 't'})['id']
    s.ok('olga', 'DELETE', '/oncall/provider-credential')
    s.advance('PT2M')
    return [p['channel'] + ' ' + p['outcome'] for p in s.pages(i)]

@proof('restart-never-ends', [200, 200], [200, 409])
def _(s):
    c = s.cluster(replicas=1, datastore={'mode': 'dedicated', 'size': 'db-small', 'storageGiB': 20, 'replicas': 1, 'backups': True}); s.settled(c)
    a = s.api('olga', 'PATCH', c, {'datastore': {'size': 'db-medium', 'storageGiB': 40, 'replicas': 1, 'backups': True}})[0]
    s.settled(c, 15)
    return [a, s.api('olga', 'PATCH', c, {'replicas': 2})[0]]

@proof('ping-remembered', ['lumen', 'harbor'], ['lumen', 'lumen'])
def _(s): return [s.ok(w, 'GET', '/uptime/ping')['org'] for w in ('olga', 'henry')]

@proof('handoff-merged', [400, 'daily'], [200, 'weekly'])
def _(s):
    i = s.ok('olga', 'POST', '/oncall/schedules', SCHEDULE)['id']
    st = s.api('olga', 'PATCH', f'/oncall/schedules/{i}', {'handoff': {'interval': 'weekly'}})[0]
    return [st, s.ok('olga', 'GET', '/oncall/schedules')['schedules'][0]['handoff']['interval']]

@proof('upstream-by-ending', 404, 200)
def _(s):
    s.registry('reg-one')
    return s.api('olga', 'PUT', '/registry/registries/reg-one/upstream-credentials/notdocker.io', {'username': 'u', 'password': 'p'})[0]

@proof('pull-only-when-narrowed', ['pull', 'pull'], ['readwrite', 'readwrite'])
def _(s):
    s.registry('reg-one', 'reg-two')
    return [e['mode'] for e in s.ok('olga', 'POST', '/registry/logins', {'pullOnly': True})['scope']]

@proof('quota-per-repository', [409, 'within'], [200, 'above'])
def _(s):
    s.registry('reg-one'); s.ev('quota-changes', quota='registry-storage-bytes', registry='reg-one', value=10000)
    assert s.push('reg-one', 'a', ['v1'], layers=[{'sizeBytes': 8000}])[0] == 200
    st = s.push('reg-one', 'b', ['v1'], layers=[{'sizeBytes': 8000}])[0]
    r = s.ok('olga', 'GET', '/registry/registries/reg-one')
    return [st, 'above' if r['usedBytes'] > r['storageQuotaBytes'] else 'within']

@proof('security-contact-any-text', [400, True], [200, False])
def _(s):
    st = s.api('olga', 'PATCH', '/organization/contacts', {'securityEmail': 'security team'})[0]
    return [st, '@' in s.ok('olga', 'GET', '/organization/contacts')['securityEmail']]

@proof('own-domain-twice', [201, 409], [201, 201])
def _(s): return [s.api('olga', 'POST', '/email/domains', {'name': 'a.example'})[0] for _ in (1, 2)]

@proof('interval-patched-free', [400, 60], [200, 45])
def _(s):
    m = s.monitor()
    st = s.api('olga', 'PATCH', f'/uptime/monitors/{m}', {'intervalSeconds': 45})[0]
    return [st, s.ok('olga', 'GET', f'/uptime/monitors/{m}')['intervalSeconds']]

@proof('metrics-of-others', [404, 404], [404, 200])
def _(s):
    m = s.monitor()
    return [s.api('henry', 'GET', f'/uptime/monitors/{m}{x}')[0] for x in ('', '/metrics')]

@proof('length-in-characters', 'Größe 世界', None)
def _(s): return s.api('olga', 'POST', '/uptime/services', {'name': 'Größe 世界'})[1].get('name')

@proof('downsize-with-upgrade', [409, True], [200, False])
def _(s):
    c = s.cluster(tier='medium', orchestratorVersion='1.31.10'); s.advance('PT1M')
    s.ev('headroom-changes', cluster='prod', component='scheduler', usedPercent=70)
    assert s.api('olga', 'PATCH', c, {'tier': 'small'})[0] == 409
    st, b = s.api('olga', 'PATCH', c, {'orchestratorVersion': '1.32.6', 'tier': 'small'})
    return [st, 'scheduler' in str(b.get('error'))]

@proof('dns-of-other-domain', [403, 403], [403, 200])
def _(s):
    one, two = s.domain('one.example'), s.domain('two.example')
    t = s.token(('email.viewer', [one]))
    return [s.api(t, 'GET', f'/email/domains/{two}{x}')[0] for x in ('', '/dns')]

@proof('sweep-of-quiet-incidents', ['resolved', 'open'], ['resolved', 'resolved'])
def _(s):
    a = s.ev('alert-fires', serviceId='osv_payments', alert='a1')['incidentId']
    m = s.ok('olga', 'POST', '/oncall/incidents', {'serviceId': 'osv_payments', 'title': 't'})['id']
    s.ev('alert-resolves', serviceId='osv_payments', alert='a1')
    return [s.ok('olga', 'GET', f'/oncall/incidents/{i}')['status'] for i in (a, m)]

@proof('last-tag-of-repository', [True, 1], [False, 2])
def _(s):
    s.registry('reg-one')
    for t in ('v1', 'v2'): assert s.push('reg-one', 'app', [t])[0] == 200
    r = s.ok('olga', 'DELETE', '/registry/registries/reg-one/tags?repo=app&tag=v1&purge=true')
    return [r['purged'], len(s.ok('olga', 'GET', '/registry/registries/reg-one/manifests?repo=app')['manifests'])]

@proof('scope-entries-mixed', [403, 200], [204, 404])
def _(s):
    s.registry('reg-one', 'reg-two')
    t = s.token(('registry.viewer', ['reg-one']), ('registry.editor', ['reg-two']))
    return [s.api(t, 'DELETE', '/registry/registries/reg-one')[0], s.api('olga', 'GET', '/registry/registries/reg-one')[0]]

@proof('shared-blobs-deleted', ['int', 'int'], ['NoneType', 'NoneType'])
def _(s):
    s.registry('reg-one')
    for r in ('a', 'b'): assert s.push('reg-one', r, ['v1'], layers=[{'digest': 'sha256:base', 'sizeBytes': 1000}])[0] == 200
    s.ok('olga', 'DELETE', '/registry/registries/reg-one/repositories?repo=a')
    return [type(x).__name__ for x in (s.ok('olga', 'GET', '/registry/registries/reg-one')['usedBytes'], s.ok('olga', 'GET', '/registry/registries/reg-one/repositories')['repositories'][0]['sizeBytes'])]

@proof('since-beyond-window', [0, 0], [0, 1])
def _(s):
    s.verified('a.example'); now = s.now()
    s.ev('message-sent', **{'from': 'a@a.example', 'to': ['x@c.example'], 'createdAt': z(now - timedelta(days=100))})
    return [len(s.ok('olga', 'GET', '/email/messages' + q)['messages']) for q in ('', '?since=' + quote(z(now - timedelta(days=120))))]

@proof('empty-metrics-short', True, False)
def _(s): return 'uptimePct' in s.ok('olga', 'GET', f'/uptime/monitors/{s.monitor()}/metrics?window=1h')

@proof('late-alert-joins-resolved', [True, 0], [False, 1])
def _(s):
    i = s.ok('olga', 'POST', '/oncall/incidents', {'serviceId': 'osv_search', 'title': 't'})['id']
    s.advance('PT10M'); s.ok('olga', 'POST', f'/oncall/incidents/{i}/resolve'); s.advance('PT5M')
    r = s.ev('alert-fires', serviceId='osv_search', alert='fresh', startsAt=z(s.now() - timedelta(minutes=10)))
    return [r['incidentId'] != i, s.ok('olga', 'GET', f'/oncall/incidents/{i}')['firingAlerts']]

@proof('count-not-moved', [0, 1, 409], [1, 0, 204])
def _(s):
    one, two = [s.ok('olga', 'POST', '/uptime/services', {'name': n})['id'] for n in ('one', 'two')]
    m = s.monitor(serviceId=one)
    s.ok('olga', 'PATCH', f'/uptime/monitors/{m}', {'serviceId': two})
    counts = {x['id']: x['monitors'] for x in s.ok('olga', 'GET', '/uptime/services')['services']}
    return [counts[one], counts[two], s.api('olga', 'DELETE', f'/uptime/services/{two}')[0]]

@proof('overrides-cut-off', 1, 0)
def _(s):
    i = s.ok('olga', 'POST', '/oncall/schedules', SCHEDULE)['id']
    ids = [s.ok('olga', 'POST', f'/oncall/schedules/{i}/overrides', {'userId': 'usr_adam', 'label': 'Adam', 'startsAt': f'2031-01-0{d}T08:00:00Z', 'endsAt': f'2031-01-0{d}T10:00:00Z'})['id'] for d in (1, 2)]
    s.ok('olga', 'DELETE', f'/oncall/schedules/{i}/overrides/{ids[0]}')
    left = [o['id'] for o in s.ok('olga', 'GET', '/oncall/schedules')['schedules'][0]['overrides']]
    return left.count(ids[1])

@proof('endpoint-left-out', True, False)
def _(s): return all('endpoint' in u for u in s.ok('olga', 'GET', '/registry/upstreams')['upstreams'])

@proof('wide-key-frozen', [202, 202], [202, 403])
def _(s):
    s.verified('one.example')
    k = s.ok('olga', 'POST', '/email/keys', {'name': 'wide'})['secret']
    s.verified('two.example')
    return [s.api(k, 'POST', '/email/send', {'from': f'a@{d}.example', 'to': ['x@c.example']})[0] for d in ('one', 'two')]

@proof('not-found-without-body', [404, 'str'], [404, 'NoneType'])
def _(s):
    c = s.cluster()
    st, b = s.api('olga', 'DELETE', c + '/registration-tokens/unknown')
    return [st, type((b or {}).get('error')).__name__]

@proof('accepted-until-delivered', [1, 1], [1, 0])
def _(s):
    s.verified('a.example')
    m = s.ev('message-sent', **{'from': 'a@a.example', 'to': ['x@c.example']})['messageId']
    count = lambda: s.ok('olga', 'GET', '/email/settings')['acceptedToday']
    one = count(); s.ev('message-delivered', messageId=m)
    return [one, count()]

@proof('tags-of-other-repositories', ['s1'], ['s1', 'p1'])
def _(s):
    s.registry('reg-one'); l = [{'digest': 'sha256:base', 'sizeBytes': 1000}]
    for r, t in (('staging/app', 's1'), ('prod/app', 'p1')): assert s.push('reg-one', r, [t], layers=l)[0] == 200
    return s.ok('olga', 'GET', '/registry/registries/reg-one/manifests?repo=staging/app')['manifests'][0]['tags']

@proof('kubeconfig-kept', [True, True], [True, False])
def _(s):
    c = s.cluster(); s.advance('PT1M')
    def fetch():
        k = s.ok('olga', 'GET', c + '/kubeconfig')
        return k['expiresIn'], s.ev('credential-used', kind='kubeconfig', secret=k['kubeconfig'])['accepted']
    life, first = fetch(); s.advance(f'PT{life + 60}S')
    return [first, fetch()[1]]

@proof('options-beyond-scope', ['reg-one'], ['reg-one', 'reg-two'])
def _(s):
    s.registry('reg-one', 'reg-two')
    return [r['id'] for r in s.ok(s.token(('registry.viewer', ['reg-one'])), 'GET', '/tokens/scope-options')['resources']]

@proof('pattern-once-per-organization', [201, 201, 409], [201, 409, 409])
def _(s):
    one, two = s.domain('one.example', True), s.domain('two.example', True)
    w = s.ok('olga', 'POST', '/email/webhooks', {'url': 'https://hook.example/', 'eventTypes': ['message.sent']})['webhook']['id']
    return [s.api('olga', 'POST', '/email/routes', {'domainId': d, 'pattern': 'support', 'endpointId': w})[0] for d in (one, two, one)]

@proof('redelivered-afresh', [True, 'sent'], [False, 'delivered'])
def _(s):
    s.verified('a.example')
    w = s.ok('olga', 'POST', '/email/webhooks', {'url': 'http://127.0.0.1:9/', 'eventTypes': ['message.sent']})['webhook']['id']
    s.ev('webhook-endpoint-answers', endpointId=w, answers=[{'status': 200}], afterwards='repeat-last')
    sent = s.ev('message-sent', **{'from': 'a@a.example', 'to': ['x@c.example']})
    def attempt(d):
        for _ in range(50):
            a = s.http('GET', f'/_understudy/webhook-deliveries?deliveryId={d}')[1]['attempts']
            if a: return a[0]['body']
            time.sleep(0.05)
    first = attempt(sent['deliveryIds'][0])
    s.ev('message-delivered', messageId=sent['messageId'])
    again = attempt(s.ok('olga', 'POST', f"/email/webhook-deliveries/{sent['deliveryIds'][0]}/redeliver")['id'])
    return [first == again, json.loads(again)['data']['message']['state']]

@proof('key-admin-anywhere', [201, 404], [201, 201])
def _(s):
    s.registry('reg-one', 'reg-two'); t = s.token(('registry.admin', ['reg-one']))
    return [s.api(t, 'POST', f'/registry/registries/{r}/keys', {'name': 'k', 'mode': 'pull'})[0] for r in ('reg-one', 'reg-two')]

@proof('patched-size-any', [400, 'db-small'], [200, 'db-huge'])
def _(s):
    c = s.cluster(datastore={'mode': 'dedicated', 'size': 'db-small', 'storageGiB': 20, 'replicas': 1, 'backups': True}); s.settled(c)
    st = s.api('olga', 'PATCH', c, {'datastore': {'size': 'db-huge', 'storageGiB': 40, 'replicas': 1, 'backups': True}})[0]
    s.settled(c)
    return [st, s.ok('olga', 'GET', c)['datastore']['size']]

def run(s, id):
    s.reset()
    try: return P[id][0](s)
    except Exception as e: return f'{type(e).__name__}: {e}'

def main():
    args = sys.argv[1:]; check = '--check' in args; args = [a for a in args if a != '--check']
    mistakes = json.load(open(os.path.join(HERE, 'mistakes.json')))
    unknown = [a for a in args if a not in [m['id'] for m in mistakes]]
    if unknown: sys.exit(f'no such mistake: {unknown}')
    chosen = [m for m in mistakes if not args or m['id'] in args]
    s = S(os.path.join(HERE, '../../../../../examples/sixth-candidate'))
    try: clean = {m['id']: run(s, m['id']) for m in chosen}
    finally: s.stop()
    bad = 0
    for m in chosen:
        _, right, wrong = P[m['id']]
        copy = os.path.join(tempfile.gettempdir(), 'prove-sixteenth')
        shutil.rmtree(copy, ignore_errors=True); shutil.copytree(os.path.join(HERE, '../../../../../examples/sixth-candidate'), copy)
        for e in m['edits']:
            f = os.path.join(copy, e['file']); text = open(f, encoding='utf8').read()
            assert text.count(e['find']) == 1, (m['id'], e['find'])
            open(f, 'w', encoding='utf8').write(text.replace(e['find'], e['replace']))
        s = S(copy)
        try: got = run(s, m['id'])
        finally: s.stop()
        own = ''
        if check:
            r = subprocess.run([NODE, 'check.mjs'], cwd=copy, capture_output=True, text=True)
            own = '  (survives check.mjs)' if r.returncode == 0 else '  CAUGHT by check.mjs: ' + r.stdout[r.stdout.find('FAILED'):][:300]
        if clean[m['id']] != right: line = f'clean: {clean[m["id"]]!r} instead of {right!r}'
        elif got != wrong: line = f'edited: {got!r} instead of {wrong!r}'
        else: line = 'ok'
        bad += line != 'ok'
        print(m['id'], line + own, flush=True)
    shutil.rmtree(os.path.join(tempfile.gettempdir(), 'prove-sixteenth'), ignore_errors=True)
    sys.exit(1 if bad else 0)
main()
