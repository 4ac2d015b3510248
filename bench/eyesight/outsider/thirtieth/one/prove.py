#!/usr/bin/env python3
"""python3 prove.py [ID...]: each proof returns True where the server is right, False where it is wrong; set-up failures raise."""
import base64, hashlib, hmac, http.client, json, os, shutil, subprocess, sys, tempfile, threading, time
HERE = os.path.dirname(os.path.abspath(__file__)); B = os.path.join(tempfile.gettempdir(), 'thirtieth-one')
CANDIDATE = os.path.join(HERE, '../../../../../examples/ninth-candidate')
os.makedirs(B, exist_ok=True)
M = {m['id']: m for m in json.load(open(HERE + '/mistakes.json'))}

def build(name, edits):
    src = f'{B}/{name}.src'; shutil.rmtree(src, ignore_errors=True); shutil.copytree(CANDIDATE + '/src', src)
    for e in edits:
        p = src + '/' + e['file'][4:]; t = open(p).read()
        if t.count(e['find']) != 1: raise Exception(f"find occurs {t.count(e['find'])} times")
        open(p, 'w').write(t.replace(e['find'], e['replace']))
    h = hashlib.sha256(b''.join(open(f'{src}/{f}', 'rb').read() for f in sorted(os.listdir(src)))).hexdigest()[:16]
    out = f'{B}/{name}.{h}'
    if not os.path.exists(out):
        r = subprocess.run(['rustc', '--edition', '2021', '-C', 'debuginfo=0', '-A', 'warnings', src + '/main.rs', '-o', out], capture_output=True, text=True)
        if r.returncode: raise Exception('does not compile: ' + r.stderr[:1500])
    shutil.rmtree(src)
    return out

class R:
    def __init__(s, st, h, b):
        s.st, s.h, s.b = st, h, b
        try: s.j = json.loads(b) if b else None
        except Exception: s.j = None
class S:
    def __init__(s, binary):
        s.p = subprocess.Popen([binary, '--port', '0'], stdout=subprocess.PIPE, text=True)
        s.host = s.p.stdout.readline().strip().split('//')[1]
        s.c = http.client.HTTPConnection(s.host)
    def close(s): s.c.close(); s.p.kill(); s.p.wait(); s.p.stdout.close()
    def raw(s, m, p, body=None, who='ada', want=None, h=None, own=False):
        h = dict(h or {})
        if who: h['Authorization'] = 'Bearer ' + (f'ses_{who}_4be1c7' if len(who) < 5 else who)
        if body is not None: h['Content-Type'] = 'application/json'; body = json.dumps(body)
        c = http.client.HTTPConnection(s.host) if own else s.c
        c.request(m, p, body, h); r = c.getresponse(); o = R(r.status, dict((k.lower(), v) for k, v in r.getheaders()), r.read())
        if own: c.close()
        if want and o.st != want: raise Exception(f'set-up: {m} {p}: {o.st} not {want}: {o.b[:200]}')
        return o
    def __call__(s, m, p, body=None, who='ada', want=None, **k): return s.raw(m, '/api/v1' + p, body, who, want, **k)
    def ok(s, m, p, body=None, who='ada', **k):
        r = s(m, p, body, who, **k)
        if not 200 <= r.st < 300: raise Exception(f'set-up: {m} {p}: {r.st} {r.b[:200]}')
        return r.j
    def ev(s, n, **b): return s.raw('POST', '/_understudy/events/' + n, b, None, 200).j
    def adv(s, by): return s.raw('POST', '/_understudy/clock/advance', {'by': by}, None, 200).j
    def ctl(s, p): return s.raw('GET', '/_understudy' + p, None, None, 200).j
    # helpers
    def cluster(s, name, **k): s.ok('POST', '/clusters', dict(name=name, tier='small', **k)); s.adv('PT5S')
    def incident(s, svc='ocs-checkout', t='x'): return s.ok('POST', '/oncall/incidents', dict(serviceId=svc, title=t))['id']
    def sched(s, *us): return s.ok('POST', '/oncall/schedules', dict(name='p', timezone='UTC', participants=[dict(userId=u, label=u) for u in us or ('usr-ada', 'usr-ben')], handoff=dict(interval='daily', time='00:00')))['id']
    def policy(s, user, svc):
        p = s.ok('POST', '/oncall/policies', dict(name='p', repeat=0, steps=[dict(target=dict(kind='user', id=user, label=user), waitSeconds=60)]))['id']
        s.ok('PUT', f'/oncall/services/{svc}/policy', dict(escalationPolicyId=p))
    def over(s, id, user, a=-3600, z=3600, **k):
        f = lambda d: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + d))
        return s.ok('POST', f'/oncall/schedules/{id}/overrides', dict(userId=user, label=user, startsAt=f(a), endsAt=f(z)), **k)
    def one(s, id): return [x for x in s.ok('GET', '/oncall/schedules')['schedules'] if x['id'] == id][0]
    def inc(s, id): return s.ok('GET', f'/oncall/incidents/{id}')
    def token(s, role, ids=None):
        e = dict(role=role)
        if ids: e['resourceIds'] = ids
        return s.ok('POST', '/tokens', dict(name='t', scope=[e]))['key']
    def authz(s, u, p, action='pull', reg='nw-images'): return s.ok('POST', '/registry/authorize', dict(username=u, password=p, registry=reg, repository='a', action=action), who=None)['allowed']
    def send(s, frm='a@mail.northwind.example'):
        k = s.ok('POST', '/email/keys', dict(name='k'))['secret']
        return s.ok('POST', '/email/send', {'from': frm, 'to': ['x@y.example'], 'subject': 'hi', 'text': 't'}, who=k)['id']
