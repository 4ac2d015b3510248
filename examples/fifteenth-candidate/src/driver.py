"""The driver under /_understudy: events, clock, reset, identities, pages, attempts."""
from core import *
import auth, registry, mail, oncall, clusters, uptime, seed

EVENTS = {}


def event(path, spec):
    def deco(f):
        EVENTS[path] = (spec, f)
        return f
    return deco


def org_of(b):
    o = b.get('organization')
    if o is None:
        return W.val('select slug from orgs order by rowid limit 1')
    if not W.val('select 1 from orgs where slug=?', o):
        raise Err(404, 'unknown organization')
    return o


def moment(b, *names):
    for n in names:
        if n in b:
            t = parse_time(b[n])
            if t is None:
                raise bad(f'{n} must be a date-time')
            b['_at'] = t
    b.setdefault('_at', W.now())
    return b


@event('token-disabled', {'tokenId': 'str'})
def token_disabled(b):
    switch(b, 0)


@event('token-enabled', {'tokenId': 'str'})
def token_enabled(b):
    switch(b, 1)


def switch(b, on):
    t = W.one('select * from tokens where id=?', b['tokenId'])
    if not t:
        raise Err(404, 'unknown token')
    if t['enabled'] == on:
        raise Err(409, 'it is so already')
    W.run('update tokens set enabled=? where id=?', on, t['id'])


@event('role-changes', {'organization?': 'str', 'userId?': 'str', 'role?': ('owner', 'admin', 'member', 'viewer', 'none'),
                        'grants?': [{'role': 'str', 'resourceIds?': ['str']}],
                        'customRole?': {'id': 'str', 'name?': 'str', 'description?': 'str0', 'permissions?': ['str'], 'scopable?': 'bool', 'removed?': 'bool'}})
def role_changes(b):
    org = b.get('organization')
    if org is None and 'userId' in b:
        org = W.val('select org from members where user=? order by pos limit 1', b['userId'])
    if org is None and 'customRole' in b:
        org = W.val('select org from roles where id=?', b['customRole']['id'])
    org = org_of({'organization': org} if org else {})
    r = b.get('customRole')
    if r:
        if r['id'] in auth.BUILTIN:
            raise Err(409, 'a built-in role cannot be changed')
        for p in r.get('permissions', []):
            if p not in auth.ALLSET:
                raise Err(404, f'unknown permission {p}')
        have = W.one('select * from roles where id=? and org=?', r['id'], org)
        if r.get('removed'):
            if not have:
                raise Err(404, 'unknown custom role')
            W.run('delete from roles where id=? and org=?', r['id'], org)
        elif have:
            W.upd('roles', 'id=? and org=?', [r['id'], org], **{k: v for k, v in r.items() if k in ('name', 'description', 'permissions', 'scopable')})
        else:
            W.ins('roles', id=r['id'], org=org, name=r.get('name', r['id']), description=r.get('description', ''), permissions=r.get('permissions', []),
                  scopable=int(r.get('scopable', True)))
    if 'userId' in b:
        uid = b['userId']
        for g in b.get('grants', []):
            if not auth.role_of(org, g['role']):
                raise Err(404, f'unknown role {g["role"]}')
        if not W.val('select 1 from users where id=?', uid):
            if b.get('role') == 'none':
                raise Err(404, 'unknown person')
            W.ins('users', id=uid, name=uid, label=uid, email=f'{re.sub("[^a-z0-9.-]", "-", uid.lower())}@{org}.example')
            W.ins('sessions', value=f'session-of-{uid}', user=uid)
        m = W.one('select * from members where user=? and org=?', uid, org)
        grants = json.dumps(b['grants']) if 'grants' in b else None
        if b.get('role') == 'none':
            W.run('delete from members where user=? and org=?', uid, org)
        elif m:
            W.run('update members set role=?, grants=? where user=? and org=?', b.get('role', m['role']), grants if 'grants' in b or 'role' in b else m['grants'], uid, org)
        else:
            W.ins('members', user=uid, org=org, role=b.get('role', 'viewer'), grants=grants)
    elif not r:
        raise bad('userId or customRole is needed')


