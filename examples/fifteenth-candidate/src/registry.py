"""Registries, their content, keys, logins, OIDC rules, upstream credentials and the data plane."""
import base64, fnmatch, urllib.request
from core import *
from server import op
import auth

P = '/api/v1/registry'
S = P + '/stores/{slug}'
MODE = ('pull', 'readwrite')
UPSTREAMS = [('docker.io', 'https://registry-1.docker.io'), ('ghcr.io', 'https://ghcr.io'), ('quay.io', 'https://quay.io'),
             ('mirror.example:5000', 'https://mirror.example:5000')]
RESERVED = {'admin', 'api', 'library', 'system'}
SLUG = re.compile(r'^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$')


def reg(c, perm, write=False):
    r = W.one('select * from registries where slug=? and org=?', c.p['slug'], c.org)
    if not r:
        raise Err(404, 'unknown registry')
    c.need(perm, r['slug'])
    return r


def reg_view(r):
    return {'slug': r['slug'], 'displayName': r['name'], 'region': r['region'], 'storageQuotaBytes': r['quota'], 'createdAt': hd(r['created'])}


def repo_size(rid):
    return (W.val('select coalesce(sum(s),0) from (select max(size) s from blobs where repo=? group by blob)', rid)
            + W.val('select coalesce(sum(size),0) from manifests where repo=?', rid))


def used(slug):
    return sum(repo_size(r['id']) for r in W.all('select id from repos where slug=?', slug))


@op('listUpstreams', 'GET', P + '/mirror-catalog')
def upstreams(c):
    c.need('registry.upstream.read', anywhere=True)
    return {'upstreams': [{'host': h, 'endpoint': e} for h, e in UPSTREAMS]}


@op('listRegistries', 'GET', P + '/stores')
def list_registries(c):
    c.need('registry.registry.read', anywhere=True)
    return {'registries': [reg_view(r) for r in W.all('select * from registries where org=? order by created desc', c.org)
                           if c.who.may('registry.registry.read', r['slug'])]}


@op('createRegistry', 'PUT', P + '/stores', 200, {'slug': 'str', 'displayName?': 'str', 'region?': 'str'})
def create_registry(c):
    b = c.b
    if not SLUG.match(b['slug']):
        raise bad('a slug has lowercase letters, digits and inner hyphens, at most 63')
    c.need('registry.registry.write')
    if not W.val('select payment from orgs where slug=?', c.org):
        raise Err(402, 'an active payment method is required')
    if b['slug'] in RESERVED or W.val('select 1 from slugs where slug=?', b['slug']) or W.val('select 1 from registries where slug=?', b['slug']):
        raise Err(409, 'this slug is taken or reserved')
    W.ins('registries', slug=b['slug'], org=c.org, name=b.get('displayName', b['slug']), region=b.get('region', 'north-1'), quota=20 * 2 ** 30, created=W.now())
    return reg_view(W.one('select * from registries where slug=?', b['slug']))


@op('getRegistry', 'GET', S + '/summary')
def get_registry(c):
    r = reg(c, 'registry.registry.read')
    return {**reg_view(r), 'usedBytes': used(r['slug']), 'repositoryCount': W.val('select count(*) from repos where slug=?', r['slug'])}


@op('deleteRegistry', 'POST', S + '/destroy', 200)
def delete_registry(c):
    r = reg(c, 'registry.registry.write')
    if W.val('select 1 from repos where slug=?', r['slug']):
        raise Err(409, 'delete the repositories of this registry first')
    for t in ('rkeys', 'rules', 'upcreds', 'registries'):
        W.run(f'delete from {t} where slug=?', r['slug'])
    return {'destroyed': r['slug']}


@op('createLoginCredential', 'POST', P + '/docker-login', 200, {'registry?': 'str', 'pullOnly?': 'bool'})
def login(c):
    want = c.b.get('registry')
    rs = [r['slug'] for r in W.all('select slug from registries where org=? order by created', c.org)]
    if want is not None and want not in rs:
        raise Err(404, 'unknown registry')
    reach = [s for s in rs if c.who.may('registry.repository.read', s) and want in (None, s)]
    if not reach:
        raise Err(403, 'you have no registry access')
    scope = [{'registry': s, 'mode': 'readwrite' if not c.b.get('pullOnly') and c.who.may('registry.repository.write', s) else 'pull'} for s in reach]
    i, _ = W.id('login')
    pw = secret('lp.')
    exp = W.now() + 3600_000
    W.ins('logins', id=i, org=c.org, user=c.who.user['id'], hash=sha(pw), scope=scope, expires=exp)
    return {'username': i, 'password': pw, 'expiresAt': hd(exp), 'registry': want or '*', 'scope': scope, 'keyId': i}


