"""Managed clusters, their nodes, tokens and client configuration."""
from .core import *
from .email_area import row

P = '/api/v1/clusters'
VERSIONS = ['1.29.14', '1.30.11', '1.31.7', '1.31.9', '1.32.4', '1.33.1', '1.34.0']
DEFAULT = '1.32.4'
SIZES = ('db-small', 'db-medium', 'db-large')
SHAPES = ('small', 'medium', 'large')
COMPONENTS = ('api-server', 'etcd', 'controller-manager')
CROWDED, SKEW = 60, 3


def minor(v):
    m = re.fullmatch(r'v?(\d+)\.(\d+)(?:\.\d+)?(?:[-+].*)?', v)
    return (int(m[1]), int(m[2])) if m else None


def shown(x):
    out = {'name': x.name, 'tier': x.tier, 'orchestratorVersion': x.version, 'replicas': x.replicas, 'mesh': x.mesh, 'datastore': dict(x.datastore),
           'phase': x.phase, 'managedLoadBalancers': {'enabled': x.lb, 'maxServices': x.most, 'loadBalancers': [{'service': s, 'ip': ip} for s, ip in sorted(x.exposed.items())]}}
    if x.phase != 'Pending' and not (x.phase == 'Updating' and x.replicas == 1 and W.now() < x.restart_until):
        out['endpoint'] = f'https://{x.name}.k8s.conduit.example:6443'
    return out


def find(c, atom):
    name = c.p['name']
    x = c.org.clusters.get(name)
    if x is None:
        if any(name in o.clusters for o in W.orgs.values()):
            raise E(403, 'this cluster belongs to another organization')
        raise E(404, 'unknown cluster')
    c.allow(atom, x.name)
    return x


def find_any(name, org=None):
    for o in [org] if org else W.orgs.values():
        if name in o.clusters:
            return o.clusters[name]
    raise E(404, 'unknown cluster')


def replicas(b, k, high):
    n = whole(b, k, False, 1, high)
    if n is not None and n % 2 == 0:
        bad(f'{k} must be odd')
    return n


def new_cluster(org, name, tier, version=None, n=None, mesh=None, datastore=None, lb=None):
    x = R(name=name, tier=tier, version=version or DEFAULT, replicas=n or 3, mesh=bool(mesh), datastore=datastore or {'mode': 'shared'}, phase='Pending', lb=bool(lb),
          most=4, exposed={}, created=W.now(), nodes={}, joins={}, regs={}, headroom={}, restart_until=0, blocked=None, org=org.slug, configs={}, waiting={}, next_ip=10)
    org.clusters[name] = x
    return x


def ready(x):
    if x.phase == 'Pending':
        x.phase = 'Running'


@op('GET', P, 'clusters.cluster.read', inst=True)
def list_clusters(c):
    return 200, {'clusters': [shown(x) for x in sorted(c.org.clusters.values(), key=lambda x: x.name) if c.caller.may('clusters.cluster.read', x.name)]}


def datastore(d, with_mode):
    out = {}
    if with_mode:
        out['mode'] = text(d, 'mode', enum=('shared', 'dedicated'))
    for k, v in (('size', text(d, 'size', False, enum=SIZES)), ('storageGiB', whole(d, 'storageGiB', False, 1, 16384)),
                 ('replicas', whole(d, 'replicas', False, 1, 7)), ('backups', flag(d, 'backups', False))):
        if v is not None:
            out[k] = v
    return out


@op('POST', P, 'clusters.cluster.write')
def create_cluster(c):
    b = c.body
    name = text(b, 'name', most=63)
    if not re.fullmatch(r'[a-z][a-z0-9-]*[a-z0-9]', name):
        bad('name must start with a letter and have small letters, digits and dashes')
    tier, version = text(b, 'tier', enum=SHAPES), text(b, 'orchestratorVersion', False)
    n, mesh, d = replicas(b, 'replicas', 7), flag(b, 'mesh', False), obj(b, 'datastore', False)
    lb = obj(b, 'managedLoadBalancers', False)
    lb = flag(lb, 'enabled') if lb is not None else False
    if version and version not in VERSIONS:
        bad('orchestratorVersion is not in the catalog')
    store = {'mode': 'shared'}
    if d is not None:
        store = datastore(d, True)
        if store['mode'] == 'shared' and len(store) > 1:
            bad('a shared datastore has no size of its own')
        if store['mode'] == 'dedicated':
            store = {'mode': 'dedicated', 'size': 'db-small', 'storageGiB': 50, 'replicas': 2, 'backups': False, **store}
    if len(c.org.clusters) >= c.org.cluster_quota:
        raise E(403, 'the cluster quota is reached')
    if any(name in o.clusters for o in W.orgs.values()):
        raise E(409, 'this name is taken')
    x = new_cluster(c.org, name, tier, version, n, mesh, store, lb)
    W.after(5, 'provisioning', name, lambda: ready(x))
    return 201, shown(x)


@op('GET', P + '/{name}', 'clusters.cluster.read', inst=True)
def get_cluster(c):
    return 200, shown(find(c, 'clusters.cluster.read'))


