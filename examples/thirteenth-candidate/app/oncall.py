"""Incidents, schedules, escalation, paging, alert sources and the status page."""
import hashlib
import hmac
from zoneinfo import ZoneInfo

from .core import *
from .email_area import row

P = '/api/v1/oncall'
NEVER = 'never'
FILTER = {'open': 'open', 'acked': 'acknowledged', 'done': 'resolved'}


# ---------------------------------------------------------------- provider

def shown_provider(o):
    p = o.provider
    if p is None:
        return {'configured': False, 'accountSid': 'not configured', 'fromNumber': 'not configured', 'updatedAt': NEVER}
    return {'configured': True, 'accountSid': p.sid, 'fromNumber': p.number, 'updatedAt': plain(p.updated)}


def phone(v, name):
    v = re.sub(r'[\s().-]', '', v)
    if not re.fullmatch(r'\+[1-9]\d{6,14}', v):
        bad(f'{name} is not a number in E.164 form')
    return v


@op('GET', P + '/telephony', 'oncall.provider.read')
def get_provider(c):
    return 200, shown_provider(c.org)


@op('PUT', P + '/telephony', 'oncall.provider.admin')
def set_provider(c):
    sid, token = text(c.body, 'accountSid'), text(c.body, 'authToken', most=500)
    number = phone(text(c.body, 'fromNumber'), 'fromNumber')
    how = c.org.provider_verifies
    if how == 'rejects':
        raise E(422, 'the provider rejects these credentials')
    if how == 'unreachable':
        raise E(502, 'the provider cannot be reached')
    c.org.provider = R(sid=sid, token=token, number=number, updated=W.now())
    return 200, shown_provider(c.org)


@op('DELETE', P + '/telephony', 'oncall.provider.admin')
def clear_provider(c):
    c.org.provider = None
    return 204, None


# ---------------------------------------------------------------- incidents

def shown_incident(i):
    out = {'id': i.id, 'serviceId': i.serviceId, 'serviceName': i.service.name, 'title': i.title, 'status': i.status, 'openedAt': plain(i.opened),
           'firingAlerts': 0 if i.status == 'resolved' else firing(i)}
    if i.acked:
        out['acknowledgedAt'] = plain(i.acked)
    if i.resolved:
        out['resolvedAt'] = plain(i.resolved)
    return out


def firing(i):
    return sum(1 for a in i.alerts.values() if a.status == 'firing')


def log(i, kind, **more):
    i.timeline.append({'at': plain(W.now()), 'kind': kind, **more})


def open_incident(org, service, title, description=None, group=None):
    i = R(id=W.id(), serviceId=service.id, service=service, title=title, status='open', opened=W.now(), acked=None, resolved=None, ackedBy=None,
          alerts={}, timeline=[], updates={}, description=description, group=group, walk=None)
    org.incidents[i.id] = i
    log(i, 'opened')
    if service.policy:
        i.walk = service.policy
        W.after(1, 'escalation', i.id, lambda: walk(org, i, 0, 0, True))
    return i


@op('GET', P + '/incidents', 'oncall.incident.read', inst=True, cached=True)
def list_incidents(c):
    f = c.query.get('status')
    if f is not None and f not in FILTER:
        bad('status is not included in the list: ' + ', '.join(FILTER))
    rows = [i for i in reversed(c.org.incidents.values()) if (i.status == FILTER[f] if f else i.status != 'resolved')
            and c.caller.may('oncall.incident.read', i.serviceId)]
    return 200, {'incidents': [shown_incident(i) for i in rows[:100]]}


@op('POST', P + '/incidents', 'oncall.incident.write', inst=True)
def create_incident(c):
    sid, title = text(c.body, 'serviceId'), text(c.body, 'title', most=300)
    description = text(c.body, 'description', False, 10000, True)
    if sid not in c.org.services:
        bad('unknown service')
    c.allow('oncall.incident.write', sid)
    return 201, shown_incident(open_incident(c.org, c.org.services[sid], title, description))


def incident(c, atom='oncall.incident.write'):
    i = row(c.org.incidents, c.p['id'], 'incident')
    c.allow(atom, i.serviceId)
    return i


def shown_update(u):
    return {'id': u.id, 'at': plain(u.at), 'body': u.body, 'byLabel': u.byLabel}


