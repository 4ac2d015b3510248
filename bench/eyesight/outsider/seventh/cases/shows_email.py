import base64, hashlib, hmac, threading
from prove import mistake
M = '/api/v1/email'

def domain(c, name='a.example', armed=False, verified=False, **k):
    d = c.ok('POST', M + '/domains', {'name': name}, **k)
    if armed:
        c.ok('POST', M + '/domains/%s/receive' % d['id'], **k)
    if verified:
        c.at_once()
        c.ev('dns-record-published', domain=d['id'])
        c.ok('POST', M + '/domains/%s/check' % d['id'], **k)
    return d['id']

def hook(c, types=('message.sent',), **k):
    r = c.ok('POST', M + '/webhooks', {'url': 'https://hooks.example/x', 'eventTypes': list(types)}, **k)
    c.ev('webhook-endpoint-answers', endpointId=r['webhook']['id'], answers=[{'status': 200}])
    return r['webhook']['id'], r['signingSecret']

def send(c, to=('jo@c.example',), frm='me@a.example', **k):
    return c.ev('message-sent', **dict({'from': frm, 'to': list(to)}, **k))['messageId']

def pages(c, query=''):
    out, cur = [], None
    for _ in range(20):
        r = c.get(M + '/messages?' + query + ('&cursor=' + cur if cur else ''))
        out.append([m['id'] for m in r['messages']])
        cur = r.json.get('cursor')
        if not cur:
            break
    return out

def attempts(c, **q):
    return c.get('/_understudy/webhook-deliveries?' + '&'.join('%s=%s' % x for x in q.items()), who=None)['attempts']

@mistake('g-message-to-filter-lost-on-next-page', ['email'], 'pagination', 'EML-09',
  'The filter to is not applied on the pages after the first.', False,
  [('email.go', 'if to := lower(q.Get("to")); to != "" {', 'if to := lower(q.Get("to")); to != "" && !q.Has("cursor") {')],
  ['60 messages to jo@c.example and 60 to al@c.example, alternating (message-sent)', 'GET /api/v1/email/messages?to=jo@c.example and the next page with its cursor and the same filter'],
  'the second page has messages to al@c.example')
def _(c):
    domain(c, verified=True)
    for i in range(60):
        send(c, ['jo@c.example']); send(c, ['al@c.example'])
    n = [len(p) for p in pages(c, 'to=jo@c.example')]
    return sum(n) == 60, n

@mistake('g-cursor-skips-messages-of-the-same-instant', ['email'], 'pagination', 'EML-09',
  'The next page begins strictly before the instant of the last message, so that messages of the same instant are never listed.', False,
  [('email.go', '(at > curAt || (at == curAt && m.seq >= curSeq))', '(at > curAt || (at == curAt && curSeq > 0))')],
  ['with a frozen clock 60 messages are sent', 'GET /api/v1/email/messages, then the next page with the cursor'],
  'the second page is empty')
def _(c):
    domain(c, verified=True); c.freeze()
    for i in range(60):
        send(c)
    n = [len(p) for p in pages(c)]
    return sum(n) == 60, n

@mistake('g-since-reaches-behind-the-log-window', ['email'], 'time', 'LIM-01',
  'With since, messages older than 90 days are listed.', False,
  [('email.go', 'if t.After(from) {\n\t\t\tfrom = t\n\t\t}', 'from = t')],
  ['a message is sent', 'advance the clock by 100 days, a second one is sent', 'GET /api/v1/email/messages?since=(before the first)'],
  'the message of 100 days ago is listed')
def _(c):
    domain(c, verified=True); c.freeze()
    send(c); c.adv('P100D'); b = send(c)
    l = [pages(c, q)[0] for q in ('', 'since=2027-02-28T00:00:00Z')]
    return l == [[b], [b]], [len(x) for x in l]