def roll(x, change):
    x.phase = 'Updating'
    x.restart_until = W.now() + 2

    def done():
        if x.phase != 'Updating':
            return
        x.phase = 'Running'
        if 'datastore' in change:
            x.datastore.update(change['datastore'])
        x.update({k: v for k, v in change.items() if k != 'datastore'})
        if not x.lb:
            x.exposed.clear()
    W.after(4, 'roll', x.name, done)


@op('PATCH', P + '/{name}', 'clusters.cluster.write', inst=True)
def update_cluster(c):
    x, b = find(c, 'clusters.cluster.write'), c.body
    version, tier, n = text(b, 'orchestratorVersion', False), text(b, 'tier', False, enum=SHAPES), replicas(b, 'replicas', 7)
    lb = obj(b, 'managedLoadBalancers', False)
    lb = flag(lb, 'enabled') if lb is not None else None
    d = obj(b, 'datastore', False)
    store = datastore(d, False) if d is not None else {}
    if version and version not in VERSIONS:
        bad('orchestratorVersion is not in the catalog')
    if store and x.datastore['mode'] == 'shared':
        bad('a shared datastore cannot be changed')
    if store.get('storageGiB', 10 ** 9) < x.datastore.get('storageGiB', 0):
        bad('storage cannot shrink')
    if version:
        (a, b1), (a2, b2) = minor(x.version), minor(version)
        if VERSIONS.index(version) < VERSIONS.index(x.version) if x.version in VERSIONS else (a2, b2) < (a, b1):
            bad('a downgrade is not possible')
        if a2 != a or b2 > b1 + 1:
            bad('one minor version per hop')
    if x.blocked:
        x.blocked = None
        raise E(409, 'somebody else is changing this cluster')
    if x.phase != 'Running':
        raise E(409, f'the cluster is {x.phase.lower()}: another change is in progress')
    if version:
        late = sorted(k for k, v in x.nodes.items() if minor(version)[1] - minor(v.version)[1] > SKEW or minor(version)[0] != minor(v.version)[0])
        if late:
            raise E(409, 'these nodes would be left too far behind: ' + ', '.join(late))
    if tier and SHAPES.index(tier) < SHAPES.index(x.tier):
        crowded = sorted(k for k, v in x.headroom.items() if v > CROWDED)
        if crowded:
            raise E(409, 'no headroom for a smaller tier: ' + ', '.join(crowded))
    change = {k: v for k, v in (('version', version), ('tier', tier), ('replicas', n), ('lb', lb)) if v is not None and v != x[k]}
    store = {k: v for k, v in store.items() if x.datastore.get(k) != v}
    if store:
        change['datastore'] = store
    if change:
        roll(x, change)
    return 200, shown(x)


@op('DELETE', P + '/{name}', 'clusters.cluster.admin', inst=True)
def delete_cluster(c):
    x, org = find(c, 'clusters.cluster.admin'), c.org
    if x.phase != 'Terminating':
        x.phase = 'Terminating'
        W.after(4, 'teardown', x.name, lambda: org.clusters.pop(x.name, None))
    return 202, None


