#!/usr/bin/env python3
"""prove.py [ID...]: runs the same short sequence against the clean candidate and against a copy with the edits of a mistake.

CANDIDATE in the environment names the folder of the candidate. Each proof returns what was seen; `right` must hold for the clean one
and `wrong` for the edited one (and neither for the other).
"""
import hashlib
import hmac
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.abspath(
    os.environ.get('CANDIDATE')
    or os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../../../examples/thirteenth-candidate')
)
OW, AD, ME, LI, VI, SC, OUT, PIA = '101', '102', '103', '104', '105', '106', '107', '108'
HUBS, ON, EM, UP, CL = '/registry/hubs', '/oncall', '/email', '/uptime', '/clusters'
PROOFS = {}


class Unexpected(Exception):
    pass


class Server:
    def __init__(self, folder):
        env = {**os.environ, 'PYTHONDONTWRITEBYTECODE': '1'}
        self.errors = tempfile.TemporaryFile('w+')
        self.proc = subprocess.Popen([os.path.join(folder, 'run.sh'), '--port', '0'], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=self.errors,
                                     text=True, start_new_session=True)
        line = self.proc.stdout.readline().strip()
        if not line.startswith('http'):
            self.errors.seek(0)
            raise Unexpected('the server did not start: ' + self.errors.read()[-300:])
        self.host = line.split('//')[1]

    def stop(self):
        self.proc.send_signal(signal.SIGTERM)
        try:
            self.proc.wait(5)
        except subprocess.TimeoutExpired:
            self.proc.kill()
            self.proc.wait()
        self.proc.stdout.close()
        self.errors.close()

    def call(self, who, method, path, body=None, org=None):
        """who: a user id, or a bearer token, or None. Returns the status and the body."""
        h = {'Content-Type': 'application/json'} if body is not None else {}
        if who and len(who) == 3:
            h['Cookie'] = f'_conduit_session={who}-5d0c7f'
        elif who:
            h['Authorization'] = 'Bearer ' + who
        if org:
            h['X-Workspace'] = org
        conn = http.client.HTTPConnection(self.host, timeout=20)
        try:
            conn.request(method, path if path.startswith('/_') else '/api/v1' + path, json.dumps(body) if body is not None else None, h)
            a = conn.getresponse()
            raw = a.read()
        finally:
            conn.close()
        try:
            return a.status, json.loads(raw) if raw else None
        except ValueError:
            return a.status, raw.decode('utf-8', 'replace')

    def ok(self, who, method, path, body=None, status=None, org=None):
        got = self.call(who, method, path, body, org)
        if got[0] != status if status else not 200 <= got[0] < 300:
            raise Unexpected(f'{method} {path} answered {got[0]} {str(got[1])[:200]}')
        return got[1]

    def get(self, who, path, key=None, org=None):
        v = self.ok(who, 'GET', path, org=org)
        return v[key] if key else v

    def post(self, who, path, body=None, org=None):
        return self.ok(who, 'POST', path, body, org=org)

    def ev(self, name, **body):
        return self.ok(None, 'POST', '/_understudy/events/' + name, body)

    def adv(self, by):
        return self.ok(None, 'POST', '/_understudy/clock/advance', {'by': by})

    def parallel(self, *calls):
        out, gate = [None] * len(calls), threading.Barrier(len(calls))

        def run(n, args):
            gate.wait()
            out[n] = self.call(*args)
        ts = [threading.Thread(target=run, args=(n, a)) for n, a in enumerate(calls)]
        [t.start() for t in ts]
        [t.join() for t in ts]
        return out

    # what several proofs need
    def service(self, n=0, who=ME):
        return self.get(who, ON + '/services', 'services')[n]['id']

    def post_domain(self):
        return next(d['id'] for d in self.get(ME, EM + '/domains', 'domains') if d['name'] == 'post.northwind.example')

    def hook(self, who=ME, url='http://127.0.0.1:9/hook', types=('mail_sent',)):
        a = self.post(who, EM + '/webhooks', {'url': url, 'eventTypes': list(types)})
        return a['webhook']['id'], a['signingSecret']

    def send_key(self, name='sender'):
        return self.post(AD, EM + '/keys', {'name': name})

    def outbox(self, secret, to='jo@far.example'):
        return self.post(secret, EM + '/outbox', {'from': 'orders@post.northwind.example', 'to': [to], 'subject': 'Hello'})['id']

    def monitor(self, who=ME, **more):
        return self.post(who, UP + '/monitors', {'name': 'home', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['ams', 'dal'],
                                                 'http': {'url': 'https://shop.example/'}, **more})

    def gate(self, username, password, registry, repository='shop/web', action='pull'):
        return self.post(None, '/registry/gate', {'username': username, 'password': password, 'registry': registry, 'repository': repository,
                                                  'action': action})['allowed']

    def provider(self, token='shh-token'):
        return self.ok(AD, 'PUT', ON + '/telephony', {'accountSid': 'AC1', 'authToken': token, 'fromNumber': '+15550101000'})

    def rotation(self, name='Prime', **more):
        return self.post(ME, ON + '/rotations', {'name': name, 'timezone': 'Europe/Madrid', 'handoff': {'interval': 'daily', 'time': '09:00'},
                                                 'participants': [{'userId': OW, 'label': 'Ines'}, {'userId': ME, 'label': 'Kira'}], **more})


