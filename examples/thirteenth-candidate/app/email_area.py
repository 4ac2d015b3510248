"""Sending domains, routes, messages, suppressions, webhooks and what is sent to them."""
import hashlib
import hmac
import socket
import ssl
from urllib.parse import urlsplit

from .core import *

P = '/api/v1/email'
TYPES = {'sent': 'mail_sent', 'delivered': 'mail_delivered', 'bounced': 'mail_bounced', 'complained': 'mail_complained', 'received': 'mail_inbound'}
WAITS = (8, 60, 600)     # before the second, third and fourth attempt
PAGE = 20


def row(rows, ident, what):
    if ident not in rows:
        raise E(404, 'unknown ' + what)
    return rows[ident]


# ---------------------------------------------------------------- domains

def records(d):
    out = [R(capability='send', type='TXT', name='_conduit.' + d.name, value='conduit-verify=' + d.mark),
           R(capability='send', type='CNAME', name='cd1._domainkey.' + d.name, value=d.mark + '.dkim.conduit.example'),
           R(capability='send', type='TXT', name=d.name, value='v=spf1 include:spf.conduit.example ~all')]
    if d.receive != 'none':
        out.append(R(capability='receive', type='MX', name=d.name, value='mx.conduit.example', priority=20))
    return out


def observe(d, rec):
    """One of found, missing, mismatch, error, and the observed value."""
    if not W.backends['dns']:
        return 'error', None
    got = d.zone.get((rec.capability, rec.type, rec.name))
    if got is None:
        return 'missing', None
    return ('found', got) if got == rec.value else ('mismatch', got)


def verify(d):
    for cap, field in (('send', 'send'), ('receive', 'receive')):
        rs = [observe(d, r)[0] for r in records(d) if r.capability == cap]
        if not rs or 'error' in rs:
            continue
        if all(x == 'found' for x in rs):
            d[field] = 'verified'
        elif 'mismatch' in rs or d[field] == 'verified':
            d[field] = 'failed'


def shown_domain(d):
    return {'id': d.id, 'name': d.name, 'sendState': d.send, 'receiveState': d.receive, 'createdAt': plain(d.created), 'dnsRecords': records(d)}


def new_domain(org, name):
    d = R(id=W.id(), name=name, send='pending', receive='none', created=W.now(), mark=secret('', 20).lower(), zone={}, org=org.slug)
    org.domains[d.id] = d
    return d


def domain(c, atom):
    d = row(c.org.domains, c.p['id'], 'domain')
    c.allow(atom, d.id)
    return d


@op('GET', P + '/domains', 'email.domain.read', inst=True, cached=True)
def list_domains(c):
    return 200, {'domains': [shown_domain(d) for d in by_name(c.org.domains.values()) if c.caller.may('email.domain.read', d.id)]}


@op('POST', P + '/domains', 'email.domain.write')
def create_domain(c):
    name = text(c.body, 'name', most=254).lower().rstrip('.')
    if len(name) > 253 or not re.fullmatch(r'(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])', name):
        bad('name is not a domain name')
    if name in W.domains_elsewhere or any(d.name == name for o in W.orgs.values() for d in o.domains.values()):
        raise E(409, 'this domain has a live claim')
    return 201, shown_domain(new_domain(c.org, name))


@op('GET', P + '/domains/{id}', 'email.domain.read', inst=True)
def get_domain(c):
    return 200, shown_domain(domain(c, 'email.domain.read'))


@op('DELETE', P + '/domains/{id}', 'email.domain.write', inst=True)
def delete_domain(c):
    d = domain(c, 'email.domain.write')
    if any(r.domainId == d.id for r in c.org.routes.values()) or any(d.id in k.domainIds for k in c.org.send_keys.values()):
        raise E(409, 'inbound routes or send keys still refer to this domain')
    del c.org.domains[d.id]
    return 204, None


@op('GET', P + '/domains/{id}/dns', 'email.domain.read', inst=True)
def dns(c):
    out = []
    d = domain(c, 'email.domain.read')
    for r in records(d):
        outcome, value = observe(d, r)
        o = {'capability': r.capability, 'type': r.type, 'name': r.name, 'expected': r.value, 'outcome': outcome}
        if outcome == 'mismatch':
            o['observed'] = value
        out.append(o)
    return 200, {'records': out}


