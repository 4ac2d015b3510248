import { isObject, type Json } from '../../contract/json.ts'
import { keyFields } from './facts/keys.ts'
import { fillBody } from './fill-values.ts'
import { makeFirst } from './make-first.ts'
import type { Recording } from './recording.ts'
import type { Use } from './use.ts'

/** A name that was taken before the recording began is taken first, so that it is taken again. */
export function takenName(recording: Recording, use: Use, body: Json | undefined): void {
  const { operation, status } = use
  if (recording.asItWas || operation.does !== 'create' || status !== 409 || !isObject(body)) return
  for (const [name, entity] of keyFields(operation)) {
    const value = body[name]
    if (typeof value !== 'string' || recording.names.has(value)) continue
    makeFirst(
      recording,
      { ...use, status: 201 },
      { entity, value },
      {
        body: () => fillBody(recording, { ...use, status: 201 }, body as Json, operation.body?.schema ?? {}),
        parent: (parent) => use.parents.get(parent),
      },
    )
  }
}
