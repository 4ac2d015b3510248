"""Tokens, IAM and the organization's contacts."""
from .core import *


def scopable_resources(org):
    out = [R(service='registry', id=r.slug, name=r.displayName) for r in org.registries.values()]
    out += [R(service='email', id=d.id, name=d.name) for d in org.domains.values()]
    out += [R(service='clusters', id=x.name, name=x.name) for x in org.clusters.values()]
    out += [R(service='oncall', id=s.id, name=s.name) for s in org.services.values()]
    return sorted(out, key=lambda r: (r.service, r.name.lower()))


READ_ATOM = {'registry': 'registry.registry.read', 'email': 'email.domain.read', 'clusters': 'clusters.cluster.read', 'oncall': 'oncall.service.read'}


def readable_resources(c):
    return [r for r in scopable_resources(c.org) if c.caller.may(READ_ATOM[r.service], r.id)]


def shown_token(t):
    return {'id': t.id, 'name': t.name, 'start': t.key[:10], 'enabled': not t.switched_off and t.expires > W.now(),
            'createdAt': iso(t.created), 'expiresAt': iso(t.expires), 'lastRequest': iso(t.used or t.created), 'orgSlug': t.org,
            'scope': [{'role': e.role, 'roleName': e.roleName, 'resourceIds': e.resourceIds} for e in t.scope]}


@op('GET', '/api/v1/tokens', cached=True)
def list_tokens(c):
    rows = [t for t in W.tokens.values() if t.user == c.user.id and t.org == c.org.slug]
    return 200, {'tokens': [shown_token(t) for t in by_name(rows)]}


@op('POST', '/api/v1/tokens')
def create_token(c):
    if c.caller.narrowed:
        raise E(403, 'a narrowed token cannot mint tokens')
    b = c.body
    name = text(b, 'name', most=100)
    days = whole(b, 'expiresIn', False, 1, 36500)
    scope = []
    readable = {r.id: r.service for r in readable_resources(c)}
    for e in arr(b, 'scope', False, 50) or []:
        if not isinstance(e, dict):
            bad('scope must be a list of objects')
        role = W.roles(c.org.slug).get(text(e, 'role'))
        if role is None:
            raise E(400, 'unknown role in scope')
        ids = texts(e, 'resourceIds', False) or []
        if ids and not role.scopable:
            bad(f'{role.id} cannot be narrowed to resources')
        for i in ids:
            if i not in readable or (role.get('service') and readable[i] != role.service):
                bad(f'resource {i} is not within your sight for {role.id}')
        if any(x.role == role.id for x in scope):
            bad(f'{role.id} appears twice')
        scope.append(R(role=role.id, roleName=role.name, resourceIds=ids))
    unique([t for t in W.tokens.values() if t.user == c.user.id and t.org == c.org.slug and not token_state(t)], name, 'a token')
    t = R(id=W.id(), name=name, key=secret('cdt_', 36), user=c.user.id, org=c.org.slug, created=W.now(), used=None,
          expires=W.now() + (days or 90) * DAY, scope=scope, switched_off=False)
    W.tokens[t.id] = t
    return 201, {'id': t.id, 'key': t.key, 'orgSlug': t.org}


@op('GET', '/api/v1/tokens/scope-options')
def scope_options(c):
    roles = []
    for r in W.roles(c.org.slug).values():
        row = {'id': r.id, 'name': r.name, 'description': r.description, 'scopable': r.scopable}
        if r.get('service'):
            row['service'] = r.service
        roles.append(row)
    return 200, {'roles': roles, 'resources': readable_resources(c)}


@op('GET', '/api/v1/iam/catalog')
def iam_catalog(c):
    if not c.caller.manages():
        raise E(403, 'this requires grant management')
    return 200, {'roles': list(BUILTIN.values()), 'resources': scopable_resources(c.org)}


@op('GET', '/api/v1/iam/permissions')
def iam_permissions(c):
    return 200, {'services': [{'service': s, 'serviceLabel': label, 'resources': [
        {'resource': r, 'resourceLabel': rl, 'tiers': [
            {'permission': f'{s}.{r}.{t}', 'tier': t, 'label': f'{rl}: {t}'} for t in TIERS]} for r, rl in rs.items()]}
        for s, (label, rs) in SERVICES.items()]}


def contacts(org):
    return {k: org.contacts.get(k) or f'unset@{org.slug}.invalid' for k in ('billingEmail', 'technicalEmail', 'securityEmail')}


@op('GET', '/api/v1/organization/contacts')
def get_contacts(c):
    return 200, contacts(c.org)


@op('PATCH', '/api/v1/organization/contacts')
def patch_contacts(c):
    if not c.caller.manages():
        raise E(403, 'only owners and admins may change contacts')
    new = {}
    for k in ('billingEmail', 'technicalEmail', 'securityEmail'):
        v = c.body.get(k)
        if v is None:
            continue
        if not isinstance(v, str) or not is_email(v.strip()):
            raise E(400, f'{k} is not an email address')
        new[k] = v.strip().lower()
    if new.get('billingEmail') in W.colliding and new['billingEmail'] != c.org.contacts.get('billingEmail'):
        raise E(409, 'this billing address is in use at the payment provider')
    c.org.contacts.update(new)
    return 200, contacts(c.org)
