"""The data every world starts with. Sessions are fixed, so a reset keeps them valid."""
import json

from . import clock, clusters, db, mail
from .core import digest

PEOPLE = [("p-ida", "Ida Holm", "ida@tidewater.example"), ("p-arlo", "Arlo Finch", "arlo@tidewater.example"), ("p-mina", "Mina Duarte", "mina@tidewater.example"),
          ("p-vic", "Vic Aster", "vic@tidewater.example"), ("p-sol", "Sol Reyes", "sol@tidewater.example"), ("p-ruth", "Ruth Okafor", "ruth@quarry.example"),
          ("p-dex", "Dex Lindqvist", "dex@freelance.example")]


def person(uid, label, email):
    value = f"ses.{uid}.7c1e"
    db.insert("users", id=uid, label=label, email=email)
    db.insert("sessions", hash=digest(value), value=value, user_id=uid)


def organization(slug, name):
    return db.insert("orgs", slug=slug, name=name, billing=f"billing@{slug}.example", technical=f"platform@{slug}.example", security=f"security@{slug}.example",
                     q_clusters=40, q_monitors=300, q_daily=5000, q_lb=6)


def plant():
    db.open_fresh()
    with db.tx():
        a, q = organization("tidewater", "Tidewater"), organization("quarry", "Quarry Works")
        for p in PEOPLE:
            person(*p)
        for org, uid, role in ((a, "p-ida", "owner"), (a, "p-arlo", "admin"), (a, "p-mina", "member"), (a, "p-vic", "viewer"), (a, "p-sol", "member"), (q, "p-ruth", "owner"), (a, "p-dex", "member"), (q, "p-dex", "admin")):
            db.insert("members", org=org, user_id=uid, role=role)
        now = clock.now()
        for org, tag in ((a, "tidewater"), (q, "quarry")):
            db.insert("registries", org=org, slug=tag + "-images", display_name=tag.title() + " images", region="eu-north", quota=20 * 1024 ** 3, created_at=now)
            d = mail.make_domain(org, f"mail.{tag}.example")
            db.run("UPDATE dns_records SET published=value WHERE domain=?", d)
            db.update("domains", "id", d, send_state="verified")
            for s in ("storefront", "payments"):
                db.insert("oc_services", id=f"ocs-{tag}-{s}", org=org, name=s.title(), created_at=now)
            db.insert("up_services", id=f"ups-{tag}-web", org=org, name="Web", folded="web", created_at=now)
            clusters.make(org, tag + "-base", "small", phase="Ready")
            db.insert("custom_roles", org=org, id="release-crew", name="Release crew", description="Pushes images and watches monitors", scopable=0,
                      permissions=json.dumps(["registry.registry.read", "registry.image.read", "registry.image.write", "uptime.monitor.read"]))
            if org == a:
                grants = [{"role": "email-operator", "resourceIds": [d]}, {"role": "registry-observer", "resourceIds": [tag + "-images"]},
                          {"role": "clusters-observer", "resourceIds": [tag + "-base"]}, {"role": "uptime-operator", "resourceIds": [f"ups-{tag}-web"]}, {"role": "oncall-observer"}]
                db.run("UPDATE members SET grants=? WHERE user_id='p-sol'", json.dumps(grants))