MON = dict(name='m', intervalSeconds=60, vantages=['osl-1'], kind='tcp', tcp=dict(host='h.example', port=1))
SP = '/registry/spaces/nw-images'
refused = lambda r: 400 <= r.st < 500
P = {}
def proof(f): P['bc-' + f.__name__.replace('_', '-')] = f; return f

@proof
def keys_empty_204(s):
    s.ok('POST', '/registry/spaces', dict(slug='fresh-one')); r = s('GET', '/registry/spaces/fresh-one/keys'); return r.st == 200 and r.j == {'keys': []}
@proof
def schedule_update_loses_override(s):
    for k in range(3):
        id = s.sched(); t = threading.Thread(target=lambda: s.ok('PATCH', f'/oncall/schedules/{id}', dict(name='q'), own=True)); t.start(); time.sleep(0.02)
        s.over(id, 'usr-dov'); t.join(); x = s.one(id)
        if not (x['name'] == 'q' and len(x['overrides']) == 1 and x['onCallNow']['override'] is True): return False
    return True
@proof
def escalation_on_status_page(s):
    s.policy('usr-ben', 'ocs-checkout'); i = s.incident(); time.sleep(.1)
    s.ok('POST', f'/oncall/incidents/{i}/updates', dict(body='we look')); x = s('GET', '/oncall/public/ocs-checkout', who=None, want=200)
    if b'we look' not in x.b: raise Exception('no update')
    return b'usr-ben' not in x.b and b'step 0' not in x.b
@proof
def datastore_roll_never_ends(s):
    s.cluster('k', datastore=dict(mode='dedicated')); s.ok('PATCH', '/clusters/k', dict(datastore=dict(size='db-medium', storageGiB=40, replicas=1, backups=True)))
    s.adv('PT30M'); c = s.ok('GET', '/clusters/k'); return c['datastore']['size'] == 'db-medium'
@proof
def event_types_one_short(s):
    T = ['email.' + x for x in 'sent delivered bounced complained received'.split()]
    return s.ok('POST', '/email/webhooks', dict(url='https://h.example/x', eventTypes=T))['webhook']['eventTypes'] == T
@proof
def upstream_by_suffix(s):
    if 'mirror.docker.io' in str(s.ok('GET', '/registry/catalog')): raise Exception()
    s.ok('PUT', SP + '/upstreams/docker.io', dict(username='u', password='p'))
    return refused(s('PUT', SP + '/upstreams/mirror.docker.io', dict(username='u', password='p')))
