"""What every email operation asks first: the private beta and the email backend."""
from fastapi import APIRouter, Depends

from ..auth import AuthenticatedRoute, CurrentCaller, backend_reachable
from ..database import db
from ..errors import ApiError, forbidden


async def email_available(caller: CurrentCaller) -> None:
    if not db.value("SELECT email_enabled FROM organizations WHERE slug = ?", caller.org):
        raise forbidden("email is not enabled for the organization (private beta)")
    if not backend_reachable("email"):
        raise ApiError(502, "the email backend is unreachable")


def email_router() -> APIRouter:
    return APIRouter(
        prefix="/api/v1/email", tags=["email"], route_class=AuthenticatedRoute, dependencies=[Depends(email_available)]
    )
