import fc from 'fast-check'
import type { Contract } from '../../src/contract/contract.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { hostileValue } from './hostile-values.ts'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const ODD = [
  '',
  '%',
  '%00',
  '%2e%2e',
  '..',
  '__proto__',
  'constructor',
  '%E2%82%AC',
  '%ff',
  'a b'.replace(' ', '+'),
  '☃',
]
const oddText = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: fc.constantFrom(...'abz09%/?&=;:@-_.~!$\'()*+,"<>[]{}|\\^`') }),
)
const escaped = oddText.map((text) => text.replace(/[^\x21-\x7e]/g, encodeURIComponent).replaceAll('?', '%3f'))

/** Stands for the id of something that was made before. */
const made = fc.nat({ max: 200 }).map((number) => `@made${number}@`)

/** Requests of which few are as they should be. `without`: control operations to leave out. */
export function requests(contract: Contract, without: readonly string[]): fc.Arbitrary<Sent> {
  const operations = [...contract.operations.values(), ...contract.doors.values()]
  const known = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      method: fc.oneof({ weight: 10, arbitrary: fc.constant<string>(operation.method) }, anyMethod),
      path: fc
        .array(fc.oneof({ weight: 3, arbitrary: made }, escaped), { minLength: 3, maxLength: 3 })
        .map((values) => {
          let index = 0
          return operation.path.replace(/\{\w+\}/g, () => values[index++]?.replaceAll('/', '%2f') || 'x')
        }),
      body: bodiesFor(operation),
    }),
  )
  const unknown = fc.record({
    method: anyMethod,
    path: fc.array(escaped, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
    body: bodies,
  })
  const controls = [...contract.controlOperations.values()].filter(({ id }) => !without.includes(id))
  const controlled = fc.constantFrom(...controls).chain((operation) =>
    fc.record({
      method: fc.oneof(fc.constant<string>(operation.method), anyMethod),
      path: fc.constant(operation.path),
      body: bodiesFor(operation),
    }),
  )
  return fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: known }, unknown, controlled),
      fc.option(escaped, { nil: undefined }),
      headers,
    )
    .map(([sent, query, heads]) => ({
      ...sent,
      path: query === undefined ? sent.path : `${sent.path}?${query}`,
      headers: heads,
    }))
}

const bodiesFor = ({ body }: Operation): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    bodies,
    { weight: 3, arbitrary: fc.constant(body?.example).chain(spoiled) },
    { weight: 3, arbitrary: body ? hostileValue(body.schema).map((value) => bytes(JSON.stringify(value))) : bodies },
  )

const anyMethod = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
const bytes = (text: string) => new TextEncoder().encode(text)
const bodies: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.uint8Array({ maxLength: 50 }),
  fc.json({ maxDepth: 3 }).map(bytes),
  fc
    .constantFrom('{"a":1e999}', '{"__proto__":1}', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, '\ufeff{}')
    .map(bytes),
  { weight: 1, arbitrary: fc.nat({ max: 100 }).map((one) => (one === 0 ? new Uint8Array(2_000_000) : bytes('null'))) },
)

/** An example as it is, or with one of its fields replaced by anything. */
function spoiled(example: unknown): fc.Arbitrary<Uint8Array> {
  if (typeof example !== 'object' || example === null) return bodies
  const keys = Object.keys(example)
  const whole = fc.constant(bytes(JSON.stringify(example)))
  const changed = fc
    .tuple(fc.constantFrom(...keys, 'more'), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' })))
    .map(([key, value]) => bytes(JSON.stringify({ ...example, [key]: value })))
  return fc.oneof(whole, changed)
}

const usually = (usual: string, ...odd: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, fc.constantFrom(...odd))
const rarely = (...odd: string[]) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, fc.constantFrom(...odd))

const headers: fc.Arbitrary<Record<string, string>> = fc
  .record({
    Authorization: usually(
      'Bearer owner',
      'Bearer member',
      'Bearer outsider',
      'Bearer',
      'bearer x y',
      'Basic b3duZXI6',
    ),
    'Content-Type': usually('application/json', 'text/plain', ';', 'application/json; charset=utf-16', 'x/y+json'),
    Accept: rarely('*/*', 'text/html', '', ';;,', 'application/json;q=0'),
    Prefer: rarely('code=', 'code=404', 'code=999', 'return=minimal'),
    Cookie: rarely('session=%', 'session', '=;=', 'session=owner'),
    'X-Absurd': rarely('é'.repeat(100), ',;=" \t', 'x'.repeat(5_000), '__proto__'),
    'X-Understudy-Sandbox': rarely('default'),
    Origin: rarely('http://localhost', 'https://elsewhere.example', 'null', '%%'),
  })
  .map((record) =>
    Object.fromEntries(Object.entries(record).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  )

/** The request with the placeholders of its path replaced by ids that came back. */
export function onMade(sent: Sent, ids: readonly string[]): Sent {
  return { ...sent, path: sent.path.replace(/@made(\d+)@/g, (_, number) => ids[Number(number) % ids.length] ?? '') }
}

export const idsIn = (text: string): string[] => [...text.matchAll(/"id":"(\w+)"/g)].map(([, id = '']) => id)
