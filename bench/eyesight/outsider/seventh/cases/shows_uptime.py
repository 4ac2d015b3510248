from prove import mistake
U = '/api/v1/uptime'

def monitor(c, name='m', who='olga', **k):
    b = {'name': name, 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['fra'], 'http': {'url': 'https://shop.example/'}}
    b.update(k)
    return c.ok('POST', U + '/monitors', b, who=who)['id']

def service(c, name='s'):
    return c.ok('POST', U + '/services', {'name': name})['id']

def count(c, s):
    return [x['monitors'] for x in c.get(U + '/services')['services'] if x['id'] == s][0]

@mistake('g-rename-to-taken-name', ['uptime'], 'status', 'UPT-04',
  'A service can be renamed to the name of another service; only creating checks it.', True,
  [('uptime.go', 'if o != self && o.Name == n {', 'if self == nil && o.Name == n {')],
  ['create the services a and b', 'PATCH b {"name":"a"}'],
  '200 instead of 409')
def _(c):
    service(c, 'a'); b = service(c, 'b')
    s = c.req('PATCH', U + '/services/' + b, {'name': 'a'}).status
    return s == 409, s

@mistake('g-deleted-monitors-stay-attached', ['uptime'], 'side effect', 'UPT-04',
  'Softly deleted monitors are still counted in their service, which then cannot be deleted.', True,
  [('uptime.go', '\tmonitors    []*Monitor\n', '\tmonitors    []*Monitor\n\tdeleted     []*Monitor\n'),
   ('uptime.go', 'for _, m := range o.Up.monitors {\n\t\t\tif m.ServiceID == s.ID {', 'for _, m := range append(append([]*Monitor{}, o.Up.monitors...), o.Up.deleted...) {\n\t\t\tif m.ServiceID == s.ID {'),
   ('uptime.go', 'c.org.Up.monitors = remove(c.org.Up.monitors, func(x *Monitor) bool { return x == m })', 'c.org.Up.monitors = remove(c.org.Up.monitors, func(x *Monitor) bool { return x == m })\n\t\tc.org.Up.deleted = append(c.org.Up.deleted, m)')],
  ['a service with one monitor', 'DELETE the monitor', 'GET services', 'DELETE the service'],
  'monitors is 1 instead of 0; 409 instead of 204')
def _(c):
    s = service(c); m = monitor(c, serviceId=s); c.ok('DELETE', U + '/monitors/' + m)
    n = count(c, s); d = c.req('DELETE', U + '/services/' + s).status
    return (n, d) == (0, 204), [n, d]

@mistake('g-monitor-quota-after-the-relay', ['uptime'], 'status', 'UPT-05',
  'The monitor quota is checked after the backend has validated the request, not before the relay.', False,
  [('uptime.go', 'create.first = func(c *Ctx) error {', 'quota := func(c *Ctx) error {'),
   ('uptime.go', 'c.org.Up.monitors = append(c.org.Up.monitors, &m)', 'if err := quota(c); err != nil {\n\t\t\treturn err\n\t\t}\n\t\tc.org.Up.monitors = append(c.org.Up.monitors, &m)')],
  ['the monitor quota is 1 (quota-changes); create one monitor', 'the uptime backend goes down (backend-behaves), or: an interval that is not offered', 'POST another monitor'],
  '502 (or 400) instead of 403')
def _(c):
    c.ev('quota-changes', organization='aurora', quota='monitors', value=1); monitor(c)
    b = {'name': 'x', 'kind': 'http', 'intervalSeconds': 7, 'vantages': ['fra'], 'http': {'url': 'https://shop.example/'}}
    s = [c.req('POST', U + '/monitors', b).status]
    c.ev('backend-behaves', backend='uptime', reachable=False)
    s.append(c.req('POST', U + '/monitors', dict(b, intervalSeconds=60)).status)
    return s == [403, 403], s

@mistake('g-patch-accepts-unavailable-vantage', ['uptime'], 'guard', 'UPT-03',
  'A vantage that is not available is only refused on creation, not in a PATCH.', True,
  [('uptime.go', 'if k == nil || !k.Available {', 'if k == nil || (!k.Available && q.Kind != nil) {')],
  ['the catalog has a vantage with available false', 'create a monitor, PATCH it with that vantage'],
  '200 instead of a refusal')
def _(c):
    v = [x['id'] for x in c.get(U + '/catalog')['vantages'] if not x['available']][0]
    s = c.req('PATCH', U + '/monitors/' + monitor(c), {'vantages': ['fra', v]}).status
    return s >= 400, s

@mistake('g-fifty-one-transitions', ['uptime'], 'order and caps', 'UPT-07',
  'The list of transitions can have 51 entries.', False,
  [('uptime.go', 'm.transitions[:min(len(m.transitions), 4*transitionsMax)]...)', 'm.transitions[:min(len(m.transitions), transitionsMax)]...)'),
   ('uptime.go', 'map[string]any{"transitions": l[:min(len(l), transitionsMax)]}', 'map[string]any{"transitions": l}')],
  ['a monitor with confirmations 1; 60 state changes by alternating probe results', 'GET transitions'],
  '51 entries instead of 50')