@op('GET', P + '/{name}/usage', 'clusters.cluster.read', inst=True)
def usage(c):
    x = find(c, 'clusters.cluster.read')
    return 200, {'cluster': x.name, 'measuredAt': plain(W.now()), 'workerNodes': len(x.nodes), 'readyNodes': sum(n.ready for n in x.nodes.values()),
                 'controlPlaneReplicas': x.replicas, 'loadBalancers': len(x.exposed), 'hours': int((W.now() - x.created) // 3600)}


# ---------------------------------------------------------------- nodes

@op('GET', P + '/{name}/nodes', 'clusters.node.read', inst=True)
def list_nodes(c):
    x = find(c, 'clusters.node.read')
    return 200, {'nodes': [{'name': k, 'ready': n.ready, 'agentVersion': n.version} for k, n in sorted(x.nodes.items())]}


@op('DELETE', P + '/{name}/nodes/{node}', 'clusters.node.write', inst=True)
def delete_node(c):
    if find(c, 'clusters.node.write').nodes.pop(c.p['node'], None) is None:
        raise E(404, 'unknown node')
    return 204, None


def reg_state(t):
    if t.disabled:
        return 'the token is switched off'
    if t.expires and t.expires <= W.now():
        return 'the token has expired'
    return None


def join(x, node, token=None, version=None, is_ready=None):
    """Adds a node and returns what it joined with."""
    if not isinstance(node, str) or not re.fullmatch(r'[a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?', node):
        bad('node is not a valid name')
    version = version or x.version
    if minor(version) is None:
        bad('agentVersion is not a version')
    used, kind = None, 'nothing'
    if token is not None:
        if token in x.joins:
            used, kind = x.joins[token], 'join-token'
            if used.spent or used.expires <= W.now():
                raise E(403, 'the join token is spent or has expired')
        else:
            used = next((t for t in x.regs.values() if t.token == token), None)
            kind = 'registration-token'
            if used is None:
                raise E(403, 'unknown token')
            if reg_state(used):
                raise E(403, reg_state(used))
        if x.phase in ('Pending', 'Terminating'):
            raise E(409, 'the cluster takes no nodes now')
        a, b = minor(version), minor(x.version)
        if a[0] != b[0] or not 0 <= b[1] - a[1] <= SKEW:
            raise E(409, 'the version of the agent does not fit the control plane')
    if node in x.nodes:
        raise E(409, 'there is a node with this name')
    if kind == 'join-token':
        used.spent = True
    elif kind == 'registration-token':
        at = W.now()
        W.touch(lambda: used.update(used=at))
    n = R(ready=bool(is_ready), version=version)
    x.nodes[node] = n
    if is_ready is None:
        W.after(2.5, 'node', node, lambda: n.update(ready=True))
    return kind


@op('POST', P + '/{name}/join', door=True)
def join_door(c):
    x = find_any(c.p['name'])
    try:
        token = text(c.body, 'token', most=500)
        join(x, text(c.body, 'node'), token, text(c.body, 'agentVersion', False))
    except E as e:
        raise E(403, e.message) if e.status == 404 else e
    n = x.nodes[c.body['node'].strip()]
    return 201, {'name': c.body['node'].strip(), 'ready': n.ready, 'agentVersion': n.version}


# ---------------------------------------------------------------- access

@op('GET', P + '/{name}/kubeconfig', 'clusters.access.write', inst=True)
def kubeconfig(c):
    x = find(c, 'clusters.access.write')
    if x.phase in ('Pending', 'Terminating'):
        raise E(409, 'the cluster is not ready')
    token = secret('kct_', 40)
    x.configs[token] = W.now() + 30 * 60
    y = '\n'.join(['apiVersion: v1', 'kind: Config', 'clusters:', f'- name: {x.name}', '  cluster:', f'    server: https://{x.name}.k8s.conduit.example:6443',
                   'users:', f'- name: {x.name}-admin', '  user:', f'    token: {token}', 'contexts:', f'- name: {x.name}', '  context:', f'    cluster: {x.name}',
                   f'    user: {x.name}-admin', f'current-context: {x.name}', ''])
    return 200, {'kubeconfig': y, 'expiresIn': 30}


def command(x, token):
    return f'conduit-agent enroll --server https://{x.name}.k8s.conduit.example:6443 --token {token}'


@op('POST', P + '/{name}/join-tokens', 'clusters.token.write', inst=True)
def join_token(c):
    x = find(c, 'clusters.token.write')
    if x.phase == 'Terminating':
        raise E(409, 'the cluster is being torn down')
    token = secret('cjt_')
    x.joins[token] = R(spent=False, expires=W.now() + 20 * 60)
    return 201, {'joinToken': token, 'cluster': x.name, 'joinCommand': command(x, token), 'expiresIn': 20}


@op('GET', P + '/{name}/registration-tokens', 'clusters.token.read', inst=True, cached=True)
def list_regs(c):
    out = []
    for t in by_name(find(c, 'clusters.token.read').regs.values()):
        o = {'id': t.id, 'name': t.name, 'createdAt': plain(t.created), 'disabled': t.disabled}
        if t.expires:
            o['expiresAt'] = plain(t.expires)
        if t.used:
            o['lastUsed'] = plain(t.used)
        out.append(o)
    return 200, {'tokens': out}


@op('POST', P + '/{name}/registration-tokens', 'clusters.token.write', inst=True)
def create_reg(c):
    x = find(c, 'clusters.token.write')
    if x.phase == 'Terminating':
        raise E(409, 'the cluster is being torn down')
    name, hours = text(c.body, 'name', most=100), whole(c.body, 'expiresIn', False, 1, 24 * 3650)
    unique(x.regs.values(), name, 'a registration token')
    t = R(id=W.id(), name=name, token=secret('crt_'), created=W.now(), expires=W.now() + hours * 3600 if hours else None, used=None, disabled=False)
    x.regs[t.id] = t
    return 201, {'id': t.id, 'name': name, 'token': t.token, 'cloudConfig': '#cloud-config\nruncmd:\n- ' + command(x, t.token) + '\n', 'joinCommand': command(x, t.token)}


@op('PATCH', P + '/{name}/registration-tokens/{id}', 'clusters.token.write', inst=True)
def update_reg(c):
    t = row(find(c, 'clusters.token.write').regs, c.p['id'], 'registration token')
    t.disabled = flag(c.body, 'disabled')
    return 204, None


@op('DELETE', P + '/{name}/registration-tokens/{id}', 'clusters.token.write', inst=True)
def delete_reg(c):
    regs = find(c, 'clusters.token.write').regs
    row(regs, c.p['id'], 'registration token')
    del regs[c.p['id']]
    return 204, None


@op('GET', '/api/v1/cluster-versions', 'clusters.cluster.read', inst=True)
def versions(c):
    return 200, {'versions': [{'version': v, 'default': v == DEFAULT} for v in VERSIONS]}
