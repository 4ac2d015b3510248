import { expect, test } from 'vitest'
import type { GapId, GapValues } from '../../../src/contract/generated/gaps.ts'
import { isObject } from '../../../src/contract/json.ts'
import { decide } from '../../../src/model/decide.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import { apply, type World } from '../../../src/model/world/world.ts'
import { grown, places, queries } from '../seeds/support.ts'
import { contract } from '../support.ts'

/** Lists of which the contract says neither how they are ordered nor how long they may get, and by what they are named. */
const LISTS: Readonly<Partial<Record<OperationId, string>>> = {
  listTokens: 'name',
  listUpstreams: 'host',
  listRegistries: 'slug',
  listTags: 'name',
  listManifests: 'digest',
  listRepositories: 'name',
  listRegistryKeys: 'name',
  listOidcRules: 'name',
  listUpstreamCredentials: 'upstream',
  listSendKeys: 'name',
  listRoutes: 'pattern',
  listDomains: 'name',
  listSuppressions: 'address',
  listWebhooks: 'url',
  listSchedules: 'name',
  listEscalationPolicies: 'name',
  listOncallServices: 'name',
  listAlertSources: 'name',
  listClusters: 'name',
  listNodes: 'name',
  listRegistrationTokens: 'name',
  listUptimeServices: 'name',
  listMonitors: 'name',
  listExportTokens: 'name',
}

const wild = seedNamed('random:lists:300')
if (!wild) throw new Error('there is no random seed')
const worlds = [grown(acme), grown(wild)]

interface Asked {
  readonly world: World
  readonly parameters: Record<string, string>
  readonly query: Record<string, string>
}

function list(id: OperationId, { world, parameters, query }: Asked, gaps: Partial<GapValues>): readonly object[] {
  const request = { operation: contract.operation(id), credential: 'owner', parameters, query, body: undefined }
  const value = <Id extends GapId>(gap: Id): GapValues[Id] => gaps[gap] ?? contract.gaps.value(gap)
  const outcome = decide(world, request, { value })
  if (outcome.kind === 'refused') return []
  const [items] = Object.values(isObject(outcome.body) ? outcome.body : {})
  return Array.isArray(items) ? items : []
}

/** The longest of such lists in the worlds we have. */
function longest(id: OperationId): Asked {
  const operation = contract.operation(id)
  const all = worlds.flatMap((world) =>
    places(world, operation, 'acme').flatMap((parameters) =>
      queries(world, operation, parameters).map((query) => ({ world, parameters, query })),
    ),
  )
  const [found] = all.toSorted((a, b) => list(id, b, {}).length - list(id, a, {}).length)
  if (!found) throw new Error(`nothing has such a list: ${id}`)
  return found
}

test.each(Object.entries(LISTS))('%s is as long and in such an order as the gaps say', (name, field) => {
  const id = name as OperationId
  const asked = longest(id)
  const oldestFirst = list(id, asked, {})
  expect(oldestFirst.length).toBeGreaterThan(1)
  expect(list(id, asked, { 'general.list-limit': 1 })).toEqual(oldestFirst.slice(0, 1))
  expect(list(id, asked, { 'general.list-order': 'newest-first' })).toEqual(oldestFirst.toReversed())
  const byName = list(id, asked, { 'general.list-order': 'by-name' }).map((item) => Reflect.get(item, field))
  expect(byName).toEqual(byName.toSorted())
  expect(byName.every((text) => typeof text === 'string')).toBe(true)
})

test.each([
  ['listAlertSources', 'revokeAlertSource'],
  ['listSuppressions', 'deleteSuppression'],
] as const)('what %s no longer shows takes no place in it', (id, remove) => {
  const asked = longest(id)
  const [first, ...others] = list(id, asked, {})
  const operation = contract.operation(remove)
  const [parameter = { name: '' }] = operation.parameters
  const parameters = { [parameter.name]: String(Reflect.get(first ?? {}, 'id')) }
  const request = { operation, credential: 'owner', parameters, query: parameters, body: undefined }
  const outcome = decide(asked.world, request, contract.gaps)
  const world = outcome.kind === 'success' ? apply(asked.world, outcome.changes) : asked.world
  expect(list(id, { ...asked, world }, { 'general.list-limit': 1 })).toEqual(others.slice(0, 1))
})