@proof
def revoked_registration_token_reactivated(s):
    s.cluster('k'); t = s.ok('POST', '/clusters/k/registration-tokens', dict(name='r')); p = '/clusters/k/registration-tokens/' + t['id']
    s('DELETE', p, want=204); a = s('PATCH', p, dict(disabled=False)); j = s('POST', '/clusters/k/join', dict(token=t['token'], node='n'), who=None); return refused(a) and refused(j)
@proof
def only_three_overrides(s):
    id = s.sched(); ids = [s.over(id, 'usr-dov', 1e4 * k, 1e4 * k + 900)['id'] for k in range(1, 5)]; return [o['id'] for o in s.one(id)['overrides']] == ids
@proof
def catalog_ignores_narrowing(s): s('GET', '/iam/catalog', want=200); s('GET', '/iam/catalog', who='cleo', want=403); return s('GET', '/iam/catalog', who=s.token('registry-viewer')).st == 403
@proof
def inbound_content_type(s):
    d = 'urn:nw:domain:seed-northwind'; s.ok('POST', f'/email/domains/{d}/receive')
    m = s.ev('message-received', **{'from': 'a@b.example', 'to': ['x@mail.northwind.example']})['messageId']
    return s('GET', f'/email/messages/{m}/content', want=200).h['content-type'].startswith('message/rfc822')
@proof
def logout_everywhere(s):
    a, b = s.ok('POST', '/registry/logins', {}), s.ok('POST', '/registry/logins', {}); s.ok('DELETE', '/registry/logins/' + a['keyId'])
    if s.authz(a['username'], a['password']): raise Exception('still in force')
    return s.authz(b['username'], b['password'])
@proof
def route_retry_window(s):
    d = 'urn:nw:domain:seed-northwind'; s.ok('POST', f'/email/domains/{d}/receive'); h = s.ok('POST', '/email/webhooks', dict(url='https://h.example/x', eventTypes=['email.received']))['webhook']['id']
    b = dict(domainId=d, pattern='info', endpointId=h); s.ok('POST', '/email/routes', b); return s('POST', '/email/routes', b).st == 409
@proof
def node_removed_from_all_clusters(s):
    for k in 'ab': s.cluster(k); s.ok('POST', f'/clusters/{k}/join', dict(token=s.ok('POST', f'/clusters/{k}/join-tokens')['joinToken'], node='worker-1'), who=None)
    s('DELETE', '/clusters/a/nodes/worker-1', want=204); s('DELETE', '/clusters/a/nodes/worker-1', want=404)
    if s.ok('GET', '/clusters/a/nodes')['nodes']: raise Exception()
    return len(s.ok('GET', '/clusters/b/nodes')['nodes']) == 1
@proof
def key_of_deleted_domain_org_wide(s):
    d = s.ok('POST', '/email/domains', dict(name='one.example'))['id']; k = s.ok('POST', '/email/keys', dict(name='k', domainIds=[d]))['secret']
    m = {'from': 'a@mail.northwind.example', 'to': ['x@y.example']}
    if not refused(s('POST', '/email/send', m, who=k)): raise Exception()
    s('DELETE', '/email/domains/' + d, want=204); return refused(s('POST', '/email/send', m, who=k))
@proof
def issuer_bare_host(s):
    b = dict(issuer='https://ci.example', audience='a', subjectPattern='*', mode='pull'); s.ok('POST', SP + '/trust', b); return refused(s('POST', SP + '/trust', dict(b, issuer='ci.example')))
@proof
def last_request_empty(s):
    s.ok('POST', '/tokens', dict(name='t')); t = s.ok('GET', '/tokens')['tokens'][0]
    import datetime
    try: datetime.datetime.strptime(t['lastRequest'], '%Y-%m-%dT%H:%M:%S.%fZ'); return True
    except ValueError: return False