def ago(**k):
    s = k.get('days', 0) * 86400 + k.get('seconds', 0)
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() - s))


def wait(fn, seconds=4):
    """Looks until there is something, and returns it."""
    end = time.time() + seconds
    while True:
        v = fn()
        if v or time.time() > end:
            return v
        time.sleep(0.1)


def proof(name, right, wrong):
    def wrap(fn):
        PROOFS['bx-' + name] = (fn, right, wrong)
        return fn
    return wrap


# ---------------------------------------------------------------- the proofs

@proof('since-lifts-log-window', lambda v: v == (True, True, False), lambda v: v == (True, True, True))
def _(s):
    mail = {'from': 'a@post.northwind.example', 'to': ['jo@far.example']}
    old = s.ev('message-sent', **mail, createdAt=ago(days=100))['messageId']
    new = s.ev('message-sent', **mail)['messageId']
    plain = [m['id'] for m in s.get(OW, EM + '/messages', 'messages')]
    since = [m['id'] for m in s.get(OW, EM + '/messages?since=' + quote(ago(days=120)), 'messages')]
    return old not in plain and new in plain, new in since, old in since


@proof('scope-entries-flattened', lambda v: v == (201, 403, 200), lambda v: v == (201, 201, 200))
def _(s):
    t = s.post(OW, '/tokens', {'name': 'ci', 'scope': [{'role': 'registry-manager', 'resourceIds': ['northwind-apps']},
                                                       {'role': 'registry-viewer', 'resourceIds': ['northwind-tools']}]})['key']
    key = {'name': 'k', 'mode': 'readwrite'}
    return (s.call(t, 'POST', HUBS + '/northwind-apps/robots', key)[0], s.call(t, 'POST', HUBS + '/northwind-tools/robots', key)[0],
            s.call(t, 'GET', HUBS + '/northwind-tools')[0])


@proof('route-pattern-race', lambda v: v == (1, 3, 1), lambda v: v[0] > 1 and v[2] > 1)
def _(s):
    d = s.post(ME, EM + '/domains', {'name': 'in.race.example'})['id']
    s.post(ME, f'{EM}/domains/{d}/receive')
    w = s.hook()[0]
    seen = []
    for n in range(3):      # a race: the worst of three goes
        body = {'domainId': d, 'pattern': f'help{n}', 'endpointId': w}
        got = s.parallel(*[(ME, 'POST', EM + '/routes', body)] * 4)
        time.sleep(0.7)
        listed = [r for r in s.get(OW, EM + '/routes', 'routes') if r['pattern'] == body['pattern'] and r['domainId'] == d]
        seen.append((sum(g[0] == 201 for g in got), sum(g[0] == 409 for g in got), len(listed)))
    return max(seen)


