"""On-call: incidents, schedules, policies, sources, paging."""
import zoneinfo
from core import *
from server import op, body_of, OPS
import auth

P = '/api/v1/oncall'
FILTER = {'ringing': 'open', 'taken': 'acknowledged', 'over': 'resolved'}


def get(table, c, what, col='id'):
    r = W.one(f'select * from {table} where id=? and org=?', c.p[col], c.org)
    if not r:
        raise Err(404, f'unknown {what}')
    return r


# Provider credential
def prov_view(org):
    p = W.one('select * from provider where org=?', org)
    if not p:
        return {'configured': False, 'accountSid': '', 'fromNumber': '', 'updatedAt': ''}
    return {'configured': True, 'accountSid': p['sid'], 'fromNumber': p['from_no'], 'updatedAt': hd(p['updated'])}


@op('getProviderCredential', 'GET', P + '/telephony')
def get_provider(c):
    c.need('oncall.provider.read')
    return prov_view(c.org)


@op('setProviderCredential', 'POST', P + '/telephony', 200, {'accountSid': 'str', 'authToken': 'str', 'fromNumber': 'str'})
def set_provider(c):
    c.need('oncall.provider.write')
    how = W.val('select prov_verify from orgs where slug=?', c.org)
    if how == 'rejects':
        raise Err(422, 'the provider rejects these credentials')
    if how == 'unreachable':
        raise Err(502, 'the provider cannot be reached')
    W.run('insert or replace into provider values(?,?,?,?,?)', c.org, c.b['accountSid'], c.b['authToken'], c.b['fromNumber'], W.now())
    return prov_view(c.org)


@op('clearProviderCredential', 'POST', P + '/telephony/forget', 200)
def clear_provider(c):
    c.need('oncall.provider.write')
    W.run('delete from provider where org=?', c.org)
    return prov_view(c.org)


# Incidents
def firing(i):
    if i['status'] == 'resolved':
        return i['frozen'] or 0
    return W.val('select count(*) from alerts where incident=? and firing=1', i['id'])


def inc_view(i):
    v = {'id': i['id'], 'serviceId': i['service'], 'serviceName': W.val('select name from services where id=?', i['service']), 'title': i['title'],
         'status': i['status'], 'openedAt': hd(i['opened']), 'firingAlerts': firing(i)}
    if i['acked']:
        v['acknowledgedAt'] = hd(i['acked'])
    if i['resolved']:
        v['resolvedAt'] = hd(i['resolved'])
    return v


@op('listIncidents', 'GET', P + '/pages/incidents', query={'status?': tuple(FILTER)})
def list_incidents(c):
    c.need('oncall.incident.read')
    st = [FILTER[c.q['status']]] if 'status' in c.q else ['open', 'acknowledged']
    return {'incidents': [inc_view(i) for i in W.all(f"select * from incidents where org=? and status in ({','.join('?' * len(st))}) order by opened desc,seq desc limit 100", c.org, *st)]}


def note(iid, kind, text, by='', at=None):
    W.ins('timeline', incident=iid, at=at or W.now(), kind=kind, text=text, by=by)


def open_incident(org, service, title, description=None, manual=1, at=None, by=''):
    at = W.now() if at is None else at
    s = W.one('select * from services where id=?', service)
    p = W.one('select * from policies where id=?', s['policy']) if s['policy'] else None
    i, n = W.id('incident')
    W.ins('incidents', id=i, org=org, service=service, title=title, description=description, status='open', opened=at, manual=manual,
          steps=J(p['steps']) if p else [], rounds=min(50, max(1, p['repeat'])) if p else 0, seq=n)
    note(i, 'opened', 'opened by hand' if manual else 'opened by an alert', by, at)
    if p:
        W.run('insert into timers(due,kind,entity,eid,data) values(?,?,?,?,?)', at, 'escalation-step', 'OncallIncident', i, json.dumps({'step': 0, 'round': 0}))
    return i


@op('openIncident', 'POST', P + '/pages/incidents', 200, {'serviceId': 'str', 'title': 'str', 'description?': 'str0'})
def open_manual(c):
    if not W.val('select 1 from services where id=? and org=?', c.b['serviceId'], c.org):
        raise Err(404, 'unknown service')
    c.need('oncall.incident.write')
    i = open_incident(c.org, c.b['serviceId'], c.b['title'], c.b.get('description'), 1, None, c.who.user['label'])
    return inc_view(W.one('select * from incidents where id=?', i))