@op('revokeLoginCredential', 'POST', P + '/docker-login/{keyId}/logout', 200)
def logout(c):
    l = W.one('select * from logins where id=? and org=?', c.p['keyId'], c.org)
    if not l or l['user'] != c.who.user['id'] and not c.who.may('registry.login.admin'):
        raise Err(404, 'unknown login credential')
    if l['revoked']:
        raise Err(410, 'this login was revoked before')
    W.run('update logins set revoked=? where id=?', W.now(), l['id'])
    return {'loggedOut': l['id']}


def repo(r, c):
    x = W.one('select * from repos where slug=? and name=?', r['slug'], c.q['repo'])
    if not x:
        raise Err(404, 'unknown repository')
    return x


def image_size(rid, m):
    return m['size'] + W.val('select coalesce(sum(size),0) from blobs where repo=? and digest=?', rid, m['digest'])


@op('listTags', 'GET', S + '/tag-list', query={'repo': 'str'})
def list_tags(c):
    x = repo(reg(c, 'registry.repository.read'), c)
    return {'tags': [{'name': t['name'], 'digest': t['digest'], 'manifestSize': t['size'], 'updatedAt': hd(t['updated'])} for t in W.all(
        'select t.*,m.size from tags t join manifests m on m.repo=t.repo and m.digest=t.digest where t.repo=? order by t.name', x['id'])]}


def drop_manifest(rid, digest):
    for t in ('tags', 'blobs', 'manifests'):
        W.run(f'delete from {t} where repo=? and digest=?', rid, digest)


@op('deleteTag', 'DELETE', S + '/tag-list', query={'repo': 'str', 'tag': 'str', 'purge?': ('true', 'false', 'never')})
def delete_tag(c):
    x = repo(reg(c, 'registry.repository.write'), c)
    t = W.one('select * from tags where repo=? and name=?', x['id'], c.q['tag'])
    if not t:
        raise Err(404, 'unknown tag')
    last = W.val('select count(*) from tags where repo=? and digest=?', x['id'], t['digest']) == 1
    purge = c.q.get('purge') == 'true' and last
    if purge:
        c.need('registry.repository.admin', c.p['slug'])
    W.run('delete from tags where repo=? and name=?', x['id'], t['name'])
    if purge:
        drop_manifest(x['id'], t['digest'])
    return {'purged': purge}


@op('listManifests', 'GET', S + '/image-list', query={'repo': 'str'})
def list_manifests(c):
    x = repo(reg(c, 'registry.repository.read'), c)
    return {'manifests': [{'digest': m['digest'], 'mediaType': m['media'], 'sizeBytes': image_size(x['id'], m), 'createdAt': hd(m['created']),
                           'tags': [t['name'] for t in W.all('select name from tags where repo=? and digest=? order by name', x['id'], m['digest'])]}
                          for m in W.all('select * from manifests where repo=? order by created desc,rowid desc', x['id'])]}


@op('deleteManifest', 'DELETE', S + '/image-list', query={'repo': 'str', 'digest': 'str'})
def delete_manifest(c):
    x = repo(reg(c, 'registry.repository.write'), c)
    if not W.val('select 1 from manifests where repo=? and digest=?', x['id'], c.q['digest']):
        raise Err(404, 'unknown image')
    drop_manifest(x['id'], c.q['digest'])
    return {'deleted': c.q['digest']}


@op('listRepositories', 'GET', S + '/repos')
def list_repos(c):
    r = reg(c, 'registry.repository.read')
    return {'repositories': [{'name': x['name'], 'tagCount': W.val('select count(*) from tags where repo=?', x['id']), 'sizeBytes': repo_size(x['id']),
                              'createdAt': hd(x['created'])} for x in W.all('select * from repos where slug=? order by name desc', r['slug'])]}


@op('deleteRepository', 'DELETE', S + '/repos', query={'repo': 'str'})
def delete_repo(c):
    x = repo(reg(c, 'registry.repository.write'), c)
    for t in ('tags', 'blobs', 'manifests'):
        W.run(f'delete from {t} where repo=?', x['id'])
    W.run('delete from repos where id=?', x['id'])
    return {'deleted': x['name']}


