"""The registry's data plane: who may push and pull, pushes, and the OIDC exchange."""
import hashlib
import re
import secrets
from datetime import timedelta
from typing import Annotated, Literal, Optional

import httpx
import jwt
from fastapi import APIRouter
from pydantic import Field

from .auth import caller_for
from .clock import clock
from .database import Row, atomic, db, dumps, loads
from .errors import ApiError, conflict, forbidden, not_found
from .registry import Mode, insert_key, reachable_mode, repository_size, used_bytes
from .schemas import In, Name, Out
from .secrets_util import digest

OIDC_KEY_LIFETIME = timedelta(minutes=15)
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]

router = APIRouter(prefix="/api/v1/registry", tags=["registry data plane"])


# --- authorization


def key_problem(key: Row, registry: Optional[str], repository: Optional[str], push: bool) -> Optional[str]:
    """Why a registry key (a row) may not do this; None if it may."""
    if key["revoked_at"]:
        return "the key is revoked"
    if key["expires_at"] and key["expires_at"] <= clock.stamp():
        return "the key has expired"
    if registry is not None and key["registry"] != registry:
        return "the key is for another registry"
    if push and key["mode"] != "readwrite":
        return "the key is for pulling only"
    prefixes = loads(key["repo_prefixes"])
    if repository is not None and prefixes and not any(repository.startswith(p) for p in prefixes):
        return "the repository is outside the prefixes of the key"
    return None


def login_problem(credential: Row, username: Optional[str], registry: Optional[str], push: bool) -> Optional[str]:
    if username is not None and username != credential["username"]:
        return "wrong username"
    if credential["revoked_at"]:
        return "the credential is revoked"
    if credential["expires_at"] <= clock.stamp():
        return "the credential has expired"
    owner = caller_for(credential["user_id"], credential["org"])
    if owner is None:
        return "its owner has left the organization"
    if registry is None:
        return None
    mode = next((s["mode"] for s in loads(credential["scope"]) if s["registry"] == registry), None)
    in_org = db.one("SELECT 1 FROM registries WHERE slug = ? AND org = ?", registry, credential["org"])
    now = reachable_mode(owner, registry)
    if mode is None or not in_org or now is None:
        return "the credential is not for this registry"
    if push and "pull" in (mode, now):
        return "the credential is for pulling only"
    return None


def authorize(username: Optional[str], password: str, registry: Optional[str], repository: Optional[str],
              push: bool) -> Optional[str]:
    """Why this login may not do this; None if it may, and then its use is recorded."""
    hashed = digest(password)
    key = db.one("SELECT * FROM registry_keys WHERE secret_hash = ?", hashed)
    if key is not None:  # the secret alone identifies a key; its username is only a label
        problem = key_problem(key, registry, repository, push)
        if problem is None:
            db.run("UPDATE registry_keys SET last_used_at = ? WHERE key_id = ?", clock.stamp(), key["key_id"])
        return problem
    credential = db.one("SELECT * FROM login_credentials WHERE secret_hash = ?", hashed)
    if credential is not None:
        return login_problem(credential, username, registry, push)
    return "unknown username or password"


class AuthorizeIn(In):
    username: str
    password: str
    registry: str
    repository: str
    action: Literal["pull", "push", "delete"]


class Authorization(Out):
    allowed: bool
    reason: Optional[str] = None


@router.post("/data-plane/authorize", response_model=Authorization, operation_id="authorizeDataPlane")
@atomic
def authorize_data_plane(body: AuthorizeIn):
    problem = authorize(body.username, body.password, body.registry, body.repository, body.action != "pull")
    return {"allowed": problem is None, "reason": problem}


# --- pushing


class LayerIn(In):
    digest: Optional[Name] = None
    sizeBytes: Annotated[int, Field(ge=0, le=2**50)]


def push_image(registry: str, repository: str, tags: list[str], digest_: Optional[str], media_type: str,
               manifest_bytes: Optional[int], layers: Optional[list[LayerIn]], at: str) -> dict:
    """Stores a manifest with its layers and moves the tags to it. 409 if it does not fit into the quota."""
    row = db.one("SELECT * FROM registries WHERE slug = ?", registry)
    if row is None:
        raise not_found("registry")
    before = used_bytes(registry)
    chosen = layers if layers is not None else [LayerIn(sizeBytes=10 * 1024 * 1024)]
    blobs = [(layer.digest or f"sha256:{secrets.token_hex(32)}", layer.sizeBytes) for layer in chosen]
    description = dumps({"mediaType": media_type, "layers": blobs})
    digest_ = digest_ or "sha256:" + hashlib.sha256(description.encode()).hexdigest()
    size = manifest_bytes if manifest_bytes is not None else 400 + 150 * len(blobs)

    db.run("INSERT INTO repositories (registry, name, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
           registry, repository, at)
    known = db.one("SELECT 1 FROM manifests WHERE registry = ? AND repo = ? AND digest = ?", registry, repository, digest_)
    if not known:
        db.insert("manifests", registry=registry, repo=repository, digest=digest_, media_type=media_type,
                  manifest_bytes=size, created_at=at)
        for blob, blob_size in blobs:
            stored = db.value("SELECT size_bytes FROM manifest_layers WHERE registry = ? AND blob = ? LIMIT 1", registry, blob)
            db.run(
                "INSERT INTO manifest_layers (registry, repo, manifest, blob, size_bytes) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                registry, repository, digest_, blob, blob_size if stored is None else stored,
            )
    for tag in tags:
        db.run(
            "INSERT INTO tags (registry, repo, name, digest, updated_at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (registry, repo, name) DO UPDATE SET digest = excluded.digest, updated_at = excluded.updated_at",
            registry, repository, tag, digest_, at,
        )
    after = used_bytes(registry)
    if after > row["quota_bytes"] and after > before:
        raise conflict("the storage quota of the registry would be exceeded")
    return {"digest": digest_, "layers": [blob for blob, _ in blobs], "addedBytes": after - before}