@event('billing-email-collides', {'email': 'email', 'collides?': 'bool'})
def collides(b):
    W.run('delete from collisions where email=?', b['email'].lower())
    if b.get('collides', True):
        W.ins('collisions', email=b['email'].lower())


@event('image-pushed', {'registry': 'str', 'repository': 'str', 'tags?': ['str'], 'digest?': 'str', 'mediaType?': 'str', 'manifestBytes?': 'nat',
                        'layers?': [{'digest?': 'str', 'sizeBytes': 'nat'}], 'keyId?': 'str', 'secret?': 'str', 'pushedAt?': 'str'})
def image_pushed(b):
    return registry.push(moment(b, 'pushedAt'))


@event('blob-shared', {'registry': 'str', 'blob': 'str', 'from': {'repository': 'str', 'digest': 'str'}, 'to': {'repository': 'str', 'digest': 'str'}})
def blob_shared(b):
    return registry.share(b)


@event('slug-claimed-elsewhere', {'slug': 'str', 'how?': ('claimed', 'reserved', 'free')})
def slug_claimed(b):
    if W.val('select 1 from registries where slug=?', b['slug']):
        raise Err(409, 'a registry of this world has it')
    W.run('delete from slugs where slug=?', b['slug'])
    if b.get('how', 'claimed') != 'free':
        W.ins('slugs', slug=b['slug'], how=b.get('how', 'claimed'))


@event('payment-method-changes', {'organization?': 'str', 'active': 'bool'})
def payment(b):
    W.run('update orgs set payment=? where slug=?', int(b['active']), org_of(b))


DNS = {'domain': 'str', 'capability?': ('send', 'receive'), 'type?': 'str', 'name?': 'str'}


def records(b):
    d = W.one('select * from domains where id=? or name=?', b['domain'], b['domain'].lower())
    if not d:
        raise Err(404, 'unknown domain')
    l = [(i, r) for i, r in enumerate(J(d['records'])) if all(b.get(k) in (None, r[k]) for k in ('capability', 'type', 'name'))]
    if not l:
        raise Err(409, 'the domain expects no such record')
    return d, l


@event('dns-record-published', DNS)
def dns_published(b):
    d, l = records(b)
    for i, r in l:
        W.run('insert or replace into dns values(?,?,?)', d['id'], i, r['value'])
    return {'records': len(l)}


@event('dns-record-removed', DNS)
def dns_removed(b):
    d, l = records(b)
    return {'records': sum(W.run('delete from dns where domain=? and i=?', d['id'], i).rowcount for i, _ in l)}


@event('dns-record-mismatched', {**DNS, 'value': 'str0'})
def dns_mismatched(b):
    d, l = records(b)
    for i, r in l:
        W.run('insert or replace into dns values(?,?,?)', d['id'], i, b['value'])
    return {'records': len(l)}


MSG = {'from': 'email', 'to': ['email'], 'cc?': ['email'], 'subject?': 'str0', 'text?': 'str0', 'sizeBytes?': 'nat', 'createdAt?': 'str'}


@event('message-sent', {**MSG, 'sendKeyId?': 'str', 'secret?': 'str', 'door?': 'str'})
def message_sent(b):
    key = None
    if 'secret' in b:
        key = W.one('select * from sendkeys where hash=?', sha(b['secret']))
        if not key:
            raise Err(409, 'no key has this secret')
    elif 'sendKeyId' in b:
        key = W.one('select * from sendkeys where id=?', b['sendKeyId'])
        if not key:
            raise Err(404, 'unknown send key')
    try:
        i, supp = mail.accept(moment(b, 'createdAt'), None, key)
    except Err as e:
        raise Err(409 if e.status == 429 else e.status, e.text)
    return {'messageId': i, 'suppressed': supp}


