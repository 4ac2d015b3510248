// The people and things a fresh world has.
import { emptyWorld, fixedId, setWorld, now, W } from './base.mjs'
import { newRegistry } from './registry.mjs'
import { newDomain } from './email.mjs'
import { newCluster } from './clusters.mjs'

export const PEOPLE = [
  ['ines', 'Ines Duarte', { lumen: 'owner' }],
  ['joss', 'Joss Albright', { lumen: 'admin' }],
  ['kai', 'Kai Nakamura', { lumen: 'member' }],
  ['lior', 'Lior Benami', { lumen: 'member' }],
  ['mona', 'Mona Riis', { lumen: 'viewer' }],
  ['nils', 'Nils Ekdahl', { lumen: 'member' }],
  ['pia', 'Pia Moretti', { lumen: 'member', tarn: 'admin' }],
  ['oona', 'Oona Walsh', { tarn: 'owner' }],
]
export function newOrg(slug) {
  return {
    id: fixedId(`org ${slug}`), slug, members: new Map(), customRoles: new Map(),
    contacts: { billingEmail: '', technicalEmail: '', securityEmail: '' },
    payment: true, entitled: { email: true, uptime: true }, quotas: { clusters: 100, monitors: 100, dailyEmail: 5000 },
    registries: new Map(), logins: new Map(),
    domains: new Map(), sendKeys: new Map(), routes: new Map(), webhooks: new Map(), messages: [], suppressions: new Map(), deliveries: [],
    paused: null, pauseFrom: 0,
    services: new Map(), incidents: [], schedules: new Map(), policies: new Map(), sources: new Map(), provider: null,
    providerDoes: { verification: 'accepts', pages: 'accepts' },
    clusters: new Map(),
    uptimeServices: new Map(), monitors: new Map(), exportTokens: new Map(), metricsDown: false,
  }
}
export function addPerson(id, label, email, name = null) {
  W.people.set(id, { id, name: name ?? id, label, email, password: `${name ?? id}-pass`, paging: null })
  return W.people.get(id)
}
export function freshWorld() {
  setWorld(emptyWorld())
  for (const slug of ['lumen', 'tarn']) W.orgs.set(slug, newOrg(slug))
  for (const [name, label, roles] of PEOPLE) {
    const id = fixedId(`person ${name}`)
    addPerson(id, label, `${name}@people.example`, name)
    for (const [slug, role] of Object.entries(roles)) W.orgs.get(slug).members.set(id, { role, grants: null })
  }
  const lumen = W.orgs.get('lumen')
  for (const s of ['checkout', 'search', 'billing']) {
    const id = fixedId(`service ${s}`)
    lumen.services.set(id, { id, name: s, createdAt: now(), policyId: null })
  }
  const quay = newRegistry(lumen, 'lumen-quay', '', '')
  newRegistry(lumen, 'lumen-attic', '', '')
  const d = newDomain(lumen, 'post.lumen.example', fixedId('domain post'))
  newDomain(lumen, 'news.lumen.example', fixedId('domain news'))
  newCluster(lumen, { name: 'harbour', tier: 'small' }, true)
  lumen.customRoles.set('image-watcher', { id: 'image-watcher', name: 'Image watcher', description: '', kind: 'custom', scopable: true, permissions: ['registry.repository.read'] })
  lumen.members.get(fixedId('person nils')).grants = [
    { role: 'registry-read', resourceIds: [quay.slug] },
    { role: 'email-write', resourceIds: [d.id] },
  ]
}