def share_blob(registry: str, blob: str, source: tuple[str, str], target: tuple[str, str]) -> dict:
    if db.one("SELECT 1 FROM registries WHERE slug = ?", registry) is None:
        raise not_found("registry")
    size = db.value(
        "SELECT size_bytes FROM manifest_layers WHERE registry = ? AND repo = ? AND manifest = ? AND blob = ?",
        registry, *source, blob,
    )
    if size is None:
        raise not_found("layer of the first image")
    if not db.one("SELECT 1 FROM manifests WHERE registry = ? AND repo = ? AND digest = ?", registry, *target):
        raise not_found("second image")
    before = repository_size(registry, target[0])
    db.run(
        "INSERT INTO manifest_layers (registry, repo, manifest, blob, size_bytes) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        registry, *target, blob, size,
    )
    return {"addedBytes": repository_size(registry, target[0]) - before}


# --- OIDC exchange


class ExchangeIn(In):
    registry: str
    token: str


class ExchangedKey(Out):
    keyId: str
    secret: str
    mode: Mode
    expiresAt: str


def subject_matches(pattern: str, subject: str) -> bool:
    """A star stands for any text; everything else is literal."""
    return re.fullmatch(".*".join(re.escape(part) for part in pattern.split("*")), subject, re.DOTALL) is not None


def matching_rule(registry: str, claims: dict) -> Optional[Row]:
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    for rule in db.all("SELECT * FROM oidc_rules WHERE registry = ? AND issuer = ? ORDER BY id", registry, claims.get("iss")):
        if rule["audience"] in audiences and subject_matches(rule["subject_pattern"], claims.get("sub")):
            return rule
    return None


async def issuer_keys(issuer: str) -> list:
    async with httpx.AsyncClient(timeout=5, trust_env=False) as client:
        configuration = (await client.get(issuer.rstrip("/") + "/.well-known/openid-configuration")).raise_for_status().json()
        if configuration.get("issuer") not in (None, issuer, issuer.rstrip("/")):
            raise ValueError("the configuration is of another issuer")
        keys = (await client.get(configuration["jwks_uri"])).raise_for_status().json()
    return jwt.PyJWKSet.from_dict(keys).keys


async def verify_signature(token: str, issuer: str) -> None:
    try:
        header = jwt.get_unverified_header(token)
        keys = await issuer_keys(issuer)
    except Exception as error:
        raise ApiError(401, "the keys of the issuer cannot be read") from error
    for key in keys:
        if header.get("kid") and key.key_id and key.key_id != header["kid"]:
            continue
        try:
            jwt.decode(token, key, algorithms=ALGORITHMS,
                       options={"verify_exp": False, "verify_nbf": False, "verify_iat": False, "verify_aud": False})
            return
        except jwt.InvalidTokenError:
            continue
        except (TypeError, ValueError):
            continue
    raise ApiError(401, "the signature of the token is not valid")


def check_times(claims: dict) -> None:
    now = clock.now().timestamp()
    expires, not_before = claims.get("exp"), claims.get("nbf")
    if not isinstance(expires, (int, float)) or expires <= now:
        raise ApiError(401, "the token has expired")
    if isinstance(not_before, (int, float)) and not_before > now + 60:
        raise ApiError(401, "the token is not valid yet")


@router.post("/oidc/exchange", status_code=201, response_model=ExchangedKey, operation_id="exchangeOidcToken")
async def exchange_oidc_token(body: ExchangeIn):
    try:
        claims = jwt.decode(body.token, options={"verify_signature": False})
    except Exception as error:
        raise ApiError(401, "not an ID token") from error
    if not isinstance(claims.get("sub"), str) or not isinstance(claims.get("iss"), str):
        raise ApiError(401, "the token names no issuer or subject")
    check_times(claims)
    if matching_rule(body.registry, claims) is None:
        raise forbidden("no access rule of the registry matches the token")
    await verify_signature(body.token, claims["iss"])
    with db.transaction():  # the rule may have gone while the keys were fetched
        rule = matching_rule(body.registry, claims)
        if rule is None:
            raise forbidden("no access rule of the registry matches the token")
        expires_at = clock.stamp(OIDC_KEY_LIFETIME)
        key = insert_key(body.registry, rule["name"], rule["mode"], loads(rule["repo_prefixes"]), "oidc", expires_at)
    return {**key, "mode": rule["mode"], "expiresAt": expires_at}