def update_view(u):
    return {'id': u['id'], 'at': hd(u['at']), 'body': u['body'], 'byLabel': u['by']}


@op('getIncident', 'GET', P + '/pages/incidents/{id}')
def get_incident(c):
    i = get('incidents', c, 'incident')
    c.need('oncall.incident.read')
    v = inc_view(i)
    if i['description'] is not None:
        v['description'] = i['description']
    if i['acked_by']:
        v['acknowledgedBy'] = {'userId': i['acked_by'], 'label': W.val('select label from users where id=?', i['acked_by'])}
    v['alerts'] = [{'fingerprint': a['fp'], 'status': 'firing' if a['firing'] else 'resolved', 'labels': J(a['labels'] or '{}'), 'annotations': J(a['annotations'] or '{}'),
                    'startsAt': hd(a['starts']), **({'endsAt': hd(a['ends'])} if a['ends'] else {})} for a in W.all('select * from alerts where incident=? order by id', i['id'])]
    v['timeline'] = [{'at': hd(t['at']), 'kind': t['kind'], 'text': t['text'], 'by': t['by']} for t in W.all('select * from timeline where incident=? order by at,id', i['id'])]
    v['updates'] = [update_view(u) for u in W.all('select * from updates where incident=? order by seq', i['id'])]
    return v


@op('acknowledgeIncident', 'PUT', P + '/pages/incidents/{id}/taken', 200)
def acknowledge(c):
    i = get('incidents', c, 'incident')
    c.need('oncall.incident.write')
    if i['status'] != 'open':
        raise Err(409, f'the incident is {i["status"]} already')
    W.run("update incidents set status='acknowledged', acked=?, acked_by=? where id=?", W.now(), c.who.user['id'], i['id'])
    note(i['id'], 'acknowledged', 'acknowledged', c.who.user['label'])
    stop_walk(i['id'])
    return inc_view(get('incidents', c, 'incident'))


def stop_walk(iid):
    W.run("delete from timers where kind in ('escalation-step','page') and eid=?", iid)


def resolve_incident(i, at, by):
    W.run("update incidents set status='resolved', resolved=?, frozen=? where id=?", at, firing(i), i['id'])
    note(i['id'], 'resolved', 'resolved', by, at)
    stop_walk(i['id'])


@op('resolveIncident', 'PUT', P + '/pages/incidents/{id}/over', 200)
def resolve(c):
    i = get('incidents', c, 'incident')
    c.need('oncall.incident.write')
    if i['status'] == 'resolved':
        raise Err(409, 'the incident is resolved already')
    resolve_incident(i, W.now(), c.who.user['label'])
    return inc_view(get('incidents', c, 'incident'))


@op('publishUpdate', 'POST', P + '/pages/incidents/{id}/public-notes', 200, {'body': 'str'})
def publish(c):
    i = get('incidents', c, 'incident')
    c.need('oncall.incident.write')
    u, n = W.id('note')
    W.ins('updates', id=u, incident=i['id'], at=W.now(), body=c.b['body'], by=c.who.user['label'], seq=n)
    note(i['id'], 'published', 'published an update', c.who.user['label'])
    return update_view(W.one('select * from updates where id=?', u))


@op('retractUpdate', 'DELETE', P + '/pages/incidents/{id}/public-notes/{uid}')
def retract(c):
    i = get('incidents', c, 'incident')
    c.need('oncall.incident.write')
    if not W.run('delete from updates where id=? and incident=?', c.p['uid'], i['id']).rowcount:
        raise Err(404, 'unknown update')
    note(i['id'], 'retracted', 'retracted an update', c.who.user['label'])
    return {'retracted': c.p['uid']}


def status_incidents(services):
    out = []
    for s in services:
        for i in W.all('select * from incidents where service=? order by opened desc,seq desc', s):
            u = W.all('select * from updates where incident=? order by seq', i['id'])
            if u:
                out.append({'id': i['id'], 'serviceId': s, 'title': i['title'], 'status': i['status'], 'openedAt': hd(i['opened']),
                            **({'resolvedAt': hd(i['resolved'])} if i['resolved'] else {}), 'updates': [update_view(x) for x in u]})
    return out


@op('getStatusPage', 'GET', P + '/public/{serviceId}', door=True)
def status_page(c):
    s = W.one('select * from services where id=?', c.p['serviceId'])
    if not s:
        raise Err(404, 'unknown status page')
    return {'serviceId': s['id'], 'serviceName': s['name'], 'incidents': status_incidents([s['id']])}


