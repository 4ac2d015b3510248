"""Container registries, their data plane door and the OIDC exchange."""
import hashlib
import hmac
import urllib.request

from .core import *

UPSTREAMS = {'docker.io': 'https://registry-1.docker.io', 'ghcr.io': 'https://ghcr.io', 'quay.io': 'https://quay.io',
             'public.ecr.aws': 'https://public.ecr.aws', 'registry.k8s.io': 'https://registry.k8s.io'}
REGIONS = ('eu-west', 'us-central', 'ap-south')
RESERVED = {'admin', 'api', 'www', 'library', 'docker', 'system', 'registry', 'cache', 'root', 'public', 'login'}
P = '/api/v1/registry'


def used(reg):
    """Every blob and manifest counts once in a registry."""
    seen = {}
    for repo in reg.repos.values():
        for d, m in repo.manifests.items():
            seen[d] = m.bytes
            seen.update(m.layers)
    return sum(seen.values())


def repo_size(repo):
    seen = {}
    for d, m in repo.manifests.items():
        seen[d] = m.bytes
        seen.update(m.layers)
    return sum(seen.values())


def new_registry(org, slug, name=None, region=None):
    reg = R(slug=slug, displayName=name or slug.replace('-', ' ').title(), region=region or REGIONS[0], quota=20 * 2 ** 30, created=W.now(),
            repos={}, robots={}, rules={}, upstreams={}, used=used, counted=0, org=org.slug)
    org.registries[slug] = reg
    W.slugs_used.add(slug)
    return reg


def find(c, atom):
    reg = c.org.registries.get(c.p['slug'].strip().lower())
    if reg is None:
        raise E(404, 'unknown registry')
    c.allow(atom, reg.slug)
    return reg


def query(c, k):
    v = (c.query.get(k) or '').strip()
    if not v:
        bad(f"{k} can't be blank")
    return v


def shown(reg):
    return {'slug': reg.slug, 'displayName': reg.displayName, 'region': reg.region, 'storageQuotaBytes': reg.quota, 'createdAt': plain(reg.created)}


@op('GET', P + '/mirrors', 'registry.registry.read', inst=True)
def upstreams(c):
    return 200, {'upstreams': [{'host': h, 'endpoint': e} for h, e in sorted(UPSTREAMS.items())]}


@op('GET', P + '/hubs', 'registry.registry.read', inst=True, cached=True)
def list_registries(c):
    rows = [r for r in c.org.registries.values() if c.caller.may('registry.registry.read', r.slug)]
    return 200, {'registries': [shown(r) for r in sorted(rows, key=lambda r: r.slug)]}


@op('POST', P + '/hubs', 'registry.registry.write')
def create_registry(c):
    slug = text(c.body, 'slug', most=63).lower()
    if not re.fullmatch(r'[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])', slug) or '--' in slug:
        bad('slug may have letters, digits and single dashes (3 to 63 characters)')
    name = text(c.body, 'displayName', False, 120)
    region = text(c.body, 'region', False)
    if region and region not in REGIONS:
        bad('region is not included in the list: ' + ', '.join(REGIONS))
    if not c.org.payment:
        raise E(402, 'an active payment method is required')
    if slug in RESERVED or slug in W.slugs_used or slug in W.slugs_elsewhere:
        raise E(409, 'this slug is taken')
    return 201, shown(new_registry(c.org, slug, name, region))


@op('GET', P + '/hubs/{slug}', 'registry.registry.read', inst=True)
def get_registry(c):
    r = find(c, 'registry.registry.read')
    return 200, {'slug': r.slug, 'region': r.region, 'storageQuotaBytes': r.quota, 'usedBytes': r.counted, 'repositoryCount': len(r.repos),
                 'createdAt': plain(r.created)}


@op('DELETE', P + '/hubs/{slug}', 'registry.registry.write', inst=True)
def delete_registry(c):
    r = find(c, 'registry.registry.write')
    if r.repos:
        raise E(409, 'delete its repositories first')
    if r.rules or any(key_state(k) is None for k in r.robots.values()):
        raise E(409, 'registry keys or access rules still refer to it')
    del c.org.registries[r.slug]
    return 204, None


# login credentials

