#!/usr/bin/env python3
"""python3 prove.py [ID...]: shows that the clean candidate is right and each edited copy wrong. One server at a time."""
import base64, hashlib, hmac, json, os, shutil, subprocess, sys, tempfile, time
import urllib.request, urllib.error, urllib.parse
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, '../../../../../examples/fourth-candidate')
BUILD = tempfile.mkdtemp()
PORT = 8297
BASE = f'http://127.0.0.1:{PORT}'
GO = 'go'
ENV = dict(os.environ, GOCACHE=os.path.join(BUILD, 'gocache'), GOTOOLCHAIN='local')

class Res:
    def __init__(s, status, raw, ctype):
        s.status, s.raw, s.ctype = status, raw, ctype
        try: s.json = json.loads(raw)
        except Exception: s.json = None
    def __getitem__(s, k): return s.json[k]
    def __repr__(s): return f'{s.status} {s.raw[:300]}'

def call(method, path, body=None, who='olga', org=None, cred=None):
    if not path.startswith('/'): path = '/api/v1/' + path
    h = {'Authorization': 'Bearer ' + (cred or 'session-' + who)}
    if org: h['X-Organization'] = org
    data = None
    if body is not None:
        data = json.dumps(body).encode(); h['Content-Type'] = 'application/json'
    r = urllib.request.Request(BASE + path, data=data, method=method, headers=h)
    try:
        with urllib.request.urlopen(r, timeout=20) as x:
            return Res(x.status, x.read().decode(), x.headers.get('Content-Type', ''))
    except urllib.error.HTTPError as x:
        return Res(x.code, x.read().decode(), x.headers.get('Content-Type', ''))

def ok(r, *st):
    if r.status not in (st or (200, 201, 202, 204)): raise Exception(f'setup failed: {r}')
    return r
def GET(p, **k): return call('GET', p, **k)
def POST(p, b=None, **k): return call('POST', p, b, **k)
def PUT(p, b=None, **k): return call('PUT', p, b, **k)
def PATCH(p, b=None, **k): return call('PATCH', p, b, **k)
def DELETE(p, **k): return call('DELETE', p, **k)
def event(name, **b): return ok(POST('/_understudy/events/' + name, b))
def advance(by): return ok(POST('/_understudy/clock/advance', {'by': by}))
def ago(**k): return (datetime.now(timezone.utc) - timedelta(**k)).strftime('%Y-%m-%dT%H:%M:%SZ')
def refused(r): return 400 <= r.status < 500
R = 'registry/registries'
def registry(slug, who='olga', **b): return ok(POST(R, {'slug': slug, **b}, who=who), 201)
def cluster(name, who='olga', run=True, **b):
    r = ok(POST('clusters', {'name': name, 'tier': 'small', **b}, who=who), 201)
    if run:
        advance('PT25S')
        assert GET('clusters/' + name, who=who)['phase'] == 'running'
    return r
def domain(name, who='olga', verified=False, armed=False):
    d = ok(POST('email/domains', {'name': name}, who=who), 201)
    if armed: ok(POST(f'email/domains/{d["id"]}/receive', who=who), 200)
    if verified:
        event('dns-record-published', domain=name)
        ok(POST(f'email/domains/{d["id"]}/check', who=who), 202)
        advance('PT6S')
        assert GET('email/domains/' + d['id'], who=who)['sendState'] == 'verified'
    return d['id']
def hook(types=('message.sent',), url='https://hooks.example/a', who='olga'):
    return ok(POST('email/webhooks', {'url': url, 'eventTypes': list(types)}, who=who), 201)
MON = {'name': 'm', 'intervalSeconds': 60, 'vantages': ['fra'], 'kind': 'http', 'http': {'url': 'https://shop.example/'}}
PROV = {'accountSid': 'AC11111111111111111111111111111111', 'authToken': '2' * 32, 'fromNumber': '+15005550006'}
def incident(service='svc_shop', who='olga'): return ok(POST('oncall/incidents', {'serviceId': service, 'title': 'it is down'}, who=who), 201)['id']
def source(service='svc_shop'):
    s = ok(POST('oncall/alert-sources', {'name': 's', 'serviceId': service}), 201)
    def send(*alerts):
        return ok(POST(f'oncall/alert-sources/{s["id"]}/webhook', {'alerts': [{'status': st, 'fingerprint': fp, 'labels': {'alertname': fp}} for fp, st in alerts]}, cred=s['token']), 200)
    return send