@op('listRegistryKeys', 'GET', S + '/robot-keys')
def list_keys(c):
    r = reg(c, 'registry.key.read')
    return {'keys': [key_view(k) for k in W.all('select * from rkeys where slug=? and revoked is null order by seq desc', r['slug'])]}


def key_view(k):
    v = {'keyId': k['id'], 'name': k['name'], 'mode': k['mode'], 'repoPrefixes': J(k['prefixes']), 'mintedVia': k['via'], 'createdAt': hd(k['created'])}
    for f, col in (('expiresAt', 'expires'), ('lastUsedAt', 'used'), ('revokedAt', 'revoked')):
        if k[col]:
            v[f] = hd(k[col])
    return v


@op('createRegistryKey', 'POST', S + '/robot-keys', 200, {'name': 'str', 'mode': MODE, 'repoPrefixes?': ['str']})
def create_key(c):
    r = reg(c, 'registry.key.admin')
    i, n = W.id('robot')
    s = secret('rk.')
    W.ins('rkeys', id=i, slug=r['slug'], name=c.b['name'], mode=c.b['mode'], prefixes=c.b.get('repoPrefixes', []), via='manual', hash=sha(s), created=W.now(), seq=n)
    return {'keyId': i, 'secret': s}


@op('revokeRegistryKey', 'DELETE', S + '/robot-keys/{keyId}')
def revoke_key(c):
    r = reg(c, 'registry.key.write')
    k = W.one('select * from rkeys where id=? and slug=?', c.p['keyId'], r['slug'])
    if not k:
        raise Err(404, 'unknown key')
    if k['revoked']:
        raise Err(410, 'this key was revoked before')
    W.run('update rkeys set revoked=? where id=?', W.now(), k['id'])
    return {'keyId': k['id'], 'revokedAt': hd(W.now())}


def rule_view(r):
    return {'id': r['id'], 'name': r['name'], 'issuer': r['issuer'], 'audience': r['audience'], 'subjectPattern': r['pattern'], 'mode': r['mode'],
            'repoPrefixes': J(r['prefixes']), 'createdAt': hd(r['created'])}


@op('listOidcRules', 'GET', S + '/trust')
def list_rules(c):
    r = reg(c, 'registry.rule.read')
    return {'rules': [rule_view(x) for x in W.all('select * from rules where slug=? order by id desc', r['slug'])]}


@op('createOidcRule', 'POST', S + '/trust', 200, {'name?': 'str', 'issuer': 'uri', 'audience': 'str', 'subjectPattern': 'str', 'mode': MODE, 'repoPrefixes?': ['str']})
def create_rule(c):
    r = reg(c, 'registry.rule.write')
    b = c.b
    cur = W.ins('rules', slug=r['slug'], name=b.get('name', ''), issuer=b['issuer'], audience=b['audience'], pattern=b['subjectPattern'], mode=b['mode'],
                prefixes=b.get('repoPrefixes', []), created=W.now())
    if 'name' not in b:
        W.run('update rules set name=? where id=?', f'rule-{cur.lastrowid}', cur.lastrowid)
    return rule_view(W.one('select * from rules where id=?', cur.lastrowid))


@op('deleteOidcRule', 'DELETE', S + '/trust/{id}')
def delete_rule(c):
    r = reg(c, 'registry.rule.write')
    if not re.match(r'^\d{1,15}$', c.p['id']) or not W.run('delete from rules where slug=? and id=?', r['slug'], int(c.p['id'])).rowcount:
        raise Err(404, 'unknown rule')
    return {'deleted': int(c.p['id'])}


@op('listUpstreamCredentials', 'GET', S + '/mirror-logins')
def list_upcreds(c):
    r = reg(c, 'registry.upstream.read')
    return {'upstreamCredentials': [{'upstream': x['host'], 'username': x['username'], 'createdAt': hd(x['created'])}
                                    for x in W.all('select * from upcreds where slug=? order by host', r['slug'])]}


@op('setUpstreamCredential', 'POST', S + '/mirror-logins/{host}', 200, {'username': 'str', 'password': 'str'})
def set_upcred(c):
    r = reg(c, 'registry.upstream.write')
    if c.p['host'] not in dict(UPSTREAMS):
        raise Err(404, 'this upstream is not in the catalog')
    W.run('insert or replace into upcreds values(?,?,?,?,?)', r['slug'], c.p['host'], c.b['username'], c.b['password'], W.now())
    return {'upstream': c.p['host'], 'username': c.b['username']}