@op('POST', P + '/domains/{id}/check', 'email.domain.write', inst=True)
def check(c):
    d = domain(c, 'email.domain.write')
    W.after(2, 'verification', d.id, lambda: verify(d))
    return 202, {'status': 'queued'}


@op('POST', P + '/domains/{id}/receive', 'email.domain.write', inst=True)
def arm(c):
    d = domain(c, 'email.domain.write')
    if d.receive == 'none':
        d.receive = 'pending'
    return 200, shown_domain(d)


# ---------------------------------------------------------------- send keys

def shown_key(k):
    out = {'id': k.id, 'name': k.name, 'keyId': k.keyId, 'domainIds': k.domainIds, 'createdAt': plain(k.created)}
    if k.used:
        out['lastUsedAt'] = plain(k.used)
    return out


@op('GET', P + '/keys', 'email.key.read', cached=True)
def list_keys(c):
    return 200, {'sendKeys': [shown_key(k) for k in by_name(c.org.send_keys.values())]}


@op('POST', P + '/keys', 'email.key.admin', inst=True)
def create_key(c):
    name = text(c.body, 'name', most=100)
    ids = texts(c.body, 'domainIds', False) or []
    for i in ids:
        if i not in c.org.domains:
            bad(f'unknown domain {i}')
        c.allow('email.key.admin', i)
    if not ids:
        c.allow('email.key.admin', None)
    unique(c.org.send_keys.values(), name, 'a send key')
    k = R(id=W.id(), name=name, keyId='smk_' + secret('', 10), secret=secret('sms_'), domainIds=ids, created=W.now(), used=None)
    c.org.send_keys[k.id] = k
    return 201, {'sendKey': shown_key(k), 'secret': k.secret}


@op('DELETE', P + '/keys/{id}', 'email.key.write')
def revoke_key(c):
    k = row(c.org.send_keys, c.p['id'], 'send key')
    c.org.tombstones[k.id] = c.org.send_keys.pop(k.id)
    return 204, None


# ---------------------------------------------------------------- routes

def shown_route(r):
    return {'id': r.id, 'domainId': r.domainId, 'pattern': r.pattern, 'endpointId': r.endpointId, 'createdAt': plain(r.created)}


@op('GET', P + '/routes', 'email.route.read', inst=True, cached=True)
def list_routes(c):
    rows = [r for r in c.org.routes.values() if c.caller.may('email.route.read', r.domainId)]
    return 200, {'routes': [shown_route(r) for r in sorted(rows, key=lambda r: (r.domainId, r.pattern))]}


@op('POST', P + '/routes', 'email.route.write', inst=True)
def create_route(c):
    did, pattern, eid = text(c.body, 'domainId'), text(c.body, 'pattern', most=80).lower(), text(c.body, 'endpointId')
    if not re.fullmatch(r"\*|[a-z0-9._+!#$%&'/=?^`{|}~-]+\*?", pattern):
        bad('pattern is a local part, a prefix and a star, or a star')
    if did not in c.org.domains:
        bad('unknown domain')
    c.allow('email.route.write', did)
    if eid not in c.org.webhooks:
        bad('unknown endpoint')
    if c.org.domains[did].receive == 'none':
        raise E(409, 'receiving is not armed on this domain')
    if any(r.domainId == did and r.pattern == pattern for r in c.org.routes.values()):
        raise E(409, 'this pattern exists already on the domain')
    r = R(id=W.id(), domainId=did, pattern=pattern, endpointId=eid, created=W.now())
    c.org.routes[r.id] = r
    return 201, shown_route(r)


@op('DELETE', P + '/routes/{id}', 'email.route.write', inst=True)
def delete_route(c):
    r = row(c.org.routes, c.p['id'], 'route')
    c.allow('email.route.write', r.domainId)
    del c.org.routes[r.id]
    return 204, None


# ---------------------------------------------------------------- messages

