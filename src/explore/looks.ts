import type { Operation, Parameter } from '../contract/operations.ts'
import { possibleValues } from '../contract/schema/possible-values.ts'
import type { Choices } from '../model/world/choices.ts'
import type { World } from '../model/world/world.ts'
import type { ModelUnderTest } from './model-under-test.ts'

/** Values for the parameters of a request, in its path and in its query. */
export interface Naming {
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** The answer of one read. */
export interface Look extends Naming {
  readonly operation: Operation
  readonly body: unknown
}

export interface Looking {
  readonly model: ModelUnderTest
  readonly choices: Choices
  /** Reads and lists of the area. */
  readonly reads: readonly Operation[]
  readonly credential: string
  /** Ids that a parameter may name in this world. */
  readonly ids: (world: World, entity: string) => readonly string[]
}

/** Everything that an area shows of a world to one caller. Nothing changes by it. */
export function looksAt(world: World, { model, choices, reads, credential, ids }: Looking): Look[] {
  return reads.flatMap((operation) =>
    namings(world, operation, ids).flatMap((naming) => {
      const outcome = model.decide(world, { operation, credential, body: undefined, ...naming }, choices)
      return outcome.kind === 'success' ? [{ operation, body: outcome.body, ...naming }] : []
    }),
  )
}

/** Every way to fill the parameters with things that are there; optional ones only where their values are known. */
export function namings(world: World, operation: Operation, ids: Looking['ids']): Naming[] {
  return operation.parameters.reduce<Naming[]>(
    (sofar, parameter) => {
      const values = valuesFor(world, parameter, ids)
      return sofar.flatMap((given) => values.map((value) => withValue(given, parameter, value)))
    },
    [{ parameters: {}, query: {} }],
  )
}

/** Undefined: left out. */
function valuesFor(
  world: World,
  { name, in: place, names, required, schema }: Parameter,
  ids: Looking['ids'],
): readonly (string | undefined)[] {
  if (place === 'header') return [undefined]
  const entity = names ?? CATALOGS.get(name)
  const known = entity === undefined ? possibleValues(schema).map(String) : ids(world, entity)
  if (place === 'query' && !required) return [undefined, ...(SWITCHES.get(name) ?? known)]
  return names === undefined && known.length === 0 ? ['x'] : known
}

/** Parameters that name an entry of a catalog. */
const CATALOGS: ReadonlyMap<string, string> = new Map([['host', 'RegistryUpstream']])

/** Optional parameters that switch something on, and whose values are open. */
const SWITCHES: ReadonlyMap<string, readonly string[]> = new Map([['purge', ['true']]])

function withValue(given: Naming, { name, in: place }: Parameter, value: string | undefined): Naming {
  if (value === undefined) return given
  const where = place === 'query' ? 'query' : 'parameters'
  return { ...given, [where]: { ...given[where], [name]: value } }
}
