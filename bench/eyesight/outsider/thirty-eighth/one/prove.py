#!/usr/bin/env python3
"""prove.py [ID...]: shows every mistake of mistakes.json on a copy of the candidate, and its absence on the clean one.
CANDIDATE in the environment names the candidate's folder."""
import base64
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.abspath(os.environ.get('CANDIDATE') or os.path.join(HERE, '../../../../../examples/thirteenth-candidate'))
OW, AD, ME, LI, VI, SC, OUT, PIA = '101', '102', '103', '104', '105', '106', '107', '108'
POST, NEWS = 'post.northwind.example', 'news.northwind.example'
PROOFS = {}
SETTLE = 0.75     # index pages may be 0.6 seconds old


def proof(ident, right, wrong):
    def wrap(fn):
        PROOFS['bt-' + ident] = (fn, right, wrong)
        return fn
    return wrap


class Target:
    def __init__(self, folder):
        env = {**os.environ, 'PYTHONDONTWRITEBYTECODE': '1'}
        self.proc = subprocess.Popen([sys.executable, '-m', 'app', '--port', '0'], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.proc.stdout.readline().strip()
        if not line.startswith('http://'):
            self.proc.kill()
            raise RuntimeError('it did not start: ' + self.proc.stderr.read()[-400:])
        self.host = line.split('//')[1]

    def stop(self):
        self.proc.terminate()
        self.proc.wait(5)
        self.proc.stdout.close()
        self.proc.stderr.close()

    def call(self, who, method, path, body=None, workspace=None):
        h = {'Content-Type': 'application/json'} if body is not None else {}
        if who and len(who) == 3:
            h['Cookie'] = f'_conduit_session={who}-5d0c7f'
        elif who:
            h['Authorization'] = 'Bearer ' + who
        if workspace:
            h['X-Workspace'] = workspace
        conn = http.client.HTTPConnection(self.host, timeout=20)
        conn.request(method, path if path.startswith('/_') else '/api/v1' + path, json.dumps(body) if body is not None else None, h)
        a = conn.getresponse()
        raw = a.read()
        conn.close()
        try:
            return a.status, json.loads(raw) if raw else None
        except ValueError:
            return a.status, raw

    def do(self, who, method, path, body=None, workspace=None):
        """A step that has to succeed."""
        status, answer = self.call(who, method, path, body, workspace)
        if not 200 <= status < 300:
            raise RuntimeError(f'{method} {path}: {status} {str(answer)[:200]}')
        return answer

    def get(self, who, path, key=None, workspace=None):
        a = self.do(who, 'GET', path, None, workspace)
        return a[key] if key else a

    def status(self, *args, **more):
        return self.call(*args, **more)[0]

    def ev(self, name, **body):
        return self.do(None, 'POST', '/_understudy/events/' + name, body)

    def adv(self, by):
        return self.do(None, 'POST', '/_understudy/clock/advance', {'by': by})

    # pieces that several proofs need
    def domain(self, name):
        return next(d for d in self.get(OW, '/email/domains', 'domains') if d['name'] == name)['id']

    def mail(self, to='one@far.example', sender='a@' + POST, **more):
        return self.ev('message-sent', **{'from': sender, 'to': [to], **more})['messageId']

    def armed(self, name='in.judged.example'):
        d = self.do(ME, 'POST', '/email/domains', {'name': name})['id']
        self.do(ME, 'POST', f'/email/domains/{d}/receive')
        return d

    def hook(self, types, who=ME):
        a = self.do(who, 'POST', '/email/webhooks', {'url': 'https://hooks.judged.example/in', 'eventTypes': types})
        return a['webhook']['id'], a['signingSecret']

    def service(self, n=0):
        return self.get(ME, '/oncall/services', 'services')[n]['id']

    def source(self, name, service):
        return self.do(ME, 'POST', '/oncall/integrations', {'name': name, 'serviceId': service})

    def alert(self, source, mark, group=None):
        body = {'version': '4', 'status': 'firing', 'alerts': [{'status': 'firing', 'fingerprint': mark, 'labels': {'alertname': mark}, 'annotations': {}}]}
        if group:
            body['groupKey'] = group
        return self.status(source['token'], 'POST', '/oncall/inbox/' + source['id'], body)

    def schedule(self, who, name, users, workspace=None):
        return self.do(who, 'POST', '/oncall/rotations', {'name': name, 'timezone': 'UTC', 'participants': [{'userId': u, 'label': 'P' + u} for u in users],
                                                          'handoff': {'interval': 'daily', 'time': '09:00'}}, workspace)['id']

    def override(self, who, schedule, user):
        iso = lambda s: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(BASE + s))
        return self.do(who, 'POST', f'/oncall/rotations/{schedule}/overrides', {'userId': user, 'label': 'P' + user, 'startsAt': iso(-600), 'endsAt': iso(7200)})


