"""Shared by the parts of on-call."""
from fastapi import APIRouter

from ..auth import AuthenticatedRoute
from ..database import db
from ..errors import invalid


def oncall_router() -> APIRouter:
    return APIRouter(prefix="/api/v1/oncall", tags=["on-call"], route_class=AuthenticatedRoute)


def require_member(org: str, user_id: str) -> None:
    if not db.one("SELECT 1 FROM memberships WHERE org = ? AND user_id = ?", org, user_id):
        raise invalid(f"{user_id} is not a member of the organization")