# each returns (right?, what was seen)
def contacts_home_org():
    b = dict(who='bea', org='borealis')
    before = ok(GET('organization/contacts', **b)).json
    r = ok(PATCH('organization/contacts', {'technicalEmail': 'new@borealis.example'}, **b)).json
    after = GET('organization/contacts', **b).json
    want = dict(before, technicalEmail='new@borealis.example')
    return r == want and after == want, (r, after)
def clear_strips_rules():
    ok(PUT('oncall/provider-credential', PROV))
    rules = [{'channel': 'email', 'delaySeconds': 0}, {'channel': 'sms', 'delaySeconds': 0}]
    ok(PUT('oncall/paging-settings', {'phone': '+4915112345678', 'rules': rules}, who='mia'))
    ok(DELETE('oncall/provider-credential'))
    p = ok(POST('oncall/escalation-policies', {'name': 'p', 'repeat': 0, 'steps': [{'target': {'kind': 'user', 'id': 'usr_mia', 'label': 'Mia'}, 'waitSeconds': 60}]}))
    ok(PUT('oncall/services/svc_shop/escalation-policy', {'escalationPolicyId': p['id']}))
    i = incident(); time.sleep(.3)
    pages = GET('/_understudy/pages?incidentId=' + i)['pages']
    failed = [x for x in pages if x['channel'] == 'sms' and x['outcome'] == 'failed' and 'credential' in x['error']]
    r = GET('oncall/paging-settings', who='mia')['rules']
    return r == rules and len(failed) == 1, (r, pages)
def ack_any_org():
    i = incident()
    r = POST(f'oncall/incidents/{i}/acknowledge', who='nils')
    s = GET('oncall/incidents/' + i)['status']
    return refused(r) and s == 'open', (r, s)
def revoke_lost_update():
    registry('race-reg')
    ids = [ok(POST(f'{R}/race-reg/keys', {'name': f'k{i}', 'mode': 'pull'}), 201)['keyId'] for i in range(2)]
    with ThreadPoolExecutor(2) as ex:
        rs = list(ex.map(lambda k: DELETE(f'{R}/race-reg/keys/{k}').status, ids))
    keys = GET(f'{R}/race-reg/keys')['keys']
    n = sum('revokedAt' in k for k in keys)
    return rs == [204, 204] and n == 2, (rs, keys)
def regtoken_patch_200():
    cluster('rt', run=False)
    t = ok(POST('clusters/rt/registration-tokens', {'name': 'n'}), 201)['id']
    r = PATCH(f'clusters/rt/registration-tokens/{t}', {'disabled': True})
    return r.status == 204 and not r.raw, r
def teardown_only_running():
    cluster('early', run=False)
    ok(DELETE('clusters/early'), 202)
    advance('PT2M')
    r = GET('clusters/early')
    return r.status == 404, r
def catalog_right_remembered():
    ok(GET('iam/catalog', who='adam'), 200)
    event('role-changes', userId='usr_adam', role='member')
    r = GET('iam/catalog', who='adam')
    assert GET('iam/catalog', who='mia').status == 403
    return r.status == 403, r.status
def payload_attaches_to_resolved():
    send = source()
    send(('A', 'firing'))
    first = GET('oncall/incidents')['incidents'][0]['id']
    send(('A', 'resolved'), ('B', 'firing'))
    o = GET('oncall/incidents')['incidents']
    f = GET('oncall/incidents/' + first)
    assert f['status'] == 'resolved'
    return len(o) == 1 and o[0]['firingAlerts'] == 1 and f['firingAlerts'] == 0, (o, f['firingAlerts'])
def upstream_refusal_echoes():
    registry('ups-reg')
    r = PUT(f'{R}/ups-reg/upstream-credentials/registry.example', {'username': 'u', 'password': 'pa55-w0rd-xyz'})
    assert refused(r)
    return 'pa55-w0rd-xyz' not in r.raw, r
