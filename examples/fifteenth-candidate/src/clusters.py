"""Managed clusters: provisioning, rolls, nodes, tokens, load balancers."""
from core import *
from server import op, body_of, OPS
import auth

P = '/api/v1/clusters'
N = P + '/{name}'
VERSIONS = ['2.7.5', '2.8.2', '2.9.4', '2.10.1', '2.11.0']
DEFAULT = '2.8.2'
TIERS = ['small', 'medium', 'large']
SIZES = ('db-small', 'db-medium', 'db-large')
COMPONENTS = ['api-server', 'scheduler', 'datastore']
LIMIT, SKEW = 60, 2
PROVISION, ROLL, TEARDOWN, RESTART, NODE_READY = 1500, 1500, 1500, 700, 1000
NAME = re.compile(r'^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$')
LBS = {'enabled': 'bool'}


def minor(v):
    m = re.match(r'^v?(\d+)\.(\d+)', v or '')
    return (int(m[1]), int(m[2])) if m else None


def one(org, name):
    return W.one('select * from clusters where org=? and name=?', org, name)


def get(c, perm):
    r = one(c.org, c.p['name'])
    if not r:
        if W.val('select 1 from clusters where name=?', c.p['name']):
            raise Err(403, 'organization mismatch')
        raise Err(404, 'unknown cluster')
    c.need(perm, r['name'])
    return r


def alive(r):
    if r['deleting']:
        raise Err(409, 'the cluster is being torn down')


def view(r):
    v = {'name': r['name'], 'tier': r['tier'], 'orchestratorVersion': r['version'], 'replicas': r['replicas'], 'mesh': bool(r['mesh']),
         'datastore': J(r['datastore']), 'phase': 'dissolving' if r['deleting'] else 'rolling' if r['rolls'] and r['phase'] == 'ready' else r['phase'],
         'managedLoadBalancers': {'enabled': bool(r['lb']), 'maxServices': r['max_services'], 'loadBalancers': [
             {'service': l['service'], 'ip': l['ip']} for l in W.all('select * from lbs where org=? and cluster=? order by service', r['org'], r['name'])]}}
    if r['phase'] == 'ready' and not (r['rolls'] and W.now() < r['restart_until']):
        v['endpoint'] = f'https://{r["name"]}.{r["org"]}.control.outpost.example:6443'
    return v


@op('listClusters', 'GET', P)
def list_clusters(c):
    c.need('clusters.cluster.read', anywhere=True)
    return {'clusters': [view(r) for r in W.all('select * from clusters where org=? and deleting=0 order by seq desc', c.org) if c.who.may('clusters.cluster.read', r['name'])]}


@op('createCluster', 'POST', P, 201, {'name': 'str', 'tier': tuple(TIERS), 'orchestratorVersion?': 'str', 'replicas?': 'pos', 'mesh?': 'bool',
                                      'datastore?': {'mode': ('shared', 'dedicated'), 'size?': SIZES, 'storageGiB?': 'pos', 'replicas?': 'pos', 'backups?': 'bool'},
                                      'managedLoadBalancers?': LBS})
def create(c):
    b = c.b
    if not NAME.match(b['name']):
        raise bad('a cluster name has lowercase letters, digits and inner hyphens')
    if b.get('orchestratorVersion', DEFAULT) not in VERSIONS:
        raise bad('this version is not in the catalog')
    if b.get('replicas', 1) > 9:
        raise bad('at most 9 replicas')
    ds = b.get('datastore', {'mode': 'shared'})
    if ds['mode'] == 'shared' and len(ds) > 1:
        raise bad('a shared datastore has no size of its own')
    c.need('clusters.cluster.write')
    if W.val('select count(*) from clusters where org=?', c.org) >= W.val('select q_clusters from orgs where slug=?', c.org):
        raise Err(403, 'cluster quota exceeded')
    if one(c.org, b['name']):
        raise Err(409, 'a cluster of this name exists')
    if ds['mode'] == 'dedicated':
        ds = {'mode': 'dedicated', 'size': 'db-small', 'storageGiB': 10, 'replicas': 1, 'backups': False, **ds}
    insert(c.org, b['name'], b['tier'], b.get('orchestratorVersion', DEFAULT), b.get('replicas', 1), b.get('mesh', False), ds,
           b.get('managedLoadBalancers', {}).get('enabled', False))
    r = one(c.org, b['name'])
    W.after(W.work(PROVISION), 'provisioned', 'Cluster', r['name'], org=c.org, seq=r['seq'])
    return view(r)