@op('POST', P + '/sign-ins', 'registry.registry.read', inst=True)
def login(c):
    only = text(c.body, 'registry', False)
    pull = flag(c.body, 'pullOnly', False)
    mine = [r for r in c.org.registries.values() if c.caller.may('registry.registry.read', r.slug)]
    if only:
        mine = [r for r in mine if r.slug == only.lower()]
        if not mine:
            raise E(404, 'unknown registry')
    if not mine:
        raise E(403, 'there is no registry within your reach')
    mine.sort(key=lambda r: r.slug)
    cred = R(username='login-' + W.id(), password=secret('rlp_'), expires=W.now() + 3600, user=c.user.id, org=c.org.slug, revoked=False,
             scope=[{'registry': r.slug, 'mode': 'readwrite' if not pull and c.caller.may('registry.repository.write', r.slug) else 'pull'} for r in mine])
    c.org.logins[cred.username] = cred
    return 201, {'username': cred.username, 'password': cred.password, 'expiresAt': plain(cred.expires), 'registry': mine[0].slug if only else 'every-registry',
                 'scope': cred.scope}


@op('DELETE', P + '/sign-ins/{keyId}', 'registry.registry.read', inst=True)
def logout(c):
    cred = c.org.logins.get(c.p['keyId'])
    if cred is None or cred.revoked or (cred.user != c.user.id and not c.caller.may('registry.key.admin')):
        raise E(404, 'unknown login credential')
    cred.revoked = True
    return 204, None


# repositories

@op('GET', P + '/hubs/{slug}/repos', 'registry.repository.read', inst=True, cached=True)
def list_repos(c):
    r = find(c, 'registry.repository.read')
    return 200, {'repositories': [{'name': n, 'tagCount': len(x.tags), 'sizeBytes': repo_size(x), 'createdAt': plain(x.created)} for n, x in sorted(r.repos.items())]}


@op('DELETE', P + '/hubs/{slug}/repos', 'registry.repository.write', inst=True)
def delete_repo(c):
    r = find(c, 'registry.repository.write')
    name = query(c, 'repo')
    if name not in r.repos:
        raise E(404, 'unknown repository')
    del r.repos[name]
    return 204, None


@op('GET', P + '/hubs/{slug}/tags', 'registry.repository.read', inst=True, cached=True)
def list_tags(c):
    repo = find(c, 'registry.repository.read').repos.get(query(c, 'repo'))
    rows = sorted(repo.tags.items(), key=lambda kv: (-kv[1].updated, kv[0])) if repo else []
    return 200, {'tags': [{'name': n, 'digest': t.digest, 'manifestSize': repo.manifests[t.digest].bytes, 'updatedAt': plain(t.updated)} for n, t in rows]}


def drop_manifest(r, name, digest):
    repo = r.repos[name]
    del repo.manifests[digest]
    for t in [t for t, x in repo.tags.items() if x.digest == digest]:
        del repo.tags[t]
    if not repo.manifests:
        del r.repos[name]


@op('DELETE', P + '/hubs/{slug}/tags', 'registry.repository.write', inst=True)
def delete_tag(c):
    r = find(c, 'registry.repository.write')
    name, tag = query(c, 'repo'), query(c, 'tag')
    purge = c.query.get('purge')
    if purge not in (None, 'true', 'false'):
        bad('purge must be true or false')
    repo = r.repos.get(name)
    if repo is None or tag not in repo.tags:
        raise E(404, 'unknown tag')
    digest = repo.tags[tag].digest
    last = sum(1 for t in repo.tags.values() if t.digest == digest) == 1
    if purge == 'true' and last:
        c.allow('registry.repository.admin', r.slug)
        drop_manifest(r, name, digest)
        return 200, {'purged': True}
    del repo.tags[tag]
    return 200, {'purged': False}


@op('GET', P + '/hubs/{slug}/manifests', 'registry.repository.read', inst=True, cached=True)
def list_manifests(c):
    repo = find(c, 'registry.repository.read').repos.get(query(c, 'repo'))
    rows = sorted(repo.manifests.items(), key=lambda kv: -kv[1].created) if repo else []
    return 200, {'manifests': [{'digest': d, 'mediaType': m.mediaType, 'sizeBytes': m.bytes + sum(m.layers.values()),
                                'tags': sorted(t for t, x in repo.tags.items() if x.digest == d), 'createdAt': plain(m.created)} for d, m in rows]}