def ack_confirmed_late():
    i = incident()
    ok(POST(f'oncall/incidents/{i}/acknowledge')); ok(POST(f'oncall/incidents/{i}/resolve'))
    assert GET('oncall/incidents/' + i)['status'] == 'resolved'
    advance('PT2M')
    r = GET('oncall/incidents/' + i)['status']
    return r == 'resolved', r
def permissions_ungrouped():
    l = [s['service'] for s in GET('iam/permissions')['services']]
    return len(l) == len(set(l)), l
def tiers_alphabetical():
    cluster('big', tier='large'); cluster('tiny')
    for k in ('big', 'tiny'): event('headroom-changes', cluster=k, component='apiserver', usedPercent=90)
    a, b = PATCH('clusters/big', {'tier': 'small'}), PATCH('clusters/tiny', {'tier': 'large'})
    return a.status == 409 and 'apiserver' in a['error'] and b.status == 200, (a, b)
def since_opens_window():
    domain('old.mail.example', verified=True)
    m = event('message-sent', **{'from': 'a@old.mail.example', 'to': ['x@people.example'], 'createdAt': ago(days=100)})['messageId']
    a = [x['id'] for x in GET('email/messages')['messages']]
    b = [x['id'] for x in ok(GET('email/messages?since=' + ago(days=120)))['messages']]
    assert m not in a
    return m not in b, b
def pushed(slug, repo, tags, digest): return event('image-pushed', registry=slug, repository=repo, tags=tags, digest=digest, layers=[{'digest': 'sha256:' + 'b' * 64, 'sizeBytes': 1000}])
DIG = 'sha256:' + 'a' * 64
def image_deleted_everywhere():
    registry('two-repos'); pushed('two-repos', 'app', ['v1'], DIG); pushed('two-repos', 'mirror/app', ['v1'], DIG)
    ok(DELETE(f'{R}/two-repos/manifests?repo=app&digest={DIG}'))
    l = ok(GET(f'{R}/two-repos/manifests?repo=mirror/app'))['manifests']
    assert ok(GET(f'{R}/two-repos/manifests?repo=app'))['manifests'] == []
    return len(l) == 1 and l[0]['tags'] == ['v1'], l
def interval_range():
    r = POST('uptime/monitors', dict(MON, intervalSeconds=45))
    return refused(r), r
def tagcount_left_out():
    registry('tag-reg'); pushed('tag-reg', 'app', ['v1'], DIG)
    assert GET(f'{R}/tag-reg/repositories')['repositories'][0]['tagCount'] == 1
    ok(DELETE(f'{R}/tag-reg/tags?repo=app&tag=v1'))
    x = GET(f'{R}/tag-reg/repositories')['repositories'][0]
    return x.get('tagCount') == 0, x
def skew_400():
    cluster('skew', orchestratorVersion='1.31.9')
    t = ok(POST('clusters/skew/join-tokens'), 201)['joinToken']
    ok(POST('clusters/skew/join', {'token': t, 'node': 'old-node', 'agentVersion': '1.29.4'}), 201)
    r = PATCH('clusters/skew', {'orchestratorVersion': '1.32.6'})
    return r.status == 409 and 'old-node' in r['error'], r
def join_expires_text():
    cluster('jt', run=False)
    r = ok(POST('clusters/jt/join-tokens'), 201)
    return type(r['expiresIn']) is int, r['expiresIn']
def displayname_left_out():
    r = registry('plain-reg').json
    l = GET(R)['registries'][0]
    return isinstance(r.get('displayName'), str) and isinstance(l.get('displayName'), str), (r, l)
def scope_second_resource():
    registry('ours-a'); registry('theirs-b', who='nils')
    f = lambda *ids: POST('tokens', {'name': 't', 'scope': [{'role': 'registry.viewer', 'resourceIds': list(ids)}]})
    assert f('ours-a').status == 201 and refused(f('theirs-b'))
    r = f('ours-a', 'theirs-b')
    return refused(r), r.status
