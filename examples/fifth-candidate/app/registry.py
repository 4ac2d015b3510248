"""Container image registries: the management API."""
import re
from datetime import timedelta
from typing import Annotated, Literal, Optional

from fastapi import APIRouter, Path, Query

from .auth import AuthenticatedRoute, Caller, CurrentCaller
from .clock import clock
from .database import Row, atomic, db, dumps, loads
from .errors import ApiError, conflict, forbidden, invalid, not_found
from .schemas import Bool, In, Name, Out, Url
from .secrets_util import digest, new_secret

DEFAULT_REGION = "eu-central"
DEFAULT_QUOTA = 50 * 1024**3
LOGIN_LIFETIME = timedelta(hours=1)
REGISTRY_HOST = "registry.platform.example"
RESERVED_SLUGS = {"admin", "api", "cache", "internal", "library", "login", "platform", "registry", "system", "v2", "www"}
SLUG = re.compile(r"^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$")
UPSTREAMS = {
    "docker.io": "https://registry-1.docker.io",
    "ghcr.io": "https://ghcr.io",
    "quay.io": "https://quay.io",
    "registry.k8s.io": "https://registry.k8s.io",
}

Mode = Literal["pull", "readwrite"]
Repo = Annotated[str, Query(min_length=1)]

router = APIRouter(prefix="/api/v1/registry", tags=["registry"], route_class=AuthenticatedRoute)


# --- shapes


class Upstream(Out):
    host: str
    endpoint: str


class UpstreamList(Out):
    upstreams: list[Upstream]


class Registry(Out):
    slug: str
    displayName: str
    region: str
    storageQuotaBytes: int
    createdAt: str


class RegistryList(Out):
    registries: list[Registry]


class RegistryDetail(Out):
    slug: str
    region: str
    storageQuotaBytes: int
    usedBytes: int
    repositoryCount: int
    createdAt: str


class RegistryIn(In):
    slug: str
    displayName: Optional[Name] = None
    region: Optional[Name] = None


class LoginIn(In):
    registry: Optional[str] = None
    pullOnly: Optional[Bool] = None


class LoginScope(Out):
    registry: str
    mode: Mode


class LoginCredential(Out):
    username: str
    password: str
    expiresAt: str
    registry: str
    scope: list[LoginScope]


class Tag(Out):
    name: str
    digest: str
    manifestSize: int
    updatedAt: str


class TagList(Out):
    tags: list[Tag]


class Purged(Out):
    purged: bool


class Manifest(Out):
    digest: str
    mediaType: str
    sizeBytes: int
    tags: list[str]
    createdAt: str


class ManifestList(Out):
    manifests: list[Manifest]


class Repository(Out):
    name: str
    tagCount: int
    sizeBytes: int
    createdAt: str


class RepositoryList(Out):
    repositories: list[Repository]



class KeyIn(In):
    name: Name
    mode: Mode
    repoPrefixes: Optional[list[Name]] = None


class Key(Out):
    keyId: str
    name: str
    mode: Mode
    repoPrefixes: list[str]
    mintedVia: Literal["manual", "oidc"]
    createdAt: str
    expiresAt: Optional[str] = None
    lastUsedAt: Optional[str] = None
    revokedAt: Optional[str] = None


class KeyList(Out):
    keys: list[Key]


class MintedKey(Out):
    keyId: str
    secret: str


class RuleIn(In):
    name: Optional[Name] = None
    issuer: Url
    audience: Name
    subjectPattern: Name
    mode: Mode
    repoPrefixes: Optional[list[Name]] = None


class Rule(Out):
    id: int
    name: str
    issuer: str
    audience: str
    subjectPattern: str
    mode: Mode
    repoPrefixes: list[str]
    createdAt: str


class RuleList(Out):
    rules: list[Rule]


class UpstreamCredential(Out):
    upstream: str
    username: str
    createdAt: str


class UpstreamCredentialList(Out):
    upstreamCredentials: list[UpstreamCredential]


class UpstreamCredentialIn(In):
    username: Name
    password: Name


class UpstreamCredentialSet(Out):
    upstream: str
    username: str


# --- reading


def _registry(caller: Caller, slug: str, permission: str) -> Row:
    row = db.one("SELECT * FROM registries WHERE slug = ? AND org = ?", slug, caller.org)
    if row is None:
        raise not_found("registry")
    caller.require(permission, slug)
    return row


