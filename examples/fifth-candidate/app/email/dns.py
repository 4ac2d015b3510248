"""DNS of email domains: the records to publish, what a lookup finds, and verification.

Lookups go to the zone in `dns_zone`, the view that our resolver has of the world's DNS.
"""
import secrets
from typing import Optional

from ..auth import backend_reachable
from ..clock import clock
from ..database import Row, db

MX_HOST = "inbound.mail.platform.example"
CHECK_SECONDS = 2
#: Verification passes after registering or arming, in seconds from then; after the last one it has failed.
PASSES = (60, 300, 1800, 7200, 6 * 3600, 24 * 3600, 48 * 3600, 72 * 3600)


def add_send_records(domain_id: str, name: str) -> None:
    records = [
        ("TXT", f"_platform-challenge.{name}", f"platform-domain-verification={secrets.token_hex(16)}"),
        ("TXT", f"bounce.{name}", "v=spf1 include:spf.mail.platform.example ~all"),
    ]
    for selector in ("p1", "p2"):
        token = secrets.token_hex(10)
        records.append(("CNAME", f"{selector}._domainkey.{name}", f"{token}.dkim.mail.platform.example"))
    for type_, record_name, value in records:
        db.insert("email_dns_records", domain_id=domain_id, capability="send", type=type_, name=record_name, value=value)


def add_receive_record(domain_id: str, name: str) -> None:
    db.insert("email_dns_records", domain_id=domain_id, capability="receive", type="MX", name=name, value=MX_HOST,
              priority=10)


def expected_records(domain_id: str, capability: Optional[str] = None) -> list[Row]:
    return db.all(
        "SELECT * FROM email_dns_records WHERE domain_id = ?1 AND (?2 IS NULL OR capability = ?2) ORDER BY id",
        domain_id, capability,
    )


def observe(record: Row) -> dict:
    """What a lookup of an expected record finds now."""
    observation = {"capability": record["capability"], "type": record["type"], "name": record["name"],
                   "expected": record["value"]}
    if not backend_reachable("dns"):
        return {**observation, "status": "error", "detail": "the lookup failed"}
    value = db.value("SELECT value FROM dns_zone WHERE type = ? AND name = ?", record["type"], record["name"])
    if value is None:
        return {**observation, "status": "missing"}
    if value != record["value"]:
        return {**observation, "status": "mismatch", "observed": value}
    return {**observation, "status": "found", "observed": value}


def schedule_verification(domain_id: str, capability: str) -> None:
    for number, seconds in enumerate(PASSES):
        clock.schedule("email.verification", "EmailDomain", domain_id, seconds, capability=capability,
                       last=number == len(PASSES) - 1)


def schedule_check(domain_id: str) -> None:
    clock.schedule_work("email.verification", "EmailDomain", domain_id, CHECK_SECONDS, capability=None, last=False)


@clock.on("email.verification")
def verify(domain_id: str, payload: dict) -> None:
    domain = db.one("SELECT * FROM email_domains WHERE id = ?", domain_id)
    if domain is None or not backend_reachable("dns") or not backend_reachable("email"):
        return
    states = {}
    for capability in ("send", "receive"):
        if payload["capability"] not in (None, capability):
            continue
        state = domain[f"{capability}_state"]
        if state == "none":
            continue
        complete = all(observe(r)["status"] == "found" for r in expected_records(domain_id, capability))
        if complete:
            states[f"{capability}_state"] = "verified"
        elif payload["capability"] is None and state == "verified":
            states[f"{capability}_state"] = "failed"  # a check found that the records are gone
        elif payload["last"] and state == "pending":
            states[f"{capability}_state"] = "failed"
    db.update("email_domains", "id = ?", [domain_id], **states)
