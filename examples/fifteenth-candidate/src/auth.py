"""Callers, memberships, grants, the permission catalog."""
from core import *

HEADER, ORG_HEADER = 'x-console-pass', 'x-console-org'

CATALOG = {
    'organization': ('Organization', {'contacts': 'Contacts'}),
    'iam': ('Access management', {'grant': 'Grants'}),
    'registry': ('Container registry', {'registry': 'Registries', 'repository': 'Repositories', 'key': 'Registry keys', 'login': 'Logins',
                                        'rule': 'OIDC rules', 'upstream': 'Upstream credentials'}),
    'email': ('Email', {'domain': 'Domains', 'route': 'Routes', 'key': 'Send keys', 'message': 'Messages', 'suppression': 'Suppressions',
                        'webhook': 'Webhooks', 'settings': 'Settings'}),
    'oncall': ('On-call', {'incident': 'Incidents', 'schedule': 'Schedules', 'policy': 'Escalation policies', 'source': 'Alert sources',
                           'service': 'Services', 'provider': 'Provider credential'}),
    'clusters': ('Clusters', {'cluster': 'Clusters', 'node': 'Nodes', 'token': 'Tokens'}),
    'uptime': ('Uptime', {'service': 'Services', 'monitor': 'Monitors', 'export': 'Export tokens'}),
}
TIERS = ('read', 'write', 'admin')
ALL = [f'{s}.{r}.{t}' for s, (_, rs) in CATALOG.items() for r in rs for t in TIERS]
ALLSET = frozenset(ALL)
VIEW = frozenset(p for p in ALL if p.endswith('.read') and not p.startswith('iam.'))
MEMBER = frozenset(p for p in ALL if p.endswith(('.read', '.write')) and p.split('.')[0] != 'iam' and p != 'organization.contacts.write')
ROLE_PERMS = {'owner': ALLSET, 'admin': ALLSET, 'member': MEMBER, 'viewer': VIEW}
SCOPABLE = {'registry', 'email', 'clusters'}
BUILTIN = {}
for _s, (_l, _rs) in CATALOG.items():
    for _n, _top in (('reader', 1), ('editor', 2), ('admin', 3)):
        BUILTIN[f'{_s}.{_n}'] = {
            'id': f'{_s}.{_n}', 'name': f'{_l} {_n}', 'description': f'May {" and ".join(TIERS[:_top])} everything of {_l.lower()}',
            'kind': 'builtin', 'service': _s, 'scopable': _s in SCOPABLE,
            'permissions': [f'{_s}.{r}.{t}' for r in _rs for t in TIERS[:_top]]}


def role_of(org, rid):
    if rid in BUILTIN:
        return BUILTIN[rid]
    r = W.one('select * from roles where id=? and org=?', rid, org)
    if r:
        return {'id': r['id'], 'name': r['name'], 'description': r['description'], 'kind': 'custom', 'scopable': bool(r['scopable']),
                'permissions': J(r['permissions'])}


def all_roles(org):
    return list(BUILTIN.values()) + [role_of(org, r['id']) for r in W.all('select id from roles where org=? order by rowid', org)]


def grants_to_sets(org, grants):
    out = []
    for g in grants:
        r = role_of(org, g['role'])
        if r:
            ids = g.get('resourceIds')
            out.append((frozenset(r['permissions']), frozenset(ids) if ids else None))
    return out


class Who:
    """An authenticated caller in its acting organization."""

    def __init__(self, user, org, role, grants, token=None):
        self.user, self.org, self.role, self.token = user, org, role, token
        self.sets = [grants_to_sets(org, J(grants)) if grants is not None else [(ROLE_PERMS[role], None)]]
        scope = J(token['scope']) if token else []
        self.narrowed = bool(scope)
        if scope:
            self.sets.append(grants_to_sets(org, scope))

    def may(self, perm, inst=None, anywhere=False):
        for s in self.sets:
            if not any(perm in p and (ids is None or anywhere or (inst is not None and inst in ids)) for p, ids in s):
                return False
        return True

    def need(self, perm, inst=None, anywhere=False):
        if not self.may(perm, inst, anywhere):
            raise Err(403, f'forbidden: this needs {perm}' + (f' on {inst}' if inst else ''))


def authenticate(headers, area):
    cred = (headers.get(HEADER) or '').strip()
    if not cred:
        if area in ('registry', 'oncall'):
            raise Err(404, 'there is nothing here for you')
        raise Err(401, 'no valid session' if area in ('email', 'uptime') else 'unauthenticated')
    want = headers.get(ORG_HEADER)
    text = 'no valid session' if area in ('email', 'uptime') else 'unauthenticated'
    s = W.one('select user from sessions where value=?', cred)
    token = None
    if s:
        uid = s['user']
    else:
        token = W.one('select * from tokens where hash=?', sha(cred))
        if not token or not token['enabled'] or token['expires'] <= W.now():
            raise Err(401, text)
        uid = token['user']
        if want and want != token['org']:
            raise Err(403, 'this token belongs to another organization')
        want = token['org']
    if want:
        m = W.one('select * from members where user=? and org=?', uid, want)
    else:
        m = W.one('select * from members where user=? order by pos limit 1', uid)
    if not m:
        raise Err(403, 'you do not belong to that organization')
    if token:
        W.run('update tokens set last=? where id=?', W.now(), token['id'])
        W.db.commit()
    u = W.one('select * from users where id=?', uid)
    return Who(u, m['org'], m['role'], m['grants'], token)


def bearer(headers):
    a = headers.get('authorization') or ''
    if a[:7].lower() == 'bearer ':
        return a[7:].strip()
    return (headers.get(HEADER) or '').strip()


def resources(who=None, org=None):
    org = org or who.org
    out = []
    for r in W.all('select * from registries where org=? order by created', org):
        out.append(('registry', r['slug'], r['name'], 'registry.registry.read'))
    for r in W.all('select * from domains where org=? order by seq', org):
        out.append(('email', r['id'], r['name'], 'email.domain.read'))
    for r in W.all('select * from clusters where org=? order by seq', org):
        out.append(('clusters', r['name'], r['name'], 'clusters.cluster.read'))
    return [{'service': s, 'id': i, 'name': n} for s, i, n, p in out if who is None or who.may(p, i)]