@mistake('g-fetched-content-outlives-its-window', ['email'], 'time', 'EML-11',
  'A raw message that was fetched once stays in a cache and is still served after its 30 days.', False,
  [('email.go', 'm, err := c.message(c.path("id"), contentWindow)', 'window := contentWindow\n\t\tif rawCache[c.path("id")] {\n\t\t\twindow = messageWindow\n\t\t}\n\t\tm, err := c.message(c.path("id"), window)'),
   ('email.go', 'c.status, c.ctype, c.out = 200, "message/rfc822", m.raw', 'rawCache[m.ID] = true\n\t\tc.status, c.ctype, c.out = 200, "message/rfc822", m.raw'),
   ('email.go', 'func (c *Ctx) listMessages() error {', 'var rawCache = map[string]bool{} // already read from the store\n\nfunc (c *Ctx) listMessages() error {')],
  ['two messages are sent', 'GET the content of the first', 'advance the clock by 31 days', 'GET the content of both'],
  'the first is 200 instead of 404')
def _(c):
    domain(c, verified=True); c.freeze()
    m = [send(c), send(c)]
    get = lambda x: c.req('GET', M + '/messages/%s/content' % x).status
    a = get(m[0]); c.adv('P31D')
    r = [a, get(m[0]), get(m[1])]
    return r == [200, 404, 404], r

@mistake('g-removed-suppression-never-comes-back', ['email'], 'side effect', 'EML-13',
  'After a suppression was removed, the next hard bounce does not add the address again.', False,
  [('email.go', 'n := len(c.org.Em.suppressions)\n', 'n := len(c.org.Em.suppressions)\n\t\tif x := find(c.org.Em.suppressions, func(x *Suppression) bool { return x.ID == c.path("id") }); x != nil {\n\t\t\tc.w.gone["sup "+c.org.Slug+" "+x.Address] = true\n\t\t}\n'),
   ('email.go', 'if reason != "" && o.suppressed(r) == nil {', 'if reason != "" && o.suppressed(r) == nil && !c.w.gone["sup "+o.Slug+" "+lower(r)] {')],
  ['a message bounces hard', 'delete the suppression', 'another message to the address bounces hard', 'GET /api/v1/email/suppressions'],
  'the list is empty')
def _(c):
    domain(c, verified=True)
    c.ev('message-bounced', messageId=send(c), bounce='hard')
    s = c.get(M + '/suppressions')['suppressions'][0]['id']
    c.ok('DELETE', M + '/suppressions/' + s)
    c.ev('message-bounced', messageId=send(c), bounce='hard')
    l = [x['address'] for x in c.get(M + '/suppressions')['suppressions']]
    return l == ['jo@c.example'], l

@mistake('g-bounce-suppresses-first-recipient-only', ['email'], 'side effect', 'EML-13',
  'When a message with several recipients bounces hard at all of them, only the first address is suppressed.', False,
  [('email.go', 'if reason != "" && o.suppressed(r) == nil {', 'if reason != "" && len(suppressions) == 0 && o.suppressed(r) == nil {')],
  ['a message to two recipients is sent', 'it bounces hard at both (message-bounced)', 'GET /api/v1/email/suppressions'],
  'only one address is listed')
def _(c):
    domain(c, verified=True)
    c.ev('message-bounced', messageId=send(c, ['jo@c.example', 'al@c.example']), bounce='hard')
    l = sorted(x['address'] for x in c.get(M + '/suppressions')['suppressions'])
    return l == ['al@c.example', 'jo@c.example'], l

@mistake('g-route-pattern-unique-over-all-domains', ['email'], 'guard', 'EML-03',
  'A route pattern is refused when it exists on another domain of the organization.', True,
  [('email.go', 'r.DomainID == d.ID && r.Pattern == pat', 'r.Pattern == pat')],
  ['two receive-armed domains and an endpoint', 'POST a route with pattern support on the first', 'POST a route with pattern support on the second'],
  '409 instead of 201')
def _(c):
    d = [domain(c, n, armed=True) for n in ('a.example', 'b.example')]
    h, _s = hook(c)
    s = [c.req('POST', M + '/routes', {'domainId': x, 'pattern': 'support', 'endpointId': h}).status for x in (d[0], d[1], d[0])]
    return s == [201, 201, 409], s

@mistake('g-route-to-foreign-endpoint', ['email'], 'isolation', 'EML-03',
  'A route can target the webhook endpoint of another organization.', True,
  [('email.go', 'if c.org.webhook(*q.EndpointID) == nil {', 'var target *Webhook\n\t\tfor _, o := range c.w.orgs {\n\t\t\tif h := o.webhook(*q.EndpointID); h != nil {\n\t\t\t\ttarget = h\n\t\t\t}\n\t\t}\n\t\tif target == nil {')],
  ['the other organization creates an endpoint', 'POST /api/v1/email/routes with its id on an own armed domain'],
  '201 instead of a refusal')
