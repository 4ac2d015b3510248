"""Personal API tokens."""
from datetime import timedelta
from typing import Optional

from fastapi import APIRouter

from .auth import AuthenticatedRoute, Caller, CurrentCaller
from .clock import clock
from .database import atomic, db, dumps, loads, new_id
from .errors import ApiError, forbidden
from .permissions import READ_PERMISSION, Resource, roles_of, scopable_resources
from .schemas import In, Lifetime, Name, Out
from .secrets_util import digest, new_secret

DEFAULT_LIFETIME = 90 * 24 * 3600

router = APIRouter(prefix="/api/v1/tokens", tags=["tokens"], route_class=AuthenticatedRoute)


class ScopeEntryIn(In):
    role: str
    resourceIds: Optional[list[str]] = None


class TokenIn(In):
    name: Name
    expiresIn: Optional[Lifetime] = None
    scope: Optional[list[ScopeEntryIn]] = None


class ScopeEntry(Out):
    role: str
    roleName: str
    resourceIds: list[str]


class PersonalToken(Out):
    id: str
    name: str
    start: str
    enabled: bool
    createdAt: str
    expiresAt: str
    lastRequest: str
    orgSlug: str
    scope: list[ScopeEntry]


class TokenList(Out):
    tokens: list[PersonalToken]


class CreatedToken(Out):
    id: str
    key: str
    orgSlug: str


class ScopeRole(Out):
    id: str
    name: str
    description: str
    scopable: bool
    service: Optional[str] = None


class ScopeResource(Out):
    service: str
    id: str
    name: str


class ScopeOptions(Out):
    roles: list[ScopeRole]
    resources: list[ScopeResource]


def readable_resources(caller: Caller) -> list[Resource]:
    return [r for r in scopable_resources(caller.org) if caller.can(READ_PERMISSION[r.service], r.id)]


@router.get("", response_model=TokenList, operation_id="listTokens")
@atomic
def list_tokens(caller: CurrentCaller):
    rows = db.all("SELECT * FROM personal_tokens WHERE user_id = ? ORDER BY rowid", caller.user_id)
    return {"tokens": [_token(row) for row in rows]}


def _token(row) -> dict:
    roles = roles_of(row["org"])
    return {
        "id": row["id"],
        "name": row["name"],
        "start": row["start"],
        "enabled": bool(row["enabled"]),
        "createdAt": row["created_at"],
        "expiresAt": row["expires_at"],
        "lastRequest": row["last_request"] or row["created_at"],
        "orgSlug": row["org"],
        "scope": [
            {"role": e["role"], "roleName": roles[e["role"]].name if e["role"] in roles else e["role"],
             "resourceIds": e["resourceIds"]}
            for e in loads(row["scope"])
        ],
    }


@router.post("", status_code=201, response_model=CreatedToken, operation_id="createToken")
@atomic
def create_token(caller: CurrentCaller, body: TokenIn):
    if caller.narrowed_token:
        raise forbidden("a narrowed token cannot mint tokens")
    scope = [_checked_scope(caller, entry) for entry in body.scope or []]
    key = new_secret("pat")
    token_id = new_id()
    db.insert(
        "personal_tokens",
        id=token_id, user_id=caller.user_id, org=caller.org, name=body.name, key_hash=digest(key), start=key[:8],
        scope=dumps(scope), created_at=clock.stamp(),
        expires_at=clock.stamp(timedelta(seconds=body.expiresIn or DEFAULT_LIFETIME)),
    )
    return {"id": token_id, "key": key, "orgSlug": caller.org}


def _checked_scope(caller: Caller, entry: ScopeEntryIn) -> dict:
    role = roles_of(caller.org).get(entry.role)
    if role is None:
        raise ApiError(400, f"unknown role {entry.role}")
    ids = list(dict.fromkeys(entry.resourceIds or []))
    if ids and not role.scopable:
        raise ApiError(400, f"the role {role.id} cannot be narrowed to resources")
    visible = {
        r.id
        for r in readable_resources(caller)
        if any(permission.startswith(r.service + ".") for permission in role.permissions)
    }
    for resource_id in ids:
        if resource_id not in visible:
            raise ApiError(400, f"unknown resource {resource_id} for the role {role.id}")
    return {"role": role.id, "resourceIds": ids}


@router.get("/scope-options", response_model=ScopeOptions, operation_id="getTokenScopeOptions")
@atomic
def scope_options(caller: CurrentCaller):
    return {
        "roles": [
            {"id": r.id, "name": r.name, "description": r.description, "scopable": r.scopable, "service": r.service}
            for r in roles_of(caller.org).values()
        ],
        "resources": [{"service": r.service, "id": r.id, "name": r.name} for r in readable_resources(caller)],
    }
