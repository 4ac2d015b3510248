import base64, hashlib, http.server, json, random, threading, time
from prove import mistake
G = '/api/v1/registry'
RS = G + '/registries'

def reg(c, slug='one-reg', **k):
    return c.ok('POST', RS, {'slug': slug}, **k)

def plane(c, password, registry, repository='', action='pull', username=''):
    return c.req('POST', G + '/data-plane/authorize', {'username': username, 'password': password, 'registry': registry, 'repository': repository, 'action': action}, who=None).status

def push(c, slug, repo, tags, **k):
    return c.ev('image-pushed', registry=slug, repository=repo, tags=tags, **k)['digest']

@mistake('g-slug-unique-per-organization-only', ['registry'], 'isolation', 'REG-03',
  'A registry slug is only checked against the registries of the acting organization.', True,
  [('registry.go', 'if _, other := c.w.registry(r.Slug); other != nil || c.w.slugs[r.Slug] != "" {', 'if c.org.registry(r.Slug) != nil || c.w.slugs[r.Slug] != "" {')],
  ['the first organization creates registry shared-slug', 'the other organization creates registry shared-slug'],
  '201 instead of 409')
def _(c):
    reg(c, 'shared-slug')
    s = c.req('POST', RS, {'slug': 'shared-slug'}, who='nils').status
    return s == 409, s

@mistake('g-payment-only-for-first-registry', ['registry'], 'guard', 'REG-04',
  'The active payment method is only asked for while the organization has no registry yet.', False,
  [('registry.go', 'if !c.org.Payment {', 'if !c.org.Payment && len(c.org.Reg.registries) == 0 {')],
  ['create a registry', 'the payment method becomes inactive (payment-method-changes)', 'create a second registry'],
  '201 instead of a refusal')
def _(c):
    reg(c)
    c.ev('payment-method-changes', organization='aurora', active=False)
    s = c.req('POST', RS, {'slug': 'two-reg'}).status
    return s >= 400, s

@mistake('g-purge-looks-for-tags-before-removing', ['registry'], 'side effect', 'REG-11',
  'Whether the tag was the last one of the manifest is asked while the tag is still there, so that purge=true never purges.', False,
  [('registry.go', 'x.tags = remove(x.tags, func(y *Tag) bool { return y == t })\n\t\tpurged := false', 'last := find(x.tags, func(y *Tag) bool { return y.Digest == t.Digest }) == nil\n\t\tx.tags = remove(x.tags, func(y *Tag) bool { return y == t })\n\t\tpurged := false'),
   ('registry.go', 'if purge == "true" && find(x.tags, func(y *Tag) bool { return y.Digest == t.Digest }) == nil {', 'if purge == "true" && last {')],
  ['push an image with one tag', 'delete the tag with purge=true', 'list manifests'],
  'purged is false and the manifest remains')
def _(c):
    reg(c); push(c, 'one-reg', 'app', ['v1'])
    r = c.ok('DELETE', RS + '/one-reg/tags?repo=app&tag=v1&purge=true')
    n = len(c.get(RS + '/one-reg/manifests?repo=app')['manifests'])
    return r['purged'] is True and n == 0, [r['purged'], n]

@mistake('g-pull-only-forgotten-when-narrowed', ['registry'], 'guard', 'REG-06',
  'pullOnly is not honoured when the login credential is also narrowed to one registry.', True,
  [('registry.go', '(q.PullOnly != nil && *q.PullOnly)', '(q.PullOnly != nil && *q.PullOnly && q.Registry == nil)')],
  ['create registry one-reg', 'mint a login credential with {"registry":"one-reg","pullOnly":true}'],
  'scope[0].mode is readwrite')
def _(c):
    reg(c)
    m = [c.ok('POST', G + '/login', b)['scope'][0]['mode'] for b in ({'pullOnly': True}, {'registry': 'one-reg', 'pullOnly': True})]
    return m == ['pull', 'pull'], m

@mistake('g-login-works-for-two-hours', ['registry'], 'time', 'LIM-01',
  'A login credential is let in until an hour after its expiresAt.', False,
  [('registry.go', 'if l.revoked || !w.now().Before(l.ExpiresAt.Time) {', 'if l.revoked || w.now().Sub(l.ExpiresAt.Time) >= loginLife {')],
  ['mint a login credential', 'advance the clock by 61 minutes', 'use it on the data plane (credential-used login-credential)'],
  'it is accepted')
def _(c):
    reg(c); c.freeze()
    l = c.ok('POST', G + '/login', {})
    use = lambda: c.ev('credential-used', kind='login-credential', secret=l['password'], username=l['username'], registry='one-reg')['accepted']
    a = use(); c.adv('PT61M'); b = use()
    return (a, b) == (True, False), [a, b]