# Services
def svc_view(s):
    return {'id': s['id'], 'name': s['name'], 'createdAt': hd(s['created']), **({'escalationPolicyId': s['policy']} if s['policy'] else {})}


@op('listOncallServices', 'GET', P + '/service-list')
def list_services(c):
    c.need('oncall.service.read')
    return {'services': [svc_view(s) for s in W.all('select * from services where org=? order by seq', c.org)]}


@op('setServiceEscalationPolicy', 'PATCH', P + '/service-list/{id}/policy', 200, {'escalationPolicyId': 'str?'})
def attach(c):
    s = get('services', c, 'service')
    p = c.b['escalationPolicyId']
    if p is not None and not W.val('select 1 from policies where id=? and org=?', p, c.org):
        raise Err(404, 'unknown escalation policy')
    c.need('oncall.service.write')
    W.run('update services set policy=? where id=?', p, s['id'])
    return svc_view(get('services', c, 'service'))


# Schedules
HANDOFF = {'interval': ('daily', 'weekly'), 'dow?': 'int', 'time': 'str'}
PART = [{'userId': 'str', 'label': 'str'}]


def zone(name):
    try:
        if name.startswith(('/', '.')):
            raise ValueError
        return zoneinfo.ZoneInfo(name)
    except Exception:
        raise bad('timezone must be an IANA time zone')


def check_schedule(c):
    b = c.b
    if 'timezone' in b:
        zone(b['timezone'])
    h = b.get('handoff')
    if h:
        if not re.match(r'^([01]\d|2[0-3]):[0-5]\d$', h['time']):
            raise bad('handoff.time is HH:MM')
        if h['interval'] == 'daily' and 'dow' in h:
            raise bad('a daily handoff has no dow')
        if not 0 <= h.get('dow', 1) <= 6:
            raise bad('dow is 0 (Sunday) to 6')
        if h['interval'] == 'weekly':
            h.setdefault('dow', 1)
    if 'participants' in b:
        if not b['participants']:
            raise bad('participants must not be empty')
        for p in b['participants']:
            member(c, p['userId'])


def member(c, uid):
    if not W.val('select 1 from members where user=? and org=?', uid, c.org):
        raise Err(404, f'unknown user {uid}')


def local(tz, day, hm):
    h, m = map(int, hm.split(':'))
    return int(datetime.datetime(day.year, day.month, day.day, h, m, tzinfo=tz).timestamp() * 1000)


def shift(s, at):
    """(number of the shift since year 1, end of the shift)"""
    tz, h = zoneinfo.ZoneInfo(s['tz']), J(s['handoff'])
    d = datetime.datetime.fromtimestamp(at / 1000, tz).date()
    one = datetime.timedelta(days=1)
    if local(tz, d, h['time']) > at:
        d -= one
    if h['interval'] == 'daily':
        return d.toordinal(), local(tz, d + one, h['time'])
    back = (d.isoweekday() % 7 - h['dow']) % 7
    d -= one * back
    return d.toordinal() // 7, local(tz, d + one * 7, h['time'])


def on_call(s, at):
    o = W.one('select * from overrides where schedule=? and s_ms<=? and e_ms>? order by seq desc limit 1', s['id'], at, at)
    if o:
        return {'userId': o['user'], 'label': o['label'], 'until': hd(o['e_ms']), 'override': True}
    ps = J(s['participants'])
    if not ps:
        return None
    n, end = shift(s, at)
    p = ps[(n - shift(s, s['created'])[0]) % len(ps)]
    return {'userId': p['userId'], 'label': p['label'], 'until': hd(end), 'override': False}


def over_view(o):
    return {'id': o['id'], 'userId': o['user'], 'label': o['label'], 'startsAt': o['s'], 'endsAt': o['e']}


def sched_view(s):
    v = {'id': s['id'], 'name': s['name'], 'timezone': s['tz'], 'participants': J(s['participants']), 'handoff': J(s['handoff']),
         'overrides': [over_view(o) for o in W.all('select * from overrides where schedule=? order by s_ms desc,seq desc', s['id'])], 'createdAt': hd(s['created'])}
    n = on_call(s, W.now())
    if n:
        v['onCallNow'] = n
    return v


@op('listSchedules', 'GET', P + '/rotas')
def list_schedules(c):
    c.need('oncall.schedule.read')
    return {'schedules': [sched_view(s) for s in W.all('select * from schedules where org=? order by seq desc', c.org)]}