@op('GET', P + '/incidents/{id}', 'oncall.incident.read', inst=True)
def get_incident(c):
    i = incident(c, 'oncall.incident.read')
    out = {'incident': shown_incident(i), 'alerts': [{k: v for k, v in a.items() if v is not None} for a in i.alerts.values()], 'timeline': i.timeline,
           'publicUpdates': [shown_update(u) for u in i.updates.values()]}
    if i.description:
        out['description'] = i.description
    if i.ackedBy:
        out['acknowledgedBy'] = i.ackedBy
    return 200, out


@op('POST', P + '/incidents/{id}/ack', 'oncall.incident.write', inst=True)
def acknowledge(c):
    i = incident(c)
    if i.status == 'resolved':
        raise E(409, 'the incident is resolved')
    if i.status == 'open':
        i.status, i.acked, i.ackedBy = 'acknowledged', W.now(), {'userId': c.user.id, 'label': c.user.label}
        log(i, 'acknowledged', by=c.user.label)
    return 200, shown_incident(i)


def settle(i, by):
    i.status, i.resolved = 'resolved', W.now()
    log(i, 'resolved', by=by)


@op('POST', P + '/incidents/{id}/close', 'oncall.incident.write', inst=True)
def resolve(c):
    i = incident(c)
    if i.status == 'resolved':
        raise E(409, 'the incident is resolved already')
    settle(i, c.user.label)
    return 200, shown_incident(i)


@op('POST', P + '/incidents/{id}/notes', 'oncall.incident.write', inst=True)
def publish(c):
    i = incident(c)
    u = R(id=W.id(), at=W.now(), body=text(c.body, 'body', most=5000), byLabel=c.user.label)
    i.updates[u.id] = u
    log(i, 'update published', by=c.user.label)
    return 201, shown_update(u)


@op('DELETE', P + '/incidents/{id}/notes/{uid}', 'oncall.incident.write', inst=True)
def retract(c):
    i = incident(c)
    row(i.updates, c.p['uid'], 'update')
    del i.updates[c.p['uid']]
    log(i, 'update retracted', by=c.user.label)
    return 204, None


# ---------------------------------------------------------------- alerts

def fire(org, service, fingerprint, title, labels=None, annotations=None, at=None, group=None):
    """Returns the incident and whether it was opened by this."""
    at = W.now() if at is None else at
    live = [i for i in reversed(org.incidents.values()) if i.serviceId == service.id and i.status != 'resolved']
    i = next((x for x in live if fingerprint in x.alerts and x.alerts[fingerprint].status == 'firing'), None)
    if i is None and group:
        i = next((x for x in live if x.group == group), None) or next((x for x in live if not x.group), None)
    elif i is None:
        i = live[0] if live else None
    opened = i is None
    if opened:
        i = open_incident(org, service, title, group=group)
    a = i.alerts.get(fingerprint)
    if a is None or a.status != 'firing':
        i.alerts[fingerprint] = R(fingerprint=fingerprint, status='firing', labels=labels or {}, annotations=annotations or {}, startsAt=plain(at), endsAt=None)
        log(i, 'alert firing', alert=fingerprint)
    else:
        a.labels, a.annotations = labels or a.labels, annotations or a.annotations
    return i, opened


def calm(org, service, fingerprint, at=None):
    """Returns the incident and whether it resolved with this, or None."""
    at = W.now() if at is None else at
    rows = [i for i in reversed(org.incidents.values()) if i.serviceId == service.id and fingerprint in i.alerts]
    rows.sort(key=lambda i: (i.status == 'resolved', i.alerts[fingerprint].status != 'firing'))
    if not rows:
        return None
    i = rows[0]
    a = i.alerts[fingerprint]
    if a.status == 'firing':
        a.status, a.endsAt = 'resolved', plain(at)
        log(i, 'alert resolved', alert=fingerprint)
        if i.status == 'acknowledged' and firing(i) == 0:
            settle(i, 'the last alert')
            return i, True
    return i, False


