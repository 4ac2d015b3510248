import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { decide } from '../../../src/model/decide.ts'
import { plant } from '../../../src/model/seeds/kit/plant.ts'
import { small } from '../../../src/model/seeds/small.ts'
import { apply } from '../../../src/model/world/world.ts'

export interface Played {
  readonly operation: string
  readonly credential: string | null
  readonly parameters: Readonly<Record<string, string>>
  readonly body: unknown
}

const NOON = Date.UTC(2026, 2, 29, 12)

/** The answers to a list of requests on a fresh world, as text: the same in Node and in a browser. */
export function play(requests: readonly Played[]): string {
  const contract = loadContract(source)
  const choices = { value: contract.gaps.value }
  let world = plant(small, Object.values(small.actors), NOON, choices)
  const answers = requests.map(({ operation, credential, parameters, body }) => {
    const request = {
      operation: contract.operation(operation),
      credential: credential ?? undefined,
      parameters,
      query: {},
      body: body ?? undefined,
    }
    const outcome = decide(world, request, choices)
    world = apply(world, outcome.changes)
    return outcome.kind === 'success'
      ? [outcome.status, outcome.body]
      : [outcome.refusals[0].status, outcome.refusals[0].message]
  })
  return JSON.stringify(answers)
}
