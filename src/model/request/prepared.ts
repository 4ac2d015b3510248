import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Reader } from '../world/reader.ts'
import { withoutNulls } from './body/null-fields.ts'
import { trimmedBody } from './body/trimmed-body.ts'
import type { ModelRequest } from './request.ts'

export interface Prepared {
  readonly request: ModelRequest
  /** Fields that null is to clear. */
  readonly cleared: readonly string[]
}

const NONE: readonly string[] = []

/** A normalized request: white space and null are handled before anything else. */
export function prepared(reader: Reader, request: ModelRequest): Prepared {
  const { operation, body: sent } = request
  const schema = operation.body?.schema
  // An optional body that is left out counts as an empty object.
  if (sent === undefined && operation.body?.required === false)
    return { request: { ...request, body: {} }, cleared: NONE }
  if (!schema || !isObject(sent)) return { request, cleared: NONE }
  const given = trimmed(reader, schema, sent)
  const kept = withoutNulls(schema, given)
  const nulls = kept === given ? 'refuse' : whatNullMeans(reader, request)
  const body = nulls === 'refuse' ? given : kept
  return {
    request: body === sent ? request : { ...request, body },
    cleared: nulls === 'clear' ? namesOfNulls(given) : NONE,
  }
}

function trimmed(reader: Reader, schema: Schema, body: unknown): unknown {
  const without = trimmedBody(schema, body)
  return without !== body && reader.gap('general.trimming') === 'trim' ? without : body
}

function whatNullMeans(reader: Reader, { operation }: ModelRequest) {
  return operation.does === 'update' ? reader.gap('general.null-in-patch') : reader.gap('general.null-in-create')
}

function namesOfNulls(body: unknown): string[] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) => (value === null ? [name] : []))
}