def _repository(caller: Caller, slug: str, repo: str, permission: str) -> Row:
    _registry(caller, slug, permission)
    row = db.one("SELECT * FROM repositories WHERE registry = ? AND name = ?", slug, repo)
    if row is None:
        raise not_found("repository")
    return row


def repository_size(slug: str, repo: str) -> int:
    """Its manifests, and each blob once however many images share it."""
    return db.value(
        "SELECT coalesce((SELECT sum(manifest_bytes) FROM manifests WHERE registry = ?1 AND repo = ?2), 0) + "
        "coalesce((SELECT sum(size) FROM (SELECT max(size_bytes) AS size FROM manifest_layers "
        "WHERE registry = ?1 AND repo = ?2 GROUP BY blob)), 0)",
        slug,
        repo,
    )


def used_bytes(slug: str) -> int:
    """Logical usage: the sum of the repositories."""
    return sum(
        repository_size(slug, r["name"]) for r in db.all("SELECT name FROM repositories WHERE registry = ?", slug)
    )


def _shape(row: Row) -> dict:
    return {"slug": row["slug"], "displayName": row["display_name"], "region": row["region"],
            "storageQuotaBytes": row["quota_bytes"], "createdAt": row["created_at"]}


@router.get("/upstreams", response_model=UpstreamList, operation_id="listUpstreams")
@atomic
def list_upstreams(caller: CurrentCaller):
    return {"upstreams": [{"host": host, "endpoint": endpoint} for host, endpoint in UPSTREAMS.items()]}


@router.get("/registries", response_model=RegistryList, operation_id="listRegistries")
@atomic
def list_registries(caller: CurrentCaller):
    caller.require_somewhere("registry.registry.read")
    rows = db.all("SELECT * FROM registries WHERE org = ? ORDER BY rowid", caller.org)
    return {"registries": [_shape(r) for r in rows if caller.can("registry.registry.read", r["slug"])]}


@router.post("/registries", status_code=201, response_model=Registry, operation_id="createRegistry")
@atomic
def create_registry(caller: CurrentCaller, body: RegistryIn):
    caller.require("registry.registry.write")
    if not SLUG.match(body.slug):
        raise invalid("a slug has up to 63 lowercase letters, digits and hyphens")
    if not db.value("SELECT payment_active FROM organizations WHERE slug = ?", caller.org):
        raise ApiError(402, "an active payment method is required")
    if body.slug in RESERVED_SLUGS or db.one("SELECT 1 FROM slugs_elsewhere WHERE slug = ? AND how = 'reserved'", body.slug):
        raise conflict("the slug is reserved")
    if db.one("SELECT 1 FROM registries WHERE slug = ?1 UNION SELECT 1 FROM slugs_elsewhere WHERE slug = ?1", body.slug):
        raise conflict("the slug is taken")
    db.insert(
        "registries",
        slug=body.slug, org=caller.org, display_name=body.displayName or body.slug,
        region=body.region or DEFAULT_REGION, quota_bytes=DEFAULT_QUOTA, created_at=clock.stamp(),
    )
    return _shape(db.one("SELECT * FROM registries WHERE slug = ?", body.slug))


@router.get("/registries/{slug}", response_model=RegistryDetail, operation_id="getRegistry")
@atomic
def get_registry(caller: CurrentCaller, slug: str):
    row = _registry(caller, slug, "registry.registry.read")
    return {
        "slug": slug,
        "region": row["region"],
        "storageQuotaBytes": row["quota_bytes"],
        "usedBytes": used_bytes(slug),
        "repositoryCount": db.value("SELECT count(*) FROM repositories WHERE registry = ?", slug),
        "createdAt": row["created_at"],
    }


@router.delete("/registries/{slug}", status_code=204, operation_id="deleteRegistry")
@atomic
def delete_registry(caller: CurrentCaller, slug: str):
    _registry(caller, slug, "registry.registry.write")
    if db.one("SELECT 1 FROM repositories WHERE registry = ?", slug):
        raise conflict("the registry still has repositories; delete them first")
    db.run("DELETE FROM registries WHERE slug = ?", slug)


# --- login credentials


