"""Two organizations with their people and a little of everything."""
from core import *
import mail, clusters, registry

PEOPLE = [  # name, id, label, org, role, grants
    ('owner', 'p-olga', 'Olga Okafor', 'harbor', 'owner', None),
    ('admin', 'p-adil', 'Adil Arslan', 'harbor', 'admin', None),
    ('member', 'p-mira', 'Mira Mendes', 'harbor', 'member', None),
    ('member2', 'p-milo', 'Milo Maki', 'harbor', 'member', None),
    ('viewer', 'p-vera', 'Vera Vance', 'harbor', 'viewer', None),
    ('scoped', 'p-sol', 'Sol Stein', 'harbor', 'member', 'SCOPED'),
    ('both', 'p-bea', 'Bea Brandt', 'harbor', 'member', None),
    ('both', 'p-bea', 'Bea Brandt', 'quarry', 'admin', None),
    ('owner2', 'p-otto', 'Otto Ong', 'quarry', 'owner', None),
    ('member-q', 'p-mona', 'Mona Moss', 'quarry', 'member', None),
]


def seed():
    now = W.now()
    W.counter = 1000
    for o in ('harbor', 'quarry'):
        W.ins('orgs', slug=o, name=o.title(), billing=f'billing@{o}.example', technical=f'tech@{o}.example', security=f'security@{o}.example')
    for slug, org in (('harbor-apps', 'harbor'), ('harbor-base', 'harbor'), ('quarry-apps', 'quarry')):
        W.ins('registries', slug=slug, org=org, name=slug.replace('-', ' ').title(), region='north-1', quota=20 * 2 ** 30, created=now - 86400_000)
    registry.push({'registry': 'harbor-apps', 'repository': 'shop/web', 'tags': ['1.0', 'latest'], '_at': now - 3600_000})
    registry.push({'registry': 'quarry-apps', 'repository': 'pit/api', '_at': now - 3600_000})
    doms = {}
    for name, org, ok in (('post.harbor.example', 'harbor', True), ('news.harbor.example', 'harbor', False), ('post.quarry.example', 'quarry', True)):
        d = mail.new_domain(org, name)
        doms[name] = d['id']
        if ok:
            W.run("update domains set send='verified', recv='verified' where id=?", d['id'])
            for i, r in enumerate(J(d['records'])):
                W.ins('dns', domain=d['id'], i=i, value=r['value'])
    W.ins('roles', id='release-crew', org='harbor', name='Release crew', description='Pushes images and looks at clusters', scopable=1,
          permissions=['registry.registry.read', 'registry.repository.read', 'registry.repository.write', 'clusters.cluster.read'])
    W.ins('roles', id='night-watch', org='quarry', name='Night watch', description='Handles incidents', scopable=0,
          permissions=['oncall.incident.read', 'oncall.incident.write'])
    for name, uid, label, org, role, grants in PEOPLE:
        if not W.val('select 1 from users where id=?', uid):
            W.ins('users', id=uid, name=name, label=label, email=f'{label.split()[0].lower()}@{org}.example')
            W.ins('sessions', value=f'session-of-{name}', user=uid)
        if grants == 'SCOPED':
            grants = [{'role': 'registry.editor', 'resourceIds': ['harbor-apps']}, {'role': 'email.editor', 'resourceIds': [doms['post.harbor.example']]}]
        W.ins('members', user=uid, org=org, role=role, grants=grants)
    for i, (sid, org, name) in enumerate((('crane', 'harbor', 'Crane control'), ('berth', 'harbor', 'Berth planner'), ('gate', 'harbor', 'Gate'), ('drill', 'quarry', 'Drill'))):
        W.ins('services', id=f'svc~{sid}', org=org, name=name, created=now - 86400_000, seq=i)
    clusters.insert('harbor', 'pier', 'medium', '2.9.4', 3, True, {'mode': 'shared'}, True, 'ready')
    clusters.insert('quarry', 'shaft', 'small', '2.8.2', 1, False, {'mode': 'shared'}, False, 'ready')
    for n in ('pier-a', 'pier-b'):
        W.ins('nodes', org='harbor', cluster='pier', name=n, ready=1, agent='2.9.4', seq=W.seq())
    i, n = W.id('watch')
    W.ins('upservices', id=i, org='harbor', name='Storefront', created=now - 86400_000, seq=n)
    W.ins('upservices', id=i.replace('watch', 'watch2'), org='quarry', name='Pit', created=now - 86400_000, seq=n)
    W.db.commit()
