import type { Contract } from '../../src/contract/contract.ts'
import type { GapId } from '../../src/contract/generated/gaps.ts'
import type { Json } from '../../src/contract/json.ts'
import type { EventName } from '../../src/model/request/operation-types.ts'
import type { ModelRequest } from '../../src/model/request/request.ts'
import type { Clock } from '../time/clock.ts'
import type { OutboundName } from './outbound-result.ts'

/** Something that changed a world, as whole as is needed to let it happen again. */
export type Input =
  | { readonly kind: 'request'; readonly request: ModelRequest }
  | { readonly kind: 'event'; readonly name: EventName; readonly org: string; readonly body: unknown }
  /** A timer that fell due. */
  | { readonly kind: 'timer'; readonly name: string; readonly due: string }
  /** The clock was moved or its mode changed; `since` is the first entry of the move if there are several. */
  | { readonly kind: 'clock'; readonly clock: Clock; readonly since?: number }
  /** A gap was set; without a value it went back to what the contract says. */
  | { readonly kind: 'gap'; readonly name: GapId; readonly value?: Json }
  /** The result of something that was really sent; a replay does not send it again. */
  | { readonly kind: 'outbound'; readonly name: OutboundName; readonly org: string; readonly body: unknown }

/** An input with the reading of the world's clock. Its number is its place in the journal, from 1. */
export interface Entry {
  readonly atMs: number
  readonly input: Input
}

/** A point of the journal with a name: right after an entry; 0 is the start. */
export interface Mark {
  readonly name: string
  readonly entry: number
  readonly note?: string
}

/** One line of JSON. A request names its operation instead of describing it. */
export function entryToText({ atMs, input }: Entry): string {
  if (input.kind !== 'request') return JSON.stringify({ atMs, ...input })
  const { operation, credential, organization, parameters, query, body } = input.request
  // As of one object with these fields; to put it together takes half the time.
  let text = `{"atMs":${atMs},"kind":"request","operation":"${operation.id}"`
  if (credential !== undefined) text += `,"credential":${JSON.stringify(credential)}`
  if (organization !== undefined) text += `,"organization":${JSON.stringify(organization)}`
  text += `,"parameters":${objectText(parameters)},"query":${objectText(query)}`
  return body === undefined ? `${text}}` : `${text},"body":${JSON.stringify(body)}}`
}

/** Most requests have neither parameters nor a query. */
function objectText(values: Readonly<Record<string, string>>): string {
  for (const _ in values) return JSON.stringify(values)
  return '{}'
}

/** An entry as JSON; what is undefined is not in it. */
type WrittenEntry = { readonly atMs: number } & (Exclude<Input, { kind: 'request' }> | WrittenRequest)

interface WrittenRequest extends Omit<ModelRequest, 'operation' | 'body' | 'credential'> {
  readonly kind: 'request'
  readonly operation: string
  readonly body?: unknown
  readonly credential?: string
}

/** Only for what `entryToText` made. */
export function entryFromText(text: string, contract: Contract): Entry {
  const { atMs, ...input } = JSON.parse(text) as WrittenEntry
  if (input.kind !== 'request') return { atMs, input }
  const { kind, operation, ...request } = input
  const whole = { body: undefined, credential: undefined, ...request, operation: contract.operation(operation) }
  return { atMs, input: { kind, request: whole } }
}