def _(c):
    d = domain(c, armed=True)
    h, _s = hook(c, who='nils')
    s = c.req('POST', M + '/routes', {'domainId': d, 'pattern': '*', 'endpointId': h}).status
    return s >= 400, s

@mistake('g-disabled-endpoint-deletable-despite-route', ['email'], 'guard', 'EML-14',
  'A disabled endpoint can be deleted although an inbound route still targets it.', True,
  [('webhooks.go', 'func(r *Route) bool { return r.EndpointID == h.ID }) != nil {', 'func(r *Route) bool { return r.EndpointID == h.ID }) != nil && !h.Disabled {')],
  ['an armed domain, an endpoint, a route to it', 'PATCH the endpoint {"disabled":true}', 'DELETE the endpoint'],
  '204 instead of 409')
def _(c):
    d = domain(c, armed=True); h, _s = hook(c)
    c.ok('POST', M + '/routes', {'domainId': d, 'pattern': '*', 'endpointId': h})
    c.ok('PATCH', M + '/webhooks/' + h, {'disabled': True})
    s = c.req('DELETE', M + '/webhooks/' + h).status
    return s == 409, s

def signed(secret, a):
    h = {k.lower(): v for k, v in a['headers'].items()}
    key = base64.b64decode(secret[len('whsec_'):])
    mac = hmac.new(key, ('%s.%s.%s' % (h['webhook-id'], h['webhook-timestamp'], a['body'])).encode(), hashlib.sha256)
    return h['webhook-signature'] == 'v1,' + base64.b64encode(mac.digest()).decode()

@mistake('g-retries-signed-with-secret-of-the-enqueuing', ['email'], 'secrecy', 'EML-14',
  'A delivery keeps the signing secret of the moment it was queued, so that retries after a rotation are signed with the old secret.', False,
  [('webhooks.go', '\teventID string\n\tbody    []byte', '\teventID string\n\tbody    []byte\n\tsecret  []byte'),
   ('webhooks.go', 'eventID: eventID, body: body}', 'eventID: eventID, body: body, secret: h.secret}'),
   ('webhooks.go', 'a.Headers = h.sign(d.eventID, w.now(), d.body)', 'a.Headers = (&Webhook{secret: d.secret}).sign(d.eventID, w.now(), d.body)'),
   ('webhooks.go', 'a.Headers = h.sign(d.eventID, time.Now(), d.body)', 'a.Headers = (&Webhook{secret: d.secret}).sign(d.eventID, time.Now(), d.body)')],
  ['an endpoint that answers 500, then 200', 'a message is sent; the first attempt fails', 'POST rotate-secret', 'advance the clock to the retry', 'look at the signature of the second attempt'],
  'the second attempt is signed with the old secret')
def _(c):
    domain(c, verified=True); c.freeze()
    h, old = hook(c)
    c.ev('webhook-endpoint-answers', endpointId=h, answers=[{'status': 500}, {'status': 200}])
    send(c); c.adv('PT1S')
    new = c.ok('POST', M + '/webhooks/%s/rotate-secret' % h)['signingSecret']
    c.adv('PT5M')
    a = attempts(c, endpointId=h)
    r = [len(a), signed(old, a[0]), signed(new, a[1]), signed(old, a[1])]
    return r == [2, True, True, False], r

@mistake('g-redelivery-builds-payload-anew', ['email'], 'side effect', 'EML-16',
  'A redelivery builds its payload from the present state of the message instead of using the frozen one.', False,
  [('webhooks.go', 'n := c.w.enqueue(c.org, h, d.EventType, d.MessageID, d.eventID, d.body)\n\t\treturn c.json(202, obj{"id": n.ID})',
    'if m := find(c.org.Em.messages, func(m *Message) bool { return m.ID == d.MessageID }); m != nil {\n\t\t\treturn c.json(202, obj{"id": c.w.queue(c.org, h, m, d.EventType, nil, c.w.now())})\n\t\t}\n\t\tn := c.w.enqueue(c.org, h, d.EventType, d.MessageID, d.eventID, d.body)\n\t\treturn c.json(202, obj{"id": n.ID})')],
  ['a message is sent and its message.sent event delivered', 'the message is delivered (message-delivered)', 'redeliver the first delivery', 'compare the bodies of both attempts'],
  'the body of the redelivery differs')