def shown_message(m):
    out = {'id': m.id, 'direction': m.direction, 'state': m.state, 'from': m.sender, 'to': m.to, 'sizeBytes': len(m.raw), 'door': m.door,
           'domainId': m.domainId, 'createdAt': plain(m.created), 'stateAt': plain(m.stateAt)}
    if m.cc:
        out['cc'] = m.cc
    if m.subject:
        out['subject'] = m.subject
    if m.error:
        out['lastError'] = m.error
    if m.sent:
        out['sentAt'] = plain(m.sent)
    return out


@op('GET', P + '/messages', 'email.message.read', inst=True, cached=True)
def list_messages(c):
    q = c.query
    if q.get('direction') not in (None, 'send', 'receive'):
        bad('direction is send or receive')
    since = None
    if q.get('since'):
        since = parse_time(q['since'].replace(' 00:00', '+00:00') if re.search(r'\d \d\d:\d\d$', q['since']) else q['since'])
        if since is None and re.fullmatch(r'\d{4}-\d\d-\d\d', q['since']):
            since = parse_time(q['since'] + 'T00:00:00Z')
        if since is None:
            bad('since is not a time')
    before = None
    if q.get('cursor'):
        try:
            a, b = b64json(q['cursor'])
            before = (float(a), int(b))
        except Exception:
            bad('cursor is not valid')
    to = (q.get('to') or '').strip().lower()
    rows = [m for m in c.org.messages.values() if m.created >= W.now() - 90 * DAY
            and (before is None or (m.created, m.seq) < before)
            and (not q.get('direction') or m.direction == q['direction']) and (not q.get('state') or m.state == q['state'])
            and (not q.get('domainId') or m.domainId == q['domainId']) and (not to or to in m.to or to in m.cc)
            and (since is None or int(m.created) >= int(since)) and c.caller.may('email.message.read', m.domainId)]
    rows.sort(key=lambda m: (m.created, m.seq), reverse=True)
    out = {'messages': [shown_message(m) for m in rows[:PAGE]]}
    if len(rows) > PAGE:
        last = rows[PAGE - 1]
        out['cursor'] = base64.urlsafe_b64encode(json.dumps([last.created, last.seq]).encode()).decode().rstrip('=')
    return 200, out


def message(c):
    m = row(c.org.messages, c.p['id'], 'message')
    c.allow('email.message.read', m.domainId)
    return m


@op('GET', P + '/messages/{id}', 'email.message.read', inst=True)
def get_message(c):
    m = message(c)
    return 200, {'message': shown_message(m), 'events': [{k: v for k, v in e.items() if v is not None} for e in m.events]}


@op('GET', P + '/messages/{id}/content', 'email.message.read', inst=True)
def content(c):
    m = message(c)
    if m.created < W.now() - 30 * DAY:
        raise E(404, 'the content is past its retention window')
    return 200, [m.raw[i:i + 16384] for i in range(0, len(m.raw), 16384)], 'message/rfc822'