@mistake('g-logout-ends-all-logins-of-the-person', ['registry'], 'side effect', 'REG-12',
  'Revoking one login credential revokes all login credentials of the same person, which are valid for an hour.', False,
  [('registry.go', 'l.revoked = true\n\t\treturn c.none(204)', 'for _, x := range c.org.Reg.logins {\n\t\t\tx.revoked = x.revoked || x.userID == l.userID\n\t\t}\n\t\treturn c.none(204)')],
  ['mint two login credentials', 'revoke the first', 'use the second on the data plane (credential-used)'],
  'the second is refused')
def _(c):
    reg(c)
    a, b = (c.ok('POST', G + '/login', {}) for _ in range(2))
    c.ok('DELETE', G + '/login/' + a['username'])
    use = lambda l: c.ev('credential-used', kind='login-credential', secret=l['password'], username=l['username'], registry='one-reg')['accepted']
    r = [use(a), use(b)]
    return r == [False, True], r

# --- an OIDC issuer, with RSA by hand
def _prime(bits, rnd):
    while True:
        p = rnd.getrandbits(bits) | 3 << (bits - 2) | 1
        if all(p % q for q in (3, 5, 7, 11, 13, 17, 19, 23)) and p % 65537 != 1 and all(pow(a, p - 1, p) == 1 for a in (2, 3, 5, 7)):
            return p
_rnd = random.Random(7)
P, Q = _prime(1024, _rnd), _prime(1024, _rnd)
N, E = P * Q, 65537
D = pow(E, -1, (P - 1) * (Q - 1))
b64 = lambda b: base64.urlsafe_b64encode(b).rstrip(b'=').decode()

class Issuer:
    def __enter__(self):
        me = self
        class H(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = {'jwks_uri': me.url + '/keys'} if 'well-known' in self.path else {'keys': [{'kty': 'RSA', 'kid': 'k', 'alg': 'RS256', 'n': b64(N.to_bytes(256, 'big')), 'e': b64(b'\x01\x00\x01')}]}
                raw = json.dumps(body).encode()
                self.send_response(200); self.send_header('Content-Length', str(len(raw))); self.end_headers(); self.wfile.write(raw)
            def log_message(self, *a): pass
        self.s = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H)
        self.url = 'http://127.0.0.1:%d' % self.s.server_port
        threading.Thread(target=self.s.serve_forever, daemon=True).start()
        return self
    def __exit__(self, *a):
        self.s.shutdown(); self.s.server_close()
    def token(self, sub, aud):
        now = int(time.time())
        m = b64(json.dumps({'alg': 'RS256', 'kid': 'k'}).encode()) + '.' + b64(json.dumps({'iss': self.url, 'sub': sub, 'aud': aud, 'iat': now, 'exp': now + 600}).encode())
        t = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(m.encode()).digest()
        em = b'\0\1' + b'\xff' * (256 - 3 - len(t)) + b'\0' + t
        return m + '.' + b64(pow(int.from_bytes(em, 'big'), D, N).to_bytes(256, 'big'))

def rule(c, iss, pattern, mode='pull', aud='ci', **k):
    return c.ok('POST', RS + '/one-reg/oidc-rules', dict(issuer=iss, audience=aud, subjectPattern=pattern, mode=mode, **k))

@mistake('g-oidc-key-gets-first-rule-of-registry', ['registry'], 'guard', 'REG-21',
  'A matching ID token gets a key with the mode and prefixes of the first rule of the registry, not of the rule that it matches.', False,
  [('oidc.go', 'rule := rules[0]', 'rule := reg.rules[0]')],
  ['a rule for subject repo:ops with mode readwrite, then a rule for subject repo:web with mode pull', 'exchange an ID token with subject repo:web', 'list keys'],
  'the minted key has mode readwrite')
def _(c):
    with Issuer() as i:
        reg(c); rule(c, i.url, 'repo:ops', 'readwrite'); rule(c, i.url, 'repo:web', 'pull', repoPrefixes=['web/'])
        c.ok('POST', G + '/oidc/exchange', {'registry': 'one-reg', 'token': i.token('repo:web', 'ci')}, who=None)
        k = c.get(RS + '/one-reg/keys')['keys'][-1]
        return (k['mode'], k['repoPrefixes'], k['mintedVia']) == ('pull', ['web/'], 'oidc'), [k['mode'], k['repoPrefixes']]

@mistake('g-oidc-audience-list-matches-anything', ['registry'], 'guard', 'REG-21',
  'The audience of an ID token is only compared when it is a single string: a token with a list of audiences matches every audience.', False,
  [('oidc.go', '!contains(t.aud, x.Audience)', '(len(t.aud) == 1 && t.aud[0] != x.Audience)')],
  ['a rule with audience ci', 'exchange an ID token whose aud is ["other","third"]'],
  'a key is minted')