@proof('redelivery-text-id', lambda v: v == (202, int, [int, int]), lambda v: v[0] == 202 and v[1] is str and str in v[2])
def _(s):
    w = s.hook()[0]
    mid = s.outbox(s.send_key()['secret'])
    dl = wait(lambda: s.get(OW, f'{EM}/webhook-deliveries?messageId={mid}', 'deliveries'))
    st, a = s.call(ME, 'POST', f'{EM}/webhook-deliveries/{dl[0]["id"]}/redeliver')
    rows = s.get(OW, f'{EM}/webhook-deliveries?messageId={mid}&endpointId={w}', 'deliveries')
    return st, type(a['id']), [type(x['id']) for x in rows]


@proof('balancers-before-gates', lambda v: v == (False, 409, True, False), lambda v: v == (False, 409, True, True))
def _(s):
    before = s.get(ME, CL + '/northwind-main')['managedLoadBalancers']['enabled']
    s.ev('agent-upgraded', cluster='northwind-main', node='worker-a', agentVersion='1.27.0')
    st, a = s.call(ME, 'PATCH', CL + '/northwind-main', {'orchestratorVersion': '1.32.4', 'managedLoadBalancers': {'enabled': True}})
    s.adv('PT10S')
    return before, st, 'worker-a' in a['error'], s.get(ME, CL + '/northwind-main')['managedLoadBalancers']['enabled']


@proof('service-counts-zipped', lambda v: v == {'Alpha': 1, 'Storefront': 0}, lambda v: v == {'Alpha': 0, 'Storefront': 1})
def _(s):
    a = s.post(ME, UP + '/services', {'name': 'Alpha'})['id']
    s.monitor(serviceId=a)
    return {x['name']: x['monitors'] for x in s.get(ME, UP + '/services', 'services')}


@proof('paging-email-from-body', lambda v: v == ['kira@northwind.example'] * 2, lambda v: v == ['somebody@else.example'] * 2)
def _(s):
    a = s.ok(ME, 'PUT', ON + '/me', {'email': 'somebody@else.example', 'rules': [{'channel': 'email', 'delaySeconds': 0}]})
    return [a['email'], s.get(ME, ON + '/me')['email']]


@proof('acknowledger-kept-per-org', lambda v: v == ('103', True, False), lambda v: v == ('102', False, True))
def _(s):
    svc = s.service()
    a, b = [s.post(ME, ON + '/incidents', {'serviceId': svc, 'title': t})['id'] for t in ('One', 'Two')]
    s.post(AD, f'{ON}/incidents/{a}/ack')
    s.post(ME, f'{ON}/incidents/{b}/ack')
    d = s.get(ME, f'{ON}/incidents/{b}')
    return d['acknowledgedBy']['userId'], 'Kira' in json.dumps(d), 'Jonas' in json.dumps(d)


@proof('same-account-not-verified', lambda v: v == (422, 422), lambda v: v == (422, 200))
def _(s):
    s.provider('first')
    s.ev('provider-behaves', behaviour='rejects')
    other = s.call(AD, 'PUT', ON + '/telephony', {'accountSid': 'AC2', 'authToken': 'x', 'fromNumber': '+15550101000'})[0]
    return other, s.call(AD, 'PUT', ON + '/telephony', {'accountSid': 'AC1', 'authToken': 'wrong', 'fromNumber': '+15550101000'})[0]


@proof('transitions-reversed-in-place', lambda v: v == (['down', 'up'], ['down', 'up']), lambda v: v == (['down', 'up'], ['up', 'down']))
def _(s):
    m = s.monitor()['id']
    s.ev('probe-result', monitorId=m, outcome='ok', at=ago(seconds=600))
    s.ev('probe-result', monitorId=m, outcome='fail', times=3)
    one = [t['to'] for t in s.get(ME, f'{UP}/monitors/{m}/transitions', 'transitions')]
    time.sleep(0.8)
    return one, [t['to'] for t in s.get(ME, f'{UP}/monitors/{m}/transitions', 'transitions')]


