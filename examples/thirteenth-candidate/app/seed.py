"""The data a fresh start has."""
from . import clusters, email_area, oncall, registry, uptime
from .core import *


def organization(slug, name):
    o = R(slug=slug, name=name, members={}, contacts={}, registries={}, logins={}, domains={}, send_keys={}, tombstones={}, routes={}, messages={},
          suppressions={}, webhooks={}, deliveries={}, entitled={'email': True, 'uptime': True}, payment=True, paused=False, paused_at=None, pause_reason=None,
          unpaused=0, trouble=[], daily_quota=800, bounce_pct=8, complaint_pct=0.4, accepted=email_area.accepted, accepted_counted=0,
          incidents={}, services={}, schedules={}, policies={}, sources={}, paging={}, provider=None, provider_verifies='accepts', provider_pages='accepts',
          clusters={}, cluster_quota=25, upservices={}, monitors={}, old_monitors={}, monitor_quota=120, exports={})
    W.orgs[slug] = o
    return o


def person(uid, label, email, org):
    W.users[uid] = R(id=uid, label=label, email=email)
    W.sessions[f'{uid}-5d0c7f'] = R(user=uid, org=org)


def plant():
    W.clear()
    n, s = organization('northwind', 'Northwind Traders'), organization('southsea', 'Southsea Freight')
    for uid, label, role in (('101', 'Ines Duarte', 'owner'), ('102', 'Jonas Weber', 'admin'), ('103', 'Kira Olsen', 'member'), ('104', 'Liam Osei', 'member'),
                             ('105', 'Mona Haddad', 'viewer'), ('106', 'Nils Berg', 'member'), ('108', 'Pia Rossi', 'member')):
        person(uid, label, label.split()[0].lower() + '@northwind.example', 'northwind')
        n.members[uid] = R(role=role, grants=None)
    person('107', 'Omar Vance', 'omar@southsea.example', 'southsea')
    s.members['107'] = R(role='owner', grants=None)
    s.members['108'] = R(role='admin', grants=None)
    n.contacts = {'billingEmail': 'billing@northwind.example', 'technicalEmail': 'tech@northwind.example'}
    s.contacts = {'billingEmail': 'accounts@southsea.example'}
    W.custom_roles['northwind'] = {'release-crew': R(
        id='release-crew', name='Release crew', description='Pushes images and looks at clusters.', kind='custom', scopable=True,
        permissions=['registry.registry.read', 'registry.repository.read', 'registry.repository.write', 'clusters.cluster.read'])}
    reg = registry.new_registry(n, 'northwind-apps', 'Northwind applications')
    base = {'sha256:' + 'ab' * 32: 31_000_000}
    registry.push(reg, 'shop/web', ['latest', '2.4.0'], {**base, 'sha256:' + 'cd' * 32: 8_000_000})
    registry.push(reg, 'shop/api', ['2.4.0'], {**base, 'sha256:' + 'ef' * 32: 12_000_000})
    registry.new_registry(n, 'northwind-tools')
    registry.new_registry(s, 'southsea-apps')
    d = email_area.new_domain(n, 'post.northwind.example')
    for r in email_area.records(d):
        d.zone[(r.capability, r.type, r.name)] = r.value
    d.send = 'verified'
    email_area.new_domain(n, 'news.northwind.example')
    email_area.new_domain(s, 'post.southsea.example')
    n.members['106'].grants = [{'role': 'email-editor', 'resourceIds': [d.id]}, {'role': 'registry-editor', 'resourceIds': ['northwind-apps']}]
    W.counter = 200
    for name in ('Checkout', 'Search', 'Warehouse'):
        oncall.new_service(n, name)
    oncall.new_service(s, 'Tracking')
    W.counter = 2000
    x = clusters.new_cluster(n, 'northwind-main', 'medium', '1.31.9')
    x.phase = 'Running'
    for k in ('worker-a', 'worker-b'):
        x.nodes[k] = R(ready=True, version='1.31.7')
    clusters.new_cluster(s, 'southsea-main', 'small').phase = 'Running'
    sv = R(id=W.id(), name='Storefront', created=W.now())
    n.upservices[sv.id] = sv
    W.run_jobs()