def provider_stored_unreachable():
    event('provider-behaves', behaviour='rejects', only='verification')
    assert PUT('oncall/provider-credential', PROV).status == 422 and not GET('oncall/provider-credential')['configured']
    event('provider-behaves', behaviour='unreachable', only='verification')
    assert PUT('oncall/provider-credential', PROV).status == 502
    r = GET('oncall/provider-credential')
    return r['configured'] is False, r
def one_event_per_kind():
    domain('ev.mail.example', verified=True)
    m = event('message-sent', **{'from': 'a@ev.mail.example', 'to': ['x@people.example', 'y@people.example']})['messageId']
    for x in 'xy': event('message-delivered', messageId=m, recipient=x + '@people.example')
    l = [e.get('recipient') for e in GET('email/messages/' + m)['events'] if e['kind'] == 'delivered']
    return sorted(l) == ['x@people.example', 'y@people.example'], l
def schedule_unattached_policy():
    s = ok(POST('oncall/schedules', {'name': 's', 'timezone': 'UTC', 'participants': [{'userId': 'usr_mia', 'label': 'Mia'}], 'handoff': {'interval': 'daily', 'time': '09:00'}}))['id']
    ok(POST('oncall/escalation-policies', {'name': 'p', 'repeat': 0, 'steps': [{'target': {'kind': 'schedule', 'id': s, 'label': 's'}, 'waitSeconds': 60}]}))
    r = DELETE('oncall/schedules/' + s)
    return r.status == 409, r
def webhook_same_again():
    h = hook()
    s = ok(POST(f'email/webhooks/{h["webhook"]["id"]}/rotate-secret'))['signingSecret']
    r = POST('email/webhooks', {'url': 'https://hooks.example/a', 'eventTypes': ['message.sent']})
    return s not in r.raw, r
def webhook_half_patched():
    h = hook()['webhook']['id']
    r = PATCH('email/webhooks/' + h, {'url': 'https://hooks.example/b', 'eventTypes': ['message.sent', 'no.such.event']})
    assert refused(r)
    u = GET('email/webhooks')['webhooks'][0]['url']
    return u == 'https://hooks.example/a', u
def claim_shows_domain():
    d = domain('taken.mail.example', who='nils')
    r = POST('email/domains', {'name': 'taken.mail.example'})
    assert r.status == 409
    return d not in r.raw and set(r.json) == {'error'}, r
def cluster_quota_all_orgs():
    for i in range(20): cluster(f'n{i}', who='nils', run=False)
    assert POST('clusters', {'name': 'n20', 'tier': 'small'}, who='nils').status == 403
    r = POST('clusters', {'name': 'mine', 'tier': 'small'})
    return r.status == 201, r
def manifest_tags_all_repos():
    registry('two-repos'); pushed('two-repos', 'app', ['v1'], DIG); pushed('two-repos', 'mirror/app', ['stable'], DIG)
    t = GET(f'{R}/two-repos/manifests?repo=app')['manifests'][0]['tags']
    return t == ['v1'], t
def ping_remembered():
    ok(GET('uptime/ping'))
    event('backend-behaves', backend='uptime', reachable=False)
    assert GET('uptime/catalog').status == 502
    r = GET('uptime/ping')
    return r.status == 502, r
def metrics_one_day():
    m = ok(POST('uptime/monitors', MON), 201)['id']
    event('probe-result', monitorId=m, outcome='ok', at=ago(days=3)); event('probe-result', monitorId=m, outcome='ok')
    p = GET(f'uptime/monitors/{m}/metrics?window=7d')['series'][0]['points']
    assert len(GET(f'uptime/monitors/{m}/metrics?window=24h')['series'][0]['points']) == 1
    return len(p) == 2, p
def content_any_org():
    domain('raw.mail.example', verified=True)
    m = event('message-sent', **{'from': 'a@raw.mail.example', 'to': ['x@people.example']})['messageId']
    assert GET(f'email/messages/{m}/content').status == 200 and GET('email/messages/' + m, who='nils').status == 404
    r = GET(f'email/messages/{m}/content', who='nils')
    return refused(r), r
def error_object_502():
    event('backend-behaves', backend='email', reachable=False)
    r = GET('email/domains')
    assert r.status == 502
    return isinstance(r['error'], str), r
