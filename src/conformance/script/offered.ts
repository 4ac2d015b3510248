import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import type { OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'
import { type Script, script } from './script.ts'

/** A kind of things that a role may be narrowed to: its table, the service that has it, what creates one and what removes one. */
export interface Scopable {
  readonly entity: TableName
  readonly service: Area
  readonly create: OperationId
  readonly remove: OperationId
  /** What shows one by itself, if anything does. */
  readonly read?: OperationId
}

export const SCOPABLE: readonly Scopable[] = [
  { entity: 'Registry', service: 'registry', create: 'createRegistry', remove: 'deleteRegistry', read: 'getRegistry' },
  { entity: 'EmailDomain', service: 'email', create: 'createDomain', remove: 'deleteDomain', read: 'getDomain' },
  { entity: 'UptimeService', service: 'uptime', create: 'createUptimeService', remove: 'deleteUptimeService' },
  { entity: 'UptimeMonitor', service: 'uptime', create: 'createMonitor', remove: 'deleteMonitor', read: 'getMonitor' },
  { entity: 'OncallSchedule', service: 'oncall', create: 'createSchedule', remove: 'deleteSchedule' },
  { entity: 'Cluster', service: 'clusters', create: 'createCluster', remove: 'deleteCluster', read: 'getCluster' },
]

/** Kinds of which no sentence says that a caller can be narrowed to some: what they may then do is open. */
export const UNSAID: ReadonlySet<string> = new Set(['UptimeService', 'UptimeMonitor', 'OncallSchedule'])

/** True for a list of all things of a kind that callers can surely be narrowed to. */
export const isListOfScopable = ({ does, entity = '', parameters }: Operation): boolean =>
  does === 'list' &&
  !parameters.some(({ in: place }) => place === 'path') &&
  !UNSAID.has(entity) &&
  SCOPABLE.some((kind) => kind.entity === entity)

/** Of each kind of things a list offers ours, as long as they are there, and nobody else's, whoever asks (Tokens, row 3; IAM, row 1). */
export const offered = (list: OperationId): Script[] => [
  ...SCOPABLE.map(({ create, remove }) =>
    script([list, create, remove], (call) => {
      const [seen, theirs] = [call(list), call(list, { manner: 'neighbour' })]
      return [
        [call(create), call(create, { manner: 'neighbour' }), seen, theirs],
        [call(create), seen, call(remove), seen],
        [call(create), call(create), call(create), seen, call(remove), seen],
      ]
    }),
  ),
  ...asFirstSeen(list),
]

/** Kinds that need little else. */
const SIMPLE: readonly OperationId[] = ['createRegistry', 'createUptimeService']

/**
 * What comes after somebody has first looked is offered as well. By people of an organization in which nobody has looked
 * before: a list that stays as it was first seen then shows that such things are offered.
 */
const asFirstSeen = (list: OperationId): Script[] =>
  SIMPLE.map((create) => ({
    ...script([list, create], (call) => {
      const [made, theirs] = [call(create, { manner: 'neighbour' }), call(list, { manner: 'neighbour' })]
      return [[made, theirs, made, theirs]]
    }),
    opens: true,
  }))
