import type { Operation } from '../contract/operations.ts'
import type { Choices } from '../model/world/choices.ts'
import type { World } from '../model/world/world.ts'
import type { ModelUnderTest } from './model-under-test.ts'

/** The answer of one read. */
export interface Look {
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
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
    namings(world, operation, ids).flatMap((parameters) => {
      const request = { operation, credential, parameters, query: {}, body: undefined }
      const outcome = model.decide(world, request, choices)
      return outcome.kind === 'success' ? [{ operation, parameters, body: outcome.body }] : []
    }),
  )
}

/** Every way to fill the parameters of a path with things that are there. */
export function namings(world: World, operation: Operation, ids: Looking['ids']): Readonly<Record<string, string>>[] {
  const path = operation.parameters.filter(({ in: place }) => place === 'path')
  return path.reduce<Record<string, string>[]>(
    (sofar, { name, names }) =>
      sofar.flatMap((given) =>
        (names === undefined ? ['x'] : ids(world, names)).map((id) => ({ ...given, [name]: id })),
      ),
    [{}],
  )
}