BASE = int(time.time())
HUB = '/registry/hubs/northwind-apps'


def refused(status):
    return 'refused' if 400 <= status < 500 else status


# ---------------------------------------------------------------- registry

@proof('tags-by-repository-name', ['2.4.0', 'latest'], ['secret'])
def _(t):
    t.ev('image-pushed', registry='southsea-apps', repository='shop/web', tags=['secret'])
    return sorted(x['name'] for x in t.get(OW, HUB + '/tags?repo=shop/web', 'tags'))


@proof('tags-counted-everywhere', (2, 2), (5, 2))
def _(t):
    t.ev('image-pushed', registry='southsea-apps', repository='shop/web', tags=['a', 'b', 'c'])
    row = next(x for x in t.get(OW, HUB + '/repos', 'repositories') if x['name'] == 'shop/web')
    return row['tagCount'], len(t.get(OW, HUB + '/tags?repo=shop/web', 'tags'))


@proof('upstream-below-a-catalog-host', (False, 'refused', []), (False, 200, ['mirror.docker.io']))
def _(t):
    hosts = [u['host'] for u in t.get(ME, '/registry/mirrors', 'upstreams')]
    s = t.status(ME, 'PUT', HUB + '/mirror-logins/mirror.docker.io', {'username': 'u', 'password': 'p'})
    return 'mirror.docker.io' in hosts, refused(s), [x['upstream'] for x in t.get(ME, HUB + '/mirror-logins', 'upstreamCredentials')]


@proof('slug-compared-as-typed', (409, None), (201, 'southsea-apps'))
def _(t):
    s, a = t.call(ME, 'POST', '/registry/hubs', {'slug': 'Southsea-Apps'})
    return s, a.get('slug')


@proof('no-detail-above-quota', (200, 200), (200, 409))
def _(t):
    before = t.status(ME, 'GET', HUB)
    t.ev('quota-changes', quota='registry-storage-bytes', registry='northwind-apps', value=1000)
    return before, t.status(ME, 'GET', HUB)


@proof('rule-revokes-by-name', (False, True), (True, False))
def _(t):
    r = t.do(OW, 'POST', HUB + '/federations', {'name': 'ci', 'issuer': 'https://ci.judged.example', 'audience': 'a', 'subjectPattern': 'repo:*', 'mode': 'pull'})
    k = t.do(OW, 'POST', HUB + '/robots', {'name': 'ci', 'mode': 'pull'})
    t.do(OW, 'DELETE', f'{HUB}/federations/{r["id"]}')
    row = next(x for x in t.get(OW, HUB + '/robots', 'keys') if x['keyId'] == k['keyId'])
    a = t.do(None, 'POST', '/registry/gate', {'username': k['keyId'], 'password': k['secret'], 'registry': 'northwind-apps', 'repository': 'shop/web', 'action': 'pull'})
    return 'revokedAt' in row, a['allowed']