def _(c):
    domain(c, verified=True); c.freeze(); h, _s = hook(c)
    m = send(c); c.adv('PT1S'); c.ev('message-delivered', messageId=m)
    d = c.get(M + '/webhook-deliveries?messageId=' + m)['deliveries'][0]['id']
    c.ok('POST', M + '/webhook-deliveries/%d/redeliver' % d); c.adv('PT1S')
    a = attempts(c, endpointId=h)
    return len(a) == 2 and a[0]['body'] == a[1]['body'], [len(a), a[0]['body'] == a[-1]['body']]

@mistake('g-delivery-filters-joined-by-or', ['email'], 'order and caps', 'EML-15',
  'With both filters the delivery list holds what fits one of them.', False,
  [('webhooks.go', '''if (c.query("messageId") == "" || d.MessageID == c.query("messageId")) && (c.query("endpointId") == "" || d.EndpointID == c.query("endpointId")) {''',
    '''none := c.query("messageId") == "" && c.query("endpointId") == ""
			if none || (c.query("messageId") != "" && d.MessageID == c.query("messageId")) || (c.query("endpointId") != "" && d.EndpointID == c.query("endpointId")) {''')],
  ['two endpoints, two messages', 'GET /api/v1/email/webhook-deliveries?messageId=(first)&endpointId=(first)'],
  'three deliveries instead of one')
def _(c):
    domain(c, verified=True); h = [hook(c)[0] for _ in range(2)]; m = [send(c) for _ in range(2)]
    n = [len(c.get(M + '/webhook-deliveries?' + q)['deliveries']) for q in ('', 'messageId=' + m[0], 'messageId=%s&endpointId=%s' % (m[0], h[0]))]
    return n == [4, 2, 1], n

@mistake('g-recent-deliveries-are-the-oldest', ['email'], 'order and caps', 'EML-15',
  'Beyond its length the delivery list keeps the oldest deliveries and drops the recent ones.', False,
  [('webhooks.go', 'for i := len(c.org.Em.deliveries) - 1; i >= 0 && len(l) < deliveriesMax; i-- {', 'for i := min(len(c.org.Em.deliveries), deliveriesMax) - 1; i >= 0; i-- {')],
  ['6 endpoints, 40 messages: 240 deliveries', 'a last message', 'GET /api/v1/email/webhook-deliveries'],
  'the deliveries of the last message are missing; the list begins with an older one')
def _(c):
    domain(c, verified=True)
    for _ in range(6):
        hook(c)
    for _ in range(40):
        send(c)
    m = send(c)
    l = [d['messageId'] for d in c.get(M + '/webhook-deliveries')['deliveries']]
    return l[0] == m, [len(l), l[0] == m, m in l]

@mistake('g-private-beta-open-to-tokens', ['email', 'tokens'], 'guard', 'EML-01',
  'The private beta is only checked for sessions; with a personal token the operations work although email is not enabled.', False,
  [('core.go', 'if a.area == "email" || a.area == "uptime" {', 'if c.token == nil && (a.area == "email" || a.area == "uptime") {')],
  ['create a personal token', 'email is switched off for the organization (entitlement-changes)', 'with the token: GET /api/v1/email/domains'],
  '200 instead of 403')
def _(c):
    t = c.ok('POST', '/api/v1/tokens', {'name': 'x'})
    c.ev('entitlement-changes', organization='aurora', area='email', enabled=False)
    s = [c.req('GET', M + '/domains', who=w).status for w in ('olga', '=' + t['key'])]
    return s == [403, 403], s

