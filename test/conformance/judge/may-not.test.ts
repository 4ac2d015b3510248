import { afterAll, beforeAll, expect, test } from 'vitest'
import { byColleague } from '../../../src/conformance/plan/each-way.ts'
import { call } from '../../../src/conformance/plan/looks.ts'
import { becomes } from '../../../src/conformance/script/becomes.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking } from '../../support/walking.ts'

/** The operation that is refused at present, and to whom. */
let [refused, toWhom] = ['', '']

/** Answers 403 to some, for no reason that the contract knows. */
const refusing = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    const isMeant = `${sent.method} ${sent.path}` === refused && sent.headers.authorization?.includes(toWhom)
    if (!isMeant || !exchange.answered) return exchange
    const json = { error: 'not for you' }
    return { ...exchange, received: { ...exchange.received, status: 403, json, text: JSON.stringify(json) } }
  },
})

let walking: Awaited<ReturnType<typeof openWalking>>
beforeAll(async () => {
  walking = await openWalking({ between: refusing })
})
afterAll(() => walking.close())

const findingOf = async (path: string, id: string, role: 'owner' | 'admin' | 'member') => {
  ;[refused, toWhom] = [path, credentialOf(role)]
  const operations = [walking.contract.operation(id)]
  const who = { owner: undefined, admin: 'manager', member: 'lesser' } as const
  const part = who[role]
  const [walk = []] = part ? byColleague(part, operations, () => []) : operations.map((one) => [call(one)])
  const { finding, trace } = await walking.walk(walk)
  expect(trace.map(({ exchange }) => exchange?.answered && exchange.received.status)).toContain(403)
  return finding && { code: finding.code, operation: finding.operation }
}

function credentialOf(role: string): string {
  const actor = Object.values(walking.contract.profile.actors).find((one) => one.role === role)
  return actor?.headers.authorization ?? actor?.headers.Authorization ?? 'nobody'
}

const CATALOG = 'GET /api/v1/iam/catalog'
const CONTACTS = 'PATCH /api/v1/organization/contacts'

test.for([
  ['admin', CATALOG, 'getIamCatalog'],
  ['admin', CONTACTS, 'updateContacts'],
  ['owner', CATALOG, 'getIamCatalog'],
  ['owner', 'GET /api/v1/organization/contacts', 'getContacts'],
  ['owner', 'GET /api/v1/clusters', 'listClusters'],
] as const)('an %s who is refused %s has been refused wrongly', async ([role, path, operation]) => {
  expect(await findingOf(path, operation, role)).toEqual({ code: 'refused', operation })
})

test.for([
  ['admin', 'GET /api/v1/clusters', 'listClusters'],
  ['owner', 'POST /api/v1/clusters', 'createCluster'],
  ['member', CATALOG, 'getIamCatalog'],
] as const)('an %s who is refused %s may lack a permission or a place', async ([role, path, operation]) => {
  expect(await findingOf(path, operation, role)).toBeUndefined()
})

test('a member who has become an admin may what admins may', async () => {
  ;[refused, toWhom] = [CATALOG, credentialOf('member')]
  const catalog = { ...call(walking.contract.operation('getIamCatalog')), manner: 'lesser' } as const
  const { finding } = await walking.walk([becomes('lesser', 'admin'), catalog])
  expect(finding).toMatchObject({ code: 'refused', operation: 'getIamCatalog' })
})