@proof
def patch_downgrade(s):
    s.cluster('k', orchestratorVersion='1.32.9'); r = s('PATCH', '/clusters/k', dict(orchestratorVersion='1.32.7')); s.adv('PT10S')
    s.cluster('k2', orchestratorVersion='1.33.4'); 
    if not refused(s('PATCH', '/clusters/k2', dict(orchestratorVersion='1.32.9'))): raise Exception()
    return refused(r) and s.ok('GET', '/clusters/k')['orchestratorVersion'] == '1.32.9'
@proof
def unreachable_provider_stored(s):
    s.ev('provider-behaves', behaviour='unreachable'); s('PUT', '/oncall/provider', dict(accountSid='AC1', authToken='x', fromNumber='+15550101'), want=502); return s.ok('GET', '/oncall/provider')['configured'] is False
@proof
def delete_image_without_digest(s):
    for _ in 'ab': s.ev('image-pushed', registry='nw-images', repository='r', tags=['t'])
    r = s('DELETE', SP + '/images?repo=r'); return refused(r) and len(s.ok('GET', SP + '/images?repo=r')['manifests']) == 2
@proof
def key_without_prefixes(s): s.ok('POST', SP + '/keys', dict(name='k', mode='pull')); return isinstance(s.ok('GET', SP + '/keys')['keys'][0].get('repoPrefixes'), list)
@proof
def settings_404_before_mail(s): r = s('GET', '/email/settings'); return r.st == 200 and 'dailyQuota' in r.j
@proof
def pull_only_lost_when_narrowed(s):
    if {x['mode'] for x in s.ok('POST', '/registry/logins', dict(pullOnly=True))['scope']} != {'pull'}: raise Exception()
    return s.ok('POST', '/registry/logins', dict(registry='nw-images', pullOnly=True))['scope'] == [dict(registry='nw-images', mode='pull')]
@proof
def foreign_slug_403(s):
    s.ok('POST', '/registry/spaces', dict(slug='mine')); s('POST', '/registry/spaces', dict(slug='mine'), want=409); return s('POST', '/registry/spaces', dict(slug='mine'), who='fox').st == 409
@proof
def token_expiry_slides(s):
    k = s.ok('POST', '/tokens', dict(name='t', expiresIn=3600)); e = s.ok('GET', '/tokens')['tokens'][0]['expiresAt']
    s.adv('PT40M'); s('GET', '/tokens', who=k['key'], want=200); e2 = s.ok('GET', '/tokens')['tokens'][0]['expiresAt']; s.adv('PT40M'); return s('GET', '/tokens', who=k['key']).st == 401 and e == e2
@proof
def acknowledge_whole_service(s): a, b = s.incident(), s.incident(); s.ok('PUT', f'/oncall/incidents/{a}/acknowledgement'); return s.inc(a)['status'] == 'acknowledged' and s.inc(b)['status'] == 'open'
@proof
def no_firing_alerts_field(s): return s.ok('POST', '/oncall/incidents', dict(serviceId='ocs-search', title='t')).get('firingAlerts') == 0
@proof
def resolved_incident_public_again(s):
    i = s.incident(); pub = lambda: [x['id'] for x in s.ok('GET', '/oncall/public/ocs-checkout', who=None)['incidents']]
    u = s.ok('POST', f'/oncall/incidents/{i}/updates', dict(body='b'))['id']
    if pub() != [i]: raise Exception()
    s.ok('DELETE', f'/oncall/incidents/{i}/updates/{u}')
    if pub(): raise Exception()
    s.ok('PUT', f'/oncall/incidents/{i}/resolution'); return pub() == []
@proof
def patch_unavailable_vantage(s):
    if not refused(s('POST', '/uptime/monitors', dict(MON, vantages=['gru-1']))): raise Exception()
    m = s.ok('POST', '/uptime/monitors', MON)['id']; s.ok('PATCH', '/uptime/monitors/' + m, dict(vantages=['osl-1', 'nrt-1'])); return refused(s('PATCH', '/uptime/monitors/' + m, dict(vantages=['osl-1', 'gru-1'])))
