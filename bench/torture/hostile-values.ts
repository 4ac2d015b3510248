import fc from 'fast-check'
import type { Schema } from '../../src/contract/openapi.ts'

/** Values that no schema expects. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    '9'.repeat(400),
    -0,
    -1,
    1e308,
    2 ** 53,
  ),
  fc.constantFrom<unknown>([], {}, [[]], [null], { constructor: 1 }, { length: 1e9 }),
  fc.constantFrom<unknown>(
    '*'.repeat(2_000),
    'a'.repeat(20_000),
    '(a+)+$',
    '../../etc/passwd',
    '\u001b[31m',
    '<script>',
  ),
  fc.constantFrom<unknown>(
    '9999-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
    'P99999Y',
    'http://127.0.0.1:1/_understudy/reset',
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

const DEEPEST = 4

/** Values that nearly fit a schema: most of their parts do, and here and there one is odd, missing or too much. */
export function hostileValue(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > DEEPEST) return odd
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, depth) }, odd)
}

function fitting(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => hostileValue(branch, depth)))
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objects(schema, depth)
    case 'array':
      return fc.array(hostileValue(schema.items ?? {}, depth + 1), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 2 ** 31))
    case 'boolean':
      return fc.boolean()
    case 'string':
      return strings(schema)
    default:
      return odd
  }
}

function objects({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, hostileValue(schema, depth + 1)] as const)
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) })
  const extended = fc
    .tuple(whole, fc.string({ maxLength: 20 }), odd)
    .map(([value, key, more]) => ({ ...value, [key]: more }))
  return fc.oneof({ weight: 9, arbitrary: whole }, extended)
}

const STRINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'date-time': ['2026-03-05T09:00:00Z', '2026-02-30T00:00:00Z', '2026-03-29T02:30:00+01:00'],
  email: ['a@b.example', '"a b"@c.example'],
  uri: ['https://a.example/', 'http://127.0.0.1:1/', 'javascript:0'],
  duration: ['PT1S', 'P1D', 'P-1D'],
}

const strings = ({ format = '' }: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(...(STRINGS[format] ?? ['x', 'svc_checkout', 'usr_ada', 'acme'])),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