def insert(org, name, tier, version, replicas, mesh, ds, lb, phase='brewing'):
    n = W.seq()
    W.ins('clusters', org=org, name=name, tier=tier, version=version, replicas=replicas, mesh=int(mesh), datastore=ds, phase=phase, lb=int(lb), created=W.now(),
          target={'tier': tier, 'version': version, 'replicas': replicas, 'datastore': ds}, seq=n)


def same(eid, org, seq):
    r = one(org, eid)
    return r if r and r['seq'] == seq else None


@timer('provisioned')
def provisioned(eid, org, seq):
    if same(eid, org, seq):
        W.run("update clusters set phase='ready' where org=? and name=?", org, eid)


@op('getCluster', 'GET', N)
def get_cluster(c):
    return view(get(c, 'clusters.cluster.read'))


def roll(r, change):
    """Queues a change: it holds once its roll is over."""
    last = W.val("select max(due) from timers where kind in ('rolled','provisioned') and eid=? and json_extract(data,'$.org')=?", r['name'], r['org'])
    start = max(W.now(), last or 0)
    t = J(r['target'])
    t.update(change)
    W.upd('clusters', 'org=? and name=?', [r['org'], r['name']], target=t, rolls=r['rolls'] + 1,
          restart_until=start + RESTART if r['replicas'] == 1 else r['restart_until'])
    W.after(start - W.now() + W.work(ROLL), 'rolled', 'Cluster', r['name'], org=r['org'], seq=r['seq'], change=change)


@timer('rolled')
def rolled(eid, org, seq, change):
    r = same(eid, org, seq)
    if r:
        W.upd('clusters', 'org=? and name=?', [org, eid], **change, rolls=max(0, r['rolls'] - 1))


@timer('concurrent-over')
def concurrent_over(eid, org, seq):
    if same(eid, org, seq):
        W.run('update clusters set concurrent=null where org=? and name=?', org, eid)


@op('updateCluster', 'PATCH', N, 200, {'orchestratorVersion?': 'str', 'tier?': 'str', 'replicas?': 'pos', 'managedLoadBalancers?': LBS,
                                       'datastore?': {'size?': SIZES, 'storageGiB?': 'pos', 'replicas?': 'pos', 'backups?': 'bool'}})
def update(c):
    b = c.b
    v = b.get('orchestratorVersion')
    if v is not None and v not in VERSIONS:
        raise bad('this version is not in the catalog')
    if 'tier' in b and b['tier'] not in TIERS:
        raise bad('unknown tier')
    if b.get('replicas', 1) > 9:
        raise bad('at most 9 replicas')
    r = get(c, 'clusters.cluster.write')
    alive(r)
    if r['concurrent']:
        if r['concurrent'] == 'one-request':
            W.run('update clusters set concurrent=null where org=? and name=?', r['org'], r['name'])
            W.db.commit()
        raise Err(409, 'another change of this cluster is in progress')
    t = J(r['target'])
    change = {}
    if v is not None and v != t['version']:
        old, new = minor(t['version']), minor(v)
        if VERSIONS.index(v) < VERSIONS.index(t['version']) if t['version'] in VERSIONS else new < old:
            raise Err(409, 'a cluster is never downgraded')
        if new[0] != old[0] or new[1] > old[1] + 1:
            raise Err(409, 'one minor version per hop')
        behind = [n['name'] for n in W.all('select * from nodes where org=? and cluster=? and ready>=0 order by name', r['org'], r['name'])
                  if (m := minor(n['agent'])) and (m[0] < new[0] or m[1] < new[1] - SKEW)]
        if behind:
            raise Err(409, 'nodes would be left too far behind: ' + ', '.join(behind))
        change['version'] = v
    if 'tier' in b and b['tier'] != t['tier']:
        if t['tier'] in TIERS and TIERS.index(b['tier']) < TIERS.index(t['tier']):
            full = [h['component'] for h in W.all('select * from headroom where org=? and cluster=? and used>=?', r['org'], r['name'], LIMIT)]
            if full:
                raise Err(409, 'no headroom for a smaller tier: ' + ', '.join(full))
        change['tier'] = b['tier']
    if 'replicas' in b and b['replicas'] != t['replicas']:
        change['replicas'] = b['replicas']
    if 'datastore' in b:
        ds = t['datastore']
        if ds['mode'] != 'dedicated':
            raise Err(409, 'the datastore is shared')
        if b['datastore'].get('storageGiB', 10 ** 9) < ds.get('storageGiB', 0):
            raise Err(409, 'storage never shrinks')
        if {**ds, **b['datastore']} != ds:
            change['datastore'] = {**ds, **b['datastore']}
    if 'managedLoadBalancers' in b:
        on = b['managedLoadBalancers']['enabled']
        W.run('update clusters set lb=? where org=? and name=?', int(on), r['org'], r['name'])
        if not on:
            W.run('delete from lbs where org=? and cluster=?', r['org'], r['name'])
    if change:
        roll(r, change)
    return view(one(r['org'], r['name']))