@mistake('g-revoked-org-wide-send-key-still-sends', ['email'], 'guard', 'EML-02',
  'Whether a send key is revoked is only asked for keys restricted to domains; a revoked org-wide key goes on sending.', False,
  [('email.go', 'k.secret == h && !k.revoked })', 'k.secret == h })'),
   ('email.go', '''	if k != nil {
		if k.revoked {
			return nil, fail(401, "the send key is revoked")
		}
		if len(k.DomainIDs) > 0 && !contains(k.DomainIDs, d.ID) {''', '''	if k != nil && len(k.DomainIDs) > 0 {
		if k.revoked {
			return nil, fail(401, "the send key is revoked")
		}
		if !contains(k.DomainIDs, d.ID) {''')],
  ['a verified domain, a send key without domainIds', 'DELETE the key', 'send a message with its secret (message-sent with secret, or the sending door)'],
  'the message is accepted')
def _(c):
    domain(c, verified=True)
    k = c.ok('POST', M + '/keys', {'name': 'k'})
    c.ok('DELETE', M + '/keys/' + k['sendKey']['id'])
    a = c.evq('message-sent', **{'from': 'me@a.example', 'to': ['jo@c.example'], 'secret': k['secret']}).status
    b = c.req('POST', M + '/send', {'from': 'me@a.example', 'to': ['jo@c.example']}, who='=' + k['secret']).status
    return a >= 400 and b == 401, [a, b]

@mistake('g-unverified-domain-is-no-claim', ['email'], 'isolation', 'EML-04',
  'A domain of another organization only counts as a live claim once it is verified.', True,
  [('email.go', 'taken = taken || o.domainNamed(n) != nil', 'if x := o.domainNamed(n); x != nil {\n\t\t\t\ttaken = taken || o == c.org || x.SendState == "verified"\n\t\t\t}')],
  ['POST /api/v1/email/domains {"name":"a.example"}', 'the other organization: the same'],
  '201 instead of 409')
def _(c):
    domain(c)
    s = [c.req('POST', M + '/domains', {'name': 'a.example'}, who=w).status for w in ('olga', 'nils')]
    return s == [409, 409], s

@mistake('g-dns-mismatch-shows-expected-value', ['email'], 'schema', 'EML-06',
  'A mismatch observation carries the expected value as the observed one.', False,
  [('email.go', 'v["outcome"], v["observed"] = "mismatch", r.observed', 'v["outcome"], v["observed"] = "mismatch", r.Value')],
  ['a domain; its TXT record has another value (dns-record-mismatched)', 'GET /api/v1/email/domains/{id}/dns'],
  'the wrong value that was published is nowhere in the observation')
def _(c):
    d = domain(c); c.ev('dns-record-mismatched', domain=d, type='TXT', value='v=spf1 -all')
    r = [x for x in c.get(M + '/domains/%s/dns' % d)['records'] if x['outcome'] == 'mismatch']
    return len(r) == 1 and 'v=spf1 -all' in str(r[0]), r

@mistake('g-received-message-events-null', ['email'], 'schema', 'EML-10',
  'For a message without events, as a received one, events is null instead of an array.', False,
  [('email.go', '"events": lst(m.events)', '"events": m.events')],
  ['a message is received (message-received)', 'GET /api/v1/email/messages/{id}'],
  'events is null')
def _(c):
    domain(c, armed=True, verified=True)
    m = c.ev('message-received', **{'from': 'jo@c.example', 'to': ['me@a.example']})['messageId']
    e = c.get(M + '/messages/' + m)['events']
    return e == [], e

@mistake('g-accepted-today-over-all-organizations', ['email'], 'isolation', 'EML-12',
  'acceptedToday in the settings counts the messages of all organizations.', False,
  [('email.go', '"acceptedToday": c.org.acceptedToday(c.w.now())}', '"acceptedToday": c.w.acceptedToday()}'),
   ('email.go', 'func (w *World) suppress(', 'func (w *World) acceptedToday() (n int64) {\n\tfor _, o := range w.orgs {\n\t\tn += o.acceptedToday(w.now())\n\t}\n\treturn n\n}\n\nfunc (w *World) suppress(')],
  ['the first organization sends a message', 'the other organization: GET /api/v1/email/settings'],
  'acceptedToday is 1 instead of 0')
def _(c):
    domain(c, verified=True); send(c)
    n = [c.get(M + '/settings', who=w)['acceptedToday'] for w in ('olga', 'nils')]
    return n == [1, 0], n