def _(c):
    c.freeze(); m = monitor(c, downCondition={'confirmations': 1, 'quorum': 1})
    for i in range(60):
        c.ev('probe-result', monitorId=m, outcome='ok' if i % 2 else 'fail'); c.adv('PT1M')
    n = len(c.get(U + '/monitors/%s/transitions' % m)['transitions'])
    return n == 50, n

@mistake('g-failures-grouped-by-vantage', ['uptime'], 'order and caps', 'UPT-07',
  'Failures are listed vantage by vantage, newest first only within each.', False,
  [('uptime.go', 'sort.SliceStable(l, func(i, j int) bool { return l[i].At.After(l[j].At.Time) })\n\t\treturn c.json(200, map[string]any{"failures"', 'sort.SliceStable(l, func(i, j int) bool {\n\t\t\tif l[i].Vantage != l[j].Vantage {\n\t\t\t\treturn l[i].Vantage < l[j].Vantage\n\t\t\t}\n\t\t\treturn l[i].At.After(l[j].At.Time)\n\t\t})\n\t\treturn c.json(200, map[string]any{"failures"')],
  ['a monitor with the vantages fra and iad', 'failures at fra, then at iad, then at fra, a minute apart (probe-result)', 'GET failures'],
  'the order is not by time')
def _(c):
    c.freeze(); m = monitor(c, vantages=['fra', 'iad'])
    for v in ('fra', 'iad', 'fra', 'iad'):
        c.ev('probe-result', monitorId=m, vantage=v, outcome='fail'); c.adv('PT1M')
    l = [f['at'] for f in c.get(U + '/monitors/%s/failures' % m)['failures']]
    return l == sorted(l, reverse=True) and len(set(l)) == 4, l

@mistake('g-seven-day-metrics-end-after-one-day', ['uptime'], 'time', 'UPT-06',
  'The metrics of the window 7d only cover the last 24 hours.', False,
  [('uptime.go', '"7d": 7 * 24 * time.Hour}[win]', '"7d": 24 * time.Hour}[win]')],
  ['a monitor has a failed probe', 'two days later a successful one', 'GET metrics?window=7d'],
  'the series has one point instead of two and the uptime percentage is 100 instead of 50')
def _(c):
    c.freeze(); m = monitor(c)
    c.ev('probe-result', monitorId=m, outcome='fail'); c.adv('P2D'); c.ev('probe-result', monitorId=m, outcome='ok')
    r = c.get(U + '/monitors/%s/metrics?window=7d' % m)
    n = len(r['series'][0]['points'])
    return n == 2, [n, r['uptimePct']]

@mistake('g-used-export-token-survives-revocation', ['uptime'], 'side effect', 'UPT-08',
  'An export token that was used before is only hidden from the list when it is revoked; scrapes with it go on working.', False,
  [('uptime.go', '\tLastUsedAt LaxTime `json:"lastUsedAt"`\n\tsecret     string', '\tLastUsedAt LaxTime `json:"lastUsedAt"`\n\tsecret     string\n\thidden     bool'),
   ('uptime.go', 'return c.json(200, map[string]any{"tokens": lst(c.org.Up.exports)})', 'return c.json(200, map[string]any{"tokens": remove(c.org.Up.exports, func(t *ExportToken) bool { return t.hidden })})'),
   ('uptime.go', 'n := len(c.org.Up.exports)\n', 'if t := find(c.org.Up.exports, func(t *ExportToken) bool { return t.ID == c.path("id") && !t.hidden }); t != nil && !t.LastUsedAt.IsZero() {\n\t\t\tt.hidden = true\n\t\t\treturn c.none(204)\n\t\t}\n\t\tn := len(c.org.Up.exports)\n')],
  ['create an export token and scrape with it', 'DELETE it', 'scrape again (credential-used export-token)'],
  'it is accepted')
def _(c):
    t = c.ok('POST', U + '/export-tokens', {'name': 't'})
    use = lambda: c.ev('credential-used', kind='export-token', secret=t['token'])['accepted']
    a = use(); c.ok('DELETE', U + '/export-tokens/' + t['id']); b = use()
    s = c.req('GET', U + '/metrics', who='=' + t['token']).status
    return (a, b, s) == (True, False, 401), [a, b, s]