@op('deleteCluster', 'DELETE', N, 202)
def delete(c):
    r = get(c, 'clusters.cluster.write')
    alive(r)
    W.run('update clusters set deleting=1 where org=? and name=?', r['org'], r['name'])
    W.after(W.work(TEARDOWN), 'torn-down', 'Cluster', r['name'], org=r['org'], seq=r['seq'])


@timer('torn-down')
def torn_down(eid, org, seq):
    if not same(eid, org, seq):
        return
    for t in ('nodes', 'lbs', 'headroom', 'jointokens', 'regtokens', 'kubes'):
        W.run(f'delete from {t} where org=? and cluster=?', org, eid)
    W.run('delete from clusters where org=? and name=?', org, eid)


@op('getClusterUsage', 'GET', N + '/usage')
def usage(c):
    r = get(c, 'clusters.cluster.read')
    n = W.val('select count(*) from nodes where org=? and cluster=? and ready>=0', r['org'], r['name'])
    return {'cluster': r['name'], 'takenAt': hd(W.now()), 'nodes': n, 'controlPlane': {'tier': r['tier'], 'replicas': r['replicas']},
            'loadBalancers': W.val('select count(*) from lbs where org=? and cluster=?', r['org'], r['name']), 'hours': (W.now() - r['created']) // 3600_000}


# Nodes and tokens
def node_view(n):
    return {'name': n['name'], 'ready': n['ready'] == 1, 'agentVersion': n['agent']}


@op('listNodes', 'GET', N + '/nodes')
def nodes(c):
    r = get(c, 'clusters.node.read')
    return {'nodes': [node_view(n) for n in W.all('select * from nodes where org=? and cluster=? and ready>=0 order by seq desc', r['org'], r['name'])]}


@op('deleteNode', 'DELETE', N + '/nodes/{node}', 204)
def delete_node(c):
    r = get(c, 'clusters.node.write')
    if not W.run('delete from nodes where org=? and cluster=? and name=?', r['org'], r['name'], c.p['node']).rowcount:
        raise Err(404, 'unknown node')


@op('getKubeconfig', 'GET', N + '/kubeconfig')
def kubeconfig(c):
    r = get(c, 'clusters.cluster.admin')
    alive(r)
    if r['phase'] != 'ready':
        raise Err(409, 'the cluster is being provisioned')
    t = secret('kc.')
    W.ins('kubes', hash=sha(t), org=r['org'], cluster=r['name'], expires=W.now() + 1800_000)
    n = r['name']
    y = (f'apiVersion: v1\nkind: Config\nclusters:\n- name: {n}\n  cluster:\n    server: https://{n}.{r["org"]}.control.outpost.example:6443\n'
         f'users:\n- name: {n}-admin\n  user:\n    token: {t}\ncontexts:\n- name: {n}\n  context:\n    cluster: {n}\n    user: {n}-admin\ncurrent-context: {n}\n')
    return {'kubeconfig': y, 'expiresIn': 1800}


def join_command(name, t):
    return f'outpost-agent enroll --cluster {name} --token {t}'


@op('createJoinToken', 'POST', N + '/join-tokens', 201)
def join_token(c):
    r = get(c, 'clusters.token.write')
    alive(r)
    t = secret('jt.')
    W.ins('jointokens', hash=sha(t), org=r['org'], cluster=r['name'], expires=W.now() + 600_000)
    return {'joinToken': t, 'cluster': r['name'], 'joinCommand': join_command(r['name'], t), 'expiresIn': 600}


@op('listRegistrationTokens', 'GET', N + '/registration-tokens')
def reg_tokens(c):
    r = get(c, 'clusters.token.read')
    out = []
    for t in W.all('select * from regtokens where org=? and cluster=? order by seq desc', r['org'], r['name']):
        v = {'id': t['id'], 'name': t['name'], 'createdAt': hd(t['created']), 'disabled': bool(t['disabled'])}
        if t['expires']:
            v['expiresAt'] = hd(t['expires'])
        if t['last']:
            v['lastUsed'] = hd(t['last'])
        out.append(v)
    return {'tokens': out}


@op('createRegistrationToken', 'POST', N + '/registration-tokens', 201, {'name': 'str', 'expiresIn?': 'pos'})
def create_reg_token(c):
    if c.b.get('expiresIn', 1) > 3650 * 86400:
        raise bad('expiresIn is in seconds, at most ten years')
    r = get(c, 'clusters.token.write')
    alive(r)
    i, n = W.id('enrol')
    t = secret('rt.')
    W.ins('regtokens', id=i, org=r['org'], cluster=r['name'], name=c.b['name'], hash=sha(t), created=W.now(),
          expires=W.now() + c.b['expiresIn'] * 1000 if 'expiresIn' in c.b else None, seq=n)
    cmd = join_command(r['name'], t)
    return {'id': i, 'name': c.b['name'], 'token': t, 'cloudConfig': '#cloud-config\n' + json.dumps({'runcmd': [cmd]}), 'joinCommand': cmd}


def reg_token(c):
    r = get(c, 'clusters.token.write')
    t = W.one('select * from regtokens where id=? and org=? and cluster=?', c.p['id'], r['org'], r['name'])
    if not t:
        raise Err(404, 'unknown registration token')
    return t


@op('updateRegistrationToken', 'PATCH', N + '/registration-tokens/{id}', 204, {'disabled': 'bool'})
def patch_reg_token(c):
    W.run('update regtokens set disabled=? where id=?', int(c.b['disabled']), reg_token(c)['id'])


@op('deleteRegistrationToken', 'DELETE', N + '/registration-tokens/{id}', 204)
def delete_reg_token(c):
    W.run('delete from regtokens where id=?', reg_token(c)['id'])


@op('listClusterVersions', 'GET', '/api/v1/cluster-versions')
def versions(c):
    return {'versions': [{'version': v, 'default': v == DEFAULT} for v in VERSIONS]}


def join(r, node, token=None, agent=None, ready=None):
    """Returns what it joined with; refuses with 401 (token) or 409."""
    how = 'nothing'
    if token is not None:
        h = sha(token)
        j = W.one('select * from jointokens where hash=?', h)
        g = W.one('select * from regtokens where hash=?', h)
        if j and j['org'] == r['org'] and j['cluster'] == r['name'] and not j['used'] and j['expires'] > W.now():
            how = 'join-token'
        elif g and g['org'] == r['org'] and g['cluster'] == r['name'] and not g['disabled'] and (not g['expires'] or g['expires'] > W.now()):
            how = 'registration-token'
        else:
            raise Err(401, 'this token is unknown, spent, expired, switched off, revoked or of another cluster')
        if r['deleting'] or r['phase'] != 'ready':
            raise Err(409, 'the cluster is not ready')
    if r['deleting']:
        raise Err(409, 'the cluster is being torn down')
    if W.val('select 1 from nodes where org=? and cluster=? and name=?', r['org'], r['name'], node):
        raise Err(409, 'a node of this name exists')
    agent = agent or r['version']
    if token is not None:
        m, v = minor(agent), minor(r['version'])
        if not m or m > v or m[0] < v[0] or m[1] < v[1] - SKEW:
            raise Err(409, 'the agent version does not fit the cluster')
    if how == 'join-token':
        W.run('update jointokens set used=1 where hash=?', h)
    elif how == 'registration-token':
        W.run('update regtokens set last=? where id=?', W.now(), g['id'])
    n = W.seq()
    W.ins('nodes', org=r['org'], cluster=r['name'], name=node, ready=int(bool(ready)), agent=agent, seq=n)
    if ready is None:
        W.after(W.work(NODE_READY), 'node-ready', 'Node', node, org=r['org'], cluster=r['name'], seq=n)
    return how


@timer('node-ready')
def node_ready(eid, org, cluster, seq):
    W.run('update nodes set ready=1 where org=? and cluster=? and name=? and seq=? and ready=0', org, cluster, eid, seq)


@op('joinNode', 'POST', N + '/enroll', 201, 'raw', door=True)
def join_door(c):
    b = check({'token': 'str', 'node': 'str', 'agentVersion?': 'str'}, body_of(OPS['joinNode'], c, c.raw, c.headers.get('content-type')))
    h = sha(b['token'])
    t = W.one('select org from jointokens where hash=?', h) or W.one('select org from regtokens where hash=?', h)
    r = t and one(t['org'], c.p['name'])
    if not r:
        raise Err(401, 'this token is not for this cluster')
    join(r, b['node'], b['token'], b.get('agentVersion'))
    return node_view(W.one('select * from nodes where org=? and cluster=? and name=?', r['org'], r['name'], b['node']))