@op('DELETE', P + '/hubs/{slug}/manifests', 'registry.repository.write', inst=True)
def delete_manifest(c):
    r = find(c, 'registry.repository.write')
    name, digest = query(c, 'repo'), query(c, 'digest')
    if name not in r.repos or digest not in r.repos[name].manifests:
        raise E(404, 'unknown image')
    drop_manifest(r, name, digest)
    return 204, None


def push(r, name, tags, layers, digest=None, media=None, size=None, at=None):
    """Returns the digest and the bytes that were added; 409 above the quota."""
    at = W.now() if at is None else at
    layers = dict(layers)
    size = 1200 if size is None else size
    digest = digest or 'sha256:' + hashlib.sha256(json.dumps([sorted(layers.items()), size, secrets.token_hex(8)]).encode()).hexdigest()
    before = used(r)
    old = r.repos.get(name)
    repo = old or R(manifests={}, tags={}, created=at)
    had = repo.manifests.get(digest)
    if had is None:
        r.repos[name] = repo
        repo.manifests[digest] = R(mediaType=media or 'application/vnd.oci.image.manifest.v1+json', bytes=size, layers=layers, created=at)
    if used(r) > r.quota and had is None:
        del repo.manifests[digest]
        if old is None:
            del r.repos[name]
        raise E(409, 'the storage quota would be exceeded')
    for t in tags:
        repo.tags[t] = R(digest=digest, updated=at)
    return digest, used(r) - before


# keys

def key_state(k):
    if k.revoked:
        return 'the key is revoked'
    if k.expires and k.expires <= W.now():
        return 'the key has expired'
    return None


def in_prefix(prefixes, repo):
    return not prefixes or any(repo == p or repo.startswith(p + '/') for p in prefixes)


def prefixes(b):
    return [p for p in (x.strip('/') for x in texts(b, 'repoPrefixes', False) or []) if p]


def shown_key(k):
    out = {'keyId': k.keyId, 'name': k.name, 'mode': k.mode, 'repoPrefixes': k.prefixes, 'mintedVia': k.via, 'createdAt': plain(k.created)}
    for name, v in (('expiresAt', k.expires), ('lastUsedAt', k.used), ('revokedAt', k.revoked)):
        if v:
            out[name] = plain(v)
    return out


@op('GET', P + '/hubs/{slug}/robots', 'registry.key.read', inst=True, cached=True)
def list_keys(c):
    r = find(c, 'registry.key.read')
    return 200, {'keys': [shown_key(k) for k in sorted(r.robots.values(), key=lambda k: (k.name.lower(), k.keyId))]}


def mint(r, name, mode, pre, via='manual', life=None, rule=None):
    k = R(keyId='robot-' + W.id(), secret=secret('rks_'), name=name, mode=mode, prefixes=pre, via=via, created=W.now(),
          expires=W.now() + life if life else None, used=None, revoked=None, rule=rule)
    r.robots[k.keyId] = k
    return k


@op('POST', P + '/hubs/{slug}/robots', 'registry.key.admin', inst=True)
def create_key(c):
    r = find(c, 'registry.key.admin')
    name, mode, pre = text(c.body, 'name', most=100), text(c.body, 'mode', enum=('pull', 'readwrite')), prefixes(c.body)
    unique([k for k in r.robots.values() if key_state(k) is None], name, 'a key')
    k = mint(r, name, mode, pre)
    return 201, {'keyId': k.keyId, 'secret': k.secret}


@op('DELETE', P + '/hubs/{slug}/robots/{keyId}', 'registry.key.write', inst=True)
def revoke_key(c):
    k = find(c, 'registry.key.write').robots.get(c.p['keyId'])
    if k is None:
        raise E(404, 'unknown key')
    k.revoked = k.revoked or W.now()
    return 204, None


# OIDC rules

def shown_rule(x):
    return {'id': x.id, 'name': x.name, 'issuer': x.issuer, 'audience': x.audience, 'subjectPattern': x.subject, 'mode': x.mode,
            'repoPrefixes': x.prefixes, 'createdAt': plain(x.created)}