def routes_token_unfiltered():
    a, b = domain('a.mail.example', armed=True), domain('b.mail.example', armed=True)
    h = hook()['webhook']['id']
    for d in (a, b): ok(POST('email/routes', {'domainId': d, 'pattern': '*', 'endpointId': h}), 201)
    k = ok(POST('tokens', {'name': 't', 'scope': [{'role': 'email.viewer', 'resourceIds': [a]}]}), 201)['key']
    assert [x['id'] for x in GET('email/domains', cred=k)['domains']] == [a]
    l = [x['domainId'] for x in ok(GET('email/routes', cred=k))['routes']]
    return l == [a], l
def manual_resolved_along():
    a, b = incident(), incident()
    send = source(); send(('X', 'firing'))
    assert GET('oncall/incidents/' + b)['firingAlerts'] == 1 and GET('oncall/incidents/' + a)['firingAlerts'] == 0
    send(('X', 'resolved'))
    s = GET('oncall/incidents/' + a)['status']
    return s == 'open', s
def scope_emptied():
    registry('reg-a'); registry('reg-b')
    k = ok(POST('tokens', {'name': 't', 'scope': [{'role': 'registry.viewer', 'resourceIds': ['reg-a']}]}), 201)['key']
    assert GET(f'{R}/reg-b', cred=k).status == 403
    ok(DELETE(f'{R}/reg-a'))
    l, b = GET(R, cred=k), GET(f'{R}/reg-b', cred=k)
    return refused(b) and 'reg-b' not in l.raw, (l, b)
def admin_sees_all_tokens():
    t = ok(POST('tokens', {'name': 'mine'}, who='mia'), 201)['id']
    assert t in GET('tokens', who='mia').raw and t not in GET('tokens', who='vera').raw
    r = GET('tokens')
    return t not in r.raw, r
def monitor_quota_race():
    with ThreadPoolExecutor(7) as ex:
        assert all(s == 201 for s in ex.map(lambda i: POST('uptime/monitors', dict(MON, name=f'm{i}')).status, range(49)))
    with ThreadPoolExecutor(4) as ex:
        l = sorted(ex.map(lambda i: POST('uptime/monitors', dict(MON, name=f'x{i}')).status, range(4)))
    n = len(GET('uptime/monitors')['monitors'])
    return l == [201, 403, 403, 403] and n == 50, (l, n)
def keys_by_slug():
    registry('handed-on')
    k = ok(POST(f'{R}/handed-on/keys', {'name': 'k', 'mode': 'pull'}), 201)
    ok(DELETE(f'{R}/handed-on'))
    registry('handed-on', who='nils')
    l = GET(f'{R}/handed-on/keys', who='nils')['keys']
    a = POST('registry/data-plane/authorize', {'username': k['keyId'], 'password': k['secret'], 'registry': 'handed-on', 'action': 'pull'})
    return l == [] and refused(a), (l, a)
def roll_writes_snapshot():
    cluster('roll')
    ok(PATCH('clusters/roll', {'orchestratorVersion': '1.33.2'}), 200)
    t = ok(POST('clusters/roll/registration-tokens', {'name': 'n'}), 201)['id']
    advance('PT20S')
    c = GET('clusters/roll')
    assert c['phase'] == 'running' and c['orchestratorVersion'] == '1.33.2'
    l = [x['id'] for x in GET('clusters/roll/registration-tokens')['tokens']]
    return l == [t], l
def enabled_left_out():
    r = ok(POST('uptime/monitors', dict(MON, enabled=False)), 201)
    g = GET('uptime/monitors/' + r['id'])
    return r.json.get('enabled') is False and g.json.get('enabled') is False, r
def slug_taken_400():
    registry('only-one')
    r = POST(R, {'slug': 'only-one'})
    return r.status == 409, r
def redeliver_any_org():
    domain('re.mail.example', verified=True)
    h = hook()['webhook']['id']
    event('webhook-endpoint-answers', endpointId=h, answers=[{'status': 200}])
    event('message-sent', **{'from': 'a@re.mail.example', 'to': ['x@people.example']}); time.sleep(.3)
    d = GET('email/webhook-deliveries')['deliveries']
    r = POST(f'email/webhook-deliveries/{d[0]["id"]}/redeliver', who='nils')
    n = len(GET('email/webhook-deliveries')['deliveries'])
    return refused(r) and n == 1, (r, n)