@event('message-received', MSG)
def message_received(b):
    return mail.receive(moment(b, 'createdAt'))


OUT = {'messageId': 'str', 'recipient?': 'email', 'occurredAt?': 'str'}


@event('message-delivered', OUT)
def message_delivered(b):
    return mail.outcome(moment(b, 'occurredAt'), 'delivered')


@event('message-bounced', {**OUT, 'bounce': ('hard', 'soft'), 'detail?': 'map'})
def message_bounced(b):
    return mail.outcome(moment(b, 'occurredAt'), 'bounced')


@event('message-complained', {**OUT, 'detail?': 'map'})
def message_complained(b):
    return mail.outcome(moment(b, 'occurredAt'), 'complained')


@event('webhook-endpoint-answers', {'endpointId': 'str', 'answers': [{'status?': 'int', 'failure?': ('timeout', 'refused', 'reset', 'unresolved', 'tls'), 'afterMs?': 'nat'}],
                                    'afterwards?': ('repeat-last', 'send')})
def endpoint_answers(b):
    if not W.val('select 1 from hooks where id=? and gone=0', b['endpointId']):
        raise Err(404, 'unknown endpoint')
    for a in b['answers']:
        if ('status' in a) == ('failure' in a):
            raise bad('an answer has a status or a failure')
    W.upd('hooks', 'id=?', [b['endpointId']], script={'answers': b['answers'], 'afterwards': b.get('afterwards', 'repeat-last')} if b['answers'] else None)


@event('sending-unpaused', {'organization?': 'str'})
def unpaused(b):
    org = b.get('organization') or W.val('select slug from orgs where paused=1 order by rowid limit 1')
    org = org_of({'organization': org} if org else {})
    if not W.run('update orgs set paused=0, paused_at=null, pause_reason=null, counters_from=? where slug=? and paused=1', W.now() + 1, org).rowcount:
        raise Err(409, 'sending is not paused')


@event('domain-claimed-elsewhere', {'domain': 'str', 'claimed?': 'bool'})
def claimed(b):
    n = b['domain'].lower().rstrip('.')
    if W.val('select 1 from domains where name=?', n):
        raise Err(409, 'an organization of this world has it')
    W.run('delete from claims where name=?', n)
    if b.get('claimed', True):
        W.ins('claims', name=n)


ALERT = {'serviceId?': 'str', 'sourceId?': 'str', 'alert': 'str'}


def alert_service(b):
    if 'sourceId' in b:
        s = W.one('select * from sources where id=?', b['sourceId'])
        if not s:
            raise Err(404, 'unknown alert source')
        if s['revoked']:
            raise Err(409, 'the alert source was revoked')
        W.run('update sources set last=? where id=?', W.now(), s['id'])
        return s['service']
    if 'serviceId' not in b:
        raise bad('serviceId or sourceId is needed')
    if not W.val('select 1 from services where id=?', b['serviceId']):
        raise Err(404, 'unknown service')
    return b['serviceId']


@event('alert-fires', {**ALERT, 'title?': 'str', 'labels?': 'map', 'annotations?': 'map', 'startsAt?': 'str'})
def alert_fires(b):
    moment(b, 'startsAt')
    return oncall.alert_fires(alert_service(b), b['alert'], b.get('title', b['alert']), b.get('labels'), b.get('annotations'), b['_at'])


@event('alert-resolves', {**ALERT, 'endsAt?': 'str'})
def alert_resolves(b):
    moment(b, 'endsAt')
    return oncall.alert_resolves(alert_service(b), b['alert'], b['_at'])


@event('provider-behaves', {'organization?': 'str', 'behaviour': ('accepts', 'rejects', 'unreachable'), 'only?': ('verification', 'pages')})
def provider_behaves(b):
    o = org_of(b)
    if b.get('only') != 'pages':
        W.run('update orgs set prov_verify=? where slug=?', b['behaviour'], o)
    if b.get('only') != 'verification':
        W.run('update orgs set prov_pages=? where slug=?', b['behaviour'], o)