@op('createSchedule', 'POST', P + '/rotas', 200, {'name': 'str', 'timezone': 'str', 'participants': PART, 'handoff': HANDOFF})
def create_schedule(c):
    check_schedule(c)
    c.need('oncall.schedule.write')
    i, n = W.id('rota')
    W.ins('schedules', id=i, org=c.org, name=c.b['name'], tz=c.b['timezone'], participants=c.b['participants'], handoff=c.b['handoff'], created=W.now(), seq=n)
    return sched_view(W.one('select * from schedules where id=?', i))


@op('updateSchedule', 'POST', P + '/rotas/{id}', 200, {'name?': 'str', 'timezone?': 'str', 'participants?': PART, 'handoff?': HANDOFF})
def update_schedule(c):
    check_schedule(c)
    s = get('schedules', c, 'schedule')
    c.need('oncall.schedule.write')
    b = dict(c.b)
    if 'timezone' in b:
        b['tz'] = b.pop('timezone')
    W.upd('schedules', 'id=?', [s['id']], **b)
    return sched_view(get('schedules', c, 'schedule'))


@op('deleteSchedule', 'DELETE', P + '/rotas/{id}')
def delete_schedule(c):
    s = get('schedules', c, 'schedule')
    c.need('oncall.schedule.write')
    for p in W.all('select steps from policies where org=?', c.org):
        if any(x['target']['kind'] == 'schedule' and x['target']['id'] == s['id'] for x in J(p['steps'])):
            raise Err(409, 'an escalation step targets this schedule')
    W.run('delete from overrides where schedule=?', s['id'])
    W.run('delete from schedules where id=?', s['id'])
    return {'deleted': s['id']}


@op('addOverride', 'POST', P + '/rotas/{id}/stand-ins', 200, {'userId': 'str', 'label': 'str', 'startsAt': 'str', 'endsAt': 'str'})
def add_override(c):
    b = c.b
    s, e = parse_time(b['startsAt']), parse_time(b['endsAt'])
    if s is None or e is None:
        raise bad('startsAt and endsAt are ISO 8601 with an offset, or HTTP dates')
    if e <= s:
        raise bad('an override ends after it starts')
    sch = get('schedules', c, 'schedule')
    member(c, b['userId'])
    c.need('oncall.schedule.write')
    if W.val('select 1 from overrides where schedule=? and s_ms<? and e_ms>?', sch['id'], e, s):
        raise Err(409, 'this overlaps another override')
    i, n = W.id('standin')
    W.ins('overrides', id=i, schedule=sch['id'], user=b['userId'], label=b['label'], s=b['startsAt'], e=b['endsAt'], s_ms=s, e_ms=e, seq=n)
    return over_view(W.one('select * from overrides where id=?', i))


@op('removeOverride', 'DELETE', P + '/rotas/{id}/stand-ins/{oid}')
def remove_override(c):
    s = get('schedules', c, 'schedule')
    c.need('oncall.schedule.write')
    if not W.run('delete from overrides where id=? and schedule=?', c.p['oid'], s['id']).rowcount:
        raise Err(404, 'unknown override')
    return {'removed': c.p['oid']}


# Policies
STEPS = [{'target': {'kind': ('schedule', 'user'), 'id': 'str', 'label': 'str0'}, 'waitSeconds': 'sec'}]


def pol_view(p):
    return {'id': p['id'], 'name': p['name'], 'repeat': p['repeat'], 'steps': J(p['steps']),
            'services': W.val('select count(*) from services where policy=?', p['id']), 'createdAt': hd(p['created'])}


def check_steps(c):
    if 'steps' in c.b:
        if not c.b['steps']:
            raise bad('steps must not be empty')
        for s in c.b['steps']:
            t = s['target']
            if t['kind'] == 'user':
                member(c, t['id'])
            elif not W.val('select 1 from schedules where id=? and org=?', t['id'], c.org):
                raise Err(404, f'unknown schedule {t["id"]}')


@op('listEscalationPolicies', 'GET', P + '/ladders')
def list_policies(c):
    c.need('oncall.policy.read')
    return {'policies': [pol_view(p) for p in W.all('select * from policies where org=? order by seq desc', c.org)]}


@op('createEscalationPolicy', 'POST', P + '/ladders', 200, {'name': 'str', 'repeat': 'nat', 'steps': STEPS})
def create_policy(c):
    check_steps(c)
    c.need('oncall.policy.write')
    i, n = W.id('ladder')
    W.ins('policies', id=i, org=c.org, name=c.b['name'], repeat=c.b['repeat'], steps=c.b['steps'], created=W.now(), seq=n)
    return pol_view(W.one('select * from policies where id=?', i))


