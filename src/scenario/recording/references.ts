import type { Json } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { makerOf } from './facts/makers.ts'
import { makeFirst, offeredBy, type Thing } from './make-first.ts'
import { plainExample } from './plain-example.ts'
import type { Recording } from './recording.ts'
import { ANY, isFoundWrong, type Use } from './use.ts'

/** Fills in a body; what it refers to comes back here. */
export type FillBody = (use: Use, body: Json, schema: Schema) => Json

/**
 * The reference for a thing that a request names: the output of an earlier step, a value of the profile, an offer of
 * the target, or else a new thing that is made first. An id unknown to the target stays as it was.
 */
export function referenceTo(recording: Recording, use: Use, thing: Thing, fillBody: FillBody): Json {
  const { known, supplies, seen } = recording
  const { entity, value } = thing
  const own = known.thing(entity, value)
  if (own !== undefined) return noted(recording, use, thing, own)
  if (recording.asItWas) return known.word(value) ?? value
  const text = String(value)
  const odd = isFoundWrong(use) && !seen.wasThere(entity, value) && !supplies.isListed(entity, text)
  if (odd && !use.example) return value
  return (
    supplies.thing(entity, text) ??
    offeredBy(recording, use, thing) ??
    known.word(value) ??
    makeFirst(recording, use, thing, {
      body: (operation) => bodyFor({ ...use, example: thing }, operation, fillBody),
      parent: (parent) => parentFor(recording, use, parent, fillBody),
    }) ??
    leftAsItIs(recording, use, thing)
  )
}

const bodyFor = (use: Use, operation: Operation, fillBody: FillBody): Json =>
  fillBody({ ...use, operation }, plainExample(operation), operation.body?.schema ?? {})

/** The parent that the request names, or else one that all such steps share. */
function parentFor(recording: Recording, use: Use, entity: string, fillBody: FillBody): Json | undefined {
  const named = use.parents.get(entity)
  if (named !== undefined) return named
  if (!makerOf(recording.contract, entity)) return undefined
  const any = { entity, value: ANY }
  return referenceTo(recording, { ...use, example: any }, any, fillBody)
}

/** A thing that only a read has shown must be there again, unless an outside event brought it about. */
function noted(recording: Recording, { operation }: Use, { entity, value }: Thing, expression: string): string {
  const { contract, steps, dependences } = recording
  const [, stepId] = /^\$steps\.(\w+)\./.exec(expression) ?? []
  const read = steps.find((step) => step.stepId === stepId)?.operationId.replace(/^.*\./, '') ?? ''
  const caused = steps.some(({ operationId }) => operationId.startsWith('$sourceDescriptions.control.'))
  const found = contract.operations.get(read)?.method === 'GET' && !recording.offers.has(entity)
  if (found && !caused) dependences.push({ kind: 'thing', entity, value: String(value), step: operation.id })
  return expression
}

function leftAsItIs({ dependences }: Recording, { operation }: Use, { entity, value }: Thing): Json {
  dependences.push({ kind: 'thing', entity, value: String(value), step: operation.id })
  return value
}
