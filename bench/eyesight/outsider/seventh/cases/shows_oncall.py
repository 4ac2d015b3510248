from prove import mistake
C = '/api/v1/oncall'

def incident(c, title='t', service='svc_shop', **k):
    return c.ok('POST', C + '/incidents', {'serviceId': service, 'title': title}, **k)['id']

def user_step(u, wait=60):
    return {'target': {'kind': 'user', 'id': 'usr_' + u, 'label': u}, 'waitSeconds': wait}

def sched_step(s, wait=60):
    return {'target': {'kind': 'schedule', 'id': s, 'label': 's'}, 'waitSeconds': wait}

def policy(c, steps, repeat=0, attach=None):
    p = c.ok('POST', C + '/escalation-policies', {'name': 'p', 'repeat': repeat, 'steps': steps})['id']
    if attach:
        c.ok('PUT', C + '/services/%s/escalation-policy' % attach, {'escalationPolicyId': p})
    return p

def schedule(c, people=('olga', 'adam'), tz='UTC', time='09:00'):
    return c.ok('POST', C + '/schedules', {'name': 's', 'timezone': tz, 'participants': [{'userId': 'usr_' + p, 'label': p} for p in people], 'handoff': {'interval': 'daily', 'time': time}})['id']

def now_on(c, s):
    return [x for x in c.get(C + '/schedules')['schedules'] if x['id'] == s][0]['onCallNow']

def pages(c, i):
    return [(p['userId'], p['channel'], p['outcome']) for p in c.get('/_understudy/pages?incidentId=' + i, who=None)['pages']]

def provider(c):
    return c.ok('PUT', C + '/provider-credential', {'accountSid': 'AC1', 'authToken': 'tok', 'fromNumber': '+15550001111'})

@mistake('g-incident-cap-only-without-filter', ['oncall'], 'order and caps', 'ONC-06',
  'The incident list is cut to 100 only when there is no status filter.', True,
  [('oncall.go', 'return c.json(200, obj{"incidents": l[:min(len(l), 100)]})', 'if f == "" {\n\t\t\tl = l[:min(len(l), 100)]\n\t\t}\n\t\treturn c.json(200, obj{"incidents": l})')],
  ['open 102 incidents', 'list incidents with status=open'],
  '102 incidents instead of 100')
def _(c):
    for i in range(102):
        incident(c)
    n = [len(c.get(C + '/incidents' + q)['incidents']) for q in ('', '?status=open')]
    return n == [100, 100], n

@mistake('g-acknowledged-incidents-listed-last', ['oncall'], 'order and caps', 'ONC-06',
  'The working set lists all open incidents before all acknowledged ones instead of newest first.', True,
  [('oncall.go', 'if l[x].OpenedAt.Equal(l[y].OpenedAt.Time) {', 'if l[x].Status != l[y].Status && f == "" {\n\t\t\t\treturn l[x].Status == "open"\n\t\t\t}\n\t\t\tif l[x].OpenedAt.Equal(l[y].OpenedAt.Time) {')],
  ['open three incidents', 'acknowledge the newest', 'list incidents'],
  'the newest incident is the last of the list')
def _(c):
    i = [incident(c, str(n)) for n in range(3)]
    c.ok('POST', C + '/incidents/%s/acknowledge' % i[2])
    l = [x['title'] for x in c.get(C + '/incidents')['incidents']]
    return l == ['2', '1', '0'], l

@mistake('g-alert-on-acknowledged-opens-new-incident', ['oncall'], 'side effect', 'ONC-05',
  'A new alert does not attach to an acknowledged incident of its service but opens another one.', False,
  [('oncall.go', 'i.Status != "resolved" && (out == nil || i.seq > out.seq)', 'i.Status == "open" && (out == nil || i.seq > out.seq)')],
  ['an alert fires', 'acknowledge its incident', 'another alert of the service fires', 'list incidents'],
  'two incidents instead of one with two firing alerts')
def _(c):
    a = c.ev('alert-fires', serviceId='svc_shop', alert='A1')['incidentId']
    c.ok('POST', C + '/incidents/%s/acknowledge' % a)
    b = c.ev('alert-fires', serviceId='svc_shop', alert='A2')['incidentId']
    return a == b, a == b

