"""Tokens, IAM, organization."""
from core import *
from server import op
import auth

SCOPE = {'role': 'str', 'resourceIds?': ['str']}


def token_view(t):
    scope = []
    for s in J(t['scope']):
        r = auth.role_of(t['org'], s['role'])
        scope.append({'role': s['role'], 'roleName': r['name'] if r else s['role'], 'resourceIds': s.get('resourceIds') or []})
    return {'id': t['id'], 'name': t['name'], 'start': t['start'], 'enabled': bool(t['enabled']), 'createdAt': iso(t['created']),
            'expiresAt': iso(t['expires']), 'lastRequest': iso(t['last']), 'orgSlug': t['org'], 'scope': scope}


@op('listTokens', 'GET', '/api/v1/tokens')
def list_tokens(c):
    return {'tokens': [token_view(t) for t in W.all('select * from tokens where user=? and org=? order by rowid desc', c.who.user['id'], c.org)]}


@op('createToken', 'POST', '/api/v1/tokens', 201, {'name': 'str', 'expiresIn?': 'int', 'scope?': [SCOPE]})
def create_token(c):
    b = c.b
    if c.who.narrowed:
        raise Err(403, 'a narrowed token mints no further tokens')
    exp = b.get('expiresIn', 90 * 86400)
    if not 1 <= exp <= 3650 * 86400:
        raise bad('expiresIn is in seconds, from 1 to ten years')
    merged = {}
    for s in b.get('scope', []):
        r = auth.role_of(c.org, s['role'])
        if not r:
            raise bad(f'unknown role {s["role"]}')
        ids = s.get('resourceIds') or []
        if ids and not r['scopable']:
            raise bad(f'the role {s["role"]} cannot be narrowed to resources')
        kinds = {p.split('.')[0] for p in r['permissions']}
        seen = {x['id'] for x in auth.resources(c.who) if x['service'] in kinds}
        for i in ids:
            if i not in seen:
                raise Err(404, f'you see no resource {i} that this role covers')
        merged.setdefault(s['role'], []).append(ids)
    scope = [{'role': r, 'resourceIds': [] if any(not x for x in l) else list(dict.fromkeys(i for x in l for i in x))} for r, l in merged.items()]
    key = secret('pat.')
    i, _ = W.id('pass')
    W.ins('tokens', id=i, user=c.who.user['id'], org=c.org, name=b['name'], start=key[:8], hash=sha(key), created=W.now(), expires=W.now() + exp * 1000,
          scope=scope)
    return {'id': i, 'key': key, 'orgSlug': c.org}


@op('getTokenScopeOptions', 'GET', '/api/v1/tokens/scope-options')
def scope_options(c):
    roles = [{k: r[k] for k in ('id', 'name', 'description', 'scopable', 'service') if k in r} for r in auth.all_roles(c.org)]
    return {'roles': roles, 'resources': auth.resources(c.who)}


@op('getIamCatalog', 'GET', '/api/v1/iam/catalog')
def catalog(c):
    c.need('iam.grant.admin')
    return {'roles': auth.all_roles(c.org), 'resources': auth.resources(org=c.org)}


@op('listPermissions', 'GET', '/api/v1/iam/permissions')
def permissions(c):
    c.need('iam.grant.admin')
    return {'services': [{'service': s, 'serviceLabel': l, 'resources': [
        {'resource': r, 'resourceLabel': rl, 'tiers': [{'permission': f'{s}.{r}.{t}', 'tier': t, 'label': f'{rl}: {t}'} for t in auth.TIERS]}
        for r, rl in rs.items()]} for s, (l, rs) in auth.CATALOG.items()]}


def contacts(org):
    o = W.one('select * from orgs where slug=?', org)
    return {'billingEmail': o['billing'], 'technicalEmail': o['technical'], 'securityEmail': o['security']}


@op('getContacts', 'GET', '/api/v1/organization/contacts')
def get_contacts(c):
    return contacts(c.org)


@op('updateContacts', 'PATCH', '/api/v1/organization/contacts', 200, {'billingEmail?': 'any', 'technicalEmail?': 'any', 'securityEmail?': 'any'})
def patch_contacts(c):
    for k, v in c.b.items():
        if not is_email(v):
            raise Err(400, f'{k} is not an email address')
    c.need('organization.contacts.admin')
    bill = c.b.get('billingEmail')
    if bill and bill != contacts(c.org)['billingEmail'] and W.val('select 1 from collisions where email=?', bill.lower()):
        raise Err(409, 'the billing email is in use at the payment provider')
    W.upd('orgs', 'slug=?', [c.org], **{k[:-5]: v for k, v in c.b.items()})
    return contacts(c.org)