@op('POST', P + '/inbox/{id}', door=True)
def receive_alerts(c):
    token = c.bearer() or ''
    for org in W.orgs.values():
        s = org.sources.get(c.p['id'])
        if s and hmac.compare_digest(s.hash, hashlib.sha256(token.encode()).hexdigest()):
            break
    else:
        raise E(401, 'unknown alert source or token')
    alerts = c.body.get('alerts')
    if not isinstance(alerts, list) or not all(isinstance(a, dict) and a.get('status', 'firing') in ('firing', 'resolved') for a in alerts):
        bad('alerts must be a list of alerts')
    service = org.services[s.serviceId]
    group = c.body.get('groupKey') if isinstance(c.body.get('groupKey'), str) else None
    for a in alerts:
        labels = a['labels'] if isinstance(a.get('labels'), dict) else {}
        notes = a['annotations'] if isinstance(a.get('annotations'), dict) else {}
        mark = str(a.get('fingerprint') or hashlib.sha1(json.dumps(sorted(labels.items())).encode()).hexdigest()[:16])
        if a.get('status', 'firing') == 'firing':
            fire(org, service, mark, str(notes.get('summary') or labels.get('alertname') or mark)[:300], labels, notes, None, group)
        else:
            calm(org, service, mark)
    at = W.now()
    W.touch(lambda: s.update(last=at))
    return 202, None


def shown_source(s):
    return {'id': s.id, 'name': s.name, 'serviceId': s.serviceId, 'createdAt': plain(s.created), 'lastEventAt': plain(s.last) if s.last else NEVER}


@op('GET', P + '/integrations', 'oncall.source.read', inst=True, cached=True)
def list_sources(c):
    return 200, {'sources': [shown_source(s) for s in by_name(c.org.sources.values()) if c.caller.may('oncall.source.read', s.serviceId)]}


@op('POST', P + '/integrations', 'oncall.source.write', inst=True)
def create_source(c):
    name, sid = text(c.body, 'name', most=100), text(c.body, 'serviceId')
    if sid not in c.org.services:
        bad('unknown service')
    c.allow('oncall.source.write', sid)
    unique(c.org.sources.values(), name, 'an alert source')
    token = secret('als_')
    s = R(id=W.id(), name=name, serviceId=sid, created=W.now(), last=None, hash=hashlib.sha256(token.encode()).hexdigest())
    c.org.sources[s.id] = s
    return 201, {'id': s.id, 'name': name, 'serviceId': sid, 'token': token, 'createdAt': plain(s.created)}


@op('DELETE', P + '/integrations/{id}', 'oncall.source.write', inst=True)
def revoke_source(c):
    s = row(c.org.sources, c.p['id'], 'alert source')
    c.allow('oncall.source.write', s.serviceId)
    del c.org.sources[s.id]
    return 204, None


# ---------------------------------------------------------------- services

def shown_service(s):
    out = {'id': s.id, 'name': s.name, 'createdAt': plain(s.created)}
    if s.policy:
        out['escalationPolicyId'] = s.policy
    return out


def new_service(org, name):
    s = R(id=W.id(), name=name, created=W.now(), policy=None)
    org.services[s.id] = s
    return s


@op('GET', P + '/services', 'oncall.service.read', inst=True, cached=True)
def list_services(c):
    return 200, {'services': [shown_service(s) for s in by_name(c.org.services.values()) if c.caller.may('oncall.service.read', s.id)]}


@op('POST', P + '/services', 'oncall.service.write')
def create_service(c):
    name = text(c.body, 'name', most=100)
    s = next((s for s in c.org.services.values() if s.name.lower() == name.lower()), None)
    return 201, shown_service(s or new_service(c.org, name))


@op('PATCH', P + '/services/{id}', 'oncall.service.write', inst=True)
def attach(c):
    s = row(c.org.services, c.p['id'], 'service')
    c.allow('oncall.service.write', s.id)
    if 'escalationPolicyId' not in c.body:
        bad('escalationPolicyId is missing')
    pid = c.body['escalationPolicyId']
    if pid is not None:
        pid = text(c.body, 'escalationPolicyId')
        if pid not in c.org.policies:
            bad('unknown escalation policy')
    s.policy = pid
    return 200, shown_service(s)


# ---------------------------------------------------------------- schedules

def participants(c, b, need):
    v = arr(b, 'participants', need, 100)
    if v is None:
        return None
    if not v:
        bad("participants can't be empty")
    out = []
    for p in v:
        if not isinstance(p, dict):
            bad('participants must be objects')
        u, label = text(p, 'userId'), text(p, 'label')
        if u not in c.org.members:
            bad(f'{u} is not a member of the organization')
        out.append({'userId': u, 'label': label})
    return out