@mistake('g-alertless-incident-resolves-with-neighbour', ['oncall'], 'side effect', 'ONC-01',
  'When the last alert of an incident resolves, every other incident of the service without firing alerts is resolved as well, manual ones too.', False,
  [('oncall.go', 'i.resolve(at, "automatically")', 'for _, y := range o.On.incidents {\n\t\t\t\tif y.ServiceID == sv.ID && y.Status != "resolved" && y.FiringAlerts == 0 {\n\t\t\t\t\ty.resolve(at, "automatically")\n\t\t\t\t}\n\t\t\t}')],
  ['an alert opens an incident', 'open a manual incident of the same service', 'the alert resolves', 'read the manual incident'],
  'the manual incident is resolved')
def _(c):
    c.ev('alert-fires', serviceId='svc_shop', alert='A1')
    m = incident(c)
    c.ev('alert-resolves', serviceId='svc_shop', alert='A1')
    s = c.get(C + '/incidents/' + m)['status']
    return s == 'open', s

@mistake('g-acknowledgement-stops-only-at-round-end', ['oncall'], 'time', 'ONC-14',
  'After an acknowledgement the present round of escalation steps is still walked to its end.', False,
  [('oncall.go', 'if i.Status != "open" {\n\t\t\treturn\n\t\t}\n\t\tst := steps[n]', 'if i.Status == "resolved" || (i.Status != "open" && n == 0) {\n\t\t\treturn\n\t\t}\n\t\tst := steps[n]'),
   ('oncall.go', 'if i.Status != "open" || o.Members[uid] == nil {', 'if i.Status == "resolved" || o.Members[uid] == nil {')],
  ['a policy with three user steps, attached to a service', 'open an incident: step one pages', 'acknowledge it', 'advance the clock by 10 minutes', 'list the pages'],
  'the users of steps two and three are paged')
def _(c):
    c.freeze(); policy(c, [user_step('olga'), user_step('adam'), user_step('mia')], attach='svc_shop')
    i = incident(c); c.adv('PT1S'); c.ok('POST', C + '/incidents/%s/acknowledge' % i); c.adv('PT10M')
    p = pages(c, i)
    return p == [('usr_olga', 'email', 'sent')], p

@mistake('g-escalation-ignores-overrides', ['oncall'], 'side effect', 'ONC-14',
  'The escalation pages the person of the rotation although an override is active; only the schedule shows the override.', False,
  [('oncall.go', 'if on := s.onCall(w.now()); on != nil {', 'plain := *s\n\t\t\t\tplain.Overrides = nil\n\t\t\t\tif on := plain.onCall(w.now()); on != nil {')],
  ['a schedule with olga, a policy with it, attached to a service', 'an override for adam that is active now', 'open an incident', 'list the pages'],
  'olga is paged instead of adam')
def _(c):
    c.freeze(); s = schedule(c, ['olga']); policy(c, [sched_step(s)], attach='svc_shop')
    c.ok('POST', C + '/schedules/%s/overrides' % s, {'userId': 'usr_adam', 'label': 'adam', 'startsAt': '2027-03-01T11:00:00Z', 'endsAt': '2027-03-01T13:00:00Z'})
    i = incident(c); c.adv('PT1S'); p = pages(c, i)
    return [x[0] for x in p] == ['usr_adam'], p

@mistake('g-on-call-now-cached-until-its-end', ['oncall'], 'time', 'ONC-10',
  'Who is on call is remembered until the end of the shift once it was read, so that an override added afterwards does not win.', True,
  [('oncall.go', 'v := *s\n\tv.OnCallNow = s.onCall(now)\n\treturn &v', 'if s.OnCallNow == nil || !now.Before(s.OnCallNow.Until.Time) {\n\t\ts.OnCallNow = s.onCall(now)\n\t}\n\tv := *s\n\treturn &v')],
  ['create a schedule, list schedules', 'add an override for another person that is active now', 'list schedules'],
  'onCallNow is still the person of the rotation, override false')
def _(c):
    s = schedule(c); now_on(c, s)
    c.ok('POST', C + '/schedules/%s/overrides' % s, {'userId': 'usr_mia', 'label': 'mia', 'startsAt': '2020-01-01T00:00:00Z', 'endsAt': '2090-01-01T00:00:00Z'})
    o = now_on(c, s)
    return (o['userId'], o['override']) == ('usr_mia', True), [o['userId'], o['override']]

