#!/usr/bin/env python3
"""python3 prove.py [ID...]: shows each mistake on a copy of the candidate with its edits, and the right behaviour on the clean one."""
import datetime, http.server, json, os, re, shutil, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/sixth-candidate")
NODE = os.environ.get('NODE', 'node')
WHO = {n: {'Authorization': f'Bearer ses-{u}-4f1c7a90', **({'X-Organization': o} if o else {})} for n, u, o in [
    ('owner', 'olga', ''), ('admin', 'adam', ''), ('member', 'mia', ''), ('viewer', 'vera', ''),
    ('pat', 'pat', 'lumen'), ('pat-elsewhere', 'pat', 'harbor'), ('harbor-owner', 'henry', '')]}
V = '/api/v1'


class Server:
    def __init__(self, folder):
        self.p = subprocess.Popen([NODE, 'server.mjs', '--port', '0'], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = self.p.stdout.readline()
        found = re.search(r'http://[\d.:]+', line)
        if not found:
            raise RuntimeError('does not start: ' + line + self.p.stdout.read())
        self.base = found.group()
        threading.Thread(target=self.p.stdout.read, daemon=True).start()

    def stop(self):
        self.p.terminate()
        self.p.wait()

    def raw(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        q = urllib.request.Request(self.base + path, data=data, method=method, headers={'Content-Type': 'application/json', **(headers or {})})
        try:
            with urllib.request.urlopen(q, timeout=20) as r:
                return r.status, r.read()
        except urllib.error.HTTPError as e:
            return e.code, e.read()

    def req(self, method, path, body=None, who='owner', key=None):
        s, t = self.raw(method, V + path, body, {'Authorization': 'Bearer ' + key} if key else WHO.get(who, {}))
        try:
            return s, json.loads(t) if t else None
        except ValueError:
            return s, t.decode()

    def ok(self, method, path, body=None, who='owner', key=None):
        s, j = self.req(method, path, body, who, key)
        assert 200 <= s < 300, f'{method} {path}: {s} {j}'
        return j

    def get(self, path, **k): return self.ok('GET', path, **k)
    def post(self, path, body=None, **k): return self.ok('POST', path, body, **k)

    def ev(self, name, **body):
        s, t = self.raw('POST', '/_understudy/events/' + name, body)
        assert s == 200, f'event {name}: {s} {t}'
        return json.loads(t)

    def advance(self, by):
        s, t = self.raw('POST', '/_understudy/clock/advance', {'by': by})
        assert s == 200, t

    def now(self):
        t = json.loads(self.raw('GET', '/_understudy/clock')[1])['now']
        return datetime.datetime.fromisoformat(t.replace('Z', '+00:00'))

    # things
    def domain(self, name='mail.judged.example', who='owner'):
        return self.post('/email/domains', {'name': name}, who=who)

    def verified(self, name='mail.judged.example', receive=False):
        d = self.domain(name)
        if receive:
            self.post(f'/email/domains/{d["id"]}/receive')
        self.ev('dns-record-published', domain=d['id'])
        self.post(f'/email/domains/{d["id"]}/check')
        self.advance('PT4S')
        d = self.get(f'/email/domains/{d["id"]}')
        assert d['sendState'] == 'verified'
        return d

    def send(self, to='bob@else.example', **k):
        return self.ev('message-sent', **{'from': 'a@mail.judged.example', 'to': [to], 'subject': 'hi', 'text': 'x', **k})['messageId']

    def registry(self, slug='reg-one'):
        self.post('/registry/registries', {'slug': slug})
        return f'/registry/registries/{slug}'

    def cluster(self, **k):
        self.post('/clusters', {'name': 'c-one', 'tier': 'small', **k})
        self.advance('PT11S')
        assert self.get('/clusters/c-one')['phase'] == 'ready'
        return '/clusters/c-one'

    def monitor(self, who='owner', **k):
        return self.post('/uptime/monitors', {'name': 'ours', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['fra'], 'http': {'url': 'https://shop.example/'}, **k}, who=who)

    def incident(self, title='t', service='osv_storefront', **k):
        return self.post('/oncall/incidents', {'serviceId': service, 'title': title}, **k)

    def schedule(self, name='s', people=('mia', 'max'), **k):
        return self.post('/oncall/schedules', {'name': name, 'timezone': 'UTC', 'participants': [{'userId': 'usr_' + p, 'label': p} for p in people], 'handoff': {'interval': 'weekly', 'dow': 1, 'time': '09:00'}}, **k)


def together(*calls):
    out = [None] * len(calls)
    def run(i):
        out[i] = calls[i]()
    ts = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return out


SHOW = {}
def show(f):
    SHOW['bf-' + f.__name__.replace('_', '-')] = f
    return f

# Each function returns whether the behaviour is right; what must hold in both is asserted.

@show
def contacts_lost_update(s):
    p = '/organization/contacts'
    a = together(lambda: s.req('PATCH', p, {'technicalEmail': 't@x.example'}), lambda: s.req('PATCH', p, {'securityEmail': 's@x.example'}))
    assert [x[0] for x in a] == [200, 200]
    c = s.get(p)
    return c['technicalEmail'] == 't@x.example' and c['securityEmail'] == 's@x.example'

@show
def received_mail_unguarded(s):
    a = s.domain('a.judged.example')
    s.verified('b.judged.example', receive=True)
    i = s.ev('message-received', **{'from': 'z@else.example', 'to': ['info@b.judged.example']})['messageId']
    k = s.post('/tokens', {'name': 'n', 'scope': [{'role': 'email.viewer', 'resourceIds': [a['id']]}]})['key']
    assert s.req('GET', f'/email/messages/{i}')[0] == 200
    return s.req('GET', f'/email/messages/{i}', key=k)[0] in (403, 404)

@show
def second_login_ends_first(s):
    s.registry()
    a = s.post('/registry/logins', {})
    s.post('/registry/logins', {'pullOnly': True})
    r = s.post('/registry/data-plane/authorize', {'username': a['username'], 'password': a['password'], 'registry': 'reg-one', 'repository': 'app', 'action': 'pull'})
    return r['allowed'] and s.req('DELETE', f'/registry/logins/{a["username"]}')[0] == 204

@show
def overrides_shared(s):
    one, two = s.schedule('one'), s.schedule('two')
    t = s.now()
    s.post(f'/oncall/schedules/{one["id"]}/overrides', {'userId': 'usr_adam', 'label': 'Adam', 'startsAt': (t - datetime.timedelta(hours=1)).isoformat(), 'endsAt': (t + datetime.timedelta(hours=1)).isoformat()})
    l = {x['id']: x for x in s.get('/oncall/schedules')['schedules']}
    assert len(l[one['id']]['overrides']) == 1
    return l[two['id']]['overrides'] == []

@show
def refused_vantage_stored(s):
    assert [v for v in s.get('/uptime/catalog')['vantages'] if v['id'] == 'syd'][0]['available'] is False
    i = s.monitor()['id']
    assert s.req('POST', '/uptime/monitors', {'name': 'x', 'kind': 'tcp', 'intervalSeconds': 60, 'vantages': ['syd'], 'tcp': {'host': 'a.example', 'port': 80}})[0] == 400
    assert s.req('PATCH', f'/uptime/monitors/{i}', {'vantages': ['fra', 'syd']})[0] == 400
    return s.get(f'/uptime/monitors/{i}')['vantages'] == ['fra']

@show
def pull_opens_push(s):
    k = s.post(s.registry() + '/keys', {'name': 'k', 'mode': 'pull'})
    def may(action):
        return s.post('/registry/data-plane/authorize', {'username': k['keyId'], 'password': k['secret'], 'registry': 'reg-one', 'repository': 'app', 'action': action})['allowed']
    assert not may('push') and may('pull')
    return not may('push')

@show
def unarmed_route_400(s):
    d = s.domain()
    w = s.post('/email/webhooks', {'url': 'https://hook.example/', 'eventTypes': ['message.received']})['webhook']
    st = s.req('POST', '/email/routes', {'domainId': d['id'], 'endpointId': w['id'], 'pattern': 'info'})[0]
    assert st in (400, 409)
    return st == 409

@show
def disabled_with_expiry_joins(s):
    c = s.cluster()
    plain = s.post(c + '/registration-tokens', {'name': 'p'})
    t = s.post(c + '/registration-tokens', {'name': 't', 'expiresIn': 3600})
    for x in (plain, t):
        s.ok('PATCH', f'{c}/registration-tokens/{x["id"]}', {'disabled': True})
    assert s.req('POST', c + '/join', {'token': plain['token'], 'node': 'n0'}, who=None)[0] == 401
    return s.req('POST', c + '/join', {'token': t['token'], 'node': 'n1'}, who=None)[0] == 401

@show
def reorder_ignored(s):
    x = s.schedule()
    assert x['onCallNow']['userId'] == 'usr_mia'
    s.ok('PATCH', f'/oncall/schedules/{x["id"]}', {'participants': [{'userId': 'usr_max', 'label': 'max'}, {'userId': 'usr_mia', 'label': 'mia'}]})
    y = s.get('/oncall/schedules')['schedules'][0]
    return [p['userId'] for p in y['participants']] == ['usr_max', 'usr_mia'] and y['onCallNow']['userId'] == 'usr_max'

@show
def custom_roles_not_offered(s):
    s.ev('role-changes', customRole={'id': 'watcher', 'name': 'Watcher', 'permissions': ['uptime.monitor.read']})
    roles = [r['id'] for r in s.get('/tokens/scope-options')['roles']]
    assert 'uptime.viewer' in roles
    return 'watcher' in roles

@show
def one_cursor_for_all(s):
    s.verified()
    ids = []
    for i in range(60):
        ids.append(s.send('zoe@else.example' if i == 59 else 'bob@else.example'))
    ids.reverse()
    one = s.get('/email/messages')
    assert [m['id'] for m in one['messages']] == ids[:50]
    alone = s.get('/email/messages?cursor=' + one['cursor'])
    assert [m['id'] for m in alone['messages']] == ids[50:]
    one = s.get('/email/messages')
    assert len(s.get('/email/messages?to=zoe@else.example', who='admin')['messages']) == 1
    return [m['id'] for m in s.get('/email/messages?cursor=' + one['cursor'])['messages']] == ids[50:]

@show
def second_teardown_hits_successor(s):
    c = s.cluster()
    assert s.req('DELETE', c)[0] == 202
    s.advance('PT3S')
    assert s.req('DELETE', c)[0] == 202
    s.advance('PT4S')
    assert s.req('GET', c)[0] == 404
    s.post('/clusters', {'name': 'c-one', 'tier': 'small'})
    s.advance('PT4S')
    return s.req('GET', c)[0] == 200

@show
def kubeconfig_never_expires(s):
    k = s.get(s.cluster() + '/kubeconfig')['kubeconfig']
    assert s.ev('credential-used', kind='kubeconfig', secret=k)['accepted']
    s.advance('P2D')
    return not s.ev('credential-used', kind='kubeconfig', secret=k)['accepted']

@show
def catalog_without_backend(s):
    s.ev('backend-behaves', backend='uptime', reachable=False)
    assert s.req('GET', '/uptime/monitors')[0] == 502
    return s.req('GET', '/uptime/catalog')[0] == 502

@show
def scrape_cache_shared(s):
    i = s.monitor()['id']
    a = s.post('/uptime/export-tokens', {'name': 't'})['token']
    b = s.post('/uptime/export-tokens', {'name': 't'}, who='harbor-owner')['token']
    assert i in s.get('/uptime/metrics', key=a)
    return i not in s.get('/uptime/metrics', key=b)

@show
def pause_wears_off(s):
    s.verified()
    ids = [s.send(f'u{i}@else.example') for i in range(50)]
    for i in ids[:10]:
        s.ev('message-bounced', messageId=i, bounce='hard')
    assert s.get('/email/settings')['paused'] is True
    s.advance('P2D')
    return s.get('/email/settings')['paused'] is True

@show
def grants_mixed(s):
    a, b = s.domain('a.judged.example'), s.domain('b.judged.example')
    narrow = {'role': 'email.viewer', 'resourceIds': [a['id']]}
    k = s.post('/tokens', {'name': 'n', 'scope': [narrow]})['key']
    assert [d['id'] for d in s.get('/email/domains', key=k)['domains']] == [a['id']]
    k = s.post('/tokens', {'name': 'm', 'scope': [narrow, {'role': 'registry.viewer'}]})['key']
    return [d['id'] for d in s.get('/email/domains', key=k)['domains']] == [a['id']]

@show
def content_cache_unguarded(s):
    s.verified()
    p = f'/email/messages/{s.send()}/content'
    assert s.req('GET', p, who='harbor-owner')[0] == 404
    assert s.req('GET', p)[0] == 200
    return s.req('GET', p, who='harbor-owner')[0] == 404

@show
def cluster_quota_plus_one(s):
    s.ev('quota-changes', quota='clusters', value=1)
    s.post('/clusters', {'name': 'one', 'tier': 'small'})
    return s.req('POST', '/clusters', {'name': 'two', 'tier': 'small'})[0] == 403

@show
def not_empty_without_error(s):
    r = s.registry()
    s.ev('image-pushed', registry='reg-one', repository='app')
    st, body = s.req('DELETE', r)
    assert 400 <= st < 500 and s.req('GET', r)[0] == 200
    return isinstance(body.get('error'), str)

@show
def resolving_publishes(s):
    i = s.incident()['id']
    s.post(f'/oncall/incidents/{i}/resolve')
    return i not in [x['id'] for x in s.get('/oncall/status-pages/osv_storefront')['incidents']]

@show
def rejected_is_502(s):
    b = {'accountSid': 'AC1', 'authToken': 'x', 'fromNumber': '+15550101'}
    s.ev('provider-behaves', behaviour='unreachable')
    assert s.req('PUT', '/oncall/provider-credential', b)[0] == 502
    s.ev('provider-behaves', behaviour='rejects')
    return s.req('PUT', '/oncall/provider-credential', b)[0] == 422

@show
def unnarrowed_role_lost(s):
    i = s.post('/tokens', {'name': 'n', 'scope': [{'role': 'oncall.viewer'}]})['id']
    t = [t for t in s.get('/tokens')['tokens'] if t['id'] == i][0]
    return [x['role'] for x in t['scope']] == ['oncall.viewer']

@show
def parallel_alerts_lost(s):
    x = s.post('/oncall/alert-sources', {'name': 's', 'serviceId': 'osv_search'})
    def fire(n):
        return lambda: s.ok('POST', f'/oncall/alert-sources/{x["id"]}/webhook', {'alerts': [{'status': 'firing', 'labels': {'alertname': n}}]}, key=x['token'])
    fire('a')()
    i = s.get('/oncall/incidents')['incidents'][0]['id']
    s.post(f'/oncall/incidents/{i}/acknowledge')
    together(fire('b'), fire('c'))
    d = s.get(f'/oncall/incidents/{i}')
    assert d['status'] == 'acknowledged'
    fire('d')()
    assert len(s.get(f'/oncall/incidents/{i}')['alerts']) == len(d['alerts']) + 1
    return len(d['alerts']) == 3 and d['firingAlerts'] == 3

@show
def detail_without_alerts(s):
    i = s.ev('alert-fires', serviceId='osv_search', alert='disk-full')['incidentId']
    d = s.get(f'/oncall/incidents/{i}')
    assert d['firingAlerts'] == 1
    return 'disk-full' in json.dumps(d['alerts'])

@show
def contacts_of_home(s):
    p = '/organization/contacts'
    h = s.get(p, who='harbor-owner')
    assert s.get(p, who='pat') == s.get(p) != h
    return s.get(p, who='pat-elsewhere') == h

@show
def purge_sweeps(s):
    r = s.registry()
    a = s.ev('image-pushed', registry='reg-one', repository='app', tags=['a'])['digest']
    s.ev('image-pushed', registry='reg-one', repository='app', tags=['b'])
    assert s.ok('DELETE', r + '/tags?repo=app&tag=a') == {'purged': False}
    assert s.ok('DELETE', r + '/tags?repo=app&tag=b&purge=true') == {'purged': True}
    return [m['digest'] for m in s.get(r + '/manifests?repo=app')['manifests']] == [a]

@show
def acknowledging_moves_up(s):
    ids = []
    for n in ('one', 'two'):
        ids.append(s.incident(n)['id'])
        time.sleep(0.02)
    s.post(f'/oncall/incidents/{ids[0]}/acknowledge')
    l = s.get('/oncall/incidents')['incidents']
    assert len({x['openedAt'] for x in l}) == 2
    return [x['id'] for x in l] == ids[::-1]

@show
def alert_joins_resolved_manual(s):
    i = s.incident(service='osv_search')['id']
    s.post(f'/oncall/incidents/{i}/resolve')
    s.ev('alert-fires', serviceId='osv_search', alert='x')
    l = s.get('/oncall/incidents')['incidents']
    return len(l) == 1 and l[0]['id'] != i and s.get(f'/oncall/incidents/{i}')['firingAlerts'] == 0

@show
def catalog_a_minute_old(s):
    s.registry('reg-one')
    assert 'reg-one' in [r['id'] for r in s.get('/iam/catalog')['resources']]
    s.registry('reg-two')
    return 'reg-two' in [r['id'] for r in s.get('/iam/catalog')['resources']]

@show
def failures_of_unknown(s):
    assert s.req('GET', '/uptime/monitors/mon_unknown')[0] == 404
    assert s.get(f'/uptime/monitors/{s.monitor()["id"]}/failures') == {'failures': []}
    return s.req('GET', '/uptime/monitors/mon_unknown/failures')[0] == 404

@show
def down_condition_missing(s):
    i = s.monitor()['id']
    c = {'confirmations': 1, 'quorum': 1}
    assert s.monitor(downCondition=c)['downCondition'] == c
    d = s.get(f'/uptime/monitors/{i}').get('downCondition')
    return isinstance(d, dict) and all(type(d[k]) is int for k in c)

@show
def failures_by_arrival(s):
    i = s.monitor()['id']
    s.ev('probe-result', monitorId=i, outcome='fail')
    s.ev('probe-result', monitorId=i, outcome='fail', at=(s.now() - datetime.timedelta(minutes=10)).isoformat())
    at = [f['at'] for f in s.get(f'/uptime/monitors/{i}/failures')['failures']]
    assert len(set(at)) == 2
    return at == sorted(at, reverse=True)

@show
def opens_acknowledged(s):
    return s.incident()['status'] == 'open'

@show
def wrong_join_token_spent(s):
    c = s.cluster()
    join = lambda t, n: s.req('POST', c + '/join', {'token': t['joinToken'], 'node': n}, who=None)[0]
    x = s.post(c + '/join-tokens')
    assert join(x, 'n0') == 201 and join(x, 'n00') == 401
    s.post(c + '/join-tokens')
    b = s.post(c + '/join-tokens')
    assert join(b, 'n1') == 201
    return join(b, 'n2') == 401

@show
def rule_takes_keys_along(s):
    r = s.registry()
    s.post(r + '/keys', {'name': 'deploy', 'mode': 'pull'})
    i = s.post(r + '/oidc-rules', {'name': 'deploy', 'issuer': 'https://ci.example', 'audience': 'a', 'subjectPattern': 'repo:*', 'mode': 'pull'})['id']
    assert s.req('DELETE', f'{r}/oidc-rules/{i}')[0] == 204 and s.get(r + '/oidc-rules') == {'rules': []}
    return 'revokedAt' not in s.get(r + '/keys')['keys'][0]

@show
def two_minors_per_hop(s):
    c = s.cluster(orchestratorVersion='1.31.10')
    assert s.req('PATCH', c, {'orchestratorVersion': '1.34.1'})[0] == 400
    st = s.req('PATCH', c, {'orchestratorVersion': '1.33.2'})[0]
    return 400 <= st < 500 and s.get(c)['orchestratorVersion'] == '1.31.10'

@show
def result_of_another_delivery(s):
    class H(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers['content-length']))
            time.sleep(0.4)
            self.send_response(200)
            self.send_header('content-length', '0')
            self.end_headers()
        def log_message(self, *a): pass
    h = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H)
    threading.Thread(target=h.serve_forever, daemon=True).start()
    try:
        s.verified()
        w = s.post('/email/webhooks', {'url': f'http://127.0.0.1:{h.server_port}/', 'eventTypes': ['message.sent']})['webhook']['id']
        s.send(); s.send()
        time.sleep(1.5)
        l = s.get(f'/email/webhook-deliveries?endpointId={w}')['deliveries']
        assert len(l) == 2
        return [(d['state'], d.get('lastStatus')) for d in l] == [('delivered', 200)] * 2
    finally:
        h.shutdown()