@proof('image-of-any-repository', ('refused', True), (204, False))
def _(t):
    digest = t.get(OW, HUB + '/manifests?repo=shop/web', 'manifests')[0]['digest']
    s = t.status(OW, 'DELETE', f'{HUB}/manifests?repo=shop/api&digest={digest}')
    time.sleep(SETTLE)
    return refused(s), digest in [m['digest'] for m in t.get(OW, HUB + '/manifests?repo=shop/web', 'manifests')]


@proof('three-untagged-kept', (4, [False] * 4), (3, [False] * 4))
def _(t):
    tags = ['t1', 't2', 't3', 't4']
    for x in tags:
        t.ev('image-pushed', registry='northwind-tools', repository='job', tags=[x])
    purged = [t.do(ME, 'DELETE', '/registry/hubs/northwind-tools/tags?repo=job&tag=' + x)['purged'] for x in tags]
    return len(t.get(ME, '/registry/hubs/northwind-tools/manifests?repo=job', 'manifests')), purged


@proof('slug-race', [201, 409], [201, 201])
def _(t):
    got, gate = [], threading.Barrier(2)

    def one(who):
        gate.wait()
        got.append(t.status(who, 'POST', '/registry/hubs', {'slug': 'at-once'}))
    ts = [threading.Thread(target=one, args=(w,)) for w in (OW, OUT)]
    for x in ts:
        x.start()
    for x in ts:
        x.join()
    return sorted(got)


# ---------------------------------------------------------------- clusters

@proof('node-takes-token-along', (201, 201, True), (201, 403, False))
def _(t):
    g = t.do(ME, 'POST', '/clusters/northwind-main/registration-tokens', {'name': 'pool'})
    first = t.status(None, 'POST', '/clusters/northwind-main/join', {'token': g['token'], 'node': 'n1'})
    t.do(ME, 'DELETE', '/clusters/northwind-main/nodes/n1')
    second = t.status(None, 'POST', '/clusters/northwind-main/join', {'token': g['token'], 'node': 'n2'})
    return first, second, g['id'] in [x['id'] for x in t.get(ME, '/clusters/northwind-main/registration-tokens', 'tokens')]


@proof('absence-remembered', (404, 201, 200), (404, 201, 404))
def _(t):
    a = t.status(ME, 'GET', '/clusters/fleet')
    b = t.status(ME, 'POST', '/clusters', {'name': 'fleet', 'tier': 'small'})
    return a, b, t.status(ME, 'GET', '/clusters/fleet')


@proof('datastore-without-mode', ('refused', 404), (201, 200))
def _(t):
    s = t.status(ME, 'POST', '/clusters', {'name': 'fleet', 'tier': 'small', 'datastore': {'size': 'db-medium'}})
    return refused(s), t.status(ME, 'GET', '/clusters/fleet')


@proof('join-tokens-listed', (False, 201), (True, 201))
def _(t):
    j = t.do(ME, 'POST', '/clusters/northwind-main/join-tokens')['joinToken']
    seen = j in json.dumps(t.get(VI, '/clusters/northwind-main/registration-tokens'))
    return seen, t.status(None, 'POST', '/clusters/northwind-main/join', {'token': j, 'node': 'n1'})


@proof('last-slot-not-shown', (4, ['a/one', 'a/two', 'b/one', 'b/two']), (4, ['a/one', 'a/two', 'b/one']))
def _(t):
    t.do(ME, 'PATCH', '/clusters/northwind-main', {'managedLoadBalancers': {'enabled': True}})
    t.adv('PT6S')
    for s in ('a/one', 'a/two', 'b/one', 'b/two'):
        t.ev('service-exposed', cluster='northwind-main', service=s)
    lb = t.get(ME, '/clusters/northwind-main', 'managedLoadBalancers')
    return lb['maxServices'], sorted(x['service'] for x in lb['loadBalancers'])


# ---------------------------------------------------------------- uptime