@mistake('g-schedule-delete-checks-first-steps-only', ['oncall'], 'guard', 'ONC-09',
  'A schedule can be deleted while the second or a later step of a policy targets it.', True,
  [('oncall.go', 'for _, st := range p.Steps {\n\t\t\t\tif st.Target.Kind == "schedule"', 'for _, st := range p.Steps[:1] {\n\t\t\t\tif st.Target.Kind == "schedule"')],
  ['a schedule; a policy whose first step targets a user and whose second step targets the schedule', 'delete the schedule'],
  'it is deleted instead of 409')
def _(c):
    s = schedule(c); policy(c, [user_step('olga'), sched_step(s)])
    r = c.req('DELETE', C + '/schedules/' + s).status
    return r == 409, r

@mistake('g-policy-count-not-lowered-on-switch', ['oncall'], 'side effect', 'ONC-12',
  'The counter of attached services of a policy is lowered on detaching but not when a service switches to another policy; the old policy then cannot be deleted.', True,
  [('oncall.go', 'sv.EscalationPolicyID = id\n', 'if id != "" {\n\t\t\tif sv.EscalationPolicyID != id {\n\t\t\t\tc.org.policy(id).Services++\n\t\t\t}\n\t\t} else if old := c.org.policy(sv.EscalationPolicyID); old != nil {\n\t\t\told.Services--\n\t\t}\n\t\tsv.EscalationPolicyID = id\n'),
   ('oncall.go', 'v.Services = 0\n\tfor _, s := range o.On.services {\n\t\tif s.EscalationPolicyID == p.ID {\n\t\t\tv.Services++\n\t\t}\n\t}\n\treturn &v', 'return &v')],
  ['two policies; attach the first to a service, then the second to the same service', 'list policies', 'delete the first policy'],
  'the first policy has services 1 and deleting it is refused with 409')
def _(c):
    a = policy(c, [user_step('olga')], attach='svc_shop'); policy(c, [user_step('adam')], attach='svc_shop')
    n = [p['services'] for p in c.get(C + '/escalation-policies')['policies']]
    s = c.req('DELETE', C + '/escalation-policies/' + a).status
    return n == [0, 1] and s < 300, [n, s]

@mistake('g-policy-repeat-zero-ignored', ['oncall'], 'side effect', 'ONC-12',
  'Updating a policy with repeat 0 leaves repeat as it was, as if it had been omitted.', True,
  [('oncall.go', 'if q.Repeat != nil {\n\t\tif p.Repeat', 'if q.Repeat != nil && *q.Repeat != 0 {\n\t\tif p.Repeat')],
  ['create a policy with repeat 3', 'update it with {"repeat":0}', 'list policies'],
  'repeat is 3')
def _(c):
    p = policy(c, [user_step('olga')], repeat=3)
    c.ok('PATCH', C + '/escalation-policies/' + p, {'repeat': 0})
    r = c.get(C + '/escalation-policies')['policies'][0]['repeat']
    return r == 0, r

@mistake('g-alert-source-remembers-policy', ['oncall'], 'side effect', 'ONC-13',
  'An alert source keeps the policy its service had when the source was created: alerts on it page even after the service was detached.', False,
  [('oncall.go', '\tLastEventAt LaxTime `json:"lastEventAt"`\n\ttoken       string', '\tLastEventAt LaxTime `json:"lastEventAt"`\n\ttoken       string\n\tpolicyID    string'),
   ('oncall.go', 'CreatedAt: c.w.stamp(), token: hash(tok)}', 'CreatedAt: c.w.stamp(), token: hash(tok), policyID: c.org.service(*q.ServiceID).EscalationPolicyID}'),
   ('oncall.go', 'sv := o.service(src.ServiceID)\n\tsrc.LastEventAt', 'sv := o.service(src.ServiceID)\n\tif sv.EscalationPolicyID == "" {\n\t\tv := *sv\n\t\tv.EscalationPolicyID = src.policyID\n\t\tsv = &v\n\t}\n\tsrc.LastEventAt'),
   ('oncall.go', 'return o, o.service(src.ServiceID), nil', 'v := *o.service(src.ServiceID)\n\t\t\t\t\tif v.EscalationPolicyID == "" {\n\t\t\t\t\t\tv.EscalationPolicyID = src.policyID\n\t\t\t\t\t}\n\t\t\t\t\treturn o, &v, nil')],
  ['a policy attached to a service, an alert source of the service', 'detach the policy (null)', 'an alert arrives on the source (its webhook, or alert-fires with sourceId)', 'list the pages'],
  'the user of the policy is paged')
