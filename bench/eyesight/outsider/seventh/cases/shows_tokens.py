from prove import mistake
T = '/api/v1/tokens'

@mistake('g-admins-list-everyones-tokens', ['tokens', 'iam'], 'isolation', 'TOK-01',
  'For owners and admins the token list holds the tokens of every member, not only their own.', True,
  [('tokens.go', 't.userID != c.user.ID || t.OrgSlug != c.org.Slug', '(t.userID != c.user.ID && !c.can("iam.grant.admin", "")) || t.OrgSlug != c.org.Slug')],
  ['a member creates a token', 'the owner of the organization: GET /api/v1/tokens'],
  "the owner's list has the member's token")
def _(c):
    t = c.ok('POST', T, {'name': 'mias'}, who='mia')
    ids = [x['id'] for x in c.get(T)['tokens']]
    return t['id'] not in ids, ids

@mistake('g-token-bound-to-first-organization', ['tokens'], 'isolation', 'TOK-02',
  "A new token is bound to the first organization of the person instead of the acting one.", True,
  [('tokens.go', 'OrgSlug: c.org.Slug, Scope: []tokenScope{}', 'OrgSlug: c.user.DefaultOrg, Scope: []tokenScope{}')],
  ['a person with two organizations, acting in the second: POST /api/v1/tokens {"name":"x"}', 'GET /api/v1/tokens there'],
  'orgSlug in the answer names the other organization; the token is not in the list')
def _(c):
    t = c.ok('POST', T, {'name': 'x'}, who='bea', org='borealis')
    return t['orgSlug'] == 'borealis', t['orgSlug']

@mistake('g-scope-may-name-unreadable-resource', ['tokens', 'registry'], 'guard', 'TOK-04',
  'A token scope may name any resource of the organization, also one that its owner cannot read.', False,
  [('tokens.go', 'visible := c.visibleResources()', 'visible := c.org.resources()')],
  ['two registries; a person is narrowed to registry.viewer on the first (role-changes)', 'that person: POST /api/v1/tokens with scope registry.viewer on the second'],
  '201 instead of a refusal')
def _(c):
    for s in ('one-reg', 'two-reg'):
        c.ok('POST', '/api/v1/registry/registries', {'slug': s})
    c.ev('role-changes', organization='aurora', userId='usr_mia', role='member', grants=[{'role': 'registry.viewer', 'resourceIds': ['one-reg']}])
    c.ok('POST', T, {'name': 'a', 'scope': [{'role': 'registry.viewer', 'resourceIds': ['one-reg']}]}, who='mia')
    r = c.req('POST', T, {'name': 'b', 'scope': [{'role': 'registry.viewer', 'resourceIds': ['two-reg']}]}, who='mia')
    return r.status >= 400, r.status

@mistake('g-second-scope-role-takes-first-resources', ['tokens', 'email'], 'guard', 'TOK-06',
  'In a scope with several roles, every role is narrowed to the resource ids of the first one; if that has none, the others are not narrowed at all.', True,
  [('tokens.go', 't.scope = append(t.scope, RoleGrant{r.ID, sc.ResourceIDs})', 't.scope = append(t.scope, RoleGrant{r.ID, q.Scope[0].ResourceIDs})')],
  ['two email domains', 'POST /api/v1/tokens with scope [{"role":"registry.viewer"},{"role":"email.viewer","resourceIds":[first domain]}]', 'with the token: GET /api/v1/email/domains'],
  'the list has both domains')
def _(c):
    d = [c.ok('POST', '/api/v1/email/domains', {'name': n})['id'] for n in ('a.example', 'b.example')]
    t = c.ok('POST', T, {'name': 'x', 'scope': [{'role': 'registry.viewer'}, {'role': 'email.viewer', 'resourceIds': [d[0]]}]})
    l = [x['id'] for x in c.get('/api/v1/email/domains', who='=' + t['key'])['domains']]
    return l == [d[0]], len(l)

@mistake('g-scope-options-drop-unscopable-custom-roles', ['tokens'], 'schema', 'TOK-05',
  'The scope options leave out custom roles that cannot be narrowed to resources.', False,
  [('auth.go', 'func(r *Role) bool { return !c.covers(r) })', 'func(r *Role) bool { return !c.covers(r) || (r.Kind == "custom" && !r.Scopable) })')],
  ['a custom role that is not scopable is created (role-changes)', 'GET /api/v1/tokens/scope-options'],
  'roles lacks the custom role')
def _(c):
    c.ev('role-changes', organization='aurora', customRole={'id': 'on-duty', 'name': 'On duty', 'permissions': ['oncall.incident.read', 'oncall.incident.write'], 'scopable': False})
    ids = [r['id'] for r in c.get(T + '/scope-options')['roles']]
    return 'on-duty' in ids, ids[-3:]

@mistake('g-token-start-is-the-whole-key', ['tokens'], 'secrecy', 'TOK-03',
  'The field start of a listed token is the whole key instead of its beginning.', True,
  [('tokens.go', 't.Start, t.key = key[:10], hash(key)', 't.Start, t.key = key, hash(key)')],
  ['POST /api/v1/tokens {"name":"x"}', 'GET /api/v1/tokens'],
  'the key of the first answer stands in the list')
def _(c):
    t = c.ok('POST', T, {'name': 'x'})
    raw = c.get(T).raw.decode()
    return t['key'] not in raw, t['key'] in raw