def zone(b, need):
    z = text(b, 'timezone', need, 60)
    if z is not None:
        try:
            if not re.fullmatch(r'[A-Za-z0-9+_/-]+', z):
                raise ValueError
            ZoneInfo(z)
        except Exception:
            bad('timezone is not known')
    return z


def handoff(b, need, old=None):
    h = obj(b, 'handoff', need)
    if h is None:
        return None
    interval, time_ = text(h, 'interval', enum=('daily', 'weekly')), text(h, 'time')
    m = re.fullmatch(r'(\d\d?):(\d\d)(?::00)?', time_)
    if not m or int(m[1]) > 23 or int(m[2]) > 59:
        bad('time must be like 09:00')
    dow = whole(h, 'dow', False, 1, 7)
    out = {'interval': interval, 'time': '%02d:%s' % (int(m[1]), m[2])}
    if interval == 'weekly':
        dow = dow or (old or {}).get('dow')
        if not dow:
            bad('a weekly handoff needs dow, 1 (Monday) to 7 (Sunday)')
        out['dow'] = dow
    return out


def at_local(day, h, z):
    hh, mm = map(int, h['time'].split(':'))
    return dt.datetime(day.year, day.month, day.day, hh, mm, tzinfo=z).timestamp()


def last_handoff(t, h, z):
    day = dt.datetime.fromtimestamp(t, z).date()
    while (h['interval'] == 'weekly' and day.isoweekday() != h['dow']) or at_local(day, h, z) > t:
        day -= dt.timedelta(days=1)
    return day


def on_call(s, t=None):
    t = W.now() if t is None else t
    for o in reversed(s.overrides.values()):
        if o.start <= t < o.end:
            return {'userId': o.userId, 'label': o.label, 'until': plain(o.end), 'override': True}
    z, h = ZoneInfo(s.timezone), s.handoff
    step = 1 if h['interval'] == 'daily' else 7
    last = last_handoff(t, h, z)
    n = (last - last_handoff(s.created, h, z)).days // step
    who = s.participants[n % len(s.participants)]
    until = at_local(last + dt.timedelta(days=step), h, z)
    until = min([until] + [o.start for o in s.overrides.values() if t < o.start])
    return {'userId': who['userId'], 'label': who['label'], 'until': plain(until), 'override': False}


def shown_override(o):
    return {'id': o.id, 'userId': o.userId, 'label': o.label, 'startsAt': plain(o.start), 'endsAt': plain(o.end)}


def shown_schedule(s):
    return {'id': s.id, 'name': s.name, 'timezone': s.timezone, 'participants': s.participants, 'handoff': s.handoff, 'onCallNow': on_call(s),
            'overrides': [shown_override(o) for o in sorted(s.overrides.values(), key=lambda o: o.start) if o.end > W.now()], 'createdAt': plain(s.created)}


@op('GET', P + '/rotations', 'oncall.schedule.read')
def list_schedules(c):
    return 200, {'schedules': [shown_schedule(s) for s in by_name(c.org.schedules.values())]}


@op('POST', P + '/rotations', 'oncall.schedule.write')
def create_schedule(c):
    b = c.body
    s = R(id=W.id(), name=text(b, 'name', most=100), timezone=zone(b, True), participants=participants(c, b, True), handoff=handoff(b, True),
          overrides={}, created=W.now())
    for x in c.org.schedules.values():
        if all(x[k] == s[k] for k in ('name', 'timezone', 'participants', 'handoff')):
            return 201, shown_schedule(x)
    unique(c.org.schedules.values(), s.name, 'a schedule')
    c.org.schedules[s.id] = s
    return 201, shown_schedule(s)


@op('PATCH', P + '/rotations/{id}', 'oncall.schedule.write')
def update_schedule(c):
    s, b = row(c.org.schedules, c.p['id'], 'schedule'), c.body
    new = {'name': text(b, 'name', False, 100), 'timezone': zone(b, False), 'participants': participants(c, b, False), 'handoff': handoff(b, False, s.handoff)}
    if new['name']:
        unique(c.org.schedules.values(), new['name'], 'a schedule', s)
    s.update({k: v for k, v in new.items() if v is not None})
    return 200, shown_schedule(s)