def _(c):
    c.freeze(); policy(c, [user_step('olga')], attach='svc_shop')
    s = c.ok('POST', C + '/alert-sources', {'name': 'am', 'serviceId': 'svc_shop'})
    c.ok('PUT', C + '/services/svc_shop/escalation-policy', {'escalationPolicyId': None})
    i = c.ev('alert-fires', sourceId=s['id'], alert='A1')['incidentId']
    c.adv('PT1M'); p = pages(c, i)
    return p == [], p

@mistake('g-default-paging-settings-shared', ['oncall'], 'isolation', 'ONC-15',
  'Saving paging settings for the first time writes into the shared default, so that everybody without settings gets them.', True,
  [('oncall.go', 'return &PagingSettings{Email: u.Email, Rules: []NotificationRule{{"email", 0}}}', 'return defaultPaging'),
   ('oncall.go', 'func (o *Org) pagingOf(', 'var defaultPaging = &PagingSettings{Rules: []NotificationRule{{"email", 0}}}\n\nfunc (o *Org) pagingOf('),
   ('oncall.go', 'n := &PagingSettings{Email: c.user.Email, Rules: []NotificationRule{}}', 'n := c.org.pagingOf(c.user)\n\t\tn.Email, n.Phone, n.Rules = c.user.Email, "", []NotificationRule{}')],
  ['one person saves {"phone":"+15551234567","rules":[{"channel":"email","delaySeconds":300}]}', 'another person reads their settings, which they never saved'],
  'phone and rules of the first person instead of the default')
def _(c):
    c.ok('PUT', C + '/paging-settings', {'phone': '+15551234567', 'rules': [{'channel': 'email', 'delaySeconds': 300}]})
    r = c.get(C + '/paging-settings', who='mia').json
    return r['rules'] == [{'channel': 'email', 'delaySeconds': 0}] and r['phone'] == '', r

@mistake('g-sms-without-credential-silently-dropped', ['oncall'], 'side effect', 'ONC-16',
  'After the provider credential was cleared sms and voice rules are skipped without a trace instead of failing per page.', False,
  [('oncall.go', 'for _, r := range o.pagingOf(m.User).Rules {', 'for _, r := range o.pagingOf(m.User).Rules {\n\t\tif r.Channel != "email" && o.On.provider == nil {\n\t\t\tcontinue\n\t\t}')],
  ['set the provider credential, save an sms rule with a phone', 'clear the credential', 'open an incident that pages the person', 'list the pages'],
  'no failed sms page')
def _(c):
    c.freeze(); provider(c)
    c.ok('PUT', C + '/paging-settings', {'phone': '+15551234567', 'rules': [{'channel': 'email', 'delaySeconds': 0}, {'channel': 'sms', 'delaySeconds': 0}]})
    c.ok('DELETE', C + '/provider-credential'); policy(c, [user_step('olga')], attach='svc_shop')
    i = incident(c); c.adv('PT1M'); p = sorted(pages(c, i))
    return p == [('usr_olga', 'email', 'sent'), ('usr_olga', 'sms', 'failed')], p

@mistake('g-provider-stored-before-verified', ['oncall'], 'guard', 'ONC-17',
  'The provider credential is stored before it is verified: after a 422 the rejected one is in place.', False,
  [('oncall.go', 'switch c.org.On.verification {', 'c.org.On.provider = &ProviderCredential{true, sid, from, LaxTime{c.w.now()}, tok}\n\t\tswitch c.org.On.verification {'),
   ('oncall.go', 'return fail(502, "the provider cannot be reached")\n\t\t}\n\t\tc.org.On.provider = &ProviderCredential{true, sid, from, LaxTime{c.w.now()}, tok}', 'return fail(502, "the provider cannot be reached")\n\t\t}')],
  ['the provider rejects credentials (provider-behaves)', 'set a credential: 422', 'get the credential'],
  'configured is true, with the rejected accountSid')
def _(c):
    c.ev('provider-behaves', organization='aurora', behaviour='rejects')
    s = c.req('PUT', C + '/provider-credential', {'accountSid': 'ACbad', 'authToken': 'tok', 'fromNumber': '+15550001111'}).status
    r = c.get(C + '/provider-credential').json
    return s == 422 and r['configured'] is False, [s, r['configured'], r['accountSid']]