@event('status-page-viewed', {'organization?': 'str', 'serviceIds?': ['str']})
def status_page(b):
    ids = b.get('serviceIds')
    if ids is None:
        ids = [s['id'] for s in W.all('select id from services where org=? order by seq', org_of(b))]
    for i in ids:
        if not W.val('select 1 from services where id=?', i):
            raise Err(404, f'unknown service {i}')
    return {'incidents': oncall.status_incidents(ids)}


CL = {'organization?': 'str', 'cluster': 'str'}


def cluster(b):
    if 'organization' in b:
        r = clusters.one(org_of(b), b['cluster'])
    else:
        r = W.one('select c.* from clusters c join orgs o on o.slug=c.org where c.name=? order by o.rowid limit 1', b['cluster'])
    if not r:
        raise Err(404, 'unknown cluster')
    return r


@event('node-joins', {**CL, 'node': 'str', 'token?': 'str', 'agentVersion?': 'str', 'ready?': 'bool'})
def node_joins(b):
    r = cluster(b)
    try:
        return {'node': b['node'], 'with': clusters.join(r, b['node'], b.get('token'), b.get('agentVersion'), b.get('ready'))}
    except Err as e:
        raise Err(409, e.text)


def node(b):
    r = cluster(b)
    n = W.one('select * from nodes where org=? and cluster=? and name=?', r['org'], r['name'], b['node'])
    if not n:
        raise Err(404, 'unknown node')
    return n, [r['org'], r['name'], b['node']]


@event('agent-upgraded', {**CL, 'node': 'str', 'agentVersion': 'str'})
def agent_upgraded(b):
    n, k = node(b)
    W.upd('nodes', 'org=? and cluster=? and name=?', k, agent=b['agentVersion'])


@event('node-lost', {**CL, 'node': 'str', 'how?': ('not-ready', 'vanished', 'back')})
def node_lost(b):
    n, k = node(b)
    W.upd('nodes', 'org=? and cluster=? and name=?', k, ready={'not-ready': 0, 'vanished': -1, 'back': 1}[b.get('how', 'not-ready')])


@event('headroom-changes', {**CL, 'component': 'str', 'usedPercent': 'num'})
def headroom(b):
    r = cluster(b)
    if b['component'] not in clusters.COMPONENTS:
        raise Err(404, 'unknown component')
    W.run('insert or replace into headroom values(?,?,?,?)', r['org'], r['name'], b['component'], b['usedPercent'])


@event('service-exposed', {**CL, 'service': 'str', 'ip?': 'str'})
def exposed(b):
    r = cluster(b)
    if not r['lb']:
        raise Err(409, 'managed load balancers are off')
    if W.val('select 1 from lbs where org=? and cluster=? and service=?', r['org'], r['name'], b['service']):
        raise Err(409, 'this service is exposed already')
    if W.val('select count(*) from lbs where org=? and cluster=?', r['org'], r['name']) >= r['max_services']:
        raise Err(409, 'the maximum number of services is reached')
    taken = {x['ip'] for x in W.all('select ip from lbs')}
    ip = b.get('ip') or next(f'198.51.100.{i}' for i in range(1, 255) if f'198.51.100.{i}' not in taken)
    W.ins('lbs', org=r['org'], cluster=r['name'], service=b['service'], ip=ip)
    return {'service': b['service'], 'ip': ip}


@event('service-withdrawn', {**CL, 'service': 'str'})
def withdrawn(b):
    r = cluster(b)
    if not W.run('delete from lbs where org=? and cluster=? and service=?', r['org'], r['name'], b['service']).rowcount:
        raise Err(404, 'unknown service')


