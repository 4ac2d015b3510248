import threading
from prove import mistake
K = '/api/v1/clusters'

def cluster(c, name='prod', tier='small', **k):
    who = k.pop('who', 'olga')
    c.at_once()
    c.ok('POST', K, dict(name=name, tier=tier, **k), who=who)
    return name

def slow(c):
    c.ok('PUT', '/_understudy/clock/progress', {'mode': 'delay'}, who=None)

def node(c, name, version=None, cl='prod', **k):
    if version:
        k['agentVersion'] = version
    return c.ev('node-joins', organization='aurora', cluster=cl, node=name, **k)

@mistake('g-join-token-free-again-after-node-delete', ['clusters'], 'guard', 'CLU-11',
  'Deregistering a node makes the join token it came with usable again.', False,
  [('clusters.go', '\texpiresAt time.Time\n\tused      bool', '\texpiresAt time.Time\n\tused      bool\n\tnode      string'),
   ('clusters.go', 'func() { j.used = true }', 'func() { j.used, j.node = true, name }'),
   ('clusters.go', 'if n == len(k.nodes) {\n\t\t\treturn notFound("node")\n\t\t}', 'if n == len(k.nodes) {\n\t\t\treturn notFound("node")\n\t\t}\n\t\tfor _, j := range k.joins {\n\t\t\tif j.node == c.path("node") {\n\t\t\t\tj.used = false\n\t\t\t}\n\t\t}')],
  ['mint a join token; a node joins with it', 'DELETE the node', 'another node joins with the same token'],
  'it joins instead of being refused')
def _(c):
    cluster(c); t = c.ok('POST', K + '/prod/join-tokens')['joinToken']
    node(c, 'n1', token=t); c.ok('DELETE', K + '/prod/nodes/n1')
    s = c.evq('node-joins', organization='aurora', cluster='prod', node='n2', token=t).status
    return s == 409, s

@mistake('g-disabled-registration-token-still-joins', ['clusters'], 'guard', 'CLU-13',
  'A deactivated registration token still lets nodes join; only the other use of the token asks for it.', False,
  [('clusters.go', 'if r.Disabled || (r.ExpiresAt != nil && !w.now().Before(r.ExpiresAt.Time)) {', 'if r.ExpiresAt != nil && !w.now().Before(r.ExpiresAt.Time) {')],
  ['create a registration token', 'PATCH it {"disabled":true}', 'a node joins with it'],
  'it joins instead of being refused')
def _(c):
    cluster(c); t = c.ok('POST', K + '/prod/registration-tokens', {'name': 't'})
    c.ok('PATCH', K + '/prod/registration-tokens/' + t['id'], {'disabled': True})
    s = c.evq('node-joins', organization='aurora', cluster='prod', node='n2', token=t['token']).status
    return s == 409, s

@mistake('g-patch-level-downgrade-allowed', ['clusters'], 'guard', 'CLU-04',
  'A downgrade within the same minor version (1.32.6 to 1.32.4) is accepted.', False,
  [('clusters.go', '(to[1] < from[1] || (to[1] == from[1] && to[2] < from[2]))', 'to[1] < from[1]')],
  ['a running cluster with 1.32.6', 'PATCH {"orchestratorVersion":"1.32.4"}'],
  '200 and the lower version instead of a refusal')
def _(c):
    cluster(c, orchestratorVersion='1.32.6')
    s = c.req('PATCH', K + '/prod', {'orchestratorVersion': '1.32.4'}).status
    v = c.get(K + '/prod')['orchestratorVersion']
    return s >= 400 and v == '1.32.6', [s, v]

@mistake('g-skew-gate-names-one-node', ['clusters'], 'status', 'CLU-05',
  'The 409 of the node-skew gate names only the first of the nodes that would be left behind.', False,
  [('clusters.go', 'behind = append(behind, n.Name)', 'behind = append(behind, n.Name)\n\t\t\t\tbreak')],
  ['a running cluster with 1.33.2 and two nodes with agents 1.31.9', 'PATCH {"orchestratorVersion":"1.34.1"}'],
  'the error names one node instead of both')
def _(c):
    cluster(c, orchestratorVersion='1.33.2'); node(c, 'worker-one', '1.31.9'); node(c, 'worker-two', '1.31.9')
    r = c.req('PATCH', K + '/prod', {'orchestratorVersion': '1.34.1'})
    return r.status == 409 and 'worker-one' in r['error'] and 'worker-two' in r['error'], [r.status, r['error']]

@mistake('g-skew-gate-measures-present-version', ['clusters'], 'guard', 'CLU-05',
  'The skew gate compares the agents with the present version of the control plane instead of the one asked for.', False,
  [('clusters.go', 'to, _ := parseVersion(next.OrchestratorVersion)\n\t\tvar behind', 'to, _ := parseVersion(k.OrchestratorVersion)\n\t\tvar behind')],
  ['a running cluster with 1.33.2 and a node with agent 1.31.9', 'PATCH {"orchestratorVersion":"1.34.1"}: the agent would be three minor versions behind'],
  '200 instead of 409')