@mistake('g-revoking-a-source-takes-its-namesakes', ['oncall'], 'side effect', 'ONC-18',
  'Revoking an alert source revokes all sources of the organization with the same name.', True,
  [('oncall.go', 'c.org.On.sources = remove(c.org.On.sources, func(x *AlertSource) bool { return x.ID == c.path("id") })', 'if gone := find(c.org.On.sources, func(x *AlertSource) bool { return x.ID == c.path("id") }); gone != nil {\n\t\t\tc.org.On.sources = remove(c.org.On.sources, func(x *AlertSource) bool { return x.Name == gone.Name })\n\t\t}')],
  ['create the sources alertmanager for two services', 'revoke the first', 'list sources'],
  'the second is gone too')
def _(c):
    s = [c.ok('POST', C + '/alert-sources', {'name': 'alertmanager', 'serviceId': x})['id'] for x in ('svc_shop', 'svc_search')]
    c.ok('DELETE', C + '/alert-sources/' + s[0])
    l = [x['id'] for x in c.get(C + '/alert-sources')['sources']]
    return l == [s[1]], len(l)

@mistake('g-update-author-from-body', ['oncall'], 'guard', 'ONC-07',
  'The author label of a public update is taken from the body when it has byLabel.', True,
  [('oncall.go', 'var q struct{ Body *string }', 'var q struct{ Body, ByLabel *string }'),
   ('oncall.go', 'u := &PublicUpdate{newID("upd"), c.w.stamp(), *q.Body, c.user.Name}', 'u := &PublicUpdate{newID("upd"), c.w.stamp(), *q.Body, c.user.Name}\n\t\tif q.ByLabel != nil {\n\t\t\tu.ByLabel = *q.ByLabel\n\t\t}')],
  ['open an incident', 'publish an update {"body":"x","byLabel":"The CEO"}'],
  'byLabel is The CEO')
def _(c):
    r = c.ok('POST', C + '/incidents/%s/updates' % incident(c), {'body': 'x', 'byLabel': 'The CEO'})
    return r['byLabel'] != 'The CEO', r['byLabel']

@mistake('g-resolved-incident-stays-public-after-retraction', ['oncall'], 'side effect', 'ONC-07',
  'Retracting the last update hides the incident from status pages only while it is not resolved.', False,
  [('oncall.go', '\tupdates        []*PublicUpdate\n', '\tupdates        []*PublicUpdate\n\tpublic         bool\n'),
   ('oncall.go', 'i.updates = append([]*PublicUpdate{u}, i.updates...)', 'i.updates = append([]*PublicUpdate{u}, i.updates...)\n\t\ti.public = true'),
   ('oncall.go', 'i.note(c.w.now(), "update-retracted", c.user.Name)', 'if len(i.updates) == 0 && i.Status != "resolved" {\n\t\t\ti.public = false\n\t\t}\n\t\ti.note(c.w.now(), "update-retracted", c.user.Name)'),
   ('oncall.go', 'if len(i.updates) > 0 && (serviceIDs == nil', 'if i.public && (serviceIDs == nil')],
  ['open an incident, publish an update, resolve the incident', 'retract the update', 'look at the status page (status-page-viewed)'],
  'the incident is still on the page, without updates')
def _(c):
    i = incident(c); u = c.ok('POST', C + '/incidents/%s/updates' % i, {'body': 'x'})['id']
    c.ok('POST', C + '/incidents/%s/resolve' % i); c.ok('DELETE', C + '/incidents/%s/updates/%s' % (i, u))
    l = [x['id'] for x in c.ev('status-page-viewed', organization='aurora')['incidents']]
    return l == [], len(l)

@mistake('g-foreign-organization-retracts-update', ['oncall'], 'isolation', 'GEN-04',
  'Retracting a public update finds the incident in every organization.', True,
  [('oncall.go', 'i, err := c.incident()\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tn := len(i.updates)', 'var i *Incident\n\t\tfor _, o := range c.w.orgs {\n\t\t\tif x := find(o.On.incidents, func(x *Incident) bool { return x.ID == c.path("id") }); x != nil {\n\t\t\t\ti = x\n\t\t\t}\n\t\t}\n\t\tif i == nil {\n\t\t\treturn notFound("incident")\n\t\t}\n\t\tn := len(i.updates)')],
  ['open an incident and publish an update', 'somebody of the other organization retracts it'],
  'success instead of a refusal; the update is gone')
