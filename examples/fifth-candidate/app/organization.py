"""The organization's contact addresses."""
from typing import Any

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError

from .auth import AuthenticatedRoute, CurrentCaller
from .database import atomic, db
from .errors import ApiError, conflict, forbidden
from .schemas import In, Out, is_email


class AddressRoute(AuthenticatedRoute):
    """Here whatever is wrong with a body is a 400."""

    def get_route_handler(self):
        handle = super().get_route_handler()

        async def with_400(request: Request):
            try:
                return await handle(request)
            except RequestValidationError as error:
                raise ApiError(400, "the body must be an object with addresses") from error

        return with_400


router = APIRouter(prefix="/api/v1/organization", tags=["organization"], route_class=AddressRoute)


class Contacts(Out):
    billingEmail: str
    technicalEmail: str
    securityEmail: str


class ContactsIn(In):
    billingEmail: Any = None
    technicalEmail: Any = None
    securityEmail: Any = None


COLUMNS = {"billingEmail": "billing_email", "technicalEmail": "technical_email", "securityEmail": "security_email"}


def _contacts(org: str) -> dict:
    row = db.one("SELECT * FROM organizations WHERE slug = ?", org)
    return {field: row[column] for field, column in COLUMNS.items()}


@router.get("/contacts", response_model=Contacts, operation_id="getContacts")
@atomic
def get_contacts(caller: CurrentCaller):
    caller.require("organization.contact.read")
    return _contacts(caller.org)


@router.patch("/contacts", response_model=Contacts, operation_id="updateContacts")
@atomic
def update_contacts(caller: CurrentCaller, body: ContactsIn):
    if not caller.manages_organization or not caller.can("organization.contact.write"):
        raise forbidden("only owners and admins may change the contacts")
    named = {field: getattr(body, field) for field in COLUMNS if field in body.model_fields_set}
    for field, address in named.items():
        if not is_email(address):
            raise ApiError(400, f"{field} is not an email address")
    billing = named.get("billingEmail")
    if billing and db.one("SELECT 1 FROM billing_collisions WHERE email = ?", billing.lower()):
        raise conflict("the billing address is in use at the payment provider")
    db.update("organizations", "slug = ?", [caller.org], **{COLUMNS[f]: address for f, address in named.items()})
    return _contacts(caller.org)