@proof('rename-against-all-organizations', 200, 409)
def _(t):
    t.do(OUT, 'POST', '/uptime/services', {'name': 'Edge'})
    s = t.do(ME, 'POST', '/uptime/services', {'name': 'Front'})['id']
    return t.status(ME, 'PATCH', '/uptime/services/' + s, {'name': 'Edge'})


@proof('window-not-filled-in', (True, '24h'), (False, '24h'))
def _(t):
    m = t.do(ME, 'POST', '/uptime/monitors', {'name': 'home', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['ams'], 'http': {'url': 'https://shop.example/'}})['id']
    return t.get(ME, f'/uptime/monitors/{m}/metrics')['window'] in ('1h', '24h', '7d'), t.get(ME, f'/uptime/monitors/{m}/metrics?window=24h')['window']


# ---------------------------------------------------------------- tokens, iam

@proof('token-keeps-the-role', (200, 403), (200, 200))
def _(t):
    k = t.do(AD, 'POST', '/tokens', {'name': 'ops'})['key']
    before = t.status(k, 'GET', '/iam/catalog')
    t.ev('role-changes', organization='northwind', userId=AD, role='member')
    return before, t.status(k, 'GET', '/iam/catalog')


@proof('catalog-skips-at-the-page', [], ['northwind-apps'])
def _(t):
    for n in range(4):
        t.do(ME, 'POST', '/registry/hubs', {'slug': f'depot-{n}'})
    want = {'northwind-main', 'northwind-apps', 'northwind-tools'} | {f'depot-{n}' for n in range(4)} | {x['id'] for x in t.get(OW, '/email/domains', 'domains')} \
        | {x['id'] for x in t.get(OW, '/oncall/services', 'services')}
    return sorted(want - {r['id'] for r in t.get(OW, '/iam/catalog', 'resources')})


@proof('admin-tier-without-label', set(), {'admin'})
def _(t):
    return {x['tier'] for s in t.get(ME, '/iam/permissions', 'services') for r in s['resources'] for x in r['tiers'] if not isinstance(x['label'], str)}


@proof('slug-of-several', 'southsea', ['northwind', 'southsea'])
def _(t):
    return t.do(PIA, 'POST', '/tokens', {'name': 'x'}, 'southsea')['orgSlug']


@proof('catalog-of-all-memberships', (True, False), (True, True))
def _(t):
    ids = [r['id'] for r in t.get(PIA, '/iam/catalog', 'resources', 'southsea')]
    return 'southsea-apps' in ids, 'northwind-apps' in ids


@proof('scopable-is-a-number', {'bool'}, {'bool', 'int'})
def _(t):
    return {type(r['scopable']).__name__ for r in t.get(OW, '/tokens/scope-options', 'roles')}


@proof('key-in-the-cursor', (True, False), (True, True))
def _(t):
    k = t.do(OW, 'POST', '/tokens', {'name': 'reader'})['key']
    for n in range(25):
        t.mail(f'p{n}@far.example')
    a = t.get(k, '/email/messages')
    cur = a['cursor']
    b = t.get(k, '/email/messages?cursor=' + cur)
    ids = [m['id'] for m in a['messages'] + b['messages']]
    try:
        inside = base64.urlsafe_b64decode(cur + '=' * (-len(cur) % 4)).decode('latin-1')
    except ValueError:
        inside = ''
    return len(ids) == len(set(ids)) == 25, k in cur or k in inside


# ---------------------------------------------------------------- email

@proof('check-of-unknown-domain', 404, 202)
def _(t):
    d = t.do(ME, 'POST', '/email/domains', {'name': 'gone.judged.example'})['id']
    t.do(ME, 'DELETE', '/email/domains/' + d)
    return t.status(ME, 'POST', f'/email/domains/{d}/check')


