"""IAM."""


def services(c):
    s = c.ok("GET", "/iam/permissions").json["services"]
    atoms = {t["permission"] for x in s for r in x["resources"] for t in r["tiers"]}
    roles = c.ok("GET", "/iam/catalog").json["roles"]
    missing = sorted({p.split(".")[0] for r in roles for p in r["permissions"] if p not in atoms})
    return {"services": [x["service"] for x in s], "services of roles' permissions that the catalog lacks": missing}


SHOWS = {
    "n-permission-catalog-without-org-services": (services, "services",
        ["organization", "iam", "registry", "email", "oncall", "clusters", "uptime"],
        ["registry", "email", "oncall", "clusters", "uptime"]),
}