@proof('tolerable-bounces-hide-complaints', lambda v: v == (False, True, True), lambda v: v == (False, False, False))
def _(s):
    ids = [s.ev('message-sent', **{'from': 'a@post.northwind.example', 'to': [f'p{n}@far.example']})['messageId'] for n in range(25)]
    s.adv('PT3S')
    s.ev('message-bounced', messageId=ids[0], bounce='hard')
    between = s.get(ME, EM + '/settings')['paused']
    s.ev('message-complained', messageId=ids[1])
    now = s.get(ME, EM + '/settings')
    return between, now['paused'], bool(now.get('pauseReason'))


@proof('tag-count-over-registries', lambda v: v == (1, 1), lambda v: v == (3, 1))
def _(s):
    s.ev('image-pushed', registry='northwind-tools', repository='shop/web', tags=['v1'])
    n = next(r['tagCount'] for r in s.get(ME, HUBS + '/northwind-tools/repos', 'repositories') if r['name'] == 'shop/web')
    return n, len(s.get(ME, HUBS + '/northwind-tools/tags?repo=shop/web', 'tags'))


@proof('options-merge-into-builtin', lambda v: v == (False, True, False), lambda v: v == (False, True, True))
def _(s):
    has = lambda who: 'release-crew' in [r['id'] for r in s.get(who, '/tokens/scope-options', 'roles')]
    return has(OUT), has(OW), has(OUT)