@show
def oldest_fifty_transitions(s):
    i = s.monitor(downCondition={'confirmations': 1, 'quorum': 1})['id']
    t = s.now() - datetime.timedelta(hours=2)
    for n in range(60):
        s.ev('probe-result', monitorId=i, outcome='fail' if n % 2 else 'ok', at=(t + datetime.timedelta(minutes=n)).isoformat())
    l = s.get(f'/uptime/monitors/{i}/transitions')['transitions']
    assert len(l) == 50
    return l[0]['at'] == s.get(f'/uptime/monitors/{i}')['stateSince']

@show
def upstream_password_listed(s):
    r = s.registry()
    s.ok('PUT', r + '/upstream-credentials/docker.io', {'username': 'u', 'password': 'very-secret'})
    l = s.get(r + '/upstream-credentials')
    assert l['upstreamCredentials'][0]['username'] == 'u'
    return 'very-secret' not in json.dumps(l)

@show
def catalog_shrinks(s):
    a = s.get('/iam/permissions')
    s.get('/iam/permissions', who='viewer')
    return s.get('/iam/permissions') == a

@show
def only_first_domain_checked(s):
    a, b = s.domain('a.judged.example')['id'], s.domain('b.judged.example')['id']
    k = s.post('/tokens', {'name': 'n', 'scope': [{'role': 'email.admin', 'resourceIds': [a]}]})['key']
    assert s.req('POST', '/email/keys', {'name': 'k', 'domainIds': [a]}, key=k)[0] == 201
    assert s.req('POST', '/email/keys', {'name': 'k', 'domainIds': [b]}, key=k)[0] == 403
    return s.req('POST', '/email/keys', {'name': 'k', 'domainIds': [a, b]}, key=k)[0] == 403