@op('DELETE', P + '/rotations/{id}', 'oncall.schedule.write')
def delete_schedule(c):
    s = row(c.org.schedules, c.p['id'], 'schedule')
    if any(x['target']['kind'] == 'schedule' and x['target']['id'] == s.id for p in c.org.policies.values() for x in p.steps):
        raise E(409, 'an escalation step still targets this schedule')
    del c.org.schedules[s.id]
    return 204, None


@op('POST', P + '/rotations/{id}/overrides', 'oncall.schedule.write')
def add_override(c):
    s, b = row(c.org.schedules, c.p['id'], 'schedule'), c.body
    u, label = text(b, 'userId'), text(b, 'label')
    start, end = parse_time(text(b, 'startsAt')), parse_time(text(b, 'endsAt'))
    if start is None or end is None:
        bad('startsAt and endsAt need a time with an offset')
    if u not in c.org.members:
        bad(f'{u} is not a member of the organization')
    if end <= start or end <= W.now():
        bad('endsAt must be later than startsAt and than now')
    for o in s.overrides.values():
        if (o.userId, o.label, o.start, o.end) == (u, label, start, end):
            return 201, shown_override(o)
    o = R(id=W.id(), userId=u, label=label, start=start, end=end)
    s.overrides[o.id] = o
    return 201, shown_override(o)


@op('DELETE', P + '/rotations/{id}/overrides/{oid}', 'oncall.schedule.write')
def remove_override(c):
    s = row(c.org.schedules, c.p['id'], 'schedule')
    row(s.overrides, c.p['oid'], 'override')
    del s.overrides[c.p['oid']]
    return 204, None


# ---------------------------------------------------------------- policies

def steps(c, b, need):
    v = arr(b, 'steps', need, 50)
    if v is None:
        return None
    if not v:
        bad("steps can't be empty")
    out = []
    for x in v:
        if not isinstance(x, dict):
            bad('steps must be objects')
        t = obj(x, 'target')
        kind, ident, label = text(t, 'kind', enum=('schedule', 'user')), text(t, 'id'), text(t, 'label')
        if ident not in (c.org.schedules if kind == 'schedule' else c.org.members):
            bad(f'unknown {kind} {ident}')
        out.append({'target': {'kind': kind, 'id': ident, 'label': label}, 'waitSeconds': whole(x, 'waitSeconds', high=7 * DAY)})
    return out


def shown_policy(org, p):
    return {'id': p.id, 'name': p.name, 'repeat': p.repeat, 'steps': p.steps, 'services': sum(1 for s in org.services.values() if s.policy == p.id),
            'createdAt': plain(p.created)}


@op('GET', P + '/policies', 'oncall.policy.read', cached=True)
def list_policies(c):
    return 200, {'policies': [shown_policy(c.org, p) for p in by_name(c.org.policies.values())]}


@op('POST', P + '/policies', 'oncall.policy.write')
def create_policy(c):
    b = c.body
    p = R(id=W.id(), name=text(b, 'name', most=100), repeat=whole(b, 'repeat', high=100), steps=steps(c, b, True), created=W.now())
    for x in c.org.policies.values():
        if all(x[k] == p[k] for k in ('name', 'repeat', 'steps')):
            return 201, shown_policy(c.org, x)
    unique(c.org.policies.values(), p.name, 'an escalation policy')
    c.org.policies[p.id] = p
    return 201, shown_policy(c.org, p)


@op('PATCH', P + '/policies/{id}', 'oncall.policy.write')
def update_policy(c):
    p, b = row(c.org.policies, c.p['id'], 'escalation policy'), c.body
    new = {'name': text(b, 'name', False, 100), 'repeat': whole(b, 'repeat', False, high=100), 'steps': steps(c, b, False)}
    if new['name']:
        unique(c.org.policies.values(), new['name'], 'an escalation policy', p)
    p.update({k: v for k, v in new.items() if v is not None})
    return 200, shown_policy(c.org, p)


@op('DELETE', P + '/policies/{id}', 'oncall.policy.write')
def delete_policy(c):
    p = row(c.org.policies, c.p['id'], 'escalation policy')
    if any(s.policy == p.id for s in c.org.services.values()):
        raise E(409, 'a service still references this policy')
    del c.org.policies[p.id]
    return 204, None