@event('cluster-changes-concurrently', {**CL, 'lasts?': ('one-request', 'roll'), 'change?': {'orchestratorVersion?': 'str', 'tier?': 'str', 'replicas?': 'pos'}})
def concurrently(b):
    r = cluster(b)
    if r['deleting'] or r['phase'] != 'ready':
        raise Err(409, 'the cluster is not ready')
    if r['concurrent']:
        raise Err(409, 'a change is in progress already')
    lasts = b.get('lasts', 'roll')
    ch = dict(b.get('change', {}))
    if 'orchestratorVersion' in ch:
        ch['version'] = ch.pop('orchestratorVersion')
    W.run('update clusters set concurrent=? where org=? and name=?', lasts, r['org'], r['name'])
    if ch or lasts == 'roll':
        clusters.roll(r, ch)
    if lasts == 'roll':
        due = W.val("select max(due) from timers where kind='rolled' and eid=?", r['name'])
        W.after(due - W.now(), 'concurrent-over', 'Cluster', r['name'], org=r['org'], seq=r['seq'])


@event('probe-result', {'monitorId': 'str', 'vantage?': 'str', 'outcome': ('ok', 'fail', 'error'), 'times?': 'pos', 'latencyMs?': 'num', 'errorKind?': 'str0',
                        'errorDetail?': 'str0', 'responseSnippet?': 'str0', 'at?': 'str'})
def probe_result(b):
    return uptime.probe(moment(b, 'at'))


@event('metrics-availability', {'organization?': 'str', 'monitorId?': 'str', 'available': 'bool'})
def metrics_availability(b):
    if 'monitorId' in b:
        if not W.run('update monitors set metrics=? where id=?', int(b['available']), b['monitorId']).rowcount:
            raise Err(404, 'unknown monitor')
    else:
        W.run('update monitors set metrics=? where org=?', int(b['available']), org_of(b))


USE = {'personal-token': ('tokens', 'id'), 'registry-key': ('rkeys', 'id'), 'send-key': ('sendkeys', 'id'), 'alert-source': ('sources', 'id'),
       'registration-token': ('regtokens', 'id'), 'kubeconfig': ('kubes', None), 'export-token': ('exports', 'id'), 'login-credential': ('logins', None)}


@event('credential-used', {'kind': tuple(USE) + ('upstream-credential',), 'id?': 'str', 'secret?': 'str', 'username?': 'str', 'registry?': 'str', 'repository?': 'str',
                           'cluster?': 'str', 'for?': ('pull', 'push'), 'at?': 'str'})