@proof('key-cleared-for-good', ('refused', 202, 'refused'), ('refused', 202, 202))
def _(t):
    news = t.domain(NEWS)
    t.ev('dns-record-published', domain=news)
    t.do(ME, 'POST', f'/email/domains/{news}/check')
    t.adv('PT5S')
    k = t.do(AD, 'POST', '/email/keys', {'name': 'k', 'domainIds': [t.domain(POST)]})['secret']
    send = lambda d: t.status(k, 'POST', '/email/outbox', {'from': 'a@' + d, 'to': ['one@far.example']})
    return refused(send(NEWS)), send(POST), refused(send(NEWS))


@proof('reading-keeps-content', (200, 404), (200, 200))
def _(t):
    m = t.mail()
    t.adv('P20D')
    first = t.status(OW, 'GET', f'/email/messages/{m}/content')
    t.adv('P15D')
    return first, t.status(OW, 'GET', f'/email/messages/{m}/content')


@proof('last-status-is-a-reason', (1, None), (1, 'timeout'))
def _(t):
    w, _ = t.hook(['mail_sent'])
    t.ev('webhook-endpoint-answers', endpointId=w, answers=[{'failure': 'timeout'}])
    t.mail()
    t.adv('PT4S')
    d = t.get(ME, '/email/webhook-deliveries?endpointId=' + w, 'deliveries')[0]
    return d['attempts'], d.get('lastStatus')


@proof('redeliver-for-anybody', ('refused', 1), (202, 2))
def _(t):
    w, _ = t.hook(['mail_sent'])
    t.ev('webhook-endpoint-answers', endpointId=w, answers=[{'status': 200}])
    t.mail()
    t.adv('PT4S')
    d = t.get(ME, '/email/webhook-deliveries?endpointId=' + w, 'deliveries')[0]['id']
    s = t.status(OUT, 'POST', f'/email/webhook-deliveries/{d}/redeliver')
    time.sleep(SETTLE)
    return refused(s), len(t.get(ME, '/email/webhook-deliveries?endpointId=' + w, 'deliveries'))


@proof('first-domain-of-the-key', (201, 403, 403), (201, 403, 201))
def _(t):
    a, b = t.domain(POST), t.domain(NEWS)
    t.ev('role-changes', organization='northwind', userId=SC, grants=[{'role': 'email-manager', 'resourceIds': [a]}])
    make = lambda n, ids: t.status(SC, 'POST', '/email/keys', {'name': n, 'domainIds': ids})
    return make('one', [a]), make('two', [b]), make('three', [a, b])


@proof('endpoint-that-was', ('refused', 201), (201, 201))
def _(t):
    d = t.armed()
    w, _ = t.hook(['mail_inbound'])
    v, _ = t.hook(['mail_inbound'])
    t.do(ME, 'DELETE', '/email/webhooks/' + w)
    make = lambda p, e: t.status(ME, 'POST', '/email/routes', {'domainId': d, 'pattern': p, 'endpointId': e})
    return refused(make('help', w)), make('info', v)


@proof('pattern-per-endpoint', (201, 409, 409), (201, 409, 201))
def _(t):
    d = t.armed()
    w, _ = t.hook(['mail_inbound'])
    v, _ = t.hook(['mail_inbound'])
    make = lambda e: t.status(ME, 'POST', '/email/routes', {'domainId': d, 'pattern': 'help*', 'endpointId': e})
    return make(w), make(w), make(v)


@proof('suppression-shows-the-key', (['bounce'], False), (['bounce'], True))
def _(t):
    k = t.do(AD, 'POST', '/email/keys', {'name': 'k'})['secret']
    m = t.do(k, 'POST', '/email/outbox', {'from': 'a@' + POST, 'to': ['one@far.example']})['id']
    t.adv('PT3S')
    t.ev('message-bounced', messageId=m, bounce='hard')
    rows = t.get(ME, '/email/suppressions', 'suppressions')
    return [s['reason'] for s in rows], k in json.dumps(rows)


