"""Read-only catalogs of roles, resources and permissions."""
from typing import Literal, Optional

from fastapi import APIRouter

from .auth import AuthenticatedRoute, CurrentCaller
from .database import atomic
from .errors import forbidden
from .permissions import SERVICES, TIERS, roles_of, scopable_resources
from .schemas import Out
from .tokens import ScopeResource

router = APIRouter(prefix="/api/v1/iam", tags=["iam"], route_class=AuthenticatedRoute)


class IamRole(Out):
    id: str
    name: str
    description: str
    kind: Literal["builtin", "custom"]
    service: Optional[str] = None
    scopable: bool
    permissions: list[str]


class Catalog(Out):
    roles: list[IamRole]
    resources: list[ScopeResource]


class Tier(Out):
    permission: str
    tier: Literal["read", "write", "admin"]
    label: str


class CatalogResource(Out):
    resource: str
    resourceLabel: str
    tiers: list[Tier]


class CatalogService(Out):
    service: str
    serviceLabel: str
    resources: list[CatalogResource]


class PermissionCatalog(Out):
    services: list[CatalogService]


@router.get("/catalog", response_model=Catalog, operation_id="getIamCatalog")
@atomic
def catalog(caller: CurrentCaller):
    if not caller.manages_organization or not caller.can("iam.grant.admin"):
        raise forbidden("requires grant management (owner or admin)")
    return {
        "roles": [
            {"id": r.id, "name": r.name, "description": r.description, "kind": r.kind, "service": r.service,
             "scopable": r.scopable, "permissions": sorted(r.permissions)}
            for r in roles_of(caller.org).values()
        ],
        "resources": [{"service": r.service, "id": r.id, "name": r.name} for r in scopable_resources(caller.org)],
    }


TIER_LABELS = {"read": "View", "write": "Change", "admin": "Administer"}


@router.get("/permissions", response_model=PermissionCatalog, operation_id="getPermissionCatalog")
@atomic
def permission_catalog(caller: CurrentCaller):
    return {
        "services": [
            {
                "service": service,
                "serviceLabel": label,
                "resources": [
                    {
                        "resource": resource,
                        "resourceLabel": resource_label,
                        "tiers": [
                            {"permission": f"{service}.{resource}.{tier}", "tier": tier,
                             "label": f"{TIER_LABELS[tier]} {resource_label.lower()}"}
                            for tier in TIERS
                        ],
                    }
                    for resource, resource_label in resources.items()
                ],
            }
            for service, (label, resources) in SERVICES.items()
        ]
    }
