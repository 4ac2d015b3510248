"""Email: send keys, routes, domains, message log, suppressions, webhooks and their deliveries, posture."""
import base64, hmac, http.client
from concurrent.futures import ThreadPoolExecutor
from core import *
from server import op, Raw, body_of, OPS
import auth

P = '/api/v1/email'
TYPES = {'sent': 'out:sent', 'delivered': 'out:delivered', 'bounced': 'out:bounced', 'complained': 'out:complained', 'received': 'in:received'}
TYPE = tuple(TYPES.values())
DOMAIN = re.compile(r'^(?=.{3,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
POOL = ThreadPoolExecutor(12)
DAY = 86400_000
PAGE = 13
MIN_COUNT, BOUNCE_PCT, COMPLAINT_PCT = 100, 10, 0.5


def get(table, c, what, col='id'):
    r = W.one(f'select * from {table} where id=? and org=?', c.p[col], c.org)
    if not r:
        raise Err(404, f'unknown {what}')
    return r


# Send keys
def key_view(k):
    v = {'id': k['id'], 'name': k['name'], 'keyId': k['kid'], 'domainIds': J(k['domains']), 'createdAt': hd(k['created'])}
    if k['used']:
        v['lastUsedAt'] = hd(k['used'])
    if k['revoked']:
        v['tombstonedAt'] = hd(k['revoked'])
    return v


@op('listSendKeys', 'GET', P + '/keys')
def list_keys(c):
    c.need('email.key.read')
    return {'sendKeys': [key_view(k) for k in W.all('select * from sendkeys where org=? order by seq desc', c.org)]}


@op('createSendKey', 'POST', P + '/keys', 201, {'name': 'str', 'domainIds?': ['str']})
def create_key(c):
    ids = list(dict.fromkeys(c.b.get('domainIds', [])))
    for d in ids:
        if not W.val('select 1 from domains where id=? and org=?', d, c.org):
            raise Err(424, f'unknown domain {d}')
    for d in ids or [None]:
        c.need('email.key.admin', d)
    i, n = W.id('sender')
    s = secret('sk.')
    W.ins('sendkeys', id=i, org=c.org, name=c.b['name'], kid=f'K{n}', hash=sha(s), domains=ids, created=W.now(), seq=n)
    return {'sendKey': key_view(W.one('select * from sendkeys where id=?', i)), 'secret': s}


@op('revokeSendKey', 'DELETE', P + '/keys/{id}', 204)
def revoke_key(c):
    k = get('sendkeys', c, 'send key')
    c.need('email.key.write')
    if k['revoked']:
        raise Err(410, 'this key was revoked before')
    W.run('update sendkeys set revoked=? where id=?', W.now(), k['id'])


# Routes
def route_view(r):
    return {'id': r['id'], 'domainId': r['domain'], 'pattern': r['pattern'], 'endpointId': r['endpoint'], 'createdAt': hd(r['created'])}


@op('listRoutes', 'GET', P + '/routes')
def list_routes(c):
    c.need('email.route.read', anywhere=True)
    return {'routes': [route_view(r) for r in W.all('select * from routes where org=? order by seq desc', c.org) if c.who.may('email.route.read', r['domain'])]}


@op('createRoute', 'POST', P + '/routes', 201, {'domainId': 'str', 'pattern': 'str', 'endpointId': 'str'})
def create_route(c):
    b = c.b
    p = b['pattern']
    if p != '*' and not re.match(r"^[A-Za-z0-9!#$%&'+/=?^_`{|}~.-]{1,64}\*?$", p):
        raise bad('a pattern is a local part, a prefix ending in a star, or a lone star')
    d = W.one('select * from domains where id=? and org=?', b['domainId'], c.org)
    if not d:
        raise Err(424, 'unknown domain')
    if not W.val('select 1 from hooks where id=? and org=? and gone=0', b['endpointId'], c.org):
        raise Err(424, 'unknown endpoint')
    c.need('email.route.write', d['id'])
    if d['recv'] != 'verified':
        raise Err(409, 'receiving is not armed (verified) on this domain')
    if W.val('select 1 from routes where domain=? and lower(pattern)=lower(?)', d['id'], p):
        raise Err(409, 'this pattern exists on the domain')
    i, n = W.id('route')
    W.ins('routes', id=i, org=c.org, domain=d['id'], pattern=p, endpoint=b['endpointId'], created=W.now(), seq=n)
    return route_view(W.one('select * from routes where id=?', i))


@op('deleteRoute', 'DELETE', P + '/routes/{id}', 204)
def delete_route(c):
    r = get('routes', c, 'route')
    c.need('email.route.write', r['domain'])
    W.run('delete from routes where id=?', r['id'])


# Domains
def domain_view(d):
    return {'id': d['id'], 'name': d['name'], 'sendState': d['send'], 'receiveState': d['recv'], 'createdAt': hd(d['created']), 'dnsRecords': J(d['records'])}


def dom(c, perm):
    d = get('domains', c, 'domain')
    c.need(perm, d['id'])
    return d


@op('listDomains', 'GET', P + '/domains')
def list_domains(c):
    c.need('email.domain.read', anywhere=True)
    return {'domains': [domain_view(d) for d in W.all('select * from domains where org=? order by seq desc', c.org) if c.who.may('email.domain.read', d['id'])]}


@timer('claim-released')
def claim_released(eid):
    W.run('delete from releasing where name=?', eid)


def new_domain(org, name):
    i, n = W.id('domain')
    t = secrets.token_hex(12)
    recs = [{'capability': 'send', 'type': 'TXT', 'name': f'_ops-proof.{name}', 'value': f'ops-proof={t}'},
            {'capability': 'send', 'type': 'CNAME', 'name': f'ops1._domainkey.{name}', 'value': f'{t}.dkim.outpost.example'},
            {'capability': 'send', 'type': 'TXT', 'name': name, 'value': 'v=spf1 include:spf.outpost.example ~all'},
            {'capability': 'receive', 'type': 'MX', 'name': name, 'value': 'mx.outpost.example', 'priority': 10}]
    W.ins('domains', id=i, org=org, name=name, send='pending', recv='none', created=W.now(), records=recs, seq=n)
    return W.one('select * from domains where id=?', i)


@op('createDomain', 'POST', P + '/domains', 201, {'name': 'str'})
def create_domain(c):
    name = c.b['name'].lower().rstrip('.')
    if not DOMAIN.match(name):
        raise bad('this is not a domain name')
    c.need('email.domain.write')
    if any(W.val(f'select 1 from {t} where name=?', name) for t in ('domains', 'claims', 'releasing')):
        raise Err(409, 'the domain has a live claim')
    return domain_view(new_domain(c.org, name))


@op('getDomain', 'GET', P + '/domains/{id}')
def get_domain(c):
    return domain_view(dom(c, 'email.domain.read'))


@op('deleteDomain', 'DELETE', P + '/domains/{id}', 204)
def delete_domain(c):
    d = dom(c, 'email.domain.write')
    if W.val('select 1 from routes where domain=?', d['id']):
        raise Err(409, 'routes of this domain remain')
    if any(d['id'] in J(k['domains']) for k in W.all('select domains from sendkeys where org=? and revoked is null', c.org)):
        raise Err(409, 'send keys are limited to this domain; revoke them first')
    W.run('delete from domains where id=?', d['id'])
    W.run('delete from dns where domain=?', d['id'])
    W.run('insert or ignore into releasing values(?)', d['name'])
    W.after(1000, 'claim-released', 'EmailDomain', d['name'])


def observe(d):
    out = []
    pub = {r['i']: r['value'] for r in W.all('select * from dns where domain=?', d['id'])}
    for i, r in enumerate(J(d['records'])):
        o = {'capability': r['capability'], 'type': r['type'], 'name': r['name'], 'expected': r['value']}
        if not W.backends['dns']:
            o.update(outcome='error', error='the lookup failed')
        elif i not in pub:
            o.update(outcome='missing')
        elif pub[i] == r['value']:
            o.update(outcome='found', observed=pub[i])
        else:
            o.update(outcome='mismatch', observed=pub[i])
        out.append(o)
    return out


@op('getDomainDns', 'GET', P + '/domains/{id}/dns')
def domain_dns(c):
    return {'records': observe(dom(c, 'email.domain.read'))}


@timer('verification')
def verification(eid):
    d = W.one('select * from domains where id=?', eid)
    if not d or not W.backends['dns']:
        return
    obs = observe(d)
    res = {cap: 'verified' if all(o['outcome'] == 'found' for o in obs if o['capability'] == cap) else 'failed' for cap in ('send', 'receive')}
    W.run('update domains set send=?, recv=? where id=?', res['send'], d['recv'] if d['recv'] == 'none' else res['receive'], eid)


@op('checkDomain', 'POST', P + '/domains/{id}/check', 202)
def check_domain(c):
    d = dom(c, 'email.domain.write')
    W.after(W.work(1000), 'verification', 'EmailDomain', d['id'])
    return {'status': 'lined-up'}


@op('armDomainReceiving', 'POST', P + '/domains/{id}/receive', 200)
def arm(c):
    d = dom(c, 'email.domain.write')
    if d['recv'] in ('none', 'failed'):
        W.run("update domains set recv='pending' where id=?", d['id'])
    return domain_view(W.one('select * from domains where id=?', d['id']))


# Messages
def mail_view(m):
    v = {'id': m['id'], 'direction': m['direction'], 'state': m['state'], 'from': m['sender'], 'to': J(m['rcpt']), 'sizeBytes': m['size'], 'door': m['door'],
         'domainId': m['domain'], 'createdAt': hd(m['created']), 'stateAt': hd(m['state_at'])}
    if J(m['cc']):
        v['cc'] = J(m['cc'])
    for f, col in (('subject', 'subject'), ('lastError', 'error')):
        if m[col] is not None:
            v[f] = m[col]
    if m['sent']:
        v['sentAt'] = hd(m['sent'])
    return v


@op('listMessages', 'GET', P + '/messages', query={'direction?': ('send', 'receive'), 'state?': 'str', 'domainId?': 'str', 'to?': 'str', 'since?': 'str', 'cursor?': 'str'})
def list_messages(c):
    f = {k: v for k, v in c.q.items() if v}
    pos = None
    if 'cursor' in f:
        try:
            cur = J(base64.urlsafe_b64decode(f['cursor'] + '=='))
            pos, f = (int(cur['c']), int(cur['n'])), dict(cur['f'])
        except Exception:
            raise bad('this cursor was never issued')
    c.need('email.message.read', anywhere=True)
    sql, a = 'select * from mails where org=? and created>=?', [c.org, W.now() - 90 * DAY]
    if pos:
        sql += ' and (created<? or created=? and seq<?)'
        a += [pos[0], pos[0], pos[1]]
    if 'direction' in f:
        sql += ' and direction=?'
        a.append(f['direction'])
    if 'state' in f:
        sql += ' and lower(state)=?'
        a.append(f['state'].lower())
    if 'domainId' in f:
        sql += ' and domain=?'
        a.append(f['domainId'])
    if 'to' in f:
        sql += " and (instr(lower(rcpt),?)>0 or instr(lower(cc),?)>0)"
        a += [f['to'].lower()] * 2
    if 'since' in f:
        t = parse_time(f['since'])
        if t is not None:
            if t % 1000 == 0 and not ISO_RE.match(f['since']):
                t = t // 1000 * 1000
            sql += ' and created>=?'
            a.append(t)
    rows = [m for m in W.all(sql + ' order by created desc,seq desc', *a) if c.who.may('email.message.read', m['domain'])] if not c.who.may('email.message.read') \
        else W.all(sql + f' order by created desc,seq desc limit {PAGE + 1}', *a)
    out = {'messages': [mail_view(m) for m in rows[:PAGE]]}
    if len(rows) > PAGE:
        m = rows[PAGE - 1]
        out['cursor'] = base64.urlsafe_b64encode(json.dumps({'c': m['created'], 'n': m['seq'], 'f': {k: v for k, v in f.items() if k != 'cursor'}}).encode()).decode().rstrip('=')
    return out


def msg(c):
    m = get('mails', c, 'message')
    c.need('email.message.read', m['domain'])
    return m


@op('getMessage', 'GET', P + '/messages/{id}')
def get_message(c):
    m = msg(c)
    ev = []
    for e in W.all('select * from mailevents where mail=? order by at,id', m['id']):
        v = {'kind': e['kind'], 'occurredAt': hd(e['at'])}
        if e['btype']:
            v['bounceType'] = e['btype']
        if e['rcpt']:
            v['recipient'] = e['rcpt']
        if e['detail']:
            v['detail'] = J(e['detail'])
        ev.append(v)
    return {'message': mail_view(m), 'events': ev}


@op('getMessageContent', 'GET', P + '/messages/{id}/content')
def content(c):
    m = msg(c)
    if m['created'] < W.now() - 30 * DAY:
        raise Err(404, 'the raw message is past its retention window')
    return Raw(m['raw'].encode(), 'message/rfc822', True)


def day_start():
    return W.now() // DAY * DAY


def accepted_today(org):
    return W.val('select count(*) from mails where org=? and counted=1 and created>=?', org, day_start())


@op('getEmailSettings', 'GET', P + '/settings')
def settings(c):
    c.need('email.settings.read', anywhere=True)
    o = W.one('select * from orgs where slug=?', c.org)
    v = {'dailyQuota': o['q_mail'], 'paused': bool(o['paused']), 'bouncePausePct': BOUNCE_PCT, 'complaintPausePct': COMPLAINT_PCT,
         'acceptedToday': accepted_today(c.org)}
    if o['paused']:
        v.update(pausedAt=hd(o['paused_at']), pauseReason=o['pause_reason'])
    return v


# Suppressions
def supp_view(s):
    return {'id': s['id'], 'address': s['address'], 'reason': s['reason'], 'createdAt': hd(s['created'])}


@op('listSuppressions', 'GET', P + '/suppressions')
def list_supp(c):
    c.need('email.suppression.read')
    # a listing lags by a quarter of a second behind writes
    return {'suppressions': [supp_view(s) for s in W.all('select * from supps where org=? and born<=? order by seq desc', c.org, time.time() - 0.25)]}


def suppress(org, address, reason):
    a = address.lower()
    s = W.one('select * from supps where org=? and address=?', org, a)
    if s:
        if reason == 'manual':
            W.run('update supps set reason=? where id=?', reason, s['id'])
        return s['id'], False
    i, n = W.id('block')
    W.ins('supps', id=i, org=org, address=a, reason=reason, created=W.now(), born=time.time() if reason == 'manual' else 0, seq=n)
    return i, True


@op('createSuppression', 'POST', P + '/suppressions', 201, {'address': 'email'})
def create_supp(c):
    c.need('email.suppression.write')
    i, _ = suppress(c.org, c.b['address'], 'manual')
    return supp_view(W.one('select * from supps where id=?', i))


@op('deleteSuppression', 'DELETE', P + '/suppressions/{id}', 204)
def delete_supp(c):
    s = get('supps', c, 'suppression')
    c.need('email.suppression.write')
    W.run('delete from supps where id=?', s['id'])


# Webhooks
def hook_view(h):
    return {'id': h['id'], 'url': h['url'], 'eventTypes': J(h['types']), 'disabled': bool(h['disabled']), 'createdAt': hd(h['created'])}


def hook(c, perm):
    h = get('hooks', c, 'webhook endpoint')
    if h['gone']:
        raise Err(404, 'unknown webhook endpoint')
    c.need(perm)
    return h


def types(l):
    if not l:
        raise bad('eventTypes must name at least one type')
    return list(dict.fromkeys(l))


@op('listWebhooks', 'GET', P + '/webhooks')
def list_hooks(c):
    c.need('email.webhook.read')
    return {'webhooks': [hook_view(h) for h in W.all('select * from hooks where org=? and gone=0 order by seq desc', c.org)]}


@op('createWebhook', 'POST', P + '/webhooks', 201, {'url': 'uri', 'eventTypes': [TYPE]})
def create_hook(c):
    t = types(c.b['eventTypes'])
    c.need('email.webhook.write')
    i, n = W.id('hook')
    s = secret('hs.')
    W.ins('hooks', id=i, org=c.org, url=c.b['url'], types=t, secret=s, created=W.now(), seq=n)
    return {'webhook': hook_view(W.one('select * from hooks where id=?', i)), 'signingSecret': s}


@op('updateWebhook', 'PATCH', P + '/webhooks/{id}', 200, {'url?': 'uri', 'eventTypes?': [TYPE], 'disabled?': 'bool'})
def update_hook(c):
    b = dict(c.b)
    if 'eventTypes' in b:
        b['types'] = types(b.pop('eventTypes'))
    h = hook(c, 'email.webhook.write')
    W.upd('hooks', 'id=?', [h['id']], **b)
    if b.get('disabled') is False and h['disabled']:  # what was held goes out now
        for d in W.all("select id from deliveries where endpoint=? and state='pending'", h['id']):
            if not W.val("select 1 from timers where kind='delivery-attempt' and eid=?", str(d['id'])):
                W.after(200, 'delivery-attempt', 'EmailDelivery', d['id'])
    return hook_view(W.one('select * from hooks where id=?', h['id']))


@op('deleteWebhook', 'DELETE', P + '/webhooks/{id}', 204)
def delete_hook(c):
    h = hook(c, 'email.webhook.write')
    if W.val('select 1 from routes where endpoint=?', h['id']):
        raise Err(409, 'an inbound route still targets this endpoint')
    W.run('update hooks set gone=1 where id=?', h['id'])
    W.run("update deliveries set state='failed', last_error='the endpoint was deleted' where endpoint=? and state in ('pending','delivering')", h['id'])


@op('rotateWebhookSecret', 'POST', P + '/webhooks/{id}/rotate-secret', 200)
def rotate(c):
    h = hook(c, 'email.webhook.write')
    s = secret('hs.')
    W.run('update hooks set secret=? where id=?', s, h['id'])
    return {'signingSecret': s}


# Deliveries
def delivery_view(d):
    v = {'id': d['id'], 'endpointId': d['endpoint'], 'eventType': d['type'], 'state': d['state'], 'attempts': d['attempts'], 'createdAt': hd(d['created'])}
    for f, col in (('messageId', 'mail'), ('lastStatus', 'last_status'), ('lastError', 'last_error')):
        if d[col] is not None:
            v[f] = d[col]
    if d['delivered']:
        v['deliveredAt'] = hd(d['delivered'])
    return v


@op('listDeliveries', 'GET', P + '/webhook-deliveries', query={'messageId?': 'str', 'endpointId?': 'str'})
def list_deliveries(c):
    c.need('email.webhook.read')
    sql, a = 'select * from deliveries where org=?', [c.org]
    for k, col in (('messageId', 'mail'), ('endpointId', 'endpoint')):
        if c.q.get(k):
            sql += f' and {col}=?'
            a.append(c.q[k])
    return {'deliveries': [delivery_view(d) for d in W.all(sql + ' order by id desc limit 200', *a)]}


@op('redeliverDelivery', 'POST', P + '/webhook-deliveries/{id}/redeliver', 202)
def redeliver(c):
    d = W.one('select * from deliveries where id=? and org=?', int(c.p['id']), c.org) if re.match(r'^\d{1,15}$', c.p['id']) else None
    if not d:
        raise Err(404, 'unknown delivery')
    c.need('email.webhook.write')
    h = W.one('select * from hooks where id=?', d['endpoint'])
    if h['gone']:
        raise Err(409, 'the endpoint of this delivery was deleted')
    return {'id': deliver(c.org, h, d['type'], d['mail'], d['payload'])}


def deliver(org, h, typ, mail, payload):
    i = W.ins('deliveries', org=org, endpoint=h['id'], type=typ, mail=mail, state='pending', created=W.now(), payload=payload).lastrowid
    W.after(300, 'delivery-attempt', 'EmailDelivery', i)
    return i


WAITS = [5, 30, 120, 600]


@timer('delivery-attempt')
def attempt(eid):
    d = W.one('select * from deliveries where id=?', int(eid))
    if not d or d['state'] != 'pending':
        return
    h = W.one('select * from hooks where id=?', d['endpoint'])
    if h['gone']:
        W.run("update deliveries set state='failed', last_error='the endpoint was deleted' where id=?", d['id'])
        return
    if h['disabled']:
        return  # held until it is enabled again
    n = d['attempts'] + 1
    t = int(time.time())
    sig = hmac.new(h['secret'].encode(), f"{t}.{d['payload']}".encode(), 'sha256').hexdigest()
    headers = {'Content-Type': 'application/json', 'User-Agent': 'opsd-hooks', 'X-Ops-Delivery': str(d['id']), 'X-Ops-Event': d['type'],
               'X-Ops-Signature': f't={t},v1={sig}'}
    W.run("update deliveries set state='delivering', attempts=? where id=?", n, d['id'])
    script = J(h['script']) if h['script'] else None
    scripted = bool(script and script['answers'])
    aid = W.ins('attempts', delivery=d['id'], endpoint=h['id'], n=n, at=W.now(), url=h['url'], headers=headers, body=d['payload'], scripted=int(scripted)).lastrowid
    if scripted:
        a = script['answers'].pop(0)
        if not script['answers'] and script.get('afterwards', 'repeat-last') == 'repeat-last':
            script['answers'] = [a]
        W.run('update hooks set script=? where id=?', json.dumps(script), h['id'])
        finish(d['id'], aid, a.get('status'), a.get('failure'))
    else:
        W.inflight += 1
        POOL.submit(post, W.gen, d['id'], aid, h['url'], headers, d['payload'].encode())


def finish(did, aid, status, error):
    d = W.one('select * from deliveries where id=?', did)
    W.run('update attempts set status=?, error=? where id=?', status, error, aid)
    if d['state'] != 'delivering':
        return
    if status is not None and 200 <= status < 300:
        W.run("update deliveries set state='delivered', last_status=?, last_error=null, delivered=? where id=?", status, W.now(), did)
        return
    last = d['attempts'] > len(WAITS)
    W.run('update deliveries set state=?, last_status=?, last_error=? where id=?', 'failed' if last else 'pending', status,
          error or f'the endpoint answered {status}', did)
    if not last:
        W.after(WAITS[d['attempts'] - 1] * 1000, 'delivery-attempt', 'EmailDelivery', did)


def post(gen, did, aid, url, headers, body):
    status = error = None
    try:
        u = urllib.parse.urlsplit(url)
        cls = http.client.HTTPSConnection if u.scheme == 'https' else http.client.HTTPConnection
        con = cls(u.hostname, u.port, timeout=5)
        con.request('POST', (u.path or '/') + ('?' + u.query if u.query else ''), body, headers)
        status = con.getresponse().status
        con.close()
    except TimeoutError:
        error = 'timeout'
    except Exception as e:
        error = f'{type(e).__name__}: {e}'
    with W.lock:
        if gen != W.gen:
            return
        try:
            finish(did, aid, status, error)
            W.db.commit()
        finally:
            W.inflight -= 1
            W.cond.notify_all()


def announce(m, kind, extra=None):
    """Webhook payloads for a message event; the payload is frozen here."""
    body = {'event': TYPES[kind], 'at': hd(W.now()), 'organization': m['org'], 'message': mail_view(m), **(extra or {})}
    ids = []
    for h in W.all('select * from hooks where org=? and gone=0 and disabled=0 order by seq', m['org']):
        if TYPES[kind] in J(h['types']):
            ids.append(deliver(m['org'], h, TYPES[kind], m['id'], json.dumps(body)))
    return ids


# What happens to messages: the door and the driver
def raw_message(mid, b, at):
    head = [f'Message-ID: <{mid}@outpost.example>', 'Date: ' + hd(at), f'From: {b["from"]}', 'To: ' + ', '.join(b['to'])]
    if b.get('cc'):
        head.append('Cc: ' + ', '.join(b['cc']))
    if b.get('subject') is not None:
        head.append('Subject: ' + re.sub(r'[\r\n]+', ' ', b['subject']))
    raw = '\r\n'.join(head + ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', '', b.get('text', '')]) + '\r\n'
    miss = b.get('sizeBytes', 0) - len(raw.encode())
    if miss > 0:
        raw += ('x' * 76 + '\r\n') * (miss // 78) + 'x' * (miss % 78)
    return raw


def host(a):
    return a.rpartition('@')[2].lower()


def accept(b, org=None, key=None, door='api'):
    """Submits a message. Refuses with 409; the door translates."""
    d = W.one('select * from domains where name=?', host(b['from']))
    if not d or (org and d['org'] != org):
        raise Err(404 if not org else 409, 'the sender is not of a known domain')
    org = d['org']
    o = W.one('select * from orgs where slug=?', org)
    if not o['email_on']:
        raise Err(409, 'email is not enabled for this organization')
    if key:
        if key['revoked'] or key['org'] != org:
            raise Err(409, 'this send key cannot be used')
        if J(key['domains']) and d['id'] not in J(key['domains']):
            raise Err(409, 'this send key is not for this domain')
    if d['send'] != 'verified':
        raise Err(409, 'the domain is not verified for sending')
    if o['paused']:
        raise Err(409, 'sending is paused')
    at = b.get('_at', W.now())
    if at >= day_start() and accepted_today(org) >= o['q_mail']:
        raise Err(429, 'the daily quota is used up')
    blocked = {s['address'] for s in W.all('select address from supps where org=?', org)}
    rc = list(dict.fromkeys(b['to'] + b.get('cc', [])))
    supp = [a for a in rc if a.lower() in blocked]
    if len(supp) == len(rc):
        raise Err(409, 'every recipient is suppressed')
    i, n = W.id('mail')
    raw = raw_message(i, b, at)
    W.ins('mails', id=i, org=org, direction='send', state='QUEUED', sender=b['from'], rcpt=b['to'], cc=b.get('cc', []), subject=b.get('subject'),
          size=len(raw.encode()), door=b.get('door', door), domain=d['id'], created=at, state_at=at, raw=raw, seq=n, supp=supp, counted=1)
    if key:
        W.run('update sendkeys set used=? where id=?', W.now(), key['id'])
    if at < W.now() - 1000:
        send(i, at)
    else:
        W.after(300, 'message-send', 'EmailMessage', i)
    return i, supp


@timer('message-send')
def send(eid, at=None):
    m = W.one('select * from mails where id=?', eid)
    if not m or m['state'] != 'QUEUED':
        return
    at = at or W.now()
    W.run("update mails set state='SENT', sent=?, state_at=? where id=?", at, at, eid)
    W.ins('mailevents', mail=eid, kind='sent', at=at)
    announce(W.one('select * from mails where id=?', eid), 'sent')


@op('sendMessage', 'POST', P + '/outbox', 202, 'raw', door=True)
def send_door(c):
    k = W.one('select * from sendkeys where hash=?', sha(auth.bearer(c.headers)))
    if not k or k['revoked']:
        raise Err(401, 'unknown or revoked send key')
    if not W.backends['email']:
        raise Err(502, 'the email backend is unreachable')
    b = check({'from': 'email', 'to': ['email'], 'cc?': ['email'], 'subject?': 'str0', 'text?': 'str0'},
              body_of(OPS['sendMessage'], c, c.raw, c.headers.get('content-type')))
    if not b['to']:
        raise bad('to must name somebody')
    try:
        i, _ = accept(b, k['org'], k)
    except Err as e:
        raise Err(403 if e.status == 409 else e.status, e.text)
    return {'id': i}


def receive(b):
    at = b.get('_at', W.now())
    for a in b['to'] + b.get('cc', []):
        d = W.one('select * from domains where name=?', host(a))
        if d:
            break
    doms = {}
    for a in b['to'] + b.get('cc', []):
        x = W.one('select * from domains where name=?', host(a))
        if x and x['recv'] == 'verified':
            doms.setdefault(x['id'], x)
    if not d:
        raise Err(404, 'no domain of this world is addressed')
    if not doms:
        raise Err(409, 'the domain does not receive mail')
    d = next(iter(doms.values()))
    i, n = W.id('mail')
    raw = raw_message(i, b, at)
    W.ins('mails', id=i, org=d['org'], direction='receive', state='RECEIVED', sender=b['from'], rcpt=b['to'], cc=b.get('cc', []), subject=b.get('subject'),
          size=len(raw.encode()), door='mx', domain=d['id'], created=at, state_at=at, raw=raw, seq=n)
    m = W.one('select * from mails where id=?', i)
    hit = {}
    for a in b['to'] + b.get('cc', []):
        if host(a) != d['name']:
            continue
        local = a.rpartition('@')[0].lower()
        best = None
        for r in W.all('select * from routes where domain=? order by seq', d['id']):
            p = r['pattern'].lower()
            if p == local or p.endswith('*') and local.startswith(p[:-1]):
                score = 1000 if p == local else len(p)
                if best is None or score > best[0]:
                    best = (score, r)
        if best:
            hit[best[1]['id']] = best[1]
    dels = []
    for r in hit.values():
        h = W.one('select * from hooks where id=?', r['endpoint'])
        if h and not h['gone'] and not h['disabled']:
            dels.append(deliver(d['org'], h, TYPES['received'], i, json.dumps(
                {'event': TYPES['received'], 'at': hd(at), 'organization': d['org'], 'routeId': r['id'], 'message': mail_view(m)})))
    return {'messageId': i, 'routeIds': list(hit), 'deliveryIds': dels}


def outcome(b, kind):
    m = W.one('select * from mails where id=?', b['messageId'])
    if not m:
        raise Err(404, 'unknown message')
    if m['direction'] != 'send':
        raise Err(409, 'this message was received, not sent')
    at = b.get('_at', W.now())
    if m['state'] == 'QUEUED':
        send(m['id'])
        m = W.one('select * from mails where id=?', m['id'])
    supp = [a.lower() for a in J(m['supp'])]
    rc = [a for a in dict.fromkeys(J(m['rcpt']) + J(m['cc'])) if a.lower() not in supp]
    if b.get('recipient'):
        rc = [a for a in rc if a.lower() == b['recipient'].lower()]
        if not rc:
            raise Err(404, 'the message did not go to this recipient')
    ids, added = [], []
    hard = b.get('bounce') == 'hard'
    state = {'delivered': 'DELIVERED', 'complained': 'COMPLAINED', 'bounced': 'BOUNCED' if hard else None}[kind]
    if state:
        W.run('update mails set state=?, state_at=?, error=? where id=?', state, at, 'the recipient was refused' if kind == 'bounced' else m['error'], m['id'])
        m = W.one('select * from mails where id=?', m['id'])
    elif kind == 'bounced':
        W.run('update mails set error=? where id=?', 'refused for now', m['id'])
    for a in rc:
        detail = b.get('detail') or ({'reply': '550 no such mailbox' if hard else '450 try again'} if kind == 'bounced' else None)
        W.ins('mailevents', mail=m['id'], kind=kind, btype=b.get('bounce'), rcpt=a, detail=json.dumps(detail) if detail else None, at=at)
        if hard or kind == 'complained':
            i, new = suppress(m['org'], a, 'bounce' if hard else 'complaint')
            if new:
                added.append(i)
        ids += announce(m, kind, {'recipient': a, **({'bounceType': b['bounce']} if kind == 'bounced' else {}), **({'detail': detail} if detail else {})})
    out = {'deliveryIds': ids}
    if kind != 'delivered':
        out.update(suppressionIds=added, paused=posture(m['org']))
    return out


def posture(org):
    o = W.one('select * from orgs where slug=?', org)
    if o['paused']:
        return True
    since = max(W.now() - DAY, o['counters_from'])
    total = W.val("select count(*) from mails where org=? and direction='send' and sent>=?", org, since)
    if total < MIN_COUNT:
        return False
    for kind, cond, pct, why in (('bounced', "and btype='hard'", BOUNCE_PCT, 'too many bounces'), ('complained', '', COMPLAINT_PCT, 'too many complaints')):
        n = W.val(f'select count(*) from mailevents e join mails m on m.id=e.mail where m.org=? and e.kind=? {cond} and e.at>=?', org, kind, since)
        if n * 100 >= pct * total:
            W.run('update orgs set paused=1, paused_at=?, pause_reason=? where slug=?', W.now(), why, org)
            return True
    return False