@proof('content-of-any-domain', (403, 403), (403, 200))
def _(t):
    m = t.mail()
    t.ev('role-changes', organization='northwind', userId=SC, grants=[{'role': 'email-editor', 'resourceIds': [t.domain(NEWS)]}])
    return t.status(SC, 'GET', '/email/messages/' + m), t.status(SC, 'GET', f'/email/messages/{m}/content')


@proof('event-names-endpoints', (['sent'], False), (['sent'], True))
def _(t):
    w, secret = t.hook(['mail_sent'])
    t.ev('webhook-endpoint-answers', endpointId=w, answers=[{'status': 200}])
    m = t.mail()
    t.adv('PT3S')
    a = t.get(ME, '/email/messages/' + m)
    return [e['kind'] for e in a['events']], secret in json.dumps(a)


@proof('single-domain-bare', ('list', 'list', 'list'), ('str', 'str', 'list'))
def _(t):
    a, b = t.domain(POST), t.domain(NEWS)
    k = t.do(AD, 'POST', '/email/keys', {'name': 'one', 'domainIds': [a]})['sendKey']
    t.do(AD, 'POST', '/email/keys', {'name': 'two', 'domainIds': [a, b]})
    rows = t.get(ME, '/email/keys', 'sendKeys')
    return (type(k['domainIds']).__name__,) + tuple(type(x['domainIds']).__name__ for x in rows)


# ---------------------------------------------------------------- on-call

@proof('five-revocations-remembered', (202, 401, 401), (202, 401, 202))
def _(t):
    s = t.service()
    xs = [t.source(f's{n}', s) for n in range(6)]
    before = t.alert(xs[0], 'f1')
    t.do(ME, 'DELETE', '/oncall/integrations/' + xs[0]['id'])
    once = t.alert(xs[0], 'f1')
    for x in xs[1:]:
        t.do(ME, 'DELETE', '/oncall/integrations/' + x['id'])
    return before, once, t.alert(xs[0], 'f1')


@proof('flapping-joins-the-resolved', (1, ['open'], 1), (1, [], 2))
def _(t):
    x = t.source('am', t.service())
    t.alert(x, 'f1')
    first = t.get(ME, '/oncall/incidents', 'incidents')
    i = first[0]['id']
    t.do(ME, 'POST', f'/oncall/incidents/{i}/close')
    t.alert(x, 'f2')
    time.sleep(SETTLE)
    return len(first), [r['status'] for r in t.get(ME, '/oncall/incidents', 'incidents')], len(t.get(ME, '/oncall/incidents/' + i, 'alerts'))


@proof('provider-row-by-account', '+15550100100', '+15550200200')
def _(t):
    t.do(OW, 'PUT', '/oncall/telephony', {'accountSid': 'AC77', 'authToken': 'a', 'fromNumber': '+15550100100'})
    t.do(OUT, 'PUT', '/oncall/telephony', {'accountSid': 'AC77', 'authToken': 'b', 'fromNumber': '+15550200200'})
    return t.get(OW, '/oncall/telephony', 'fromNumber')


@proof('one-token-per-service', (202, 202, 202), (202, 401, 202))
def _(t):
    s = t.service()
    a = t.source('first', s)
    before = t.alert(a, 'f1')
    b = t.source('second', s)
    return before, t.alert(a, 'f2'), t.alert(b, 'f3')


@proof('override-of-any-schedule', ('refused', 1), (204, 0))
def _(t):
    mine = t.schedule(ME, 'Days', [OW])
    o = t.override(ME, mine, ME)
    theirs = t.schedule(OUT, 'Nights', [OUT])
    s = t.status(OUT, 'DELETE', f'/oncall/rotations/{theirs}/overrides/{o["id"]}')
    return refused(s), len(t.get(ME, '/oncall/rotations', 'schedules')[0]['overrides'])


@proof('same-override-raw', (True, True), (True, False))
def _(t):
    s = t.schedule(ME, 'Days', [OW])
    first = t.override(ME, s, ME)
    again = t.override(ME, s, ME)
    whole = lambda o: all(isinstance(o.get(k), str) for k in ('id', 'userId', 'label', 'startsAt', 'endsAt'))
    return whole(first), whole(again)