def reachable_mode(caller: Caller, slug: str) -> Optional[str]:
    """What the caller may do on the data plane of a registry."""
    if caller.can("registry.repository.write", slug):
        return "readwrite"
    return "pull" if caller.can("registry.repository.read", slug) else None


@router.post("/login", status_code=201, response_model=LoginCredential, operation_id="mintLoginCredential")
@atomic
def mint_login_credential(caller: CurrentCaller, body: Optional[LoginIn] = None):
    body = body or LoginIn()
    if not caller.can_somewhere("registry.repository.read"):
        raise forbidden("no registry access")
    rows = db.all("SELECT slug FROM registries WHERE org = ? ORDER BY rowid", caller.org)
    modes = {r["slug"]: reachable_mode(caller, r["slug"]) for r in rows}
    if body.registry is not None:
        if body.registry not in modes:
            raise not_found("registry")
        if modes[body.registry] is None:
            raise forbidden("no access to this registry")
        modes = {body.registry: modes[body.registry]}
    scope = [
        {"registry": slug, "mode": "pull" if body.pullOnly else mode} for slug, mode in modes.items() if mode is not None
    ]
    # The username is also the key id by which the credential is revoked.
    username, password = new_secret("login")[:22], new_secret("rgl")
    expires_at = clock.stamp(LOGIN_LIFETIME)
    db.insert(
        "login_credentials",
        username=username, org=caller.org, user_id=caller.user_id, secret_hash=digest(password), scope=dumps(scope),
        created_at=clock.stamp(), expires_at=expires_at,
    )
    return {"username": username, "password": password, "expiresAt": expires_at,
            "registry": body.registry or REGISTRY_HOST, "scope": scope}


@router.delete("/login/{keyId}", status_code=204, operation_id="revokeLoginCredential")
@atomic
def revoke_login_credential(caller: CurrentCaller, keyId: str):
    row = db.one("SELECT * FROM login_credentials WHERE username = ? AND org = ?", keyId, caller.org)
    if row is None:
        raise not_found("login credential")
    if row["user_id"] != caller.user_id:
        caller.require("registry.key.admin")
    db.run("UPDATE login_credentials SET revoked_at = coalesce(revoked_at, ?) WHERE username = ?", clock.stamp(), keyId)


# --- repositories, tags and images


@router.get("/registries/{slug}/repositories", response_model=RepositoryList, operation_id="listRepositories")
@atomic
def list_repositories(caller: CurrentCaller, slug: str):
    _registry(caller, slug, "registry.repository.read")
    rows = db.all(
        "SELECT r.name, r.created_at, (SELECT count(*) FROM tags t WHERE t.registry = r.registry AND t.repo = r.name) "
        "AS tag_count FROM repositories r WHERE r.registry = ? ORDER BY r.name",
        slug,
    )
    return {
        "repositories": [
            {"name": r["name"], "tagCount": r["tag_count"], "sizeBytes": repository_size(slug, r["name"]),
             "createdAt": r["created_at"]}
            for r in rows
        ]
    }


@router.delete("/registries/{slug}/repositories", status_code=204, operation_id="deleteRepository")
@atomic
def delete_repository(caller: CurrentCaller, slug: str, repo: Repo):
    _repository(caller, slug, repo, "registry.repository.write")
    db.run("DELETE FROM repositories WHERE registry = ? AND name = ?", slug, repo)


@router.get("/registries/{slug}/tags", response_model=TagList, operation_id="listTags")
@atomic
def list_tags(caller: CurrentCaller, slug: str, repo: Repo):
    _repository(caller, slug, repo, "registry.repository.read")
    rows = db.all(
        "SELECT t.name, t.digest, t.updated_at, m.manifest_bytes FROM tags t JOIN manifests m "
        "ON m.registry = t.registry AND m.repo = t.repo AND m.digest = t.digest "
        "WHERE t.registry = ? AND t.repo = ? ORDER BY t.name",
        slug,
        repo,
    )
    return {
        "tags": [
            {"name": r["name"], "digest": r["digest"], "manifestSize": r["manifest_bytes"], "updatedAt": r["updated_at"]}
            for r in rows
        ]
    }