@proof
def revoked_oidc_key_works(s):
    s.ok('POST', SP + '/trust', dict(issuer='https://ci.example', audience='a', subjectPattern='*', mode='pull')); b = lambda o: base64.urlsafe_b64encode(json.dumps(o).encode()).decode().rstrip('=')
    k = s.ok('POST', '/registry/exchange', dict(registry='nw-images', token=b(dict(alg='RS256')) + '.' + b(dict(iss='https://ci.example', aud='a', sub='x', exp=int(time.time()) + 600)) + '.eA'), who=None)
    if not s.authz(k['keyId'], k['secret']): raise Exception()
    s.ok('POST', SP + f"/keys/{k['keyId']}/revoke"); return not s.authz(k['keyId'], k['secret'])
@proof
def purge_sweeps_untagged(s):
    a = s.ev('image-pushed', registry='nw-images', repository='r', tags=['a'])['digest']; s.ev('image-pushed', registry='nw-images', repository='r', tags=['b']); s.ok('DELETE', SP + '/tags?repo=r&tag=a')
    if s.ok('DELETE', SP + '/tags?repo=r&tag=b&purge=true')['purged'] is not True: raise Exception()
    return [m['digest'] for m in s.ok('GET', SP + '/images?repo=r')['manifests']] == [a]
@proof
def update_acknowledges(s): i = s.incident(); s.ok('POST', f'/oncall/incidents/{i}/updates', dict(body='b')); x = s.inc(i); return x['status'] == 'open' and 'acknowledgedAt' not in x
@proof
def deliveries_of_message_oldest_first(s):
    h = s.ok('POST', '/email/webhooks', dict(url='http://h.example/x', eventTypes=['email.sent', 'email.delivered']))['webhook']['id']; s.ev('webhook-endpoint-answers', endpointId=h, answers=[dict(status=200)])
    m = s.ev('message-sent', **{'from': 'a@mail.northwind.example', 'to': ['x@y.example']})['messageId']; s.adv('PT5S'); s.ev('message-delivered', messageId=m)
    if [d['eventType'] for d in s.ok('GET', '/email/webhook-deliveries')['deliveries']] != ['email.delivered', 'email.sent']: raise Exception()
    return [d['eventType'] for d in s.ok('GET', '/email/webhook-deliveries?messageId=' + m)['deliveries']] == ['email.delivered', 'email.sent']
@proof
def phone_taken_from_other(s):
    b = dict(phone='+15550100', rules=[dict(channel='email', delaySeconds=0)]); s.ok('PUT', '/oncall/me/paging', b, who='ben'); s.ok('PUT', '/oncall/me/paging', b, who='cleo'); return s.ok('GET', '/oncall/me/paging', who='ben')['phone'] == '+15550100'
@proof
def sms_dropped_beside_email(s):
    s.ok('PUT', '/oncall/provider', dict(accountSid='AC1', authToken='x', fromNumber='+15550101')); s.ok('PUT', '/oncall/me/paging', dict(phone='+15550100', rules=[dict(channel='email', delaySeconds=0), dict(channel='sms', delaySeconds=5)]), who='ben')
    s('DELETE', '/oncall/provider', want=204); s.policy('usr-ben', 'ocs-search'); i = s.incident('ocs-search'); s.adv('PT10S'); p = s.ctl('/pages?incidentId=' + i)['pages']
    if [x['channel'] for x in p][:1] != ['email']: raise Exception(p)
    return len(p) == 2 and p[1]['channel'] == 'sms' and 'no-credential' in p[1].get('error', '')
@proof
def retry_signed_with_old_secret(s):
    w = s.ok('POST', '/email/webhooks', dict(url='http://h.example/x', eventTypes=['email.sent'])); h = w['webhook']['id']; s.ev('webhook-endpoint-answers', endpointId=h, answers=[dict(status=500), dict(status=200)])
    s.ev('message-sent', **{'from': 'a@mail.northwind.example', 'to': ['x@y.example']}); time.sleep(.1); new = s.ok('POST', f'/email/webhooks/{h}/rotate-secret')['signingSecret']; s.adv('PT11S')
    at = s.ctl('/webhook-deliveries?endpointId=' + h)['attempts']
    def by(a, k): t, v = a['headers']['x-webhook-signature'].split(','); return hmac.new(k.encode(), (t[2:] + '.' + a['body']).encode(), 'sha256').hexdigest() == v[3:]
    if len(at) != 2 or not by(at[0], w['signingSecret']): raise Exception(at)
    return by(at[1], new)