@op('updateEscalationPolicy', 'POST', P + '/ladders/{id}', 200, {'name?': 'str', 'repeat?': 'nat', 'steps?': STEPS})
def update_policy(c):
    p = get('policies', c, 'escalation policy')
    check_steps(c)
    c.need('oncall.policy.write')
    W.upd('policies', 'id=?', [p['id']], **c.b)
    return pol_view(get('policies', c, 'escalation policy'))


@op('deleteEscalationPolicy', 'DELETE', P + '/ladders/{id}')
def delete_policy(c):
    p = get('policies', c, 'escalation policy')
    c.need('oncall.policy.write')
    if W.val('select 1 from services where policy=?', p['id']):
        raise Err(409, 'a service references this policy; detach it first')
    W.run('delete from policies where id=?', p['id'])
    return {'deleted': p['id']}


# Paging
def rules_of(u):
    return J(u['rules']) if u['rules'] is not None else [{'channel': 'email', 'delaySeconds': 0}]


def paging_view(u):
    return {'email': u['email'], 'phone': u['phone'], 'rules': rules_of(u)}


@op('getPagingSettings', 'GET', P + '/me/paging')
def get_paging(c):
    return paging_view(c.who.user)


@op('savePagingSettings', 'POST', P + '/me/paging', 200, {'phone?': 'str', 'rules': [{'channel': ('email', 'sms', 'voice'), 'delaySeconds': 'sec'}]})
def save_paging(c):
    phone = c.b.get('phone', c.who.user['phone'])
    if phone and not re.match(r'^\+[1-9]\d{6,14}$', phone):
        raise bad('phone must be in E.164 format')
    if not phone and any(r['channel'] != 'email' for r in c.b['rules']):
        raise bad('sms and voice need a phone in E.164 format')
    W.run('update users set phone=?, rules=? where id=?', phone, json.dumps(c.b['rules']), c.who.user['id'])
    return paging_view(W.one('select * from users where id=?', c.who.user['id']))


@timer('escalation-step')
def step(eid, step, round):
    i = W.one('select * from incidents where id=?', eid)
    if not i or i['status'] != 'open':
        return
    steps = J(i['steps'])
    wait = 0
    while step < len(steps):
        s = steps[step]
        t = s['target']
        user = t['id']
        if t['kind'] == 'schedule':
            sch = W.one('select * from schedules where id=?', t['id'])
            n = on_call(sch, W.now()) if sch else None
            user = n and n['userId']
        u = user and W.one('select u.* from users u join members m on m.user=u.id where u.id=? and m.org=?', user, i['org'])
        wait = s['waitSeconds']
        if not u:
            note(eid, 'skipped', f'nobody to page in step {step}')
            step += 1
            continue
        note(eid, 'escalated', f'step {step}', u['label'])
        for r in rules_of(u):
            if r['delaySeconds']:
                W.after(r['delaySeconds'] * 1000, 'page', 'OncallIncident', eid, user=u['id'], channel=r['channel'], step=step, round=round)
            else:
                page(eid, u['id'], r['channel'], step, round)
        break
    step += 1
    if step >= len(steps):
        step, round = 0, round + 1
        if round >= i['rounds']:
            return
    W.after(wait * 1000, 'escalation-step', 'OncallIncident', eid, step=step, round=round)


@timer('page')
def page(eid, user, channel, step, round):
    i = W.one('select * from incidents where id=?', eid)
    if not i or i['status'] != 'open':
        return
    u = W.one('select * from users where id=?', user)
    err = None
    if channel != 'email':
        if not W.val('select 1 from provider where org=?', i['org']):
            err = 'no-credential'
        elif not u['phone']:
            err = 'no-phone'
        else:
            err = {'rejects': 'the provider rejected the page', 'unreachable': 'the provider cannot be reached'}.get(W.val('select prov_pages from orgs where slug=?', i['org']))
    W.ins('pages', at=W.now(), incident=eid, user=user, channel=channel, dest=u['email'] if channel == 'email' else u['phone'], step=step, round=round,
          outcome='failed' if err else 'sent', error=err)
    note(eid, 'paged', f'{channel} {"failed: " + err if err else "sent"}', u['label'])


