"""Who is calling, for which organization, and what they may do.

Sessions and personal tokens are sent as `Authorization: Bearer ...`. A session acts for the organization named by
`X-Organization`, or for the person's first one; a personal token always for the organization it is bound to.
"""
from dataclasses import dataclass
from typing import Annotated, Callable, Optional

from fastapi import Depends, Request
from fastapi.routing import APIRoute

from .clock import clock
from .database import db, loads
from .errors import ApiError, forbidden
from .permissions import MEMBERSHIP_PERMISSIONS, roles_of
from .secrets_util import digest


@dataclass(frozen=True)
class Grant:
    """Permissions, on everything or on some resources only."""

    permissions: frozenset[str]
    resources: Optional[frozenset[str]] = None

    def covers(self, permission: str, resource: Optional[str]) -> bool:
        return permission in self.permissions and (self.resources is None or resource in self.resources)


@dataclass(frozen=True)
class Caller:
    user_id: str
    label: str
    email: str
    org: str
    role: str
    #: Each layer must allow: what the person may do, and what their token is narrowed to.
    layers: tuple[tuple[Grant, ...], ...]
    narrowed_token: bool = False

    def can(self, permission: str, resource: Optional[str] = None) -> bool:
        """Whether this is allowed on the resource, or on the whole organization if none is named."""
        return all(any(grant.covers(permission, resource) for grant in layer) for layer in self.layers)

    def can_somewhere(self, permission: str) -> bool:
        return all(any(permission in grant.permissions for grant in layer) for layer in self.layers)

    def require(self, permission: str, resource: Optional[str] = None) -> None:
        if not self.can(permission, resource):
            raise forbidden(f"requires the permission {permission}")

    def require_somewhere(self, permission: str) -> None:
        if not self.can_somewhere(permission):
            raise forbidden(f"requires the permission {permission}")

    @property
    def manages_organization(self) -> bool:
        return self.role in ("owner", "admin")


def grants_from(org: str, entries: list[dict]) -> tuple[Grant, ...]:
    """Grants as they are stored for memberships and tokens: a role each, perhaps with resource ids."""
    roles = roles_of(org)
    return tuple(
        Grant(roles[e["role"]].permissions, frozenset(e["resourceIds"]) if e.get("resourceIds") else None)
        for e in entries
        if e["role"] in roles
    )


def caller_for(user_id: str, org: str, token_scope: Optional[list[dict]] = None) -> Optional[Caller]:
    """The person as a member of the organization; None if they are not (or no longer) one."""
    row = db.one(
        "SELECT u.id, u.label, u.email, m.role, m.grants FROM users u JOIN memberships m ON m.user_id = u.id "
        "WHERE u.id = ? AND m.org = ?",
        user_id,
        org,
    )
    if row is None:
        return None
    if row["grants"] is None:
        own: tuple[Grant, ...] = (Grant(MEMBERSHIP_PERMISSIONS[row["role"]]),)
    else:
        own = grants_from(org, loads(row["grants"]))
    layers = (own, grants_from(org, token_scope)) if token_scope else (own,)
    return Caller(row["id"], row["label"], row["email"], org, row["role"], layers, bool(token_scope))


def bearer(request: Request) -> Optional[str]:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() or None if scheme.lower() == "bearer" else None


def personal_token_problem(token) -> Optional[str]:
    """Why this token (a row) is not accepted now; None if it is."""
    if not token["enabled"]:
        return "the token is disabled"
    if token["expires_at"] <= clock.stamp():
        return "the token has expired"
    if not db.one("SELECT 1 FROM memberships WHERE org = ? AND user_id = ?", token["org"], token["user_id"]):
        return "its owner has left the organization"
    return None


def authenticate(request: Request) -> Caller:
    credential = bearer(request)
    if credential is None:
        raise ApiError(401, "unauthenticated")
    wanted = request.headers.get("x-organization")

    token = db.one("SELECT * FROM personal_tokens WHERE key_hash = ?", digest(credential))
    if token is not None:
        if personal_token_problem(token):
            raise ApiError(401, "no valid session: " + personal_token_problem(token))
        if wanted and wanted != token["org"]:
            raise forbidden("the token is bound to another organization")
        db.run("UPDATE personal_tokens SET last_request = ? WHERE id = ?", clock.stamp(), token["id"])
        return caller_for(token["user_id"], token["org"], loads(token["scope"]))

    session = db.one("SELECT user_id FROM sessions WHERE token = ?", credential)
    if session is None:
        raise ApiError(401, "no valid session")
    org = wanted or db.value(
        "SELECT org FROM memberships WHERE user_id = ? ORDER BY rowid LIMIT 1", session["user_id"]
    )
    caller = caller_for(session["user_id"], org, None) if org else None
    if caller is None:
        raise forbidden("not a member of the organization")
    return caller


class AuthenticatedRoute(APIRoute):
    """Authenticates before anything else of the request is looked at, its body included."""

    def get_route_handler(self) -> Callable:
        handle = super().get_route_handler()

        async def authenticated(request: Request):
            request.state.caller = authenticate(request)
            return await handle(request)

        return authenticated


async def current_caller(request: Request) -> Caller:
    return request.state.caller


CurrentCaller = Annotated[Caller, Depends(current_caller)]


def backend_reachable(name: str) -> bool:
    return bool(db.value("SELECT reachable FROM backends WHERE name = ?", name))