@proof
def content_of_any_domain(s):
    m = s.send(); d = s.ok('POST', '/email/domains', dict(name='b.example'))['id']; t = s.token('email-viewer', [d]); s('GET', f'/email/messages/{m}/content', want=200)
    if not refused(s('GET', f'/email/messages/{m}', who=t)): raise Exception()
    return refused(s('GET', f'/email/messages/{m}/content', who=t))
@proof
def wait_seconds_defaulted(s): return refused(s('POST', '/oncall/policies', dict(name='p', repeat=0, steps=[dict(target=dict(kind='user', id='usr-ada', label='a'))])))
@proof
def contacts_of_first_organization(s):
    h = {'X-Acting-Organization': 'southsea'}; a = s.ok('PATCH', '/organization/contacts', dict(technicalEmail='t@new.example'), who='gil', h=h); g = s.ok('GET', '/organization/contacts', who='gil', h=h)
    f = s.ok('GET', '/organization/contacts', who='fox')
    if f['technicalEmail'] != 't@new.example': raise Exception()
    return a == f and g == f
@proof
def participants_drop_overrides(s):
    id = s.sched(); o = s.over(id, 'usr-dov')['id']; s.ok('PATCH', f'/oncall/schedules/{id}', dict(participants=[dict(userId=u, label=u) for u in ('usr-ben', 'usr-ada')])); x = s.one(id); return [y['id'] for y in x['overrides']] == [o] and x['onCallNow']['override']
@proof
def patch_during_roll_loses_upgrade(s):
    s.cluster('k'); s.ok('PATCH', '/clusters/k', dict(orchestratorVersion='1.33.4')); r = s('PATCH', '/clusters/k', dict(replicas=3)); s.adv('PT1M'); c = s.ok('GET', '/clusters/k')
    return c['orchestratorVersion'] == '1.33.4' and (r.st == 409 or c['replicas'] == 3)
@proof
def mx_priority_string(s):
    d = s.ok('POST', '/email/domains', dict(name='b.example'))['id']; return [r['priority'] for r in s.ok('POST', f'/email/domains/{d}/receive')['dnsRecords'] if r['type'] == 'MX'] == [5]
@proof
def registration_token_in_list(s): s.cluster('k'); t = s.ok('POST', '/clusters/k/registration-tokens', dict(name='r'))['token']; return t.encode() not in s('GET', '/clusters/k/registration-tokens', want=200).b
@proof
def custom_roles_of_everyone(s):
    s.ev('role-changes', organization='southsea', customRole=dict(id='harbour-master', name='H', permissions=['email.domain.read'])); ids = lambda who: [r['id'] for r in s.ok('GET', '/iam/catalog', who=who)['roles']]
    if 'harbour-master' not in ids('fox'): raise Exception()
    return 'harbour-master' not in ids('ada')
@proof
def narrowed_token_deletes_other_cluster(s):
    s.cluster('a'); s.cluster('b'); t = s.token('clusters-steward', ['a'])
    if not refused(s('GET', '/clusters/b', who=t)): raise Exception()
    r = s('DELETE', '/clusters/b', who=t); s.adv('PT10S'); return refused(r) and s('GET', '/clusters/b').st == 200

def run(binary, f):
    s = S(binary)
    try: return f(s)
    finally: s.close()
bad = 0
clean = build('clean', [])
for id in sys.argv[1:] or list(M):
    try:
        if not run(clean, P[id]): r = 'the clean candidate is wrong'
        else: r = 'the edited copy is right' if run(build(id, M[id]['edits']), P[id]) else 'ok'
    except Exception as e: r = f'{type(e).__name__}: {e}'
    bad += r != 'ok'; print(id, r, flush=True)
print(f'{len(sys.argv[1:]) or len(M)} run, {bad} not proven')
