import { isObject } from '../../contract/json.ts'
import { memo } from '../../contract/memo.ts'
import type { Schema } from '../../contract/openapi.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { annotatedFields, type FieldPath } from '../../contract/schema/fields.ts'
import type { Answered } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { type Check, NOTHING_FOUND } from './check.ts'

/** A secret that was returned once or sent, and must not occur in a later response. */
interface Secret {
  readonly value: string
  /** The operation that returned or received it, and its field. */
  readonly givenBy: string
  readonly path: string
}

/** A value that is returned once is not in any later response; one that is never returned is not in any (GEN-06). */
export const secrets: Check<readonly Secret[]> = {
  name: 'secret',
  provenance: 'stated',
  start: [],
  look: (answered, known) => {
    const sent = secretsSent(answered)
    const given = [...secretsReturned(answered), ...sent]
    const isRepeated = (secret: Secret) => forms(secret).some((form) => answered.received.text.includes(form))
    const leaked = known.find(isRepeated) ?? sent.find(isRepeated)
    const { givenBy = '', path = '' } = leaked ?? {}
    return {
      found: leaked ? [{ code: 'secret', givenBy, path, rules: ['GEN-06'] }] : NOTHING_FOUND,
      memory: given.length === 0 ? known : [...known, ...given],
    }
  },
}

/** A secret that an operation returned in a field (`createToken key`): the last one, or the n-th before it. */
export const secretGiven = (shadow: Shadow, from: string, place = -1): string | undefined =>
  memoryOf(shadow, secrets)
    .filter(({ givenBy, path }) => `${givenBy} ${path}` === from)
    .at(place)?.value

/** A secret raw, escaped, in a URL and in base64, and without what every secret of its kind begins with; each form once. */
const forms = memo(({ value }: Secret): readonly string[] => [
  ...new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    Buffer.from(value).toString('base64'),
    withoutPrefix(value),
  ]),
])

/** What is left of `sk_live.n0tAw0rd` is secret enough; where that would be short, the whole. */
function withoutPrefix(value: string): string {
  const [, rest = ''] = /^[A-Za-z]{1,12}[._:-](.*)$/s.exec(value) ?? []
  return rest.length >= SHORTEST ? rest : value
}

/** Secrets that this answer gave for the only time. */
const secretsReturned = ({ operation, received }: Answered): readonly Secret[] =>
  received.status < 300 ? secretsIn(operation, onceIn(successSchema(operation)), received.json) : NONE

/** Secrets that the request sent. */
const secretsSent = ({ operation, request }: Answered): readonly Secret[] =>
  secretsIn(operation, neverIn(operation.body?.schema), request.body)

const NONE: readonly Secret[] = []
/** Shorter ones could be found by chance, and so could words. */
const SHORTEST = 16
const SHORTEST_UNLIKE_A_WORD = 12
const isLongEnough = (value: string): boolean =>
  value.length >= (/^[a-z]+$/i.test(value) ? SHORTEST : SHORTEST_UNLIKE_A_WORD)

function secretsIn(operation: Operation, places: readonly FieldPath[], body: unknown): readonly Secret[] {
  if (places.length === 0) return NONE
  return places.flatMap((path) => {
    const value = path.reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), body)
    return typeof value === 'string' && isLongEnough(value)
      ? [{ value, givenBy: operation.id, path: path.join('.') }]
      : []
  })
}

/** The places of secrets in a body of a schema; most have none. */
const placesOf = (kind: 'once' | 'never') => {
  const places = memo((schema: Schema): readonly FieldPath[] =>
    annotatedFields(schema).flatMap(({ annotation, path }) => (annotation.secret === kind ? [path] : [])),
  )
  return (schema: Schema | undefined): readonly FieldPath[] => (schema ? places(schema) : [])
}
const onceIn = placesOf('once')
const neverIn = placesOf('never')
