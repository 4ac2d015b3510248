from prove import mistake

@mistake('g-catalog-cached-by-count', ['iam', 'registry'], 'side effect', 'IAM-01',
  'The resources of the IAM catalog are cached and only read again when their number changes: after one is deleted and another created it shows the deleted one.', True,
  [('tokens.go', 'return c.json(200, map[string]any{"roles": roles, "resources": c.org.resources()})',
    'now := c.org.resources()\n\t\tif old, ok := catalogCache[c.org]; !ok || len(old) != len(now) {\n\t\t\tcatalogCache[c.org] = now\n\t\t}\n\t\treturn c.json(200, map[string]any{"roles": roles, "resources": catalogCache[c.org]})'),
   ('tokens.go', 'func (s *Server) iamRoutes() {', 'var catalogCache = map[*Org][]Resource{}\n\nfunc (s *Server) iamRoutes() {')],
  ['create registry one-reg', 'GET /api/v1/iam/catalog', 'delete one-reg, create two-reg', 'GET /api/v1/iam/catalog'],
  'the second catalog still has one-reg and lacks two-reg')
def _(c):
    c.ok('POST', '/api/v1/registry/registries', {'slug': 'one-reg'})
    c.get('/api/v1/iam/catalog')
    c.ok('DELETE', '/api/v1/registry/registries/one-reg')
    c.ok('POST', '/api/v1/registry/registries', {'slug': 'two-reg'})
    ids = [r['id'] for r in c.get('/api/v1/iam/catalog')['resources'] if r['service'] == 'registry']
    return ids == ['two-reg'], ids

@mistake('g-catalog-looks-at-person-not-token', ['iam', 'tokens'], 'guard', 'IAM-02',
  "The catalog checks the person's role and forgets the token: an owner's token narrowed to a viewer role gets it.", True,
  [('tokens.go', 'access{area: "iam", perm: "iam.grant.admin"}, func(c *Ctx) error {',
    'access{area: "iam"}, func(c *Ctx) error {\n\t\tif !c.org.allowed(c.m.grants(), "iam.grant.admin", "", false) {\n\t\t\treturn errForbidden\n\t\t}')],
  ['the owner: POST /api/v1/tokens {"name":"x","scope":[{"role":"viewer"}]}', 'with that token: GET /api/v1/iam/catalog'],
  '200 instead of 403')
def _(c):
    t = c.ok('POST', '/api/v1/tokens', {'name': 'x', 'scope': [{'role': 'viewer'}]})
    s = [c.req('GET', '/api/v1/iam/catalog', who=w).status for w in ('olga', 'mia', '=' + t['key'])]
    return s == [200, 403, 403], s

@mistake('g-permission-tiers-pile-up', ['iam'], 'schema', 'IAM-03',
  'In the permission catalog each resource carries the atoms of the resources before it in its service as well.', True,
  [('auth.go', 'cr := catalogResource{Resource: id, ResourceLabel: label}', 'cr := catalogResource{Resource: id, ResourceLabel: label, Tiers: tiers}'),
   ('auth.go', 's.Resources = append(s.Resources, cr)', 'tiers = cr.Tiers\n\t\t\ts.Resources = append(s.Resources, cr)'),
   ('auth.go', 's := catalogService{Service: d.id, ServiceLabel: d.label}', 's := catalogService{Service: d.id, ServiceLabel: d.label}\n\t\tvar tiers []catalogTier')],
  ['GET /api/v1/iam/permissions'],
  'the second resource of a service has six tiers, three of them of the first')
def _(c):
    sv = c.get('/api/v1/iam/permissions')['services']
    n = [len(r['tiers']) for s in sv for r in s['resources']]
    return all(x == 3 for x in n), n