def _(c):
    cluster(c, orchestratorVersion='1.33.2'); node(c, 'worker-one', '1.31.9')
    s = c.req('PATCH', K + '/prod', {'orchestratorVersion': '1.34.1'}).status
    return s == 409, s

@mistake('g-headroom-asked-only-for-two-tiers-down', ['clusters'], 'guard', 'CLU-06',
  'The headroom is only checked when the tier goes down by two; by one it is not.', False,
  [('clusters.go', 'if index(tiers, next.Tier) < index(tiers, k.Tier) {', 'if index(tiers, next.Tier) < index(tiers, k.Tier)-1 {')],
  ['a running cluster of tier large whose datastore is 90 % full (headroom-changes)', 'PATCH {"tier":"medium"}'],
  '200 instead of 409')
def _(c):
    cluster(c, tier='large'); c.ev('headroom-changes', organization='aurora', cluster='prod', component='datastore', usedPercent=90)
    r = c.req('PATCH', K + '/prod', {'tier': 'medium'})
    return r.status == 409 and 'datastore' in r['error'], r.status

@mistake('g-parallel-patches-lose-an-update', ['clusters'], 'concurrency', 'CLU-07',
  'The lock is released between reading the cluster and writing it back: of two parallel PATCHes of different fields both are answered 200 and one is lost.', False,
  [('clusters.go', '*k = next\n\tif changed {', 'c.w.s.mu.Unlock() // the shard may take a while\n\ttime.Sleep(200 * time.Millisecond)\n\tc.w.s.mu.Lock()\n\t*k = next\n\tif changed {')],
  ['a running cluster', 'in parallel PATCH {"replicas":3} and PATCH {"tier":"medium"}', 'when it is running again, GET it'],
  'both are 200, but only one of the changes is there')
def _(c):
    cluster(c); slow(c); out = {}
    ts = [threading.Thread(target=lambda b=b: out.update({list(b)[0]: c.req('PATCH', K + '/prod', b).status})) for b in ({'replicas': 3}, {'tier': 'medium'})]
    [t.start() for t in ts]; [t.join() for t in ts]
    c.adv('PT1M'); k = c.get(K + '/prod')
    held = (out['replicas'] != 200 or k['replicas'] == 3) and (out['tier'] != 200 or k['tier'] == 'medium')
    return held and 200 in out.values(), [out, k['replicas'], k['tier']]

@mistake('g-teardown-answers-the-cluster', ['clusters'], 'schema', 'CLU-08',
  'DELETE of a cluster answers 202 with the cluster as its body instead of none.', True,
  [('clusters.go', 'return c.none(202)', 'return c.json(202, k)')],
  ['create a cluster', 'DELETE it'],
  'the answer has a body')
def _(c):
    cluster(c); r = c.req('DELETE', K + '/prod')
    return r.status == 202 and r.raw == b'', [r.status, len(r.raw)]

@mistake('g-one-load-balancer-too-many', ['clusters'], 'order and caps', 'LIM-02',
  'One service more than maxServices gets a load balancer.', False,
  [('clusters.go', 'if len(m.LoadBalancers) >= m.MaxServices {', 'if len(m.LoadBalancers) > m.MaxServices {')],
  ['a cluster with managed load balancers', 'maxServices + 1 services are exposed (service-exposed)', 'GET the cluster'],
  'loadBalancers has one more than maxServices')
def _(c):
    cluster(c, managedLoadBalancers={'enabled': True})
    m = c.get(K + '/prod')['managedLoadBalancers']['maxServices']
    for i in range(m + 1):
        c.evq('service-exposed', organization='aurora', cluster='prod', service='ns/s%d' % i)
    n = len(c.get(K + '/prod')['managedLoadBalancers']['loadBalancers'])
    return n == m, [m, n]

@mistake('g-new-kubeconfig-renews-the-old-ones', ['clusters'], 'time', 'CLU-10',
  'Fetching a client configuration renews the expiry of all earlier ones of the cluster.', False,
  [('clusters.go', 'k.configs[hash(tok)] = c.w.now().Add(configLife)', 'k.configs[hash(tok)] = c.w.now().Add(configLife)\n\t\tfor h := range k.configs {\n\t\t\tk.configs[h] = c.w.now().Add(configLife)\n\t\t}')],
  ['GET kubeconfig', 'advance the clock by 40 minutes, GET kubeconfig again', 'advance by 40 minutes', 'use the first one (credential-used kubeconfig)'],
  'the first is accepted although its expiresIn is over')
def _(c):
    c.freeze(); cluster(c)
    a = c.get(K + '/prod/kubeconfig'); c.adv('PT40M'); c.get(K + '/prod/kubeconfig'); c.adv('PT40M')
    r = c.ev('credential-used', kind='kubeconfig', secret=a['kubeconfig'], cluster='prod')['accepted']
    return a['expiresIn'] == 3600 and r is False, r