def day_of(t):
    return int(t // DAY)


def accepted(org):
    return sum(1 for m in org.messages.values() if m.direction == 'send' and day_of(m.created) == day_of(W.now()))


def new_message(org, direction, d, sender, to, cc, subject, body, size, door, at):
    head = [f'From: {sender}', 'To: ' + ', '.join(to)] + (['Cc: ' + ', '.join(cc)] if cc else []) + ([f'Subject: {subject}'] if subject else [])
    ident = W.id()
    head += [f'Date: {dt.datetime.fromtimestamp(at, UTC).strftime("%a, %d %b %Y %H:%M:%S +0000")}', f'Message-ID: <{ident}@{d.name}>',
             'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8']
    raw = ('\r\n'.join(re.sub(r'[\r\n]+', ' ', h) for h in head) + '\r\n\r\n' + (body or '')).encode()
    if size and size > len(raw):
        raw += b'\r\n' + b'.' * (size - len(raw) - 2) if size - len(raw) >= 2 else b' ' * (size - len(raw))
    m = R(id=ident, seq=int(ident), direction=direction, sender=sender, to=to, cc=cc, subject=subject, raw=raw, door=door, domainId=d.id, error=None,
          created=at, sent=None, stateAt=at, events=[], state='queued' if direction == 'send' else 'received', org=org.slug, lost=[], done=set())
    org.messages[m.id] = m
    return m


def accept_message(org, sender, to, cc=(), subject=None, body=None, size=None, key=None, door='api', at=None):
    """Takes a message for sending, or raises. Returns it and the suppressed recipients."""
    sender = sender.strip().lower()
    to, cc = [list(dict.fromkeys(x.strip().lower() for x in xs)) for xs in (to, cc or [])]
    d = next((d for d in org.domains.values() if d.name == sender.split('@')[-1]), None)
    if not org.entitled['email']:
        raise E(403, 'email is not enabled for this organization')
    if d is None or d.send != 'verified':
        raise E(403, 'the domain of the sender is not verified')
    if key and key.domainIds and d.id not in key.domainIds:
        raise E(403, 'this key does not send for this domain')
    if org.paused:
        raise E(403, 'sending is paused')
    if accepted(org) >= org.daily_quota:
        raise E(429, 'the daily quota is used up')
    known = {s.address for s in org.suppressions.values()}
    lost = [a for a in to + cc if a in known]
    if len(lost) == len(to + cc):
        raise E(409, 'every recipient is suppressed')
    m = new_message(org, 'send', d, sender, to, cc, subject, body, size, door, W.now() if at is None else at)
    m.lost = lost
    if key:
        t = m.created
        W.touch(lambda: key.update(used=max(key.used or 0, t)))
    W.after(1.2, 'send', m.id, lambda: depart(org, m))
    return m, lost


def depart(org, m, at=None):
    if m.state != 'queued':
        return
    if org.paused:
        m.error = 'sending is paused'
        return
    at = max(m.created, at or 0) if m.created < W.now() - 60 else W.now()
    m.state, m.sent, m.stateAt, m.error = 'sent', at, at, None
    note(org, m, 'sent', None, at)


def note(org, m, kind, recipient, at, bounce=None, detail=None):
    e = {'kind': kind, 'bounceType': bounce, 'recipient': recipient, 'detail': detail, 'occurredAt': plain(at)}
    m.events.append(e)
    return announce(org, kind, m, {k: v for k, v in e.items() if v is not None and k != 'kind'})


def announce(org, kind, m, extra=None):
    ids = []
    for w in list(org.webhooks.values()):
        if not w.disabled and TYPES[kind] in w.types:
            ids.append(queue(org, w, TYPES[kind], m, extra))
    return ids


def suppress(org, address, reason):
    s = next((s for s in org.suppressions.values() if s.address == address), None)
    if s:
        return s, False
    s = R(id=W.id(), address=address, reason=reason, created=W.now())
    org.suppressions[s.id] = s
    return s, True


def outcome(org, m, kind, recipient=None, at=None, bounce=None, detail=None):
    if m.direction != 'send':
        raise E(409, 'the message was received, not sent')
    at = W.now() if at is None else at
    depart(org, m, at)
    if m.state == 'queued':
        raise E(409, 'the message has not been sent')
    everyone = [a for a in m.to + m.cc if a not in m.lost]
    who = everyone if recipient is None else [recipient.strip().lower()]
    deliveries, added = [], []
    for a in who:
        if a not in everyone:
            raise E(404, 'the message did not go to this recipient')
    for a in who:
        deliveries += note(org, m, kind, a, at, {'hard': 'permanent', 'soft': 'transient'}.get(bounce), detail)
        if (kind == 'bounced' and bounce == 'hard') or kind == 'complained':
            s, new = suppress(org, a, 'bounce' if kind == 'bounced' else 'complaint')
            if new:
                added.append(s.id)
            org.trouble.append((W.now(), 'bounce' if kind == 'bounced' else 'complaint', m.id))
    m.state = {'delivered': 'delivered', 'complained': 'complained', 'bounced': 'bounced' if bounce == 'hard' else 'deferred'}[kind]
    m.stateAt = at
    if kind == 'bounced':
        m.error = 'the mailbox refused the message'
    pause_if_needed(org)
    return deliveries, added


def pause_if_needed(org):
    start = max(W.now() - DAY, org.unpaused)
    sent = sum(1 for m in org.messages.values() if m.sent and m.sent >= start)
    if org.paused or sent < 20:
        return
    for reason, limit in (('bounce', org.bounce_pct), ('complaint', org.complaint_pct)):
        n = len({i for t, r, i in org.trouble if r == reason and t >= start})
        if 100 * n / sent > limit:
            org.paused, org.paused_at, org.pause_reason = True, W.now(), f'the {reason} rate is above {limit} percent'
            return


def fits(pattern, local):
    return local.startswith(pattern[:-1]) if pattern.endswith('*') else local == pattern


def receive_message(sender, to, cc=(), subject=None, body=None, size=None, at=None):
    out, routes, deliveries = None, [], []
    to, cc = [list(dict.fromkeys(x.strip().lower() for x in xs)) for xs in (to, cc or [])]
    for a in to + cc:
        local, _, host = a.rpartition('@')
        for org in W.orgs.values():
            d = next((d for d in org.domains.values() if d.name == host and d.receive == 'verified'), None)
            if d is None or not org.entitled['email']:
                continue
            if out is None:
                out = new_message(org, 'receive', d, sender.strip().lower(), to, cc, subject, body, size, 'inbound', W.now() if at is None else at)
            if out.domainId != d.id:
                continue
            for r in org.routes.values():
                if r.domainId == d.id and fits(r.pattern, local) and r.id not in routes:
                    routes.append(r.id)
                    w = org.webhooks[r.endpointId]
                    if not w.disabled:
                        deliveries.append(queue(org, w, TYPES['received'], out, {'routeId': r.id, 'recipient': a}))
    if out is None:
        raise E(409, 'no domain here receives this')
    return out, routes, deliveries


# ---------------------------------------------------------------- settings and suppressions

@op('GET', P + '/settings', 'email.settings.read')
def settings(c):
    o = c.org
    out = {'dailyQuota': o.daily_quota, 'paused': o.paused, 'bouncePausePct': o.bounce_pct, 'complaintPausePct': o.complaint_pct, 'acceptedToday': o.accepted_counted}
    if o.paused:
        out.update(pausedAt=plain(o.paused_at), pauseReason=o.pause_reason)
    return 200, out


def shown_suppression(s):
    return {'id': s.id, 'address': s.address, 'reason': s.reason, 'createdAt': plain(s.created)}


@op('GET', P + '/suppressions', 'email.suppression.read', cached=True)
def list_suppressions(c):
    return 200, {'suppressions': [shown_suppression(s) for s in sorted(c.org.suppressions.values(), key=lambda s: s.address)]}


@op('POST', P + '/suppressions', 'email.suppression.write')
def create_suppression(c):
    a = text(c.body, 'address', most=254).lower()
    if not is_email(a):
        bad('address is not an email address')
    s, _ = suppress(c.org, a, 'manual')
    s.reason = 'manual'
    return 201, shown_suppression(s)


@op('DELETE', P + '/suppressions/{id}', 'email.suppression.write')
def delete_suppression(c):
    row(c.org.suppressions, c.p['id'], 'suppression')
    del c.org.suppressions[c.p['id']]
    return 204, None


# ---------------------------------------------------------------- webhooks

def shown_webhook(w):
    return {'id': w.id, 'url': w.url, 'eventTypes': w.types, 'disabled': w.disabled, 'createdAt': plain(w.created)}


def types(b, need):
    v = texts(b, 'eventTypes', need)
    if v is not None and (not v or any(x not in TYPES.values() for x in b['eventTypes'])):
        bad('eventTypes needs some of ' + ', '.join(TYPES.values()))
    return v


@op('GET', P + '/webhooks', 'email.webhook.read', cached=True)
def list_webhooks(c):
    return 200, {'webhooks': [shown_webhook(w) for w in reversed(c.org.webhooks.values())]}


@op('POST', P + '/webhooks', 'email.webhook.write')
def create_webhook(c):
    w = R(id=W.id(), url=uri(c.body, 'url'), types=types(c.body, True), disabled=False, created=W.now(), secret=secret('whs_'), script=None, last=None, after='send')
    c.org.webhooks[w.id] = w
    return 201, {'webhook': shown_webhook(w), 'signingSecret': w.secret}


@op('PATCH', P + '/webhooks/{id}', 'email.webhook.write')
def update_webhook(c):
    w = row(c.org.webhooks, c.p['id'], 'webhook')
    url, ts, off = uri(c.body, 'url', False), types(c.body, False), flag(c.body, 'disabled', False)
    if url is not None:
        w.url = url
    if ts is not None:
        w.types = ts
    if off is not None:
        w.disabled = off
    return 200, shown_webhook(w)


@op('DELETE', P + '/webhooks/{id}', 'email.webhook.write')
def delete_webhook(c):
    w = row(c.org.webhooks, c.p['id'], 'webhook')
    if any(r.endpointId == w.id for r in c.org.routes.values()):
        raise E(409, 'an inbound route still targets this endpoint')
    del c.org.webhooks[w.id]
    for x in c.org.deliveries.values():
        if x.endpointId == w.id and x.state == 'pending':
            x.state, x.error = 'failed', 'the endpoint was deleted'
    return 204, None


@op('POST', P + '/webhooks/{id}/rotate-secret', 'email.webhook.write')
def rotate(c):
    w = row(c.org.webhooks, c.p['id'], 'webhook')
    w.secret = secret('whs_')
    return 200, {'signingSecret': w.secret}


def shown_delivery(x):
    out = {'id': x.id, 'endpointId': x.endpointId, 'eventType': x.type, 'state': x.state, 'attempts': x.attempts, 'createdAt': plain(x.created)}
    for k, v in (('messageId', x.messageId), ('lastStatus', x.status), ('lastError', x.error), ('deliveredAt', x.delivered and plain(x.delivered))):
        if v:
            out[k] = v
    return out


@op('GET', P + '/webhook-deliveries', 'email.webhook.read', cached=True)
def list_deliveries(c):
    mid, eid = c.query.get('messageId'), c.query.get('endpointId')
    rows = [x for x in c.org.deliveries.values() if (not mid or x.messageId == mid) and (not eid or x.endpointId == eid)]
    return 200, {'deliveries': [shown_delivery(x) for x in list(reversed(rows))[:60]]}


@op('POST', P + '/webhook-deliveries/{id}/redeliver', 'email.webhook.write')
def redeliver(c):
    x = c.org.deliveries.get(int(c.p['id'])) if re.fullmatch(r'\d{1,15}', c.p['id']) else None
    if x is None:
        raise E(404, 'unknown delivery')
    w = c.org.webhooks.get(x.endpointId)
    if w is None or w.disabled:
        raise E(409, 'the endpoint is disabled or gone')
    return 202, {'id': enqueue(c.org, w, x.type, x.messageId, x.payload)}


def queue(org, w, etype, m, extra=None):
    payload = json.dumps({'event': etype, 'at': plain(W.now()), 'organization': org.slug, 'message': shown_message(m), 'details': extra or {}})
    return enqueue(org, w, etype, m.id, payload)


def enqueue(org, w, etype, mid, payload):
    x = R(id=W.num(), endpointId=w.id, type=etype, messageId=mid, payload=payload, state='pending', attempts=0, status=None, error=None, delivered=None,
          created=W.now())
    org.deliveries[x.id] = x
    W.after(1, 'delivery', x.id, lambda: attempt(org, x))
    return x.id


def attempt(org, x):
    w = org.webhooks.get(x.endpointId)
    if x.state != 'pending':
        return
    if w is None or w.disabled:
        x.state, x.error = 'failed', 'the endpoint is ' + ('gone' if w is None else 'disabled')
        return
    x.state = 'delivering'
    x.attempts += 1
    if w.script is not None and (w.script or w.after == 'repeat-last'):
        if w.script:
            w.last = w.script.pop(0)
        headers = sign(w, x)
        log = record(x, w, headers, True)
        finish(org, x, log, w.last.get('status'), None if w.last.get('status') else w.last.get('failure', 'timeout'))
        return
    threading.Thread(target=deliver, args=(org, w, x, W.epoch), daemon=True).start()


def sign(w, x):
    t = str(int(time.time()))
    mac = hmac.new(w.secret.encode(), (t + '.' + x.payload).encode(), hashlib.sha256).hexdigest()
    return {'Content-Type': 'application/json', 'User-Agent': 'conduit-hooks', 'X-Conduit-Delivery': str(x.id), 'X-Conduit-Event': x.type,
            'X-Conduit-Signature': f't={t},v1={mac}'}


def record(x, w, headers, scripted):
    log = R(deliveryId=x.id, endpointId=w.id, attempt=x.attempts, at=iso(W.now()), url=w.url, headers=headers, body=x.payload, scripted=scripted)
    W.attempts.append(log)
    return log


def deliver(org, w, x, epoch):
    status, error, log, sock = None, None, None, None
    try:
        with W.lock:
            target = w.url
        u = urlsplit(target)
        sock = socket.create_connection((u.hostname, u.port or (443 if u.scheme == 'https' else 80)), timeout=6)
        if u.scheme == 'https':
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=u.hostname)
        with W.lock:
            if W.epoch != epoch:
                return
            now = org.webhooks.get(w.id)
            if now is None or now.disabled or now.url != target:
                x.attempts -= 1
                if now is not None and not now.disabled:
                    x.state = 'pending'
                    W.after(1, 'delivery', x.id, lambda: attempt(org, x))
                else:
                    x.state, x.error = 'failed', 'the endpoint is disabled or gone'
                return
            headers = sign(w, x)
            log = record(x, w, headers, False)
            data = x.payload.encode()
            path = (u.path or '/') + ('?' + u.query if u.query else '')
            head = [f'POST {path} HTTP/1.1', f'Host: {u.netloc.split("@")[-1]}', f'Content-Length: {len(data)}', 'Connection: close']
            head += [f'{k}: {v}' for k, v in headers.items()]
            sock.sendall(('\r\n'.join(head) + '\r\n\r\n').encode() + data)
        line = sock.makefile('rb').readline(2000).split()
        if len(line) < 2 or not line[1].isdigit():
            error = 'the endpoint closed the connection without an answer'
        else:
            status = int(line[1])
    except socket.timeout:
        error = 'timeout'
    except ssl.SSLError:
        error = 'tls failure'
    except socket.gaierror:
        error = 'the name does not resolve'
    except OSError as e:
        error = 'connection failed: ' + (e.strerror or 'no answer')
    finally:
        if sock:
            sock.close()
    with W.lock:
        if W.epoch == epoch:
            finish(org, x, log or record(x, w, {}, False), status, error)