@router.delete("/registries/{slug}/tags", response_model=Purged, operation_id="deleteTag")
@atomic
def delete_tag(
    caller: CurrentCaller, slug: str, repo: Repo, tag: Annotated[str, Query(min_length=1)],
    purge: Literal["true", "false"] = "false",
):
    _repository(caller, slug, repo, "registry.repository.write")
    if purge == "true":
        caller.require("registry.repository.admin", slug)
    digest_ = db.value("SELECT digest FROM tags WHERE registry = ? AND repo = ? AND name = ?", slug, repo, tag)
    if digest_ is None:
        raise not_found("tag")
    db.run("DELETE FROM tags WHERE registry = ? AND repo = ? AND name = ?", slug, repo, tag)
    others = db.value("SELECT count(*) FROM tags WHERE registry = ? AND repo = ? AND digest = ?", slug, repo, digest_)
    purged = purge == "true" and others == 0
    if purged:
        db.run("DELETE FROM manifests WHERE registry = ? AND repo = ? AND digest = ?", slug, repo, digest_)
    return {"purged": purged}


@router.get("/registries/{slug}/manifests", response_model=ManifestList, operation_id="listManifests")
@atomic
def list_manifests(caller: CurrentCaller, slug: str, repo: Repo):
    _repository(caller, slug, repo, "registry.repository.read")
    rows = db.all(
        "SELECT m.*, m.manifest_bytes + coalesce((SELECT sum(l.size_bytes) FROM manifest_layers l "
        "WHERE l.registry = m.registry AND l.repo = m.repo AND l.manifest = m.digest), 0) AS size "
        "FROM manifests m WHERE m.registry = ? AND m.repo = ? ORDER BY m.created_at DESC, m.rowid DESC",
        slug,
        repo,
    )
    tags: dict[str, list[str]] = {}
    for t in db.all("SELECT name, digest FROM tags WHERE registry = ? AND repo = ? ORDER BY name", slug, repo):
        tags.setdefault(t["digest"], []).append(t["name"])
    return {
        "manifests": [
            {"digest": r["digest"], "mediaType": r["media_type"], "sizeBytes": r["size"],
             "tags": tags.get(r["digest"], []), "createdAt": r["created_at"]}
            for r in rows
        ]
    }


@router.delete("/registries/{slug}/manifests", status_code=204, operation_id="deleteManifest")
@atomic
def delete_manifest(
    caller: CurrentCaller, slug: str, repo: Repo, digest: Annotated[str, Query(min_length=1)]
):
    _repository(caller, slug, repo, "registry.repository.write")
    gone = db.run("DELETE FROM manifests WHERE registry = ? AND repo = ? AND digest = ?", slug, repo, digest).rowcount
    if not gone:
        raise not_found("image")


# --- keys


@router.get("/registries/{slug}/keys", response_model=KeyList, operation_id="listRegistryKeys")
@atomic
def list_keys(caller: CurrentCaller, slug: str):
    _registry(caller, slug, "registry.key.read")
    return {
        "keys": [
            {
                "keyId": r["key_id"], "name": r["name"], "mode": r["mode"], "repoPrefixes": loads(r["repo_prefixes"]),
                "mintedVia": r["minted_via"], "createdAt": r["created_at"], "expiresAt": r["expires_at"],
                "lastUsedAt": r["last_used_at"], "revokedAt": r["revoked_at"],
            }
            for r in db.all("SELECT * FROM registry_keys WHERE registry = ? ORDER BY rowid", slug)
        ]
    }


def insert_key(slug: str, name: str, mode: str, prefixes: list[str], via: str, expires_at: Optional[str] = None) -> dict:
    key_id, secret = new_secret("rk")[:19], new_secret("rks")
    db.insert(
        "registry_keys",
        key_id=key_id, registry=slug, name=name, mode=mode, repo_prefixes=dumps(prefixes), minted_via=via,
        secret_hash=digest(secret), created_at=clock.stamp(), expires_at=expires_at,
    )
    return {"keyId": key_id, "secret": secret}


@router.post("/registries/{slug}/keys", status_code=201, response_model=MintedKey, operation_id="mintRegistryKey")
@atomic
def mint_key(caller: CurrentCaller, slug: str, body: KeyIn):
    _registry(caller, slug, "registry.key.admin")
    return insert_key(slug, body.name, body.mode, body.repoPrefixes or [], "manual")