# Alert sources and alerts
def src_view(s):
    return {'id': s['id'], 'name': s['name'], 'serviceId': s['service'], 'createdAt': hd(s['created']), 'lastEventAt': hd(s['last']) if s['last'] else 'never'}


@op('listAlertSources', 'GET', P + '/inlets')
def list_sources(c):
    c.need('oncall.source.read')
    return {'sources': [src_view(s) for s in W.all('select * from sources where org=? and revoked=0 order by seq desc', c.org)]}


@op('createAlertSource', 'POST', P + '/inlets', 200, {'name': 'str', 'serviceId': 'str'})
def create_source(c):
    if not W.val('select 1 from services where id=? and org=?', c.b['serviceId'], c.org):
        raise Err(404, 'unknown service')
    c.need('oncall.source.write')
    i, n = W.id('inlet')
    t = secret('as.')
    W.ins('sources', id=i, org=c.org, name=c.b['name'], service=c.b['serviceId'], hash=sha(t), created=W.now(), seq=n)
    return {**src_view(W.one('select * from sources where id=?', i)), 'token': t}


@op('revokeAlertSource', 'DELETE', P + '/inlets/{id}')
def revoke_source(c):
    s = get('sources', c, 'alert source')
    c.need('oncall.source.write')
    if s['revoked']:
        raise Err(404, 'unknown alert source')
    W.run('update sources set revoked=1 where id=?', s['id'])
    return {'revoked': s['id']}


@op('receiveAlerts', 'POST', P + '/inlets/{id}/alertmanager', 202, 'raw', door=True)
def receive_alerts(c):
    s = W.one('select * from sources where id=?', c.p['id'])
    if not s or s['revoked'] or s['hash'] != sha(auth.bearer(c.headers)):
        raise Err(401, 'unknown or revoked alert source token')
    b = check({'alerts': ['map']}, body_of(OPS['receiveAlerts'], c, c.raw, c.headers.get('content-type')))
    W.run('update sources set last=? where id=?', W.now(), s['id'])
    for a in b['alerts']:
        labels, ann = a.get('labels') or {}, a.get('annotations') or {}
        if not isinstance(labels, dict) or not isinstance(ann, dict):
            raise bad('labels and annotations are objects')
        fp = str(a.get('fingerprint') or sha(json.dumps(labels, sort_keys=True))[:16])
        if a.get('status') == 'resolved':
            try:
                alert_resolves(s['service'], fp)
            except Err:
                pass
        else:
            alert_fires(s['service'], fp, str(ann.get('summary') or labels.get('alertname') or fp), labels, ann)
    return None


def unresolved(service):
    return W.one("select * from incidents where service=? and status<>'resolved' order by opened desc,seq desc limit 1", service)


def alert_fires(service, fp, title, labels=None, ann=None, at=None):
    at = W.now() if at is None else at
    a = W.one('select * from alerts where service=? and fp=? and firing=1 order by id desc limit 1', service, fp)
    if a:
        i = W.one('select * from incidents where id=?', a['incident'])
        return {'incidentId': i['id'], 'opened': False, 'firingAlerts': firing(i)}
    i = unresolved(service)
    opened = i is None
    org = W.val('select org from services where id=?', service)
    iid = open_incident(org, service, title, None, 0, at) if opened else i['id']
    W.ins('alerts', incident=iid, service=service, fp=fp, firing=1, labels=labels or {}, annotations=ann or {}, starts=at)
    note(iid, 'alert', f'{fp} fires', '', at)
    return {'incidentId': iid, 'opened': opened, 'firingAlerts': firing(W.one('select * from incidents where id=?', iid))}


def alert_resolves(service, fp, at=None):
    a = W.one('select * from alerts where service=? and fp=? and firing=1 order by id desc limit 1', service, fp)
    if not a:
        if W.val('select 1 from alerts where service=? and fp=?', service, fp):
            raise Err(409, 'this alert does not fire')
        raise Err(404, 'unknown alert')
    at = W.now() if at is None else at
    W.run('update alerts set firing=0, ends=? where id=?', at, a['id'])
    note(a['incident'], 'alert', f'{fp} resolved', '', at)
    i = W.one('select * from incidents where id=?', a['incident'])
    done = False
    if i['status'] != 'resolved' and firing(i) == 0:
        last = W.val('select max(at) from timeline where incident=?', i['id'])
        resolve_incident(i, max(at, last), '')
        done = True
    return {'incidentId': i['id'], 'resolved': done, 'firingAlerts': firing(W.one('select * from incidents where id=?', i['id']))}
