// What there is on a fresh start: two organizations, their people and a little of everything.
import { World } from './world.mjs'
import { newRegistry, push } from './registry.mjs'
import { newDomain, publish } from './email.mjs'
import { newService } from './oncall.mjs'
import { newCluster, addNode } from './clusters.mjs'
import { newMonitor } from './uptime.mjs'

const PEOPLE = [
  ['4001', 'greta', 'Greta Albers', 'greta.albers@hansewerk.example', { hansewerk: 'owner' }],
  ['4002', 'jonas', 'Jonas Brandt', 'jonas.brandt@hansewerk.example', { hansewerk: 'admin' }],
  ['4003', 'mila', 'Mila Conrad', 'mila.conrad@hansewerk.example', { hansewerk: 'member' }],
  ['4004', 'noah', 'Noah Dietz', 'noah.dietz@hansewerk.example', { hansewerk: 'member' }],
  ['4005', 'ole', 'Ole Ebert', 'ole.ebert@hansewerk.example', { hansewerk: 'viewer' }],
  ['4006', 'pia', 'Pia Falk', 'pia.falk@hansewerk.example', { hansewerk: 'member' }],
  ['4007', 'quinn', 'Quinn Gerlach', 'quinn.gerlach@beide.example', { hansewerk: 'member', alpenblick: 'admin' }],
  ['4008', 'rosa', 'Rosa Hofer', 'rosa.hofer@alpenblick.example', { alpenblick: 'owner' }],
]
export function fresh() {
  const world = new World()
  const hanse = world.addOrg('hansewerk', 'Hansewerk GmbH')
  const alpen = world.addOrg('alpenblick', 'Alpenblick AG')
  for (const [id, name, label, email, memberships] of PEOPLE) {
    const person = world.addPerson(id, name, label, email, `sitzung-${name}-81f3c0`)
    for (const [slug, role] of Object.entries(memberships)) world.join(person, world.orgs.get(slug), role)
  }
  hanse.contacts = { billingEmail: 'rechnung@hansewerk.example', technicalEmail: 'technik@hansewerk.example', securityEmail: 'sicherheit@hansewerk.example', revision: 1 }
  hanse.customRoles.set('901', { id: '901', name: 'Night Shift', description: 'Takes incidents at night.', kind: 'custom', scopable: false, permissions: ['oncall.incident.write', 'oncall.schedule.read', 'oncall.service.read'] })
  for (const name of ['Kasse', 'Lager', 'Suche']) newService(world, hanse, name)
  newService(world, alpen, 'Buchung')

  const depot = newRegistry(world, hanse, { slug: 'hanse-depot', displayName: 'Hanse Depot' })
  push(world, depot, { repository: 'kasse/web', tags: ['v1', 'latest'] })
  newRegistry(world, hanse, { slug: 'hanse-intern', displayName: 'Intern' })
  newRegistry(world, alpen, { slug: 'alpen-depot', displayName: 'Alpen Depot' })

  const post = newDomain(world, hanse, 'post.hansewerk.example')
  publish(world, post, {}, (record) => record.value)
  Object.assign(post, { send: 'verified', receive: 'verified', armed: world.now() })
  newDomain(world, hanse, 'intern.hansewerk.example')
  newDomain(world, alpen, 'post.alpenblick.example')

  const elbe = newCluster(world, hanse, { name: 'elbe', tier: 'medium' }, true)
  for (const node of ['elbe-1', 'elbe-2']) addNode(world, elbe, node, undefined, 'nothing', true)
  newCluster(world, alpen, { name: 'inn', tier: 'small' }, true)

  const shop = world.record('UptimeService', { id: world.id(), name: 'Laden' })
  hanse.upServices.set(shop.id, shop)
  newMonitor(world, hanse, { name: 'Startseite', serviceId: shop.id, enabled: true, intervalSeconds: 60, vantages: ['31', '32'], timeoutMs: 5000, downCondition: { confirmations: 2, quorum: 1 }, kind: 'http', http: { url: 'https://www.hansewerk.example/', method: 'GET', followRedirects: true, expectStatus: ['2xx'] } })

  // Pia works for one registry and one domain only.
  hanse.members.get('4006').grants = [{ role: '202', resourceIds: ['hanse-depot'] }, { role: '302', resourceIds: [post.id] }]
  return world
}