@router.delete("/registries/{slug}/keys/{keyId}", status_code=204, operation_id="revokeRegistryKey")
@atomic
def revoke_key(caller: CurrentCaller, slug: str, keyId: str):
    _registry(caller, slug, "registry.key.admin")
    changed = db.run(
        "UPDATE registry_keys SET revoked_at = coalesce(revoked_at, ?) WHERE registry = ? AND key_id = ?",
        clock.stamp(), slug, keyId,
    ).rowcount
    if not changed:
        raise not_found("registry key")


# --- OIDC access rules


def _rule(row: Row) -> dict:
    return {"id": row["id"], "name": row["name"], "issuer": row["issuer"], "audience": row["audience"],
            "subjectPattern": row["subject_pattern"], "mode": row["mode"],
            "repoPrefixes": loads(row["repo_prefixes"]), "createdAt": row["created_at"]}


@router.get("/registries/{slug}/oidc-rules", response_model=RuleList, operation_id="listOidcRules")
@atomic
def list_oidc_rules(caller: CurrentCaller, slug: str):
    _registry(caller, slug, "registry.oidc.read")
    return {"rules": [_rule(r) for r in db.all("SELECT * FROM oidc_rules WHERE registry = ? ORDER BY id", slug)]}


@router.post("/registries/{slug}/oidc-rules", status_code=201, response_model=Rule, operation_id="createOidcRule")
@atomic
def create_oidc_rule(caller: CurrentCaller, slug: str, body: RuleIn):
    _registry(caller, slug, "registry.oidc.admin")  # a rule hands out keys, so it takes as much as minting one
    rule_id = db.insert(
        "oidc_rules",
        registry=slug, name=body.name or body.subjectPattern, issuer=body.issuer, audience=body.audience,
        subject_pattern=body.subjectPattern, mode=body.mode, repo_prefixes=dumps(body.repoPrefixes or []),
        created_at=clock.stamp(),
    )
    return _rule(db.one("SELECT * FROM oidc_rules WHERE id = ?", rule_id))


@router.delete("/registries/{slug}/oidc-rules/{id}", status_code=204, operation_id="deleteOidcRule")
@atomic
def delete_oidc_rule(caller: CurrentCaller, slug: str, id: Annotated[int, Path(ge=0, lt=2**63)]):
    _registry(caller, slug, "registry.oidc.write")
    if not db.run("DELETE FROM oidc_rules WHERE registry = ? AND id = ?", slug, id).rowcount:
        raise not_found("OIDC rule")


# --- upstream credentials


@router.get("/registries/{slug}/upstream-credentials", response_model=UpstreamCredentialList,
            operation_id="listUpstreamCredentials")
@atomic
def list_upstream_credentials(caller: CurrentCaller, slug: str):
    _registry(caller, slug, "registry.upstream.read")
    rows = db.all("SELECT * FROM upstream_credentials WHERE registry = ? ORDER BY upstream", slug)
    return {
        "upstreamCredentials": [
            {"upstream": r["upstream"], "username": r["username"], "createdAt": r["created_at"]} for r in rows
        ]
    }


@router.put("/registries/{slug}/upstream-credentials/{host}", response_model=UpstreamCredentialSet,
            operation_id="setUpstreamCredential")
@atomic
def set_upstream_credential(caller: CurrentCaller, slug: str, host: str, body: UpstreamCredentialIn):
    _registry(caller, slug, "registry.upstream.write")
    if host not in UPSTREAMS:
        raise not_found("upstream; see the catalog")
    db.run(
        "INSERT INTO upstream_credentials (registry, upstream, username, password, created_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (registry, upstream) DO UPDATE SET username = excluded.username, password = excluded.password, "
        "created_at = excluded.created_at, last_used_at = NULL",
        slug, host, body.username, body.password, clock.stamp(),
    )
    return {"upstream": host, "username": body.username}


@router.delete("/registries/{slug}/upstream-credentials/{host}", status_code=204,
               operation_id="deleteUpstreamCredential")
@atomic
def delete_upstream_credential(caller: CurrentCaller, slug: str, host: str):
    _registry(caller, slug, "registry.upstream.write")
    if not db.run("DELETE FROM upstream_credentials WHERE registry = ? AND upstream = ?", slug, host).rowcount:
        raise not_found("upstream credential")