@mistake('g-webhook-patch-switches-on-again', ['email'], 'side effect', 'EML-14',
  'A PATCH of an endpoint that does not name disabled enables it again.', True,
  [('webhooks.go', 'if q.Disabled != nil {\n\t\t\th.Disabled = *q.Disabled\n\t\t}', 'h.Disabled = q.Disabled != nil && *q.Disabled')],
  ['an endpoint; PATCH {"disabled":true}', 'PATCH {"url":"https://hooks.example/y"}'],
  'disabled is false')
def _(c):
    h, _s = hook(c); c.ok('PATCH', M + '/webhooks/' + h, {'disabled': True})
    r = c.ok('PATCH', M + '/webhooks/' + h, {'url': 'https://hooks.example/y'})
    return r['disabled'] is True, r['disabled']

@mistake('g-domain-claim-race', ['email'], 'concurrency', 'EML-04',
  'The lock is released between the check of the claim and the registration, so that parallel requests register the same name several times.', True,
  [('email.go', 'return fail(409, "the domain already has a live claim")\n\t\t}', 'return fail(409, "the domain already has a live claim")\n\t\t}\n\t\tc.w.s.mu.Unlock() // the provider may take a while\n\t\ttime.Sleep(150 * time.Millisecond)\n\t\tc.w.s.mu.Lock()')],
  ['6 parallel POST /api/v1/email/domains {"name":"a.example"}'],
  'more than one 201')