def _(c):
    with Issuer() as i:
        reg(c); rule(c, i.url, 'repo:*')
        s = [c.req('POST', G + '/oidc/exchange', {'registry': 'one-reg', 'token': i.token('repo:web', a)}, who=None).status for a in (['x', 'ci'], 'other', ['other', 'third'])]
        return s == [201, 403, 403], s

@mistake('g-upstream-password-listed', ['registry'], 'secrecy', 'REG-19',
  'The list of upstream credentials shows the password.', True,
  [('registry.go', '\tCreatedAt Time   `json:"createdAt"`\n\tpassword  string', '\tCreatedAt Time   `json:"createdAt"`\n\tPassword  string `json:"password,omitempty"`'),
   ('registry.go', 'u.Username, u.password = user, *q.Password', 'u.Username, u.Password = user, *q.Password'),
   ('credentials.go', 'hash(u.password)', 'hash(u.Password)')],
  ['set the upstream credential for docker.io with a password', 'list upstream credentials'],
  'the password stands in the list')
def _(c):
    reg(c); c.ok('PUT', RS + '/one-reg/upstream-credentials/docker.io', {'username': 'u', 'password': 'sesame-4711'})
    raw = c.get(RS + '/one-reg/upstream-credentials').raw.decode()
    return 'sesame-4711' not in raw, raw[:160]

@mistake('g-only-last-repo-prefix-counts', ['registry'], 'guard', 'REG-22',
  'Of several repoPrefixes of a key only the last one is let in on the data plane.', False,
  [('registry.go', 'ok = ok || strings.HasPrefix(repo, p)', 'ok = strings.HasPrefix(repo, p)')],
  ['mint a key with repoPrefixes ["web/","api/"]', 'use it on web/front (credential-used registry-key)'],
  'it is refused')
def _(c):
    reg(c); k = c.ok('POST', RS + '/one-reg/keys', {'name': 'k', 'mode': 'pull', 'repoPrefixes': ['web/', 'api/']})
    r = [c.ev('credential-used', kind='registry-key', secret=k['secret'], registry='one-reg', repository=x)['accepted'] for x in ('web/front', 'api/x', 'other')]
    return r == [True, True, False], r

@mistake('g-purged-space-not-reclaimed', ['registry'], 'side effect', 'REG-11',
  'Purging the last tag deletes the image but keeps counting its bytes in usedBytes.', False,
  [('registry.go', 'layers    map[string]int64 // sizes of all layers ever seen here', 'layers    map[string]int64 // sizes of all layers ever seen here\n\torphaned  int64'),
   ('registry.go', 'x.dropManifest(x.manifest(t.Digest))\n\t\t\tpurged = true', 'before := r.usage(r.repos...)\n\t\t\tx.dropManifest(x.manifest(t.Digest))\n\t\t\tr.orphaned += before - r.usage(r.repos...)\n\t\t\tpurged = true'),
   ('registry.go', '"usedBytes": r.usage(r.repos...), "repositoryCount"', '"usedBytes": r.usage(r.repos...) + r.orphaned, "repositoryCount"')],
  ['push an image with one tag', 'delete the tag with purge=true', 'GET the registry'],
  'usedBytes is as before the purge')
def _(c):
    reg(c); push(c, 'one-reg', 'app', ['v1'])
    a = c.get(RS + '/one-reg')['usedBytes']
    c.ok('DELETE', RS + '/one-reg/tags?repo=app&tag=v1&purge=true')
    b = c.get(RS + '/one-reg')['usedBytes']
    return a > 0 and b == 0, [a, b]

@mistake('g-repository-delete-takes-nested-ones', ['registry'], 'side effect', 'REG-17',
  'Deleting the repository app also deletes app/web and every other one whose name begins with it.', False,
  [('registry.go', 'r.repos = remove(r.repos, func(y *Repo) bool { return y == x })', 'r.repos = remove(r.repos, func(y *Repo) bool { return strings.HasPrefix(y.Name, x.Name) })')],
  ['push images to app and app/web', 'delete the repository app', 'list repositories'],
  'app/web is gone too')
def _(c):
    reg(c); push(c, 'one-reg', 'app', ['v1']); push(c, 'one-reg', 'app/web', ['v1'])
    c.ok('DELETE', RS + '/one-reg/repositories?repo=app')
    l = [x['name'] for x in c.get(RS + '/one-reg/repositories')['repositories']]
    return l == ['app/web'], l

@mistake('g-registry-with-untagged-images-counts-as-empty', ['registry'], 'guard', 'REG-07',
  'A registry whose repositories hold only untagged manifests can be deleted.', False,
  [('registry.go', 'if len(r.repos) > 0 {\n\t\t\treturn fail(409', 'tagged := false\n\t\tfor _, x := range r.repos {\n\t\t\ttagged = tagged || len(x.tags) > 0\n\t\t}\n\t\tif tagged {\n\t\t\treturn fail(409')],
  ['push an image', 'delete its only tag without purge', 'delete the registry'],
  'the registry is deleted')