@op('GET', P + '/hubs/{slug}/federations', 'registry.federation.read', inst=True, cached=True)
def list_rules(c):
    return 200, {'rules': [shown_rule(x) for x in reversed(find(c, 'registry.federation.read').rules.values())]}


@op('POST', P + '/hubs/{slug}/federations', 'registry.federation.write', inst=True)
def create_rule(c):
    r, b = find(c, 'registry.federation.write'), c.body
    name = text(b, 'name', False, 100)
    issuer = uri(b, 'issuer')
    if issuer.lower().startswith('http:') and not re.match(r'http://(localhost|127\.0\.0\.1)[:/]', issuer.lower() + '/'):
        bad('issuer must use https')
    x = R(id=W.num(), name=name or 'unnamed rule', issuer=issuer, audience=text(b, 'audience', most=500), subject=text(b, 'subjectPattern', most=500),
          mode=text(b, 'mode', enum=('pull', 'readwrite')), prefixes=prefixes(b), created=W.now())
    for y in r.rules.values():
        if all(x[k] == y[k] for k in ('issuer', 'audience', 'subject', 'mode', 'prefixes')) and name in (None, y.name):
            return 201, shown_rule(y)
    if name:
        unique(r.rules.values(), name, 'a rule')
    r.rules[x.id] = x
    return 201, shown_rule(x)


@op('DELETE', P + '/hubs/{slug}/federations/{id}', 'registry.federation.write', inst=True)
def delete_rule(c):
    r = find(c, 'registry.federation.write')
    if not c.p['id'].isdigit() or int(c.p['id']) not in r.rules:
        raise E(404, 'unknown rule')
    x = r.rules.pop(int(c.p['id']))
    for k in r.robots.values():
        if k.rule == x.id and not k.revoked:
            k.revoked = W.now()
    return 204, None


# upstream credentials

@op('GET', P + '/hubs/{slug}/mirror-logins', 'registry.upstream.read', inst=True, cached=True)
def list_upstream_credentials(c):
    r = find(c, 'registry.upstream.read')
    return 200, {'upstreamCredentials': [{'upstream': h, 'username': x.username, 'createdAt': plain(x.created)} for h, x in sorted(r.upstreams.items())]}


@op('PUT', P + '/hubs/{slug}/mirror-logins/{host}', 'registry.upstream.write', inst=True)
def set_upstream(c):
    r = find(c, 'registry.upstream.write')
    host = c.p['host'].strip().lower()
    name = text(c.body, 'username')
    v = c.body.get('password')
    if not isinstance(v, str) or not v or len(v) > 5000:
        bad("password can't be blank")
    if host not in UPSTREAMS:
        bad('this upstream is not in the catalog')
    old = r.upstreams.get(host)
    r.upstreams[host] = R(username=name, password=v, created=old.created if old else W.now())
    return 200, {'upstream': host, 'username': name}


@op('DELETE', P + '/hubs/{slug}/mirror-logins/{host}', 'registry.upstream.write', inst=True)
def delete_upstream(c):
    if find(c, 'registry.upstream.write').upstreams.pop(c.p['host'].strip().lower(), None) is None:
        raise E(404, 'no login for this upstream')
    return 204, None


# doors

def all_registries():
    return {s: r for o in W.orgs.values() for s, r in o.registries.items()}


def authorize(username, password, registry, repo, action, at=None):
    """None if allowed, else why not."""
    reg = all_registries().get(registry)
    write = action in ('push', 'delete')
    for o in W.orgs.values():
        for cred in o.logins.values():
            if hmac.compare_digest(cred.password, password) and (username in (None, cred.username)):
                if cred.revoked:
                    return 'this login was revoked'
                if cred.expires <= W.now():
                    return 'this login has expired'
                if cred.user not in o.members:
                    return 'its owner has left the organization'
                mode = {s['registry']: s['mode'] for s in cred.scope}.get(registry)
                if reg is None or mode is None or reg.org != o.slug:
                    return 'not for this registry'
                return 'this login is read-only' if write and mode == 'pull' else None
    for slug, r in all_registries().items():
        for k in r.robots.values():
            if hmac.compare_digest(k.secret, password) and username in (None, k.keyId, k.name):
                if slug != registry:
                    return 'the key is for another registry'
                why = key_state(k)
                if why:
                    return why
                if write and k.mode == 'pull':
                    return 'the key is read-only'
                if repo is not None and not in_prefix(k.prefixes, repo):
                    return 'the key is not for this repository'
                t = W.now() if at is None else at
                W.touch(lambda: k.update(used=max(k.used or 0, t)))
                return None
    return 'unknown username or password'