def _(c):
    i = incident(c); u = c.ok('POST', C + '/incidents/%s/updates' % i, {'body': 'x'})['id']
    s = c.req('DELETE', C + '/incidents/%s/updates/%s' % (i, u), who='nils').status
    return s >= 400, s

@mistake('g-status-page-shows-timeline', ['oncall'], 'secrecy', 'ONC-07',
  'The status page carries the internal timeline of the incident.', False,
  [('oncall.go', '"serviceName": i.ServiceName, "updates": i.updates}', '"serviceName": i.ServiceName, "updates": i.updates, "timeline": i.timeline}')],
  ['open an incident, acknowledge it, publish an update', 'look at the status page (status-page-viewed)'],
  'timeline entries (opened, acknowledged, by whom) are on the page')
def _(c):
    i = incident(c); c.ok('POST', C + '/incidents/%s/acknowledge' % i, who='adam'); c.ok('POST', C + '/incidents/%s/updates' % i, {'body': 'x'})
    raw = c.ev('status-page-viewed', organization='aurora').raw.decode()
    return 'Adam Admin' not in raw, 'Adam Admin' in raw

@mistake('g-reordering-same-people-is-no-change', ['oncall'], 'side effect', 'ONC-09',
  'An update with the same participants in another order is taken for unchanged.', True,
  [('oncall.go', 'if q.Participants != nil {\n\t\ts.Participants = []Participant{}', 'if q.Participants != nil && !samePeople(s.Participants, *q.Participants) {\n\t\ts.Participants = []Participant{}'),
   ('oncall.go', 'func (c *Ctx) applySchedule(', 'func samePeople(l []Participant, q []participantReq) bool {\n\tif len(l) == 0 || len(l) != len(q) {\n\t\treturn false\n\t}\n\tfor _, r := range q {\n\t\thit := false\n\t\tfor _, p := range l {\n\t\t\thit = hit || (r.UserID != nil && *r.UserID == p.UserID && r.Label != nil && *r.Label == p.Label)\n\t\t}\n\t\tif !hit {\n\t\t\treturn false\n\t\t}\n\t}\n\treturn true\n}\n\nfunc (c *Ctx) applySchedule(')],
  ['a schedule with olga and adam', 'update it with participants adam and olga', 'list schedules'],
  'the order and onCallNow are as before')
def _(c):
    s = schedule(c); a = now_on(c, s)['userId']
    c.ok('PATCH', C + '/schedules/' + s, {'participants': [{'userId': 'usr_' + p, 'label': p} for p in ('adam', 'olga')]})
    b = now_on(c, s)['userId']
    return a != b, [a, b]

@mistake('g-handoff-time-taken-as-utc', ['oncall'], 'time', 'ONC-10',
  "The handoff time is taken in UTC instead of the schedule's timezone.", False,
  [('oncall.go', 'loc, _ := time.LoadLocation(s.Timezone)\n\th, _ :=', 'loc := time.UTC\n\th, _ :=')],
  ['frozen at 10:00 UTC: a daily schedule in America/New_York (UTC-5) with handoff at 09:00 (14:00 UTC), participants olga and adam', 'advance to 15:00 UTC, list schedules'],
  'olga is still on call instead of adam')
def _(c):
    c.freeze('2027-03-01T10:00:00Z'); s = schedule(c, tz='America/New_York', time='09:00')
    a = now_on(c, s)['userId']; c.adv('PT5H'); b = now_on(c, s)['userId']
    return (a, b) == ('usr_olga', 'usr_adam'), [a, b]

@mistake('g-unreachable-provider-is-422', ['oncall'], 'status', 'ONC-17',
  'Setting the provider credential answers 422 also when the provider cannot be reached.', False,
  [('oncall.go', 'case "rejects":\n\t\t\treturn fail(422, "the provider rejects these credentials")\n\t\tcase "unreachable":\n\t\t\treturn fail(502, "the provider cannot be reached")', 'case "rejects", "unreachable":\n\t\t\treturn fail(422, "the provider did not confirm these credentials")')],
  ['the provider is unreachable (provider-behaves)', 'set a credential'],
  '422 instead of 502')
def _(c):
    r = []
    for b in ('rejects', 'unreachable'):
        c.ev('provider-behaves', organization='aurora', behaviour=b)
        r.append(c.req('PUT', C + '/provider-credential', {'accountSid': 'AC', 'authToken': 'tok', 'fromNumber': '+15550001111'}).status)
    return r == [422, 502], r
