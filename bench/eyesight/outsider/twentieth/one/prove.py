#!/usr/bin/env python3
"""python3 prove.py [ID...]: the clean candidate is right, the edited copy wrong; one line per mistake.
One server at a time: first the clean one (reset between proofs), then one edited copy after the other."""
import tempfile, json, os, re, shutil, subprocess, sys, threading, time, urllib.request, urllib.error
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '../../../../..')
NODE = os.path.join(ROOT, 'node_modules/.bin/node')
CANDIDATE = os.path.join(ROOT, 'examples/sixth-candidate')
WORK = os.path.join(tempfile.mkdtemp(), 'edited')
ISO = re.compile(r'^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$')

class Setup(Exception): pass

class S:
    def __init__(self, folder):
        self.child = subprocess.Popen([NODE, os.path.join(folder, 'server.mjs'), '--port', '0'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.child.stdout.readline()
        got = re.search(r'ready on (\S+)', line)
        if not got: raise Setup('does not start: ' + self.child.stderr.read()[:400])
        self.base = got.group(1)
    def stop(self):
        self.child.terminate(); self.child.wait(10)
        self.child.stdout.close(); self.child.stderr.close()
    def raw(self, method, path, who=None, body=None, headers=None):
        h = dict(headers or {})
        if who: h['Authorization'] = 'Bearer ' + (who if '_' in who or '.' in who else f'ses-{who}-4f1c7a90')
        data = None
        if body is not None: data = json.dumps(body).encode(); h['Content-Type'] = 'application/json'
        q = urllib.request.Request(self.base + path, data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(q, timeout=20) as r: status, text = r.status, r.read().decode()
        except urllib.error.HTTPError as e: status, text = e.code, e.read().decode()
        try: value = json.loads(text) if text else None
        except ValueError: value = text
        return status, value
    def __call__(self, method, path, who='olga', body=None):
        return self.raw(method, '/api/v1' + path, who, body)
    def ok(self, method, path, who='olga', body=None):
        status, value = self(method, path, who, body)
        if status >= 300: raise Setup(f'{method} {path}: {status} {value}')
        return value
    def control(self, method, path, body=None):
        status, value = self.raw(method, '/_understudy/' + path, None, body)
        if status != 200: raise Setup(f'{path}: {status} {value}')
        return value
    def event(self, name, **body): return self.control('POST', 'events/' + name, body)
    def clock(self, by):
        seconds = re.fullmatch(r'PT(\d+)S', by)
        if os.environ.get('REAL') and seconds: return time.sleep(int(seconds.group(1)))  # REAL=1: wait instead of moving the clock
        return self.control('POST', 'clock/advance', {'by': by})
    def reset(self): self.control('POST', 'reset')
    def together(self, *calls):
        out = [None] * len(calls)
        def go(i): out[i] = self(*calls[i])
        ts = [threading.Thread(target=go, args=(i,)) for i in range(len(calls))]
        [t.start() for t in ts]; [t.join() for t in ts]
        return out
    # shortcuts
    def registry(self, slug='proof-apps', who='olga'): return self.ok('POST', '/registry/registries', who, {'slug': slug})
    def token(self, who='olga', **body): return self.ok('POST', '/tokens', who, {'name': 't', **body})
    def cluster(self, name='proof', ready=True, **body):
        c = self.ok('POST', '/clusters', 'olga', {'name': name, 'tier': 'small', **body})
        if ready: self.clock('PT11S')
        return c
    def domain(self, name='mail.proof.example', send=True):
        d = self.ok('POST', '/email/domains', 'olga', {'name': name})
        if send:
            self.event('dns-record-published', domain=name)
            self.ok('POST', f"/email/domains/{d['id']}/check"); self.clock('PT4S')
            if self.ok('GET', f"/email/domains/{d['id']}")['sendState'] != 'verified': raise Setup('not verified')
        return d
    def mail(self, name='mail.proof.example', **more):
        return self.event('message-sent', **{'from': f'a@{name}', 'to': ['b@else.example'], 'subject': 's', 'text': 't', **more})['messageId']
    def hook(self): return self.ok('POST', '/email/webhooks', 'olga', {'url': 'https://hooks.proof.example/x', 'eventTypes': ['message.sent']})['webhook']
    def incident(self, service='osv_storefront'): return self.ok('POST', '/oncall/incidents', 'olga', {'serviceId': service, 'title': 'x'})
    def policy(self, *users): return self.ok('POST', '/oncall/escalation-policies', 'olga', {'name': 'p', 'repeat': 0, 'steps': [
        {'target': {'kind': 'user', 'id': u, 'label': u}, 'waitSeconds': 60} for u in users]})
    def attach(self, service, policy): return self.ok('PUT', f'/oncall/services/{service}/escalation-policy', 'olga', {'escalationPolicyId': policy})
    def schedule(self): return self.ok('POST', '/oncall/schedules', 'olga', {'name': 's', 'timezone': 'UTC', 'participants': [{'userId': 'usr_mia', 'label': 'Mia'}], 'handoff': {'interval': 'daily', 'time': '09:00'}})
    def monitor(self, **more): return self('POST', '/uptime/monitors', 'olga', {'name': 'm', 'kind': 'tcp', 'tcp': {'host': 'db.proof.example', 'port': 5432}, 'intervalSeconds': 60, 'vantages': ['fra'], **more})

P = {}
def proof(id):
    def keep(f): P['ai-' + id] = f; return f
    return keep
# Each proof returns (right?, what was seen).
REG = '/registry/registries/proof-apps'

@proof('key-list-secret')
def _(s):
    s.registry(); k = s.ok('POST', REG + '/keys', 'olga', {'name': 'k', 'mode': 'pull'})
    l = s.ok('GET', REG + '/keys'); assert l['keys'][0]['keyId'] == k['keyId']
    return k['secret'] not in json.dumps(l), l
@proof('webhook-patch-drops-disabled')
def _(s):
    h = s.hook(); r = s.ok('PATCH', f"/email/webhooks/{h['id']}", 'olga', {'url': 'https://hooks.proof.example/y'})
    l = s.ok('GET', '/email/webhooks')['webhooks'][0]
    return r.get('disabled') is False and l.get('disabled') is False, r
@proof('token-last-request-http-date')
def _(s):
    t = s.token(); s.ok('GET', '/organization/contacts', t['key'])
    l = s.ok('GET', '/tokens')['tokens'][0]
    return all(ISO.match(l[f]) for f in ('createdAt', 'expiresAt', 'lastRequest')), l
@proof('image-delete-untags-elsewhere')
def _(s):
    s.registry()
    d = [s.event('image-pushed', registry='proof-apps', repository=r, tags=['v1'], digest='sha256:' + 'a' * 64, layers=[{'digest': 'sha256:' + 'b' * 64, 'sizeBytes': 10}])['digest'] for r in ('one', 'two')]
    s.ok('DELETE', f'{REG}/manifests?repo=one&digest={d[0]}')
    l = s.ok('GET', REG + '/tags?repo=two')['tags']
    return [t['name'] for t in l] == ['v1'], l
@proof('provider-stored-when-unreachable')
def _(s):
    s.event('provider-behaves', behaviour='unreachable')
    st, _ = s('PUT', '/oncall/provider-credential', 'olga', {'accountSid': 'AC1', 'authToken': 'secret-x', 'fromNumber': '+15550101'})
    g = s.ok('GET', '/oncall/provider-credential')
    assert st == 502
    return g['configured'] is False, g
@proof('manual-incident-no-count')
def _(s):
    i = s.incident(); l = s.ok('GET', '/oncall/incidents')['incidents'][0]
    return i.get('firingAlerts') == 0 and l.get('firingAlerts') == 0, i
@proof('nodes-show-token')
def _(s):
    s.cluster(); t = s.ok('POST', '/clusters/proof/registration-tokens', 'olga', {'name': 'r'})['token']
    s.event('node-joins', cluster='proof', node='n1', token=t)
    s.ok('POST', '/clusters/proof/join', None, {'token': t, 'node': 'n2'})
    l = s.ok('GET', '/clusters/proof/nodes'); assert len(l['nodes']) == 2
    return json.dumps(l).count(t) == 0, l
@proof('catalog-registry-nameless')
def _(s):
    s.registry(); r = s.ok('GET', '/iam/catalog')['resources']
    return all(isinstance(x.get('name'), str) for x in r) and len(r) == 1, r
@proof('clear-provider-strips-rules')
def _(s):
    s.ok('PUT', '/oncall/provider-credential', 'olga', {'accountSid': 'AC1', 'authToken': 'secret-x', 'fromNumber': '+15550101'})
    rules = [{'channel': 'sms', 'delaySeconds': 0}]
    s.ok('PUT', '/oncall/paging-settings', 'mia', {'phone': '+15550100', 'rules': rules})
    s.attach('osv_storefront', s.policy('usr_mia')['id'])
    s.ok('DELETE', '/oncall/provider-credential')
    g = s.ok('GET', '/oncall/paging-settings', 'mia')
    i = s.incident(); pages = s.control('GET', f"pages?incidentId={i['id']}")['pages']
    return g['rules'] == rules and [p['outcome'] for p in pages] == ['failed'], (g, pages)
@proof('required-error-echoes-body')
def _(s):
    st, b = s('PUT', '/oncall/provider-credential', 'olga', {'accountSid': 'AC1', 'authToken': 'secret-of-mine'})
    s.registry(); st2, b2 = s('PUT', REG + '/upstream-credentials/docker.io', 'olga', {'password': 'secret-of-mine'})
    assert st >= 400 and st2 >= 400
    return 'secret-of-mine' not in json.dumps([b, b2]), (b, b2)
@proof('expired-token-lives-on')
def _(s):
    t = s.token(expiresIn=3600)['key']
    s.clock('PT55M'); s.ok('GET', '/clusters', t); s.clock('PT10M')
    st, _ = s('GET', '/clusters', t)
    return st == 401, st
@proof('patch-datastore-size-free')
def _(s):
    s.cluster(datastore={'mode': 'dedicated', 'size': 'db-small', 'storageGiB': 20, 'replicas': 1, 'backups': True})
    st, b = s('PATCH', '/clusters/proof', 'olga', {'datastore': {'size': 'db-xlarge', 'storageGiB': 20, 'replicas': 1, 'backups': True}})
    st2, _ = s('POST', '/clusters', 'olga', {'name': 'other', 'tier': 'small', 'datastore': {'mode': 'dedicated', 'size': 'db-xlarge'}})
    assert st2 >= 400
    return st >= 400, (st, b)
@proof('monitor-moved-counts-stay')
def _(s):
    a, b = [s.ok('POST', '/uptime/services', 'olga', {'name': n})['id'] for n in 'ab']
    m = s.monitor(serviceId=a)[1]['id']; assert s.ok('GET', '/uptime/services')['services'][0]['monitors'] == 1
    s.ok('PATCH', f'/uptime/monitors/{m}', 'olga', {'serviceId': b})
    l = [x['monitors'] for x in s.ok('GET', '/uptime/services')['services']]
    return l == [0, 1], l
@proof('settings-patch')
def _(s):
    q = s.ok('GET', '/email/settings')['dailyQuota']
    st, _ = s('PATCH', '/email/settings', 'olga', {'dailyQuota': q + 1000})
    n = s.ok('GET', '/email/settings')['dailyQuota']
    return st >= 400 and n == q, (st, n)
@proof('send-key-created-number')
def _(s):
    k = s.ok('POST', '/email/keys', 'olga', {'name': 'k'})['sendKey']
    return isinstance(k['createdAt'], str), k
@proof('update-author-from-body')
def _(s):
    i = s.incident()['id']; u = s.ok('POST', f'/oncall/incidents/{i}/updates', 'mia', {'body': 'b', 'byLabel': 'The President'})
    return u['byLabel'] == 'Mia Torres', u
@proof('route-duplicate-first-ten')
def _(s):
    d = s.domain(send=False)['id']; s.ok('POST', f'/email/domains/{d}/receive'); h = s.hook()['id']
    for n in range(11): s.ok('POST', '/email/routes', 'olga', {'domainId': d, 'pattern': f'box{n}', 'endpointId': h})
    assert s('POST', '/email/routes', 'olga', {'domainId': d, 'pattern': 'box3', 'endpointId': h})[0] == 409
    st, _ = s('POST', '/email/routes', 'olga', {'domainId': d, 'pattern': 'box10', 'endpointId': h})
    return st == 409, st
@proof('scope-options-unfiltered')
def _(s):
    s.registry(); s.registry('proof-more')
    t = s.token(scope=[{'role': 'registry.viewer', 'resourceIds': ['proof-apps']}])['key']
    r = [x['id'] for x in s.ok('GET', '/tokens/scope-options', t)['resources']]
    assert [x['slug'] for x in s.ok('GET', '/registry/registries', t)['registries']] == ['proof-apps']
    return r == ['proof-apps'], r
@proof('redelivery-keeps-date')
def _(s):
    s.domain(); h = s.hook()['id']; s.event('webhook-endpoint-answers', endpointId=h, answers=[{'status': 200}])
    s.mail(); s.clock('PT2S'); s.mail(); s.clock('PT2S'); time.sleep(.1)
    l = s.ok('GET', '/email/webhook-deliveries')['deliveries']; first, second = l[1]['id'], l[0]['id']
    new = s.ok('POST', f'/email/webhook-deliveries/{first}/redeliver')['id']
    l = [(x['id'], x['createdAt']) for x in s.ok('GET', '/email/webhook-deliveries')['deliveries']]
    return [x[0] for x in l] == [new, second, first], l
@proof('detach-detaches-all')
def _(s):
    p = s.policy('usr_mia')['id']; s.attach('osv_storefront', p); s.attach('osv_payments', p)
    s.attach('osv_storefront', None)
    n = s.ok('GET', '/oncall/escalation-policies')['policies'][0]['services']
    return n == 1, n
@proof('contacts-follow-billing')
def _(s):
    s.ok('PATCH', '/organization/contacts', 'olga', {f: 'all@proof.example' for f in ('billingEmail', 'technicalEmail', 'securityEmail')})
    c = s.ok('PATCH', '/organization/contacts', 'olga', {'billingEmail': 'money@proof.example'})
    return c == {'billingEmail': 'money@proof.example', 'technicalEmail': 'all@proof.example', 'securityEmail': 'all@proof.example'}, c
@proof('content-of-other-domain')
def _(s):
    a = s.domain('one.proof.example', False)['id']; s.domain(); m = s.mail()
    t = s.token(scope=[{'role': 'email.viewer', 'resourceIds': [a]}])['key']
    assert s('GET', f'/email/messages/{m}', t)[0] == 403
    st, b = s('GET', f'/email/messages/{m}/content', t)
    return st in (403, 404), st
@proof('load-balancers-shared')
def _(s):
    for n in ('one', 'two'): s.cluster(n, managedLoadBalancers={'enabled': True})
    s.event('service-exposed', cluster='one', service='web')
    l = [s.ok('GET', '/clusters/' + n)['managedLoadBalancers']['loadBalancers'] for n in ('one', 'two')]
    return len(l[0]) == 1 and l[1] == [], l
@proof('minted-by-token-unlisted')
def _(s):
    a = s.token(); b = s.ok('POST', '/tokens', a['key'], {'name': 'child'})
    l = {x['id'] for x in s.ok('GET', '/tokens')['tokens']}
    return l == {a['id'], b['id']}, l
@proof('overrides-lost-in-parallel')
def _(s):
    c = s.schedule()['id']
    body = lambda u, d: {'userId': u, 'label': u, 'startsAt': f'2030-01-0{d}T00:00:00Z', 'endsAt': f'2030-01-0{d}T12:00:00Z'}
    r = s.together(('POST', f'/oncall/schedules/{c}/overrides', 'olga', body('usr_mia', 1)), ('POST', f'/oncall/schedules/{c}/overrides', 'adam', body('usr_max', 2)))
    assert [x[0] for x in r] == [201, 201]
    l = {o['id'] for o in s.ok('GET', '/oncall/schedules')['schedules'][0]['overrides']}
    return l == {x[1]['id'] for x in r}, l
@proof('registry-no-display-name')
def _(s):
    r = s.registry(); l = s.ok('GET', '/registry/registries')['registries'][0]
    return isinstance(r.get('displayName'), str) and isinstance(l.get('displayName'), str), r
@proof('upstream-deleted-by-outsider')
def _(s):
    s.registry(); s.ok('PUT', REG + '/upstream-credentials/docker.io', 'olga', {'username': 'u', 'password': 'p'})
    st, _ = s('DELETE', REG + '/upstream-credentials/docker.io', 'henry')
    l = s.ok('GET', REG + '/upstream-credentials')['upstreamCredentials']
    return st >= 400 and len(l) == 1, (st, l)
@proof('kubeconfig-unknown-409')
def _(s):
    st, _ = s('GET', '/clusters/no-such-cluster/kubeconfig'); return st == 404, st
@proof('catalog-carries-credential')
def _(s):
    s.registry(); s.ok('PUT', REG + '/upstream-credentials/ghcr.io', 'olga', {'username': 'user-of-lumen', 'password': 'pass-of-lumen'})
    l = s.ok('GET', '/registry/upstreams', 'henry')
    return 'of-lumen' not in json.dumps(l), l
@proof('upgrade-gate-skipped-with-tier')
def _(s):
    s.cluster(orchestratorVersion='1.33.2')
    assert s('PATCH', '/clusters/proof', 'olga', {'orchestratorVersion': '1.31.10'})[0] >= 400
    st, _ = s('PATCH', '/clusters/proof', 'olga', {'tier': 'medium', 'orchestratorVersion': '1.31.10'})
    v = s.ok('GET', '/clusters/proof')['orchestratorVersion']
    return st >= 400 and v == '1.33.2', (st, v)
@proof('content-window-from-state')
def _(s):
    s.domain(); m = s.mail(); s.clock('P20D'); s.event('message-delivered', messageId=m)
    assert s('GET', f'/email/messages/{m}/content')[0] == 200
    s.clock('P15D'); st, _ = s('GET', f'/email/messages/{m}/content')
    return st == 404, st
@proof('login-slides')
def _(s):
    s.registry(); l = s.ok('POST', '/registry/logins', 'olga', {})
    use = lambda: s.event('credential-used', kind='login-credential', secret=l['password'], username=l['username'], registry='proof-apps')['accepted']
    door = lambda: s.ok('POST', '/registry/data-plane/authorize', None, {'username': l['username'], 'password': l['password'], 'registry': 'proof-apps', 'repository': 'x', 'action': 'pull'})['allowed']
    s.clock('PT50M'); assert use() and door()
    s.clock('PT40M'); r = use(), door()
    return r == (False, False), r
@proof('ack-revives-auto-resolved')
def _(s):
    i = s.event('alert-fires', serviceId='osv_search', alert='a1')['incidentId']
    assert s.event('alert-resolves', serviceId='osv_search', alert='a1')['resolved']
    s('POST', f'/oncall/incidents/{i}/acknowledge')
    d = s.ok('GET', f'/oncall/incidents/{i}')['status']; l = [x['id'] for x in s.ok('GET', '/oncall/incidents')['incidents']]
    return d == 'resolved' and i not in l, d
@proof('flaps-not-recorded')
def _(s):
    m = s.monitor(downCondition={'confirmations': 1, 'quorum': 1})[1]['id']
    states = []
    for outcome in ('ok', 'fail', 'ok'): states.append(s.event('probe-result', monitorId=m, outcome=outcome)['state']); s.clock('PT5S')
    assert states == ['up', 'down', 'up']
    l = [(t['from'], t['to']) for t in s.ok('GET', f'/uptime/monitors/{m}/transitions')['transitions']]
    return l == [('down', 'up'), ('up', 'down'), ('pending', 'up')], l
@proof('walk-three-steps')
def _(s):
    people = ['usr_mia', 'usr_max', 'usr_adam', 'usr_olga']
    s.attach('osv_storefront', s.policy(*people)['id']); i = s.incident()['id']; s.clock('PT10M')
    l = [p['userId'] for p in s.control('GET', f'pages?incidentId={i}')['pages']]
    return l == people, l
@proof('outage-writes-anyway')
def _(s):
    s.event('backend-behaves', backend='email', reachable=False)
    st, _ = s('POST', '/email/suppressions', 'olga', {'address': 'x@proof.example'}); g = s('GET', '/email/suppressions')[0]
    assert (st, g) == (502, 502)
    s.event('backend-behaves', backend='email', reachable=True)
    l = s.ok('GET', '/email/suppressions')['suppressions']
    return l == [], l
@proof('key-prefixes-dropped')
def _(s):
    s.registry(); s.ok('POST', REG + '/keys', 'olga', {'name': 'k', 'mode': 'pull', 'repoPrefixes': ['web']})
    k = s.ok('GET', REG + '/keys')['keys'][0]
    return k['repoPrefixes'] == ['web'], k
@proof('slug-unique-per-organization')
def _(s):
    s.registry(); st, _ = s('POST', '/registry/registries', 'henry', {'slug': 'proof-apps'}); return st == 409, st
@proof('quota-after-validation')
def _(s):
    n = 0
    while s.monitor()[0] == 201: n += 1
    st, _ = s.monitor(vantages=['syd'])
    assert n == 50 and s.monitor()[0] == 403
    return st == 403, st
@proof('revoked-source-410')
def _(s):
    a = s.ok('POST', '/oncall/alert-sources', 'olga', {'name': 'a', 'serviceId': 'osv_search'})
    hit = lambda: s('POST', f"/oncall/alert-sources/{a['id']}/webhook", a['token'], {'alerts': [{'status': 'firing', 'labels': {'alertname': 'x'}}]})[0]
    assert hit() == 202
    s.ok('DELETE', f"/oncall/alert-sources/{a['id']}"); st = hit()
    return st == 401, st
@proof('manifests-without-repo')
def _(s):
    s.registry(); st, _ = s('GET', REG + '/manifests'); assert s('GET', REG + '/tags')[0] >= 400
    return 400 <= st < 500, st
@proof('login-without-access-404')
def _(s):
    s.registry(); t = s.token(scope=[{'role': 'clusters.viewer'}])['key']
    st, _ = s('POST', '/registry/logins', t, {}); return st == 403, st
@proof('since-opens-window')
def _(s):
    s.domain(); m = s.mail(); since = s.ok('GET', f'/email/messages/{m}')['message']['createdAt']
    assert len(s.ok('GET', f'/email/messages?since={since}')['messages']) == 1
    s.clock('P95D'); assert s.ok('GET', '/email/messages')['messages'] == []
    l = s.ok('GET', f'/email/messages?since={since}')['messages']
    return l == [], len(l)
@proof('parallel-patches-lost')
def _(s):
    s.cluster(replicas=1)
    r = s.together(('PATCH', '/clusters/proof', 'olga', {'replicas': 3}), ('PATCH', '/clusters/proof', 'adam', {'tier': 'medium'}))
    s.clock('PT20S'); c = s.ok('GET', '/clusters/proof')
    assert 200 in (r[0][0], r[1][0]) and all(x[0] in (200, 409) for x in r)
    return (r[0][0] != 200 or c['replicas'] == 3) and (r[1][0] != 200 or c['tier'] == 'medium'), ([x[0] for x in r], c['replicas'], c['tier'])

def attempt(s, id):
    try: return P[id](s)
    except (Setup, AssertionError, KeyError, IndexError, TypeError) as e: return None, f'{type(e).__name__} {e}'

def main():
    mistakes = json.load(open(os.path.join(HERE, 'mistakes.json')))
    wanted = sys.argv[1:] or [m['id'] for m in mistakes]
    mistakes = [m for m in mistakes if m['id'] in wanted]
    clean, good = {}, 0
    s = S(CANDIDATE)
    for m in mistakes: s.reset(); clean[m['id']] = attempt(s, m['id'])
    s.stop()
    for m in mistakes:
        id = m['id']; why = None; seen = None
        if clean[id][0] is not True: why = f'clean is not right: {clean[id]}'
        else:
            shutil.rmtree(WORK, ignore_errors=True); shutil.copytree(CANDIDATE, WORK)
            for e in m['edits']:
                path = os.path.join(WORK, e['file']); text = open(path).read()
                if text.count(e['find']) != 1: why = f"{e['file']}: find occurs {text.count(e['find'])} times"
                open(path, 'w').write(text.replace(e['find'], e['replace']))
            if not why:
                s = None
                try:
                    s = S(WORK); right, seen = attempt(s, id)
                    if right is not False: why = f'edited is not wrong: {right} {seen}'
                except Setup as e: why = str(e)
                finally:
                    if s: s.stop()
        good += why is None
        print(f'{id} ok' if why is None else f'{id} {why}', flush=True)
        if os.environ.get('SEEN') and seen is not None: print('   ', str(seen)[:200])
    shutil.rmtree(WORK, ignore_errors=True)
    print(f'{good} of {len(mistakes)} proven', file=sys.stderr)
    sys.exit(good != len(mistakes))
main()