@proof('resolved-for-everybody', ('refused', 'refused', 200), ('refused', 200, 200))
def _(t):
    i = t.do(ME, 'POST', '/oncall/incidents', {'serviceId': t.service(), 'title': 'Down'})['id']
    a = t.status(OUT, 'GET', '/oncall/incidents/' + i)
    t.do(ME, 'POST', f'/oncall/incidents/{i}/close')
    return refused(a), refused(t.status(OUT, 'GET', '/oncall/incidents/' + i)), t.status(ME, 'GET', '/oncall/incidents/' + i)


@proof('overrides-by-schedule-name', (OUT, False, 0), (ME, True, 1))
def _(t):
    t.schedule(OUT, 'Primary', [OUT])
    t.override(ME, t.schedule(ME, 'Primary', [OW]), ME)
    s = t.get(OUT, '/oncall/rotations', 'schedules')[0]
    return s['onCallNow']['userId'], s['onCallNow']['override'], len(s['overrides'])


@proof('group-over-services', [(0, 1), (1, 1)], [(0, 2)])
def _(t):
    services = [t.service(0), t.service(1)]
    a, b = t.source('a', services[0]), t.source('b', services[1])
    t.alert(b, 'f0')
    old = t.get(ME, '/oncall/incidents', 'incidents')[0]['id']
    t.do(ME, 'POST', f'/oncall/incidents/{old}/close')
    t.alert(a, 'f1', 'group')
    t.alert(b, 'f2', 'group')
    time.sleep(SETTLE)
    return sorted((services.index(i['serviceId']), i['firingAlerts']) for i in t.get(ME, '/oncall/incidents', 'incidents'))


# ---------------------------------------------------------------- all of it

def run(folder, fn):
    t = Target(folder)
    try:
        return fn(t)
    except Exception as e:
        return f'{type(e).__name__}: {e}'
    finally:
        t.stop()


def prove(m):
    fn, right, wrong = PROOFS[m['id']]
    with tempfile.TemporaryDirectory() as tmp:
        copy = os.path.join(tmp, 'candidate')
        shutil.copytree(CANDIDATE, copy, ignore=shutil.ignore_patterns('__pycache__', '*.pyc'))
        for e in m['edits']:
            path = os.path.join(copy, e['file'])
            with open(os.path.join(CANDIDATE, e['file']), encoding='utf-8') as f:
                clean = f.read()
            with open(path, encoding='utf-8') as f:
                text = f.read()
            if clean.count(e['find']) != 1 or text.count(e['find']) != 1:
                return f'{e["file"]}: the text to replace is not there exactly once'
            with open(path, 'w', encoding='utf-8') as f:
                f.write(text.replace(e['find'], e['replace']))
        a = run(CANDIDATE, fn)
        if a != right:
            return f'the clean one gave {a!r} instead of {right!r}'
        b = run(copy, fn)
        if b != wrong:
            return f'the edited one gave {b!r} instead of {wrong!r}'
    return None


def main():
    with open(os.path.join(HERE, 'mistakes.json'), encoding='utf-8') as f:
        mistakes = json.load(f)
    wanted = sys.argv[1:]
    unknown = [i for i in wanted if i not in [m['id'] for m in mistakes]]
    if unknown:
        sys.exit('unknown: ' + ', '.join(unknown))
    todo = [m for m in mistakes if not wanted or m['id'] in wanted]
    good = 0
    for m in todo:
        why = prove(m)
        good += why is None
        print(('proven  ' if why is None else 'NOT     ') + m['id'] + ('' if why is None else ': ' + why), flush=True)
    print(f'{good} of {len(todo)} proven')
    sys.exit(0 if good == len(todo) else 1)


if __name__ == '__main__':
    main()