def credential_used(b):
    at = moment(b, 'at')['_at']
    kind = b['kind']
    if 'id' not in b and 'secret' not in b:
        raise bad('id or secret is needed')
    if kind == 'upstream-credential':
        if 'id' not in b:
            raise bad('id is needed')
        sql, a = 'select * from upcreds where host=?', [b['id']]
        if 'registry' in b:
            sql, a = sql + ' and slug=?', a + [b['registry']]
        if not W.one(sql, *a):
            raise Err(404, 'unknown upstream credential')
        return {'accepted': True}
    table, idc = USE[kind]
    if 'secret' in b:
        whole = re.search(r'^\s*token: (\S+)', b['secret'], re.M) if kind == 'kubeconfig' else None
        if whole:  # the client configuration itself
            b['secret'] = whole[1]
        r = W.one(f'select * from {table} where hash=?', sha(b['secret']))
        if not r:
            return {'accepted': False, 'reason': 'nobody knows this secret'}
    else:
        if not idc:
            raise bad('this kind needs the secret')
        r = W.one(f'select * from {table} where id=?', b['id'])
        if not r:
            raise Err(404, 'unknown credential')
    cols = r.keys()
    why = None
    if 'revoked' in cols and r['revoked']:
        why = 'it was revoked'
    elif 'expires' in cols and r['expires'] and r['expires'] <= at:
        why = 'it has expired'
    elif 'disabled' in cols and r['disabled']:
        why = 'it is switched off'
    elif kind == 'personal-token' and (not r['enabled'] or not W.val('select 1 from members where user=? and org=?', r['user'], r['org'])):
        why = 'it is disabled'
    elif kind == 'registry-key':
        if b.get('registry', r['slug']) != r['slug']:
            why = 'it is for another registry'
        elif b.get('username', r['id']) != r['id']:
            why = 'the username is wrong'
        elif 'repository' in b and not registry.prefix_ok(J(r['prefixes']), b['repository']):
            why = 'it is not for this repository'
        elif b.get('for') == 'push' and r['mode'] == 'pull':
            why = 'it may only pull'
    elif kind == 'login-credential':
        s = [x for x in J(r['scope']) if b.get('registry', x['registry']) == x['registry'] and W.val('select 1 from registries where slug=? and org=?', x['registry'], r['org'])]
        if b.get('username', r['id']) != r['id']:
            why = 'the username is wrong'
        elif not s:
            why = 'it is not for this registry'
        elif b.get('for') == 'push' and not any(x['mode'] == 'readwrite' for x in s):
            why = 'it may only pull'
    elif kind in ('registration-token', 'kubeconfig'):
        c = clusters.one(r['org'], r['cluster'])
        if b.get('cluster', r['cluster']) != r['cluster']:
            why = 'it is for another cluster'
        elif not c or c['deleting']:
            why = 'the cluster is gone'
    elif kind == 'export-token' and not W.val('select uptime_on from orgs where slug=?', r['org']):
        why = 'uptime is not enabled'
    if why:
        return {'accepted': False, 'reason': why}
    col = {'personal-token': 'last', 'registry-key': 'used', 'send-key': 'used', 'alert-source': 'last', 'registration-token': 'last', 'export-token': 'last'}.get(kind)
    if col:
        W.run(f'update {table} set {col}=? where id=?', at, r['id'])
    return {'accepted': True}


@event('entitlement-changes', {'organization?': 'str', 'area': ('email', 'uptime'), 'enabled': 'bool'})
def entitlement(b):
    W.run(f'update orgs set {b["area"]}_on=? where slug=?', int(b['enabled']), org_of(b))


@event('quota-changes', {'organization?': 'str', 'quota': ('clusters', 'monitors', 'daily-email', 'registry-storage-bytes', 'load-balancer-services'), 'value': 'nat',
                         'registry?': 'str', 'cluster?': 'str'})
def quota(b):
    q = b['quota']
    if q == 'registry-storage-bytes':
        if 'registry' not in b:
            raise bad('registry is needed')
        if not W.run('update registries set quota=? where slug=?', b['value'], b['registry']).rowcount:
            raise Err(404, 'unknown registry')
    elif q == 'load-balancer-services':
        if 'cluster' not in b:
            raise bad('cluster is needed')
        r = cluster(b)
        W.run('update clusters set max_services=? where org=? and name=?', b['value'], r['org'], r['name'])
    else:
        col = {'clusters': 'q_clusters', 'monitors': 'q_monitors', 'daily-email': 'q_mail'}[q]
        W.run(f'update orgs set {col}=? where slug=?', b['value'], org_of(b))


@event('backend-behaves', {'backend': ('email', 'uptime', 'dns'), 'reachable': 'bool'})
def backend(b):
    W.backends[b['backend']] = b['reachable']


# The clock
def clock_view(q=None):
    rows = W.all('select * from timers order by due,id limit 100')
    v = {'mode': W.mode, 'now': iso(W.now()), 'progress': W.progress,
         'due': [{'at': iso(t['due']), 'timer': t['kind'], 'entity': t['entity'], 'id': t['eid']} for t in rows]}
    if q and q.get('kinds') == 'true':
        v['kinds'] = [{'at': iso(t['due']), 'timer': t['kind'], 'entity': t['entity'], 'id': t['eid']}
                      for t in W.all('select *,min(due) from timers group by kind order by due')]
    return v