@op('deleteUpstreamCredential', 'DELETE', S + '/mirror-logins/{host}')
def delete_upcred(c):
    r = reg(c, 'registry.upstream.write')
    if not W.run('delete from upcreds where slug=? and host=?', r['slug'], c.p['host']).rowcount:
        raise Err(404, 'there is no credential for this upstream')
    return {'deleted': c.p['host']}


# The data plane
def prefix_ok(prefixes, name):
    return not prefixes or any(name.startswith(p) for p in prefixes)


def plane(username, password, slug, repository, action):
    """None when allowed, else the reason why not."""
    h = sha(password or '')
    l = W.one('select * from logins where hash=?', h)
    if l and (username in (None, l['id'])):
        if l['revoked']:
            return 'the login was revoked'
        if l['expires'] <= W.now():
            return 'the login has expired'
        e = [s for s in J(l['scope']) if s['registry'] == slug]
        if not e or not W.val('select 1 from registries where slug=? and org=?', slug, l['org']):
            return 'the login is not for this registry'
        return None if action == 'pull' or e[0]['mode'] == 'readwrite' else 'the login may only pull'
    k = W.one('select * from rkeys where hash=?', h)
    if not k or username not in (None, k['id']):
        return 'unknown username or password'
    if k['revoked']:
        return 'the key was revoked'
    if k['expires'] and k['expires'] <= W.now():
        return 'the key has expired'
    if k['slug'] != slug:
        return 'the key is for another registry'
    if repository is not None and not prefix_ok(J(k['prefixes']), repository):
        return 'the key is not for this repository'
    if action != 'pull' and k['mode'] != 'readwrite':
        return 'the key may only pull'
    W.run('update rkeys set used=? where id=?', W.now(), k['id'])
    return None


@op('authorizeDataPlane', 'POST', P + '/gate', 200, 'raw', door=True)
def authorize(c):
    from server import body_of, OPS
    b = check({'username': 'str0', 'password': 'str0', 'registry': 'str0', 'repository': 'str0', 'action': ('pull', 'push', 'delete')},
              body_of(OPS['authorizeDataPlane'], c, c.raw, c.headers.get('content-type')))
    why = plane(b['username'], b['password'], b['registry'], b['repository'], b['action'])
    return {'allowed': why is None, **({'reason': why} if why else {})}


# OIDC exchange
def b64(s):
    return base64.urlsafe_b64decode(s + '=' * (-len(s) % 4))


HASHES = {'256': ('sha256', '3031300d060960864801650304020105000420'), '384': ('sha384', '3041300d060960864801650304020205000430'),
          '512': ('sha512', '3051300d060960864801650304020305000440')}


def rs_verify(alg, jwk, msg, sig):
    name, prefix = HASHES[alg[2:]]
    n, e = int.from_bytes(b64(jwk['n']), 'big'), int.from_bytes(b64(jwk['e']), 'big')
    k = (n.bit_length() + 7) // 8
    if len(sig) != k:
        return False
    em = pow(int.from_bytes(sig, 'big'), e, n).to_bytes(k, 'big')
    t = bytes.fromhex(prefix) + hashlib.new(name, msg).digest()
    return em == b'\x00\x01' + b'\xff' * (k - len(t) - 3) + b'\x00' + t


def fetch_json(url):
    with urllib.request.urlopen(url, timeout=2.5) as r:
        return json.loads(r.read(200000))


@op('exchangeOidcToken', 'POST', P + '/trust-exchange', 201, {'registry': 'str', 'token': 'str'}, door=True, nolock=True)
def exchange(c):
    no = Err(403, 'no rule of this registry allows this token')
    try:
        h, p, s = c.b['token'].split('.')
        head, claims, sig = J(b64(h)), J(b64(p)), b64(s)
        iss, sub, aud = claims['iss'], claims['sub'], claims['aud']
        auds = [aud] if isinstance(aud, str) else list(aud)
        exp = float(claims['exp'])
    except Exception:
        raise no

    def matching():
        for r in W.all('select * from rules where slug=? order by id', c.b['registry']):
            if r['issuer'] == iss and r['audience'] in auds and re.fullmatch('.*'.join(map(re.escape, r['pattern'].split('*'))), sub, re.S):
                return r
        raise no
    with W.lock:
        W.run_due()
        matching()
        if exp * 1000 <= W.now():
            raise no
    ok = False
    if head.get('alg') in ('RS256', 'RS384', 'RS512'):
        try:
            conf = fetch_json(iss.rstrip('/') + '/.well-known/openid-configuration')
            for k in fetch_json(conf['jwks_uri'])['keys']:
                if k.get('kty') == 'RSA' and head.get('kid') in (None, k.get('kid')) and rs_verify(head['alg'], k, f'{h}.{p}'.encode(), sig):
                    ok = True
        except Exception:
            ok = False
    if not ok:
        raise no
    with W.lock:
        r = matching()
        i, n = W.id('robot')
        sec = secret('rk.')
        exp = W.now() + 900_000
        W.ins('rkeys', id=i, slug=r['slug'], name=r['name'], mode=r['mode'], prefixes=J(r['prefixes']), via='oidc', hash=sha(sec), created=W.now(), expires=exp, seq=n)
        W.db.commit()
    return {'keyId': i, 'secret': sec, 'mode': r['mode'], 'expiresAt': hd(exp)}