def _(c):
    reg(c); push(c, 'one-reg', 'app', ['v1'])
    c.ok('DELETE', RS + '/one-reg/tags?repo=app&tag=v1')
    s = c.req('DELETE', RS + '/one-reg').status
    return s >= 400, s

@mistake('g-manifests-hide-images-whose-tag-moved', ['registry'], 'schema', 'REG-13',
  'The manifest list leaves out an image that lost its tag to a newer push (only images untagged by a deletion or pushed without a tag show up).', False,
  [('registry.go', 'tag.Digest, tag.ManifestSize, tag.UpdatedAt = m.Digest, m.Bytes, Time{at}', 'if o := repo.manifest(tag.Digest); o != nil && o != m {\n\t\t\t\to.hidden = true\n\t\t\t}\n\t\t\tm.hidden = false\n\t\t\ttag.Digest, tag.ManifestSize, tag.UpdatedAt = m.Digest, m.Bytes, Time{at}'),
   ('registry.go', '\tLayers            []string\n', '\tLayers            []string\n\thidden            bool\n'),
   ('registry.go', 'for _, m := range x.manifests {\n\t\t\ttags := []string{}', 'for _, m := range x.manifests {\n\t\t\tif m.hidden {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\ttags := []string{}')],
  ['push an image with tag latest', 'push another image with tag latest to the same repository', 'list manifests'],
  'only one manifest is listed')
def _(c):
    reg(c); a = push(c, 'one-reg', 'app', ['latest']); b = push(c, 'one-reg', 'app', ['latest'])
    l = [m['digest'] for m in c.get(RS + '/one-reg/manifests?repo=app')['manifests']]
    return sorted(l) == sorted([a, b]), len(l)

@mistake('g-oidc-rule-ids-counted-from-length', ['registry'], 'side effect', 'REG-15',
  'The id of a new OIDC rule is the number of rules plus one, so after a deletion it is given twice, and deleting it removes both rules.', True,
  [('registry.go', 'rule := &OidcRule{c.w.nextRule, fmt', 'rule := &OidcRule{len(r.rules) + 1, fmt')],
  ['create two OIDC rules', 'delete the first', 'create a third', 'delete the third by its id', 'list rules'],
  'no rule is left')
def _(c):
    reg(c)
    a, b = rule(c, 'https://i.example', 'a'), rule(c, 'https://i.example', 'b')
    c.ok('DELETE', RS + '/one-reg/oidc-rules/%d' % a['id'])
    d = rule(c, 'https://i.example', 'c')
    c.ok('DELETE', RS + '/one-reg/oidc-rules/%d' % d['id'])
    l = [x['subjectPattern'] for x in c.get(RS + '/one-reg/oidc-rules')['rules']]
    return l == ['b'], l

@mistake('g-upstream-host-matched-by-suffix', ['registry'], 'guard', 'REG-20',
  'An upstream credential can be set for any host that is the end of a catalog host (k8s.io for registry.k8s.io).', True,
  [('registry.go', 'func(u *upstream) bool { return u.Host == host }', 'func(u *upstream) bool { return strings.HasSuffix(u.Host, host) }')],
  ['set an upstream credential for the host k8s.io, which is not in the catalog'],
  '200 instead of a refusal')
def _(c):
    reg(c)
    s = [c.req('PUT', RS + '/one-reg/upstream-credentials/' + h, {'username': 'u', 'password': 'p'}).status for h in ('registry.k8s.io', 'k8s.io')]
    return s[0] == 200 and s[1] >= 400, s

@mistake('g-key-admin-elsewhere-is-enough', ['registry'], 'guard', 'REG-10',
  'Who has registry.key.admin on one registry can mint keys of every registry that they can read.', False,
  [('registry.go', 'r, err := c.reg("registry.key.admin")\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tvar q struct {', 'r, err := c.reg("registry.key.read")\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tvar q struct {')],
  ['two registries; a person gets registry.admin on the first and registry.viewer on all (role-changes)', 'that person mints a key of the second'],
  '201 instead of a refusal')
def _(c):
    reg(c); reg(c, 'two-reg')
    c.ev('role-changes', organization='aurora', userId='usr_mia', role='member', grants=[{'role': 'registry.admin', 'resourceIds': ['one-reg']}, {'role': 'registry.viewer'}])
    s = [c.req('POST', RS + '/%s/keys' % x, {'name': 'k', 'mode': 'pull'}, who='mia').status for x in ('one-reg', 'two-reg')]
    return s == [201, 403], s