def move_to(ms):
    if W.mode == 'frozen':
        W.frozen = ms
    else:
        W.mode = 'set'
        W.offset = ms - int(time.time() * 1000)


def run_until(target):
    """Fires the timers up to the target in order; waits a little for what is being sent."""
    fired = []
    for _ in range(20000):
        with W.lock:
            due = W.val('select min(due) from timers')
            if due is not None and due <= target:
                if due > W.clock():
                    move_to(due)
                W.run_due(due, fired)
            if W.inflight:
                W.cond.wait_for(lambda: not W.inflight, 1.0)
                due = W.val('select min(due) from timers')
            if due is None or due > target:
                if W.clock() < target:
                    move_to(target)
                return fired
    return fired


DUR = re.compile(r'^P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$')


def duration(s):
    m = DUR.match(s) if isinstance(s, str) else None
    if not m or not any(m.groups()):
        raise bad('by must be an ISO 8601 duration')
    return int(sum(float(x or 0) * f for x, f in zip(m.groups(), (31536000, 2592000, 604800, 86400, 3600, 60, 1))) * 1000)


def advance(b):
    if sum(k in b for k in ('by', 'to', 'nextDue')) != 1:
        raise bad('give one of by, to and nextDue')
    with W.lock:
        W.run_due()
        now = W.clock()
        if 'by' in b:
            target = now + duration(b['by'])
        elif 'to' in b:
            target = parse_time(b['to'])
            if target is None:
                raise bad('to must be a date-time')
            if target < now:
                raise Err(409, 'this instant is in the past')
        else:
            if b['nextDue'] is not True:
                raise bad('nextDue is true')
            if b.get('timer'):
                target = W.val('select min(due) from timers where kind=?', b['timer'])
                if target is None:
                    raise Err(409, 'no such timer is pending')
            else:
                target = W.val('select min(due) from timers')
            if target is None:
                target = now
    fired = run_until(target)
    with W.lock:
        return {'clock': clock_view(), 'fired': fired}


def set_clock(b):
    mode = b.get('mode')
    if mode not in ('real', 'frozen', 'set'):
        raise bad('mode must be real, frozen or set')
    now = None
    if 'now' in b and mode != 'real':
        now = parse_time(b['now'])
        if now is None:
            raise bad('now must be a date-time')
    if mode == 'set' and now is None:
        raise bad('now is needed')
    with W.lock:
        W.run_due()
        cur = W.clock()
        target = int(time.time() * 1000) if mode == 'real' else now if now is not None else cur
    fired = run_until(target) if target > cur else []
    with W.lock:
        if mode == 'frozen':
            W.mode, W.frozen = 'frozen', target
        elif mode == 'real':
            W.mode, W.offset = 'real', 0
        else:
            W.mode, W.offset = 'set', target - int(time.time() * 1000)
        return {'clock': clock_view(), 'fired': fired}


def reset(b):
    with W.lock:
        if b.get('seed') not in (None, 'two-organizations'):
            raise Err(404, 'unknown seed')
        W.clear()
        seed.seed()
        return {'name': 'default', 'from': {'seed': 'two-organizations'}, 'createdAt': iso(int(time.time() * 1000)), 'entries': 0, 'clock': clock_view()}


def identities():
    out = []
    for u in W.all('select u.*, s.value from users u join sessions s on s.user=u.id order by u.rowid'):
        ms = W.all('select * from members where user=? order by pos', u['id'])
        out.append({'name': u['name'], 'userId': u['id'], 'label': u['label'], 'email': u['email'],
                    'memberships': [{'organization': m['org'], 'role': m['role']} for m in ms],
                    'credentials': [{'kind': 'session', 'value': u['value'], 'organization': m['org']} for m in ms[:1]]})
    return {'actors': out}


