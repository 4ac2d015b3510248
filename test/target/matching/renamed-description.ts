import type { Contract } from '../../../src/contract/contract.ts'
import type { Json } from '../../../src/contract/json.ts'
import type { Operation } from '../../../src/contract/operations.ts'

/** Numbers between 0 and 1 that a seed determines (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Renamed {
  readonly document: Json
  /** Method and path of each operation that is in it. */
  readonly places: ReadonlyMap<string, string>
  /** The path that a target really has for a renamed one. */
  readonly original: ReadonlyMap<string, string>
}

/**
 * A description such as the owner of an implementation might have: paths, parameters and names of their own, some
 * operations without a described answer, some missing, and some that are nobody else's.
 */
export function renamedDescription(contract: Contract, seed: number, { renamed = true } = {}): Renamed {
  const random = numbersFrom(seed)
  const words = new Map<string, string>()
  const word = (text: string) => {
    if (!renamed) return text.replace(/\W/g, '')
    const known = words.get(text) ?? Array.from({ length: 7 }, () => LETTERS[Math.floor(random() * 20)]).join('')
    words.set(text, known)
    return known
  }
  const paths: Record<string, Record<string, Json>> = {}
  const places = new Map<string, string>()
  const original = new Map<string, string>()
  const present = [...contract.operations.values()].filter(
    ({ id, assumedBinding }) => assumedBinding && !contract.profile.leaveOut.includes(id) && random() > 0.08,
  )
  for (const operation of present.sort(() => random() - 0.5)) {
    const [, base = '', rest = ''] = /^(\/api\/v1\/[^/]+)(.*)$/.exec(operation.path) ?? []
    const path =
      base +
      rest.replace(/\{?[\w-]+\}?/g, (part) => (part.startsWith('{') ? `{${word(part)}}` : renamed ? word(part) : part))
    places.set(operation.id, `${operation.method} ${path}`)
    original.set(path, operation.path)
    const item = paths[path] ?? {}
    item[operation.method.toLowerCase()] = described(operation, { id: word(operation.id), silent: random() < 0.2 })
    paths[path] = item
  }
  for (let count = 0; count < 6; count++) {
    const [first = ''] = [...original.values()]
    const base = /^\/api\/v1\/[^/]+/.exec(first)?.[0] ?? ''
    paths[`${base}/${word(`extra ${count}`)}`] = EXTRAS[count % EXTRAS.length] ?? {}
  }
  return { document: { openapi: '3.1.0', info: { title: 'theirs', version: '1' }, paths }, places, original }
}

const LETTERS = 'bcdfghjklmnpqrstvwxz'

const EXTRAS: readonly Record<string, Json>[] = [
  { get: { responses: { 200: object({ version: 'string', uptime: 'integer' }) } } },
  { post: { requestBody: object({ name: 'string', kind: 'string' }), responses: { 201: object({ id: 'string' }) } } },
  { delete: { responses: { 204: {} } } },
]

function object(fields: Record<string, string>): Json {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }]))
  return { content: { 'application/json': { schema: { type: 'object', properties } } } }
}

function described(operation: Operation, { id, silent }: { readonly id: string; readonly silent: boolean }): Json {
  const answer = operation.responses.get(String(operation.success.status))?.schema
  const content = (schema: unknown) => ({ content: { 'application/json': { schema: schema as Json } } })
  return {
    operationId: id,
    parameters: operation.parameters
      .filter((one) => one.in === 'query')
      .map(({ name, required }) => ({ name, in: 'query', required, schema: { type: 'string' } })),
    ...(operation.body && { requestBody: content(operation.body.schema) }),
    responses: { [operation.success.status]: answer && !silent ? content(answer) : { description: 'done' } },
  }
}