def _(c):
    out = []
    ts = [threading.Thread(target=lambda: out.append(c.req('POST', M + '/domains', {'name': 'a.example'}).status)) for _ in range(6)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out.count(201) == 1 and out.count(409) == 5, sorted(out)

@mistake('g-scoped-subject-sees-all-routes', ['email', 'tokens'], 'isolation', 'EML-05',
  'A subject narrowed to one domain sees the routes of all domains.', True,
  [('email.go', 'func(r *Route) bool { return !c.can("email.route.read", r.DomainID) }', 'func(r *Route) bool { return !c.canAny("email.route.read") }')],
  ['two armed domains with a route each', 'a personal token with email.viewer on the first domain', 'with it: GET /api/v1/email/routes'],
  'both routes are listed')
def _(c):
    h, _s = hook(c); d = [domain(c, n, armed=True) for n in ('a.example', 'b.example')]
    for x in d:
        c.ok('POST', M + '/routes', {'domainId': x, 'pattern': '*', 'endpointId': h})
    t = c.ok('POST', '/api/v1/tokens', {'name': 'x', 'scope': [{'role': 'email.viewer', 'resourceIds': [d[0]]}]})
    l = [r['domainId'] for r in c.get(M + '/routes', who='=' + t['key'])['routes']]
    return l == [d[0]], len(l)

@mistake('g-webhook-patch-answers-signing-secret', ['email'], 'secrecy', 'EML-14',
  'The answer to PATCH of an endpoint carries the signing secret.', True,
  [('webhooks.go', 'h.Disabled = *q.Disabled\n\t\t}\n\t\treturn c.json(200, h)', 'h.Disabled = *q.Disabled\n\t\t}\n\t\treturn c.json(200, struct {\n\t\t\t*Webhook\n\t\t\tSigningSecret string `json:"signingSecret"`\n\t\t}{h, h.showSecret()})')],
  ['create an endpoint', 'PATCH it {"url":"https://hooks.example/y"}'],
  'the signing secret of the creation stands in the answer')
def _(c):
    h, s = hook(c)
    raw = c.ok('PATCH', M + '/webhooks/' + h, {'url': 'https://hooks.example/y'}).raw.decode()
    return s not in raw, s in raw

@mistake('g-cursor-is-an-offset', ['email'], 'pagination', 'EML-09',
  'The cursor is a position from the newest message: when a message arrives between two pages, the next page repeats one.', False,
  [('email.go', 'if at := m.CreatedAt.UnixNano(); q.Has("cursor") && (at > curAt || (at == curAt && m.seq >= curSeq)) {\n\t\t\tcontinue\n\t\t}\n', ''),
   ('email.go', 'out := obj{}\n\tif len(l) > messagePage {', 'out := obj{}\n\tskip := min(curSeq, len(l))\n\tl = l[skip:]\n\tif len(l) > messagePage {'),
   ('email.go', 'last := l[messagePage-1]\n', ''),
   ('email.go', 'fmt.Sprintf("%d.%d", last.CreatedAt.UnixNano(), last.seq)', 'fmt.Sprintf("%d.%d", curAt, skip+messagePage)')],
  ['60 messages', 'GET /api/v1/email/messages', 'another message is sent', 'the next page with the cursor'],
  'the last message of the first page is the first of the second')
def _(c):
    domain(c, verified=True)
    for _ in range(60):
        send(c)
    a = c.get(M + '/messages'); send(c)
    b = c.get(M + '/messages?cursor=' + a['cursor'])
    x, y = ([m['id'] for m in r['messages']] for r in (a, b))
    return not set(x) & set(y) and len(x) + len(y) == 60, [len(x), len(y), len(set(x) & set(y))]

@mistake('g-last-single-message-has-no-page', ['email'], 'pagination', 'EML-09',
  'When exactly one message is left after a page, no cursor is given and that message can never be listed.', False,
  [('email.go', 'l = l[:messagePage]\n', 'rest := len(l) - messagePage\n\t\tl = l[:messagePage]\n'),
   ('email.go', 'out["cursor"] = base64', 'if rest > 1 {\n\t\t\tout["cursor"] = base64'),
   ('email.go', 'last.CreatedAt.UnixNano(), last.seq)))\n', 'last.CreatedAt.UnixNano(), last.seq)))\n\t\t}\n')],
  ['one message more than fits on a page (51)', 'follow the pages of GET /api/v1/email/messages'],
  'there is no cursor; the oldest message is missing')
def _(c):
    domain(c, verified=True)
    for _ in range(51):
        send(c)
    n = [len(p) for p in pages(c)]
    return sum(n) == 51, n

@mistake('g-suppression-id-from-the-instant', ['email'], 'side effect', 'EML-13',
  'The id of a suppression is made from its instant: two addresses suppressed at the same moment share it, and deleting one makes both deliverable.', False,
  [('email.go', 's := &Suppression{newID("sup"), lower(addr), reason, Time{at}}', 's := &Suppression{"sup_" + strconv.FormatInt(at.UnixMilli(), 36), lower(addr), reason, Time{at}}')],
  ['a message to two recipients bounces hard at both', 'DELETE the first suppression', 'GET /api/v1/email/suppressions'],
  'the second address is gone too')
def _(c):
    domain(c, verified=True)
    c.ev('message-bounced', messageId=send(c, ['jo@c.example', 'al@c.example']), bounce='hard')
    l = c.get(M + '/suppressions')['suppressions']
    c.ok('DELETE', M + '/suppressions/' + l[0]['id'])
    n = len(c.get(M + '/suppressions')['suppressions'])
    return n == 1, n

@mistake('g-answers-share-one-buffer', ['email'], 'concurrency', 'GEN-04',
  'All JSON answers are rendered into one shared buffer that is written out after the lock is released: under parallel load a caller gets the data of another organization, or broken JSON.', True,
  [('core.go', 'c.status, c.out, c.ctype = status, append(b, \'\\n\'), "application/json"', 'outBuf = append(append(outBuf[:0], b...), \'\\n\')\n\tc.status, c.out, c.ctype = status, outBuf, "application/json"'),
   ('core.go', 'func (c *Ctx) json(status int, v any) error {', 'var outBuf = make([]byte, 0, 1<<20) // saves an allocation per answer\n\nfunc (c *Ctx) json(status int, v any) error {')],
  ['each of two organizations has 150 suppressions in its own mail domain', 'both list them, 8 callers in parallel, many times'],
  'a list holds addresses of the other organization or is no JSON')
def _(c):
    people = {'olga': 'aurora', 'nils': 'borealis'}
    for w, d in people.items():
        for i in range(150):
            c.ok('POST', M + '/suppressions', {'address': 'a%d@%s.example' % (i, d)}, who=w)
    bad, done = [], []
    def work(w):
        for _ in range(100):
            r = c.req('GET', M + '/suppressions', who=w)
            done.append(1)
            if r.json is None:
                bad.append('broken')
            elif any(people[w] not in x['address'] for x in r['suppressions']) or len(r['suppressions']) != 150:
                bad.append('foreign')
            if bad:
                return
    ts = [threading.Thread(target=work, args=(list(people)[i % 2],)) for i in range(8)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return not bad, [len(done), bad[:3]]
