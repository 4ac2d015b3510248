import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CUSTOMERS } from '../../../src/model/seeds/acme/email/customers.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { small } from '../../../src/model/seeds/small.ts'
import type { Rows, TableName } from '../../../src/model/world/rows.ts'
import { ROOT } from '../../support/command.ts'
import { asked, counted, grown, NINE, rowsOf } from './support.ts'

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const lines = readFileSync(join(ROOT, 'docs/seeds.md'), 'utf8').split('\n')
/** The rows of the table about acme: those after its heading. */
const table = lines
  .slice(lines.indexOf('## What is in acme'), lines.indexOf('## Saving a world'))
  .filter((line) => line.startsWith('|'))
  .join('\n')

const world = grown(acme)
const have = <Name extends TableName>(name: Name, isMeant: (row: Rows[Name]) => boolean = () => true): number =>
  rowsOf(world, name, 'acme').filter(isMeant).length
const word = (count: number): string => WORDS[count] ?? String(count)
const listed = (id: 'listIncidents' | 'listDeliveries', query = {}): number =>
  Object.values(asked(world, id, 'owner', {}, query).body)[0]?.length ?? 0

const incidents = counted(world, 'OncallIncident', ({ status }) => status)
const { monitors } = asked(world, 'listMonitors', 'owner').body
const monitorsIn = (wanted: string) => monitors.filter(({ state }) => state === wanted)
const flapping = monitorsIn('up').filter(({ id }) => have('UptimeTransition', (row) => row.monitorId === id) > 50)
const { clusters } = asked(world, 'listClusters', 'owner').body
const { nodes } = asked(world, 'listNodes', 'owner', { name: 'prod' }).body
const balancers = clusters.find(({ name }) => name === 'prod')?.managedLoadBalancers.loadBalancers.length ?? 0
const byOidc = rowsOf(world, 'RegistryKey', 'acme').filter(({ mintedVia }) => mintedVia === 'oidc')
const expired = byOidc.filter(({ expiresAt = '' }) => Date.parse(expiresAt) <= NINE).length
const hanging = have('EmailDelivery', (row) => row.state === 'delivering' && row.due === undefined)
const queued = have('EmailMessage', ({ state }) => state === 'queued')
const stuck = have('Cluster', ({ work }) => work.endedMs === undefined && work.dueId === undefined)
const contacts = Object.values(asked(world, 'getContacts', 'owner').body).filter((address) => address !== '').length

/** What the page says, with the numbers that the world has. */
const SAID = [
  `${word(have('OncallSchedule'))} schedules`,
  `${word(have('OncallEscalationPolicy'))} escalation policies`,
  `${have('OncallIncident')} incidents: ${incidents.open} open, ${incidents.acknowledged} acknowledged, ${incidents.resolved} resolved`,
  `(the list shows ${listed('listIncidents', { status: 'resolved' })}), with timelines`,
  `${word(have('OncallAlertSource'))} alert sources, ${word(have('OncallAlertSource', ({ revoked }) => revoked))} revoked`,
  `${have('RegistryRepository')} repositories, ${have('RegistryManifest')} images`,
  `issued by OIDC (${word(expired)} expired, ${word(byOidc.length - expired)} valid)`,
  `${word(have('RegistryOidcRule'))} OIDC rules; ${word(have('RegistryUpstreamCredential'))} upstream credentials`,
  `${have('EmailMessage')} messages in ${word(new Set(CUSTOMERS.map(({ language }) => language)).size)} languages`,
  `${word(queued)} queued (${word(queued - 1)} held up)`,
  `${have('EmailDelivery')} deliveries (the list shows ${listed('listDeliveries')})`,
  `delivering (${word(hanging)} of them hanging)`,
  `${have('EmailSuppression')} suppressions for all three reasons`,
  `${word(have('EmailWebhook'))} endpoints, ${word(have('EmailWebhook', ({ disabled }) => disabled))} disabled`,
  `${word(have('EmailSendKey'))} send keys, ${word(have('EmailSendKey', ({ revoked }) => revoked))} revoked`,
  `nodes of ${word(new Set(nodes.map(({ agentVersion }) => agentVersion)).size)} versions`,
  `${word(nodes.filter(({ ready }) => !ready).length)} not ready, ${word(balancers)} load balancers`,
  `and ${word(stuck)} that stay stuck`,
  `${word(monitors.length)} monitors in ${word(have('UptimeService'))} services: ${monitorsIn('up').length} up`,
  `(${word(monitorsIn('up').filter(({ enabled }) => !enabled).length)} of them disabled`,
  `${word(flapping.length)} that has gone up and down more than 50 times)`,
  `${monitorsIn('down').length} down, ${monitorsIn('pending').length} pending`,
  `(${word(monitorsIn('pending').filter(({ enabled }) => !enabled).length)} never enabled)`,
  `${word(have('UptimeExportToken'))} export tokens, ${word(have('UptimeExportToken', ({ revoked }) => revoked))} revoked`,
  `| ${word(have('PersonalToken'))}: unrestricted`,
  `| ${word(contacts)} contacts`,
]

test.each(SAID)('docs/seeds.md says: %s', (said) => {
  expect(table).toContain(said)
})

test('docs/seeds.md says what is in small', () => {
  const services = rowsOf(grown(small), 'OncallService').length
  const people = Object.keys(small.actors).length
  expect(lines.join('\n')).toContain(`${word(people)} people and ${word(services)} on-call services`)
})

test('there are no other counts on that page', () => {
  const rest = SAID.reduce((text, said) => text.replace(said, ''), table)
  const others = rest.match(new RegExp(`\\b(\\d+|${WORDS.slice(1).join('|')})\\b.{0,20}`, 'g')) ?? []
  // Neither of these is a count of things.
  expect(others.filter((found) => !/^one (record wrong|vantage)/.test(found))).toEqual([])
})