@mistake('g-registration-list-has-join-command', ['clusters'], 'secrecy', 'CLU-13',
  'The list of registration tokens carries the join command, with the token in it.', True,
  [('clusters.go', '\tDisabled  bool   `json:"disabled"`\n\tsecret    string', '\tDisabled  bool   `json:"disabled"`\n\tsecret    string\n\n\tJoinCommand string `json:"joinCommand,omitempty"`'),
   ('clusters.go', 'CreatedAt: c.w.stamp(), secret: hash(tok)}\n\t\tif q.ExpiresIn', 'CreatedAt: c.w.stamp(), secret: hash(tok), JoinCommand: joinCommand(k, tok)}\n\t\tif q.ExpiresIn')],
  ['POST a registration token', 'GET registration-tokens'],
  'the token of the first answer stands in the list')
def _(c):
    cluster(c); t = c.ok('POST', K + '/prod/registration-tokens', {'name': 't'})['token']
    raw = c.get(K + '/prod/registration-tokens').raw.decode()
    return t not in raw, t in raw

@mistake('g-deregistered-node-still-blocks-upgrades', ['clusters'], 'side effect', 'CLU-12',
  'A deregistered node is gone from the node list but still counted by the skew gate.', False,
  [('clusters.go', '\tnodes      []*Node\n', '\tnodes      []*Node\n\tgone       []*Node\n'),
   ('clusters.go', 'n := len(k.nodes)\n\t\tk.nodes = remove(k.nodes, func(x *Node) bool { return x.Name == c.path("node") })', 'n := len(k.nodes)\n\t\tk.gone = append(k.gone, remove(k.nodes, func(x *Node) bool { return x.Name != c.path("node") })...)\n\t\tk.nodes = remove(k.nodes, func(x *Node) bool { return x.Name == c.path("node") })'),
   ('clusters.go', 'for _, n := range k.nodes {\n\t\t\tif v, ok := parseVersion', 'for _, n := range append(append([]*Node{}, k.nodes...), k.gone...) {\n\t\t\tif v, ok := parseVersion')],
  ['a running cluster with 1.33.2 and a node with agent 1.31.9', 'DELETE the node', 'PATCH {"orchestratorVersion":"1.34.1"}'],
  '409 naming the deleted node instead of 200')
def _(c):
    cluster(c, orchestratorVersion='1.33.2'); node(c, 'worker-one', '1.31.9')
    c.ok('DELETE', K + '/prod/nodes/worker-one')
    s = c.req('PATCH', K + '/prod', {'orchestratorVersion': '1.34.1'}).status
    return s == 200, s

@mistake('g-cluster-quota-counts-running-ones', ['clusters'], 'guard', 'CLU-01',
  'Only running clusters count for the quota, so that any number can be created while others are provisioning.', False,
  [('clusters.go', 'if int64(len(c.org.Cl.clusters)) >= c.org.Quota["clusters"] {', 'running := remove(c.org.Cl.clusters, func(x *Cluster) bool { return x.Phase != "running" })\n\t\tif int64(len(running)) >= c.org.Quota["clusters"] {')],
  ['the cluster quota is 2 (quota-changes)', 'create three clusters one after the other'],
  'the third is 201 instead of 403')
def _(c):
    c.freeze(); c.ev('quota-changes', organization='aurora', quota='clusters', value=2)
    s = [c.req('POST', K, {'name': 'k%d' % i, 'tier': 'small'}).status for i in range(3)]
    return s == [201, 201, 403], s

@mistake('g-cluster-looked-up-by-name-alone', ['clusters'], 'isolation', 'GEN-04',
  'The operations on one cluster take the first cluster of that name over all organizations.', True,
  [('clusters.go', 'k := c.org.cluster(c.path("name"))\n\tif k == nil {\n\t\treturn nil, notFound("cluster")\n\t}', 'var k *Cluster\n\tfor _, o := range c.w.orgs {\n\t\tif k == nil {\n\t\t\tk = o.cluster(c.path("name"))\n\t\t}\n\t}\n\tif k == nil {\n\t\treturn nil, notFound("cluster")\n\t}')],
  ['the first organization creates cluster prod of tier small, the other creates cluster prod of tier large', 'the other organization: GET /api/v1/clusters/prod', 'GET /api/v1/clusters/only-ours of a cluster of the first'],
  'tier is small; the foreign cluster is 200')
def _(c):
    cluster(c); cluster(c, 'only-ours'); cluster(c, tier='large', who='nils')
    a = c.get(K + '/prod', who='nils')['tier']; b = c.req('GET', K + '/only-ours', who='nils').status
    return a == 'large' and b in (403, 404), [a, b]

@mistake('g-replicas-lost-next-to-tier', ['clusters'], 'side effect', 'CLU-03',
  'When a PATCH names tier and replicas, replicas is not applied.', False,
  [('clusters.go', 'next.Tier = *q.Tier\n\t}\n\tif q.Replicas != nil {', 'next.Tier = *q.Tier\n\t} else if q.Replicas != nil {')],
  ['a running cluster of tier small with one replica', 'PATCH {"tier":"medium","replicas":3}', 'when the roll is over, GET it'],
  'replicas is 1')
def _(c):
    cluster(c); c.ok('PATCH', K + '/prod', {'tier': 'medium', 'replicas': 3})
    k = c.get(K + '/prod')
    return (k['tier'], k['replicas']) == ('medium', 3), [k['tier'], k['replicas']]