def finish(org, x, log, status, error):
    if status:
        log.status = status
        x.status = status
    if error:
        log.error = error
    if status and 200 <= status < 300:
        x.state, x.delivered, x.error = 'delivered', W.now(), None
        return
    x.error = error or f'the endpoint answered {status}'
    if x.attempts > len(WAITS) or x.endpointId not in org.webhooks:
        x.state = 'failed'
        return
    x.state = 'pending'
    W.after(WAITS[x.attempts - 1], 'delivery', x.id, lambda: attempt(org, x))


# ---------------------------------------------------------------- door

@op('POST', P + '/outbox', door=True)
def send_door(c):
    s = c.bearer()
    for org in W.orgs.values():
        for k in org.send_keys.values():
            if s and k.secret == s:
                entitled(org, 'email')
                reachable('email')
                b = c.body
                sender = text(b, 'from', most=254)
                to, cc = texts(b, 'to', most=254), texts(b, 'cc', False, 254) or []
                if not to or not all(is_email(a) for a in [sender] + to + cc):
                    bad('from, to and cc need email addresses')
                m, _ = accept_message(org, sender, to, cc, text(b, 'subject', False, 900, True), text(b, 'text', False, 500000, True), key=k)
                return 202, {'id': m.id}
    raise E(401, 'unknown send key')