def delete_without_entitlement():
    s = ok(POST('uptime/services', {'name': 's'}), 201)['id']
    event('entitlement-changes', area='uptime', enabled=False)
    assert GET('uptime/services').status == 403
    r = DELETE('uptime/services/' + s)
    return r.status == 403, r
def retry_old_secret():
    domain('sig.mail.example', verified=True)
    w = hook(); h = w['webhook']['id']
    event('webhook-endpoint-answers', endpointId=h, answers=[{'status': 500}, {'status': 200}])
    event('message-sent', **{'from': 'a@sig.mail.example', 'to': ['x@people.example']}); time.sleep(.3)
    new = ok(POST(f'email/webhooks/{h}/rotate-secret'))['signingSecret']
    advance('PT11S')
    l = GET('/_understudy/webhook-deliveries?endpointId=' + h)['attempts']
    assert len(l) == 2, l
    def signed(a, secret):
        H = a['headers']
        key = base64.b64decode(secret[6:])
        s = base64.b64encode(hmac.new(key, f"{H['Webhook-Id']}.{H['Webhook-Timestamp']}.{a['body']}".encode(), hashlib.sha256).digest()).decode()
        return H['Webhook-Signature'] == 'v1,' + s
    assert signed(l[0], w['signingSecret'])
    return signed(l[1], new), 'old secret' if signed(l[1], w['signingSecret']) else 'new secret'

SPECIAL = {'aj-502-error-object': error_object_502}
def scenario(id): return SPECIAL.get(id) or globals()[id[3:].replace('-', '_')]

class Server:
    def __init__(s, binary):
        s.p = subprocess.Popen([binary, '-port', str(PORT)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            time.sleep(.05)
            try:
                if s.p.poll() is None and GET('/_understudy/health').status == 200: return
            except Exception: pass
        s.stop(); raise Exception('the server does not start')
    def stop(s): s.p.kill(); s.p.wait()

def run(id):
    ok(POST('/_understudy/reset', {}))
    return scenario(id)()

def build(name, edits):
    d = tempfile.mkdtemp(dir=BUILD)
    try:
        src = os.path.join(d, 'src'); shutil.copytree(CANDIDATE, src)
        for e in edits:
            f = os.path.join(src, e['file']); t = open(f).read()
            if t.count(e['find']) != 1: raise Exception(f"find text occurs {t.count(e['find'])} times in {e['file']}")
            open(f, 'w').write(t.replace(e['find'], e['replace']))
        out = os.path.join(BUILD, name)
        r = subprocess.run([GO, 'build', '-o', out, '.'], cwd=src, env=ENV, capture_output=True, text=True)
        if r.returncode: raise Exception('does not build: ' + r.stderr)
        return out
    finally: shutil.rmtree(d)

def main():
    os.makedirs(BUILD, exist_ok=True)
    all_ = json.load(open(os.path.join(HERE, 'mistakes.json')))
    verbose = '-v' in sys.argv
    want = [a for a in sys.argv[1:] if a != '-v']
    todo = [m for m in all_ if not want or m['id'] in want]
    clean = {}
    sv = Server(build('clean', []))
    try:
        for m in todo:
            try: clean[m['id']] = run(m['id'])
            except Exception as e: clean[m['id']] = (False, repr(e))
    finally: sv.stop()
    good = 0
    for m in todo:
        id = m['id']
        why, seen = '', None
        if not clean[id][0]: why = f'the clean candidate is not right: {clean[id][1]}'
        else:
            try:
                b = build('edited', m['edits'])
                sv = Server(b)
                try: right, seen = run(id)
                finally: sv.stop()
                if right: why = f'the edited copy is right: {seen}'
            except Exception as e: why = f'failed: {e!r}'
        good += not why
        print(id, 'ok' if not why else why, *( ['right:', clean[id][1], 'wrong:', seen] if verbose else []), flush=True)
    print(f'{good} of {len(todo)} proven')
    sys.exit(good != len(todo))
main()