# Images, for the driver
def push(b):
    r = W.one('select * from registries where slug=?', b['registry'])
    if not r:
        raise Err(404, 'unknown registry')
    if 'keyId' in b or 'secret' in b:
        k = W.one('select * from rkeys where hash=?', sha(b['secret'])) if 'secret' in b else W.one('select * from rkeys where id=?', b['keyId'])
        if 'secret' in b and not k:
            why = plane(None, b['secret'], r['slug'], b['repository'], 'push')
        elif not k:
            raise Err(404, 'unknown key')
        else:
            why = ('the key was revoked' if k['revoked'] else 'the key has expired' if k['expires'] and k['expires'] <= W.now() else
                   'the key is for another registry' if k['slug'] != r['slug'] else 'the key is not for this repository'
                   if not prefix_ok(J(k['prefixes']), b['repository']) else 'the key may only pull' if k['mode'] != 'readwrite' else None)
        if why:
            raise Err(409, why)
        if k:
            W.run('update rkeys set used=? where id=?', W.now(), k['id'])
    at = b['_at']
    before = used(r['slug'])
    x = W.one('select * from repos where slug=? and name=?', r['slug'], b['repository'])
    rid = x['id'] if x else W.ins('repos', slug=r['slug'], name=b['repository'], created=at).lastrowid
    layers = [(l.get('digest') or 'sha256:' + secrets.token_hex(32), l['sizeBytes']) for l in b.get('layers', [{'sizeBytes': 25_000_000}])]
    size = b.get('manifestBytes', 1234)
    digest = b.get('digest') or 'sha256:' + hashlib.sha256(repr((layers, size, b.get('mediaType'))).encode()).hexdigest()
    if not W.val('select 1 from manifests where repo=? and digest=?', rid, digest):
        W.ins('manifests', repo=rid, digest=digest, media=b.get('mediaType', 'application/vnd.oci.image.manifest.v1+json'), size=size, created=at)
        for d, s in layers:
            W.run('insert or ignore into blobs values(?,?,?,?)', rid, digest, d, s)
    else:
        layers = [(l['blob'], l['size']) for l in W.all('select * from blobs where repo=? and digest=?', rid, digest)]
    for t in b.get('tags', ['latest']):
        W.run('insert or replace into tags values(?,?,?,?)', rid, t, digest, at)
    after = used(r['slug'])
    if after > r['quota'] and after > before:
        raise Err(409, 'the storage quota would be exceeded')
    return {'digest': digest, 'layers': [d for d, _ in layers], 'addedBytes': after - before}


def share(b):
    r = W.one('select * from registries where slug=?', b['registry'])
    if not r:
        raise Err(404, 'unknown registry')

    def image(o):
        x = W.one('select id from repos where slug=? and name=?', r['slug'], o['repository'])
        if not x or not W.val('select 1 from manifests where repo=? and digest=?', x['id'], o['digest']):
            raise Err(404, 'unknown image')
        return x['id']
    f, t = image(b['from']), image(b['to'])
    l = W.one('select * from blobs where repo=? and digest=? and blob=?', f, b['from']['digest'], b['blob'])
    if not l:
        raise Err(404, 'the first image has no such layer')
    before = used(r['slug'])
    W.run('insert or ignore into blobs values(?,?,?,?)', t, b['to']['digest'], b['blob'], l['size'])
    after = used(r['slug'])
    if after > r['quota']:
        raise Err(409, 'the storage quota would be exceeded')
    return {'addedBytes': after - before}