@proof('policy-list-shows-provider-row', lambda v: v == (1, False), lambda v: v == (1, True))
def _(s):
    s.provider('a-very-secret-token')
    s.post(ME, ON + '/policies', {'name': 'Walk', 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': AD, 'label': 'Jonas'}, 'waitSeconds': 0}]})
    rows = s.get(ME, ON + '/policies', 'policies')
    return len(rows), 'a-very-secret-token' in json.dumps(rows)


@proof('unnamed-rules-collide', lambda v: v == (201, 201), lambda v: v == (201, 409))
def _(s):
    rule = lambda n: {'issuer': f'https://ci{n}.example', 'audience': 'apps', 'subjectPattern': 'repo:*', 'mode': 'pull'}
    return (s.call(OUT, 'POST', HUBS + '/southsea-apps/federations', rule(1))[0], s.call(OW, 'POST', HUBS + '/northwind-apps/federations', rule(2))[0])


@proof('login-renewed-by-use', lambda v: v == (True, False), lambda v: v == (True, True))
def _(s):
    c = s.post(ME, '/registry/sign-ins', {})
    s.adv('PT40M')
    one = s.gate(c['username'], c['password'], 'northwind-apps')
    s.adv('PT40M')
    return one, s.gate(c['username'], c['password'], 'northwind-apps')


@proof('acknowledge-takes-siblings', lambda v: v == ('acknowledged', 'open', False), lambda v: v == ('acknowledged', 'acknowledged', True))
def _(s):
    svc = s.service()
    a, b = [s.post(ME, ON + '/incidents', {'serviceId': svc, 'title': t})['id'] for t in ('One', 'Two')]
    one = s.post(ME, f'{ON}/incidents/{a}/ack')['status']
    two = s.get(ME, f'{ON}/incidents/{b}', 'incident')
    return one, two['status'], 'acknowledgedAt' in two


@proof('agent-versions-by-node-name', lambda v: v[0] == 200, lambda v: v[0] == 409 and v[1])
def _(s):
    s.ev('node-joins', organization='northwind', cluster='northwind-main', node='pool-1', agentVersion='1.31.7', ready=True)
    s.ev('node-joins', organization='southsea', cluster='southsea-main', node='pool-1', agentVersion='1.28.0', ready=True)
    st, a = s.call(ME, 'PATCH', CL + '/northwind-main', {'orchestratorVersion': '1.32.4'})
    return st, 'pool-1' in a.get('error', '')


@proof('roll-lock-by-name-prefix', lambda v: v == (200, 200, 5), lambda v: v == (200, 409, 3))
def _(s):
    for n in ('prod', 'prod-eu'):
        s.post(ME, CL, {'name': n, 'tier': 'small'})
    s.adv('PT6S')
    one = s.call(ME, 'PATCH', CL + '/prod-eu', {'replicas': 5})[0]
    two = s.call(ME, 'PATCH', CL + '/prod', {'replicas': 5})[0]
    s.adv('PT6S')
    return one, two, s.get(ME, CL + '/prod')['replicas']


@proof('window-echoed-raw', lambda v: v == ('1h', '24h'), lambda v: v == (None, '24h'))
def _(s):
    m = s.monitor()['id']
    return s.get(ME, f'{UP}/monitors/{m}/metrics')['window'], s.get(ME, f'{UP}/monitors/{m}/metrics?window=24h')['window']


@proof('upstream-password-optional-on-replace', lambda v: v == (422, 422, 'first'), lambda v: v == (422, 200, 'second'))
def _(s):
    p = HUBS + '/northwind-apps/mirror-logins'
    new = s.call(ME, 'PUT', p + '/quay.io', {'username': 'first'})[0]
    s.ok(ME, 'PUT', p + '/docker.io', {'username': 'first', 'password': 'p4ss'})
    again = s.call(ME, 'PUT', p + '/docker.io', {'username': 'second'})[0]
    return new, again, s.get(ME, p, 'upstreamCredentials')[0]['username']


@proof('cleared-phone-null', lambda v: all(isinstance(x, str) for x in v), lambda v: isinstance(v[0], str) and v[1:] == [None, None])
def _(s):
    before = s.get(ME, ON + '/me')['phone']
    saved = s.ok(ME, 'PUT', ON + '/me', {'rules': [{'channel': 'email', 'delaySeconds': 30}]})['phone']
    return [before, saved, s.get(ME, ON + '/me')['phone']]


@proof('not-empty-error-prints-row', lambda v: v == (409, False), lambda v: v == (409, True))
def _(s):
    k = s.post(AD, HUBS + '/northwind-apps/robots', {'name': 'k', 'mode': 'pull'})
    st, a = s.call(ME, 'DELETE', HUBS + '/northwind-apps')
    return st, k['secret'] in json.dumps(a)


@proof('roll-lock-outlives-cluster', lambda v: v == (200, 202, 404, 200, 5), lambda v: v == (200, 202, 404, 409, 3))
def _(s):
    s.post(AD, CL, {'name': 'blue', 'tier': 'small'})
    s.adv('PT6S')
    a = s.call(AD, 'PATCH', CL + '/blue', {'replicas': 5})[0]
    b = s.call(AD, 'DELETE', CL + '/blue')[0]
    s.adv('PT10S')
    c = s.call(AD, 'GET', CL + '/blue')[0]
    s.post(OUT, CL, {'name': 'blue', 'tier': 'small'})
    s.adv('PT6S')
    d = s.call(OUT, 'PATCH', CL + '/blue', {'replicas': 5})[0]
    s.adv('PT6S')
    return a, b, c, d, s.get(OUT, CL + '/blue')['replicas']


@proof('same-name-token-elsewhere-dropped', lambda v: v == (200, 200, True), lambda v: v == (200, 401, False))
def _(s):
    a = s.post(PIA, '/tokens', {'name': 'deploy'})
    before = s.call(a['key'], 'GET', '/clusters')[0]
    s.post(PIA, '/tokens', {'name': 'deploy'}, org='southsea')
    after = s.call(a['key'], 'GET', '/clusters')[0]
    return before, after, a['id'] in [t['id'] for t in s.get(PIA, '/tokens', 'tokens')]


@proof('first-event-type-checked', lambda v: v == (422, 422, 0), lambda v: v == (422, 201, 1))
def _(s):
    bad = lambda ts: s.call(ME, 'POST', EM + '/webhooks', {'url': 'https://hooks.example/x', 'eventTypes': ts})[0]
    return bad(['mail_opened']), bad(['mail_sent', 'mail_opened']), len(s.get(ME, EM + '/webhooks', 'webhooks'))


@proof('catalog-consumed-by-upgrade', lambda v: v == (True, 200, True, 201), lambda v: v == (True, 200, False, 422))
def _(s):
    has = lambda: '1.30.11' in [x['version'] for x in s.get(ME, '/cluster-versions', 'versions')]
    before = has()
    up = s.call(ME, 'PATCH', CL + '/northwind-main', {'orchestratorVersion': '1.32.4'})[0]
    return before, up, has(), s.call(ME, 'POST', CL, {'name': 'older', 'tier': 'small', 'orchestratorVersion': '1.30.11'})[0]


@proof('domain-filter-drops-organization', lambda v: v == ([True, True], []), lambda v: v[0] == [True, True] and len(v[1]) == 1)
def _(s):
    mid, d = s.outbox(s.send_key()['secret']), s.post_domain()
    own = [mid in [m['id'] for m in s.get(OW, EM + '/messages' + q, 'messages')] for q in ('', '?domainId=' + d)]
    got = s.call(OUT, 'GET', EM + '/messages?domainId=' + d)
    return own, [m['id'] for m in got[1].get('messages', [])]


@proof('override-known-from-another-schedule', lambda v: v == {'Prime': 1, 'Second': 1}, lambda v: v == {'Prime': 1, 'Second': 0})
def _(s):
    o = {'userId': LI, 'label': 'Liam', 'startsAt': ago(seconds=60), 'endsAt': ago(seconds=-3600)}
    for n in ('Prime', 'Second'):
        s.post(ME, f'{ON}/rotations/{s.rotation(n)["id"]}/overrides', o)
    return {x['name']: len(x['overrides']) for x in s.get(ME, ON + '/rotations', 'schedules')}


@proof('rotation-refused-while-pending', lambda v: v[0] == 'pending' and v[1:] == (200, True), lambda v: v == ('pending', 409, False))
def _(s):
    w, old = s.hook()
    mid = s.outbox(s.send_key()['secret'])
    dl = wait(lambda: s.get(OW, f'{EM}/webhook-deliveries?messageId={mid}', 'deliveries'))
    st, a = s.call(ME, 'POST', f'{EM}/webhooks/{w}/rotate-secret')
    return dl[0]['state'], st, a.get('signingSecret', old) != old


@proof('quota-against-stale-count', lambda v: v == (3, 5), lambda v: v[0] > 3)
def _(s):
    k = s.send_key()['secret']
    s.ev('quota-changes', organization='northwind', quota='daily-email', value=3)
    mail = {'from': 'a@post.northwind.example', 'to': ['jo@far.example']}
    got = s.parallel(*[(k, 'POST', EM + '/outbox', mail)] * 8)
    return sum(g[0] == 202 for g in got), sum(g[0] >= 400 for g in got)


@proof('signing-secret-by-url', lambda v: v == 'own', lambda v: v == 'other')
def _(s):
    url = 'https://collector.example/mail'
    w, own = s.hook(OW, url)
    _, other = s.hook(OUT, url)
    s.ev('webhook-endpoint-answers', endpointId=w, answers=[{'status': 200}])
    s.ev('message-sent', **{'from': 'a@post.northwind.example', 'to': ['jo@far.example']})
    s.adv('PT5S')
    a = s.ok(None, 'GET', f'/_understudy/webhook-deliveries?endpointId={w}')['attempts'][0]
    sig = dict(p.split('=', 1) for p in a['headers']['X-Conduit-Signature'].split(','))
    made = lambda x: hmac.new(x.encode(), (sig['t'] + '.' + a['body']).encode(), hashlib.sha256).hexdigest() == sig['v1']
    return 'own' if made(own) else ('other' if made(other) else 'none')


@proof('node-removed-from-all-clusters', lambda v: v == (204, ['worker-b'], ['worker-a']), lambda v: v == (204, ['worker-b'], []))
def _(s):
    s.post(ME, CL, {'name': 'second', 'tier': 'small'})
    s.adv('PT6S')
    s.ev('node-joins', organization='northwind', cluster='second', node='worker-a', ready=True)
    st = s.call(ME, 'DELETE', CL + '/northwind-main/nodes/worker-a')[0]
    return st, *[[n['name'] for n in s.get(ME, f'{CL}/{x}/nodes', 'nodes')] for x in ('northwind-main', 'second')]


@proof('quota-slot-not-given-back', lambda v: v == (422, 201), lambda v: v == (422, 403))
def _(s):
    s.ev('quota-changes', organization='northwind', quota='monitors', value=1)
    mon = {'name': 'home', 'kind': 'http', 'intervalSeconds': 60, 'http': {'url': 'https://shop.example/'}}
    post = lambda v: s.call(ME, 'POST', UP + '/monitors', {**mon, 'vantages': [v]})[0]
    return post('gru'), post('ams')


@proof('datastore-mutable-default', lambda v: v == (201, 201), lambda v: v == (201, 422))
def _(s):
    return (s.call(OUT, 'POST', CL, {'name': 'theirs', 'tier': 'small', 'datastore': {'mode': 'dedicated', 'size': 'db-large'}})[0],
            s.call(ME, 'POST', CL, {'name': 'ours', 'tier': 'small', 'datastore': {'mode': 'shared'}})[0])


@proof('schedule-patch-echoes-nulls', lambda v: v == ('Renamed', 'Europe/Madrid', 2, 'daily'), lambda v: v == ('Renamed', None, None, None))
def _(s):
    r = s.rotation()['id']
    a = s.ok(ME, 'PATCH', f'{ON}/rotations/{r}', {'name': 'Renamed'})
    return a['name'], a['timezone'], a['participants'] and len(a['participants']), a['handoff'] and a['handoff']['interval']


@proof('send-keys-lost-update', lambda v: v == (201, 204, False, 401), lambda v: v == (201, 204, True, 202))
def _(s):
    for n in range(4):      # a race: until it shows, in four goes
        old = s.send_key(f'old {n}')
        out = []
        t = threading.Thread(target=lambda: out.append(s.call(AD, 'POST', EM + '/keys', {'name': f'new {n}'})[0]))
        t.start()
        time.sleep(0.05 + 0.03 * n)
        gone = s.call(AD, 'DELETE', EM + '/keys/' + old['sendKey']['id'])[0]
        t.join()
        time.sleep(0.7)
        back = f'old {n}' in [k['name'] for k in s.get(OW, EM + '/keys', 'sendKeys')]
        sent = s.call(old['secret'], 'POST', EM + '/outbox', {'from': 'a@post.northwind.example', 'to': ['jo@far.example']})[0]
        if back:
            break
    return out[0], gone, back, sent


@proof('title-from-description', lambda v: v == (422, 422, 0), lambda v: v == (422, 201, 1))
def _(s):
    svc = s.service()
    a = s.call(ME, 'POST', ON + '/incidents', {'serviceId': svc})[0]
    b = s.call(ME, 'POST', ON + '/incidents', {'serviceId': svc, 'description': 'The shop is down.\nSince 9.'})[0]
    return a, b, len(s.get(ME, ON + '/incidents', 'incidents'))


@proof('rearming-forgets-verification', lambda v: v == ('verified', 'verified', 200), lambda v: v == ('verified', 'pending', 409))
def _(s):
    d = s.post(ME, EM + '/domains', {'name': 'in.north.example'})['id']
    s.post(ME, f'{EM}/domains/{d}/receive')
    s.ev('dns-record-published', domain=d)
    s.post(ME, f'{EM}/domains/{d}/check')
    s.adv('PT5S')
    one = s.get(ME, f'{EM}/domains/{d}')['receiveState']
    two = s.post(ME, f'{EM}/domains/{d}/receive')['receiveState']
    return one, two, s.call(None, 'POST', '/_understudy/events/message-received', {'from': 'x@far.example', 'to': ['hi@in.north.example']})[0]


@proof('kubeconfig-kept-per-person', lambda v: v == (True, True, False), lambda v: v == (True, False, True))
def _(s):
    a = s.get(PIA, CL + '/northwind-main/kubeconfig', 'kubeconfig')
    b = s.get(PIA, CL + '/southsea-main/kubeconfig', 'kubeconfig', org='southsea')
    return 'northwind-main' in a, 'southsea-main' in b, 'northwind-main' in b


@proof('manager-permissions-wildcard', lambda v: v == set(), lambda v: v == {'registry-manager', 'email-manager', 'oncall-manager', 'clusters-manager', 'uptime-manager'})
def _(s):
    return {r['id'] for r in s.get(OW, '/iam/catalog', 'roles') if not isinstance(r['permissions'], list)}


@proof('registration-list-has-command', lambda v: v == (1, False), lambda v: v == (1, True))
def _(s):
    t = s.post(ME, CL + '/northwind-main/registration-tokens', {'name': 'pool'})['token']
    rows = s.get(ME, CL + '/northwind-main/registration-tokens', 'tokens')
    return len(rows), t in json.dumps(rows)


@proof('revocations-forgotten-beyond-eight', lambda v: v == (True, False, False), lambda v: v == (True, False, True))
def _(s):
    cs = [s.post(ME, '/registry/sign-ins', {}) for _ in range(9)]
    use = lambda: s.gate(cs[0]['username'], cs[0]['password'], 'northwind-apps')
    before = use()
    s.ok(ME, 'DELETE', '/registry/sign-ins/' + cs[0]['username'])
    revoked = use()
    for c in cs[1:]:
        s.ok(ME, 'DELETE', '/registry/sign-ins/' + c['username'])
    return before, revoked, use()


@proof('two-prefixes-break-minting', lambda v: v == (201, 201, 201, True), lambda v: v == (201, 201, 500, False))
def _(s):
    mint = lambda n, **k: s.call(AD, 'POST', HUBS + '/northwind-apps/robots', {'name': n, 'mode': 'pull', **k})
    a, b, c = mint('none'), mint('one', repoPrefixes=['shop']), mint('two', repoPrefixes=['shop', 'tools'])
    return a[0], b[0], c[0], isinstance(c[1].get('secret'), str)


# ---------------------------------------------------------------- running them

def copy_with(edits, where):
    target = os.path.join(where, 'candidate')
    shutil.copytree(CANDIDATE, target, ignore=shutil.ignore_patterns('__pycache__', '*.pyc', '*.pyo'))
    for e in edits:
        path = os.path.join(target, e['file'])
        with open(path, encoding='utf-8') as f:
            text = f.read()
        if text.count(e['find']) != 1:
            raise Unexpected(f'{e["file"]}: the text to find stands there {text.count(e["find"])} times')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text.replace(e['find'], e['replace']))
    return target


def observe(folder, fn):
    s = Server(folder)
    try:
        return fn(s)
    finally:
        s.stop()


def prove(x):
    fn, right, wrong = PROOFS[x['id']]
    with tempfile.TemporaryDirectory() as where:
        clean = observe(copy_with([], os.path.join(where, 'clean')), fn)
        edited = observe(copy_with(x['edits'], os.path.join(where, 'edited')), fn)
    fine = right(clean) and not wrong(clean) and wrong(edited) and not right(edited)
    return fine, f'clean {clean!r}, edited {edited!r}'


def main():
    with open(os.path.join(HERE, 'mistakes.json'), encoding='utf-8') as f:
        rows = json.load(f)
    wanted = sys.argv[1:]
    unknown = [w for w in wanted if w not in [x['id'] for x in rows]]
    if unknown:
        sys.exit('unknown: ' + ', '.join(unknown))
    rows = [x for x in rows if not wanted or x['id'] in wanted]
    proven = 0
    for x in rows:
        try:
            fine, note = prove(x)
        except Exception as e:
            fine, note = False, f'{type(e).__name__}: {e}'
        proven += bool(fine)
        print(('proven     ' if fine else 'NOT PROVEN ') + x['id'] + ': ' + note, flush=True)
    print(f'{proven} of {len(rows)} proven')
    sys.exit(0 if proven == len(rows) else 1)


if __name__ == '__main__':
    main()
