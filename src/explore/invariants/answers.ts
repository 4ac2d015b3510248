import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { responseFor } from '../../contract/operations.ts'
import { responseValidator } from '../../contract/schema/validators.ts'
import { hasTable } from '../../model/world/world.ts'
import type { Invariant } from '../invariant.ts'
import type { Look } from '../looks.ts'
import { fieldsIn } from './fields.ts'

export const refusalsLeaveNoTrace: Invariant = {
  name: 'no-trace-of-a-refusal',
  says: 'A request that is refused changes nothing, but for what stood in the way of one request only.',
  breach: ({ refusals, changes }) =>
    refusals.length > 0 && changes.length > 0 && !refusals.some(({ rule }) => rule.spends)
      ? `refused by ${refusals[0]?.rule.id}, and yet ${changes.map(({ kind }) => kind).join(', ')}`
      : undefined,
}

export const answersFitTheDescription: Invariant = {
  name: 'answers-fit',
  says: 'Every answer fits the schema that the description gives it.',
  breach: ({ seenAfter }) => {
    for (const { operation, body } of seenAfter) {
      const response = responseFor(operation, operation.success.status)
      const [error] = (response && responseValidator(response)?.(body)) ?? []
      if (error) return `${operation.id}: ${JSON.stringify(error)}`
    }
    return undefined
  },
}

export const secretsLeaveOnce: Invariant = {
  name: 'secrets-once',
  says: 'A secret is in the answer that makes it, and in no other.',
  breach: ({ secrets, seenAfter }) => {
    if (secrets.size === 0) return undefined
    for (const { operation, body } of seenAfter) {
      const text = JSON.stringify(body) ?? ''
      for (const secret of secrets) if (text.includes(secret)) return `${operation.id} shows a secret again`
    }
    return undefined
  },
}

/** References that may outlive their thing: the person who did something, and logs of the past. */
const MAY_DANGLE = new Set([
  'userId',
  'ownerId',
  'createdBy',
  'acknowledgedBy',
  'resolvedBy',
  'actorId',
  'messageId',
  'endpointId',
])

const LOGS = new Set([
  'listMessages',
  'getMessage',
  'listDeliveries',
  'listPages',
  'listMonitorTransitions',
  'listMonitorFailures',
])

export const referencesHold: Invariant = {
  name: 'references-hold',
  says: 'What an answer refers to is there, unless it is history.',
  unless: {
    'oncall.unknown-targets': 'accept',
    'oncall.unknown-users': 'accept',
    'tokens.unrestricted-shown': 'owner-role',
  },
  breach: ({ seenAfter, after }) => {
    for (const { operation, body } of seenAfter) {
      const schema = responseFor(operation, operation.success.status)?.schema
      for (const { name, value, schema: own } of fieldsIn(schema, body)) {
        const entities = [referenceOf(own)].flat().filter((one) => one !== undefined)
        if (entities.length === 0 || MAY_DANGLE.has(name) || LOGS.has(operation.id) || typeof value !== 'string')
          continue
        const tables = entities.filter((entity) => hasTable(after, entity))
        if (tables.length < entities.length || tables.length === 0) continue
        const there = tables.some(
          (table) => hasTable(after, table) && [...after.tables[table].order.values()].some(({ id }) => id === value),
        )
        if (!there) return `${operation.id}: ${name} refers to ${value}, which is no ${entities.join(' or ')}`
      }
    }
    return undefined
  },
}

const referenceOf = (schema: Schema | undefined) => schema?.['x-understudy']?.reference

/** Parents that say how many children they have, and how those are found among what a list shows. */
interface Count {
  readonly parents: string
  readonly field: string
  readonly children: string
  /** Undefined if the list is about something else. */
  readonly areOf: (parent: Thing, shownBy: Look, list: Look) => readonly Thing[] | undefined
}
type Thing = Readonly<Record<string, unknown>>

const COUNTS: readonly Count[] = [
  {
    parents: 'getRegistry',
    field: 'repositoryCount',
    children: 'listRepositories',
    areOf: ({ slug }, _, { parameters, body }) => (parameters.slug === slug ? rowsOf(body) : undefined),
  },
  {
    parents: 'listRepositories',
    field: 'tagCount',
    children: 'listTags',
    areOf: ({ name }, { parameters }, list) =>
      list.query.repo === name && list.parameters.slug === parameters.slug ? rowsOf(list.body) : undefined,
  },
  {
    parents: 'listUptimeServices',
    field: 'monitors',
    children: 'listMonitors',
    areOf: ({ id }, _, { body }) => rowsOf(body).filter(({ serviceId }) => serviceId === id),
  },
]

export const countsAgree: Invariant = {
  name: 'counts-agree',
  says: 'A count is the length of the list it counts.',
  unless: { 'uptime.disabled-attached': 'ignore' },
  breach: ({ seenAfter }) => {
    const seen = (id: string) => seenAfter.filter(({ operation }) => operation.id === id)
    for (const { parents, field, children, areOf } of COUNTS)
      for (const shownBy of seen(parents))
        for (const parent of things(shownBy.body))
          for (const list of seen(children)) {
            const listed = areOf(parent, shownBy, list)?.length
            if (listed !== undefined && listed !== parent[field])
              return `${parents} says ${field} ${parent[field]}, ${children} has ${listed}`
          }
    return undefined
  },
}

/** The things that a read or a list shows. */
const things = (body: unknown): Thing[] => (isObject(body) && 'createdAt' in body ? [body as Thing] : rowsOf(body))

/** The one list in a body. */
function rowsOf(body: unknown): Thing[] {
  const list = isObject(body) ? Object.values(body).find(Array.isArray) : undefined
  return (list ?? []) as Thing[]
}