@show
def catalog_for_owners_only(s):
    assert s.req('GET', '/iam/catalog')[0] == 200 and s.req('GET', '/iam/catalog', who='member')[0] == 403
    return s.req('GET', '/iam/catalog', who='admin')[0] == 200

@show
def resolved_of_everybody(s):
    i = s.incident()['id']
    s.post(f'/oncall/incidents/{i}/resolve')
    assert i in [x['id'] for x in s.get('/oncall/incidents?status=resolved')['incidents']]
    return i not in [x['id'] for x in s.get('/oncall/incidents?status=resolved', who='harbor-owner')['incidents']]


def run(edits, function):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, 'candidate')
        shutil.copytree(CANDIDATE, copy)
        for e in edits:
            path = os.path.join(copy, e['file'])
            text = open(path).read()
            if text.count(e['find']) != 1:
                raise RuntimeError(f'{e["file"]}: find stands there {text.count(e["find"])} times')
            open(path, 'w').write(text.replace(e['find'], e['replace']))
        s = Server(copy)
        try:
            return function(s)
        finally:
            s.stop()


def main():
    mistakes = json.load(open(os.path.join(HERE, 'mistakes.json')))
    wanted = sys.argv[1:]
    proven = tried = 0
    for m in mistakes:
        if wanted and m['id'] not in wanted:
            continue
        tried += 1
        out = []
        for name, edits in (('clean', []), ('edited', m['edits'])):
            try:
                out.append('right' if run(edits, SHOW[m['id']]) else 'wrong')
            except Exception as e:
                out.append(f'{type(e).__name__}: {e}')
        good = out == ['right', 'wrong']
        proven += good
        print(m['id'], 'proven' if good else f'NOT proven: clean {out[0]}; edited {out[1]}', flush=True)
    print(f'{proven} of {tried} proven')


if __name__ == '__main__':
    main()
