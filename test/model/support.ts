import type { ModelFunctions } from '../../bench/mistakes/mistaken.ts'
import { loadContract } from '../../src/contract/contract.ts'
import type { GapId, GapValues } from '../../src/contract/generated/gaps.ts'
import source from '../../src/contract/generated/spec.js'
import { responseFor } from '../../src/contract/operations.ts'
import { responseValidator } from '../../src/contract/schema/validators.ts'
import { type ActorSeed, seedIdentities } from '../../src/model/access/seed-identities.ts'
import { advance } from '../../src/model/advance.ts'
import { decide, decideEvent, type Outcome } from '../../src/model/decide.ts'
import { emptyWorld } from '../../src/model/empty-world.ts'
import type { EventBody, EventName, OperationId, ResponseBody } from '../../src/model/request/operation-types.ts'
import type { Choices } from '../../src/model/world/choices.ts'
import { apply, type World } from '../../src/model/world/world.ts'

export const contract = loadContract(source)

const actor = (name: string, role: string, organization: string): ActorSeed => ({
  credential: name,
  organization,
  role,
  userId: `usr_${name}`,
  label: `The ${name}`,
  email: `${name}@${organization}.example`,
})

/** Who calls in the tests; the credential of each is their name. */
export const ACTORS = [
  actor('owner', 'owner', 'acme'),
  actor('admin', 'admin', 'acme'),
  actor('member', 'member', 'acme'),
  actor('outsider', 'owner', 'globex'),
] as const

export interface Options {
  readonly gaps?: Partial<GapValues>
  /** A model that makes mistakes, in place of the right one; its answers may have another shape. */
  readonly model?: ModelFunctions
  /** Whether answers have the shape that the description gives them; they do unless it is said. */
  readonly shaped?: boolean
  readonly now?: string
  readonly values?: World['values']
  readonly entitlements?: readonly string[]
}

export interface Request {
  readonly organization?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What the operation answers when it succeeds, or the sentence of a refusal. */
export type AnswerBody<Id extends OperationId> = [ResponseBody<Id>] extends [undefined]
  ? Refused
  : Filled<ResponseBody<Id>> & Refused

interface Refused {
  readonly error?: string
}

/** Whoever looks into a list expects something in it: where there is nothing, the test ends there. */
type Filled<T> = T extends readonly (infer Item)[]
  ? [Filled<Item>, ...Filled<Item>[]]
  : T extends object
    ? { [Key in keyof T]: Filled<T[Key]> }
    : T

export interface Answer<Id extends OperationId = OperationId> {
  readonly status: number
  readonly body: AnswerBody<Id>
  readonly outcome: Outcome
}

const RIGHT: ModelFunctions = { decide, decideEvent, advance }

/** A world that can be called, that events happen to, and whose clock moves. */
export function makeModel(options: Options = {}) {
  const { now = '2026-03-05T09:00:00Z', values = 'real', entitlements } = options
  const gaps = new Map<string, unknown>(Object.entries(options.gaps ?? {}))
  const { decide, decideEvent, advance } = options.model ?? RIGHT
  const shaped = options.shaped ?? (options.model === undefined && values === 'real')
  const choices: Choices = {
    value: <Id extends GapId>(id: Id) => (gaps.has(id) ? (gaps.get(id) as GapValues[Id]) : contract.gaps.value(id)),
  }
  let world = seedIdentities(emptyWorld({ nowMs: Date.parse(now), values }), ACTORS, entitlements)

  return {
    get world() {
      return world
    },
    choices,
    setGap<Id extends GapId>(id: Id, value: GapValues[Id]) {
      gaps.set(id, value)
    },
    /** Puts things into the world that no operation makes. */
    seed(change: (world: World, choices: Choices) => World) {
      world = change(world, choices)
    },
    call<Id extends OperationId>(id: Id, credential: string | undefined, request: Request = {}): Answer<Id> {
      const { organization, parameters = {}, query = {}, body } = request
      const asked = { operation: contract.operation(id), credential, organization, parameters, query, body }
      const outcome = decide(world, asked, choices)
      world = apply(world, outcome.changes)
      if (outcome.kind === 'success') {
        if (shaped) expectShape(id, outcome.status, outcome.body)
        return { status: outcome.status, body: outcome.body as AnswerBody<Id>, outcome }
      }
      const [{ status, message }] = outcome.refusals
      return { status, body: { error: message } as AnswerBody<Id>, outcome }
    },
    happen<Name extends EventName>(name: Name, body: EventBody<Name>, org = 'acme') {
      const { answer, changes } = decideEvent(world, { name, org, body }, choices)
      world = apply(world, changes)
      return answer
    },
    advanceTo(instant: string) {
      const { changes, fired } = advance(world, Date.parse(instant), choices)
      world = apply(world, changes)
      return fired
    },
    advance(seconds: number) {
      const { changes, fired } = advance(world, world.nowMs + seconds * 1000, choices)
      world = apply(world, changes)
      return fired
    },
  }
}

/** Every success has the shape that the description gives it. */
function expectShape(id: OperationId, status: number, body: unknown): void {
  const response = responseFor(contract.operation(id), status)
  const mistakes = (response && responseValidator(response)?.(body)) ?? []
  if (mistakes.length > 0) throw new Error(`${id}: ${mistakes.map(({ message }) => message).join('; ')}`)
}

export type Model = ReturnType<typeof makeModel>