@op('POST', P + '/gate', door=True)
def data_plane(c):
    b = c.body
    why = authorize(text(b, 'username'), text(b, 'password', most=5000), text(b, 'registry').lower(), text(b, 'repository', most=500),
                    text(b, 'action', enum=('pull', 'push', 'delete')))
    return (200, {'allowed': True}) if why is None else (200, {'allowed': False, 'reason': why})


JWKS = {}
PREFIX = {'RS256': ('sha256', '3031300d060960864801650304020105000420'), 'RS384': ('sha384', '3041300d060960864801650304020205000430'),
          'RS512': ('sha512', '3051300d060960864801650304020305000440')}


def load(url):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=4) as a:
        return json.loads(a.read(500_000))


def issuer_keys(issuer, fresh=False):
    hit = JWKS.get(issuer)
    if hit and not fresh and time.monotonic() - hit[0] < 20:
        return hit[1]
    try:
        doc = load(issuer.rstrip('/') + '/.well-known/openid-configuration')
        keys = load(doc['jwks_uri'])['keys'] if doc.get('issuer', issuer).rstrip('/') == issuer.rstrip('/') else []
    except Exception:
        return None
    JWKS[issuer] = (time.monotonic(), keys)
    return keys


def signed_by(keys, head, signing, sig):
    if head.get('alg') not in PREFIX:
        return False
    algo, prefix = PREFIX[head['alg']]
    n64 = lambda s: int.from_bytes(base64.urlsafe_b64decode(s + '=' * (-len(s) % 4)), 'big')
    for k in keys:
        if k.get('kty') != 'RSA' or (head.get('kid') and k.get('kid') and head['kid'] != k['kid']):
            continue
        n, e = n64(k['n']), n64(k['e'])
        size = (n.bit_length() + 7) // 8
        tail = bytes.fromhex(prefix) + hashlib.new(algo, signing).digest()
        want = b'\x00\x01' + b'\xff' * (size - len(tail) - 3) + b'\x00' + tail
        if len(sig) == size and hmac.compare_digest(pow(int.from_bytes(sig, 'big'), e, n).to_bytes(size, 'big'), want):
            return True
    return False


def subject_fits(pattern, subject):
    return re.fullmatch('.*'.join(re.escape(p) for p in pattern.split('*')), subject, re.S) is not None


@op('POST', P + '/trade', door=True, unlocked=True)
def exchange(c):
    slug, token = text(c.body, 'registry').lower(), text(c.body, 'token', most=20000)
    no = E(401, 'this ID token is not accepted here')
    try:
        h, p, s = token.split('.')
        head, claims = b64json(h), b64json(p)
        sig = base64.urlsafe_b64decode(s + '=' * (-len(s) % 4))
        issuer, subject = claims['iss'], claims['sub']
        aud = claims['aud'] if isinstance(claims['aud'], list) else [claims['aud']]
        exp = float(claims['exp'])
        nbf = float(claims.get('nbf', 0))
        if not isinstance(subject, str) or not isinstance(issuer, str):
            raise no
    except Exception:
        raise no

    def rule():
        reg = all_registries().get(slug)
        if reg is None:
            raise no
        for x in reg.rules.values():
            if x.issuer == issuer and x.audience in aud and subject_fits(x.subject, subject):
                return reg, x
        raise no
    with W.lock:
        rule()
    keys = issuer_keys(issuer)
    if keys is None:
        raise no
    signing = (h + '.' + p).encode()
    if not signed_by(keys, head, signing, sig) and not signed_by(issuer_keys(issuer, True) or [], head, signing, sig):
        raise no
    with W.lock:
        if exp <= W.now() or nbf > W.now() + 60:
            raise no
        reg, x = rule()
        k = mint(reg, x.name, x.mode, list(x.prefixes), 'oidc', 900, x.id)
        return 201, {'keyId': k.keyId, 'secret': k.secret, 'mode': k.mode, 'expiresAt': plain(k.expires)}