def pages(q):
    sql, a = 'select * from pages where 1', []
    for k, col in (('incidentId', 'incident'), ('userId', 'user')):
        if k in q:
            sql += f' and {col}=?'
            a.append(q[k])
    l = [{'id': p['id'], 'at': iso(p['at']), 'incidentId': p['incident'], 'userId': p['user'], 'channel': p['channel'], 'to': p['dest'], 'step': p['step'],
          'round': p['round'], 'outcome': p['outcome'], **({'error': p['error']} if p['error'] else {})} for p in W.all(sql + ' order by at,id', *a)]
    return {'pages': l[-limit(q):] if limit(q) else l}


def limit(q):
    if 'limit' not in q:
        return 0
    if not re.match(r'^[1-9]\d{0,6}$', q['limit']):
        raise bad('limit must be a positive integer')
    return int(q['limit'])


def attempts(q):
    sql, a = 'select * from attempts where 1', []
    if 'endpointId' in q:
        sql, a = sql + ' and endpoint=?', a + [q['endpointId']]
    if 'deliveryId' in q:
        sql, a = sql + ' and delivery=?', a + [q['deliveryId']]
    l = []
    for t in W.all(sql + ' order by id', *a):
        v = {'deliveryId': t['delivery'], 'endpointId': t['endpoint'], 'attempt': t['n'], 'at': iso(t['at']), 'url': t['url'], 'headers': J(t['headers']), 'body': t['body'],
             'scripted': bool(t['scripted'])}
        if t['status'] is not None:
            v['status'] = t['status']
        if t['error']:
            v['error'] = t['error']
        l.append(v)
    return {'attempts': l[-limit(q):] if limit(q) else l}


def handle(method, segs, q, raw, headers):
    try:
        return route(method, '/'.join(segs), q, raw)
    except Err as e:
        return (400 if e.status == INVALID else e.status), {'error': e.text}


def body(raw):
    try:
        b = json.loads(raw) if raw.strip() else {}
    except ValueError:
        raise Err(400, 'the body is not JSON')
    if not isinstance(b, dict):
        raise Err(400, 'the body must be an object')
    return b


def route(method, path, q, raw):
    k = f'{method} {path}'
    if k == 'POST clock/advance':
        return 200, advance(body(raw))
    if k == 'PUT clock':
        return 200, set_clock(body(raw))
    if k == 'POST reset':
        return 200, reset(body(raw))
    with W.lock:
        W.run_due()
        if method == 'POST' and path.startswith('events/'):
            e = EVENTS.get(path[7:])
            if not e:
                return 404, {'error': 'unknown event'}
            try:
                b = check(e[0], body(raw))
                at = W.now()
                r = e[1](b) or {}
                W.db.commit()
            except BaseException:
                W.db.rollback()
                raise
            W.run_due()
            return 200, {'at': iso(at), **r}
        if k == 'GET clock':
            return 200, clock_view(q)
        if k == 'PUT clock/progress':
            b = body(raw)
            if b.get('mode') == 'after-reads':
                return 501, {'error': 'work does not progress by reads here'}
            if b.get('mode') not in ('delay', 'at-once'):
                raise Err(400, 'mode must be delay or at-once')
            W.progress = {'mode': b['mode']}
            return 200, W.progress
        if k == 'GET identities':
            return 200, identities()
        if k == 'GET health':
            return 200, {'status': 'ok', 'version': '1.0.0', 'sandboxes': 1}
        if k == 'GET seeds':
            return 200, {'seeds': [{'name': 'two-organizations', 'summary': 'Harbor and Quarry'}]}
        if k == 'GET pages':
            return 200, pages(q)
        if k == 'GET webhook-deliveries':
            return 200, attempts(q)
    if path.split('/')[0] in ('faults', 'sandboxes', 'journal', 'comparison', 'world', 'scenarios', 'requests', 'stream', 'gaps', 'rules', 'rehearsals'):
        return 501, {'error': 'this server does not offer it'}
    return 404, {'error': 'there is no such path'}