def walk(org, i, round_, n, waiting):
    """Goes to step n. A step waits its waitSeconds before it pages. The policy is the service's present one."""
    p = org.policies.get(i.service.policy or '')
    if i.status != 'open' or p is None:
        return
    if n >= len(p.steps):
        round_, n = round_ + 1, 0
        if round_ >= max(1, p.repeat):
            return
    x = p.steps[n]
    if waiting and x['waitSeconds']:
        W.after(x['waitSeconds'], 'escalation', i.id, lambda: walk(org, i, round_, n, False))
        return
    t = x['target']
    who = t['id']
    if t['kind'] == 'schedule':
        s = org.schedules.get(t['id'])
        who = on_call(s)['userId'] if s else None
    if who in org.members:
        log(i, 'escalated', step=n, to=W.users[who].label)
        for r in paging(org, who)['rules']:
            W.after(r['delaySeconds'], 'page', i.id, lambda r=r: page(org, i, who, r['channel'], n, round_))
    W.after(0, 'escalation', i.id, lambda: walk(org, i, round_, n + 1, True))


def page(org, i, who, channel, n, round_):
    if i.status != 'open' or who not in org.members:
        return
    if any(p.incidentId == i.id and p.userId == who and p.channel == channel and p.round == round_ and W.now() - p.t < 2 for p in W.pages):
        return      # receivers are named once
    me = paging(org, who)
    p = R(id=len(W.pages) + 1, at=iso(W.now()), t=W.now(), incidentId=i.id, userId=who, channel=channel,
          to=me['email'] if channel == 'email' else me['phone'], step=n, round=round_, outcome='sent')
    if channel != 'email':
        if org.provider is None:
            p.outcome, p.error = 'failed', 'no-credential: the organization has no SMS and voice provider credential'
        elif org.provider_pages != 'accepts':
            p.outcome, p.error = 'failed', f'the provider {"cannot be reached" if org.provider_pages == "unreachable" else "rejects the page"}'
        elif not org.paging.get(who, {}).get('phone'):
            p.outcome, p.error = 'failed', 'the responder has no phone'
    W.pages.append(p)
    log(i, 'page ' + p.outcome, channel=channel, to=W.users[who].label, **({'error': p.error} if p.get('error') else {}))


# ---------------------------------------------------------------- paging settings

def paging(org, uid):
    mine = org.paging.get(uid) or {}
    return {'email': W.users[uid].email, 'phone': mine.get('phone') or 'not set', 'rules': mine.get('rules') or [{'channel': 'email', 'delaySeconds': 0}]}


@op('GET', P + '/me')
def get_paging(c):
    return 200, paging(c.org, c.user.id)


@op('PUT', P + '/me')
def save_paging(c):
    old = c.org.paging.get(c.user.id) or {}
    number = old.get('phone')
    given = text(c.body, 'phone', False, 40, True)
    if given is not None and given != 'not set':
        number = phone(given, 'phone') if given else None
    rules = []
    for r in arr(c.body, 'rules', most=20):
        if not isinstance(r, dict):
            bad('rules must be objects')
        rule = {'channel': text(r, 'channel', enum=('email', 'sms', 'voice')), 'delaySeconds': whole(r, 'delaySeconds', high=DAY)}
        if rule not in rules:
            rules.append(rule)
    if any(r['channel'] != 'email' for r in rules):
        if not number:
            bad('sms and voice need a phone')
        if c.org.provider is None:
            bad('sms and voice need the provider credential of the organization')
    c.org.paging[c.user.id] = {'phone': number, 'rules': rules}
    return 200, paging(c.org, c.user.id)


# ---------------------------------------------------------------- status page

def public(org, ids):
    out = []
    for i in reversed(org.incidents.values()):
        if i.serviceId not in ids or not i.updates:
            continue
        latest = max([u.at for u in i.updates.values()] + [i.resolved or 0])
        if i.status == 'resolved' and latest < W.now() - 7 * DAY:
            continue
        out.append({'id': i.id, 'title': i.title, 'status': i.status, 'serviceId': i.serviceId, 'serviceName': i.service.name, 'openedAt': plain(i.opened),
                    'updates': [shown_update(u) for u in i.updates.values()], **({'resolvedAt': plain(i.resolved)} if i.resolved else {})})
    return out


@op('GET', P + '/board/{serviceId}', door=True)
def status_page(c):
    for org in W.orgs.values():
        s = org.services.get(c.p['serviceId'])
        if s:
            return 200, {'serviceId': s.id, 'serviceName': s.name, 'incidents': public(org, {s.id})}
    raise E(404, 'no such status page')