@mistake('g-patch-with-tcp-switches-kind', ['uptime'], 'guard', 'UPT-05',
  'A PATCH of an http monitor that brings tcp turns it into a tcp monitor.', True,
  [('uptime.go', 'if m.Kind != "tcp" {\n\t\t\treturn m, bad("tcp does not go with a %s monitor", m.Kind)\n\t\t}', 'if m.Kind != "tcp" {\n\t\t\tm.Kind, m.HTTP = "tcp", nil\n\t\t}')],
  ['create an http monitor', 'PATCH {"tcp":{"host":"db.example","port":5432}}', 'GET the monitor'],
  'kind is tcp')
def _(c):
    m = monitor(c); c.req('PATCH', U + '/monitors/' + m, {'tcp': {'host': 'db.example', 'port': 5432}})
    k = c.get(U + '/monitors/' + m)['kind']
    return k == 'http', k

@mistake('g-new-vantages-reset-down-condition', ['uptime'], 'side effect', 'UPT-05',
  'A PATCH of the vantages that does not name downCondition sets it back to the default.', True,
  [('uptime.go', 'if m.DownCondition.Quorum < 1 ||', 'if q.Vantages != nil && q.DownCondition == nil {\n\t\tm.DownCondition = DownCondition{2, 1} // the old quorum may not fit the new vantages\n\t}\n\tif m.DownCondition.Quorum < 1 ||')],
  ['create a monitor with three vantages and downCondition {"confirmations":4,"quorum":2}', 'PATCH {"vantages":["fra","sin"]}'],
  'downCondition is {"confirmations":2,"quorum":1}')
def _(c):
    m = monitor(c, vantages=['fra', 'iad', 'sin'], downCondition={'confirmations': 4, 'quorum': 2})
    r = c.ok('PATCH', U + '/monitors/' + m, {'vantages': ['fra', 'sin']})['downCondition']
    return r == {'confirmations': 4, 'quorum': 2}, r

@mistake('g-scrape-exports-all-organizations', ['uptime'], 'isolation', 'UPT-08',
  'A scrape with an export token of one organization returns the monitors of all organizations.', False,
  [('uptime.go', '[]byte(o.scrape())', '[]byte(c.w.scrape())'),
   ('uptime.go', 'func (o *Org) scrape() string {', 'func (w *World) scrape() string {\n\tall := &Org{}\n\tfor _, o := range w.orgs {\n\t\tall.Up.monitors = append(all.Up.monitors, o.Up.monitors...)\n\t}\n\treturn all.scrape()\n}\n\nfunc (o *Org) scrape() string {')],
  ['each organization creates a monitor', 'one creates an export token and scrapes with it'],
  'the scrape has the monitor of the other organization')
def _(c):
    a, b = monitor(c), monitor(c, who='nils')
    t = c.ok('POST', U + '/export-tokens', {'name': 't'})['token']
    raw = c.get(U + '/metrics', who='=' + t).raw.decode()
    return a in raw and b not in raw, [a in raw, b in raw]

@mistake('g-ping-answers-without-backend', ['uptime'], 'status', 'UPT-02',
  'Ping, which needs no permission, is answered without asking the backend: 200 while it is unreachable.', False,
  [('core.go', 'if c.w.backendDown[a.area] {', 'if a.perm != "" && c.w.backendDown[a.area] {')],
  ['the uptime backend goes down (backend-behaves)', 'GET /api/v1/uptime/ping'],
  '200 instead of 502')
def _(c):
    c.ev('backend-behaves', backend='uptime', reachable=False)
    s = [c.req('GET', U + x).status for x in ('/ping', '/services')]
    return s == [502, 502], s

@mistake('g-rename-answers-stale-monitor-count', ['uptime'], 'schema', 'UPT-04',
  'The answer to a rename carries the monitor count of the last time the services were listed.', True,
  [('uptime.go', 'sv.Name = n\n\t\tc.org.countMonitors()', 'sv.Name = n')],
  ['create a service and a monitor in it', 'PATCH the service {"name":"new"}'],
  'monitors is 0 instead of 1')
def _(c):
    s = service(c); monitor(c, serviceId=s)
    n = c.ok('PATCH', U + '/services/' + s, {'name': 'new'})['monitors']
    return n == 1, n

@mistake('g-unavailable-metrics-answered-empty', ['uptime'], 'status', 'UPT-06',
  'When the metrics of a single monitor are unavailable, the answer is 200 with empty series.', False,
  [('uptime.go', 'if c.org.Up.metricsDown || m.metricsDown {', 'if m.metricsDown {\n\t\t\treturn c.json(200, (&Monitor{Vantages: m.Vantages}).metrics(win, c.w.now()))\n\t\t}\n\t\tif c.org.Up.metricsDown {')],
  ['a monitor with a probe result; its metrics become unavailable (metrics-availability with monitorId)', 'GET metrics'],
  '200 instead of 503')
def _(c):
    m = monitor(c); c.ev('probe-result', monitorId=m, outcome='ok')
    c.ev('metrics-availability', organization='aurora', monitorId=m, available=False)
    s = c.req('GET', U + '/monitors/%s/metrics' % m).status
    return s == 503, s
