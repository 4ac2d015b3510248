import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { plainName } from '../kit/drawing.ts'
import type { Twist } from '../kit/twist.ts'

/**
 * Values that some implementations take, some refuse and some tidy up, all rightly. None may make a target fail, or
 * keep it from saying what its schema promises.
 */
const ODD: readonly ((plain: string) => string | null)[] = [
  (plain) => `${plain} ${'long '.repeat(400)}`.trim(),
  (plain) => `  ${plain}  `,
  inOtherScripts,
  (plain) => `${plain}'"; --<b>\\`,
  (plain) => `${plain}\u202e\u200b`,
  (plain) => `${plain}\n\tsecond line`,
  // Half a character, as a text that was cut has it, and none at all.
  (plain) => `${plain}\ud83e`,
  (plain) => `${plain}\u0000`,
  () => '__proto__',
  () => '',
  () => null,
]

/** Letters of several lengths in bytes: an answer that counts characters is cut off. */
function inOtherScripts(plain: string): string {
  return `${plain} żółć 雪 שלום 🦊`
}

/** For every text that a body of the operation has, each odd value once, and every field once with another type of value. */
export const oddTwists = (operation: Operation): Twist[] => [
  ...textsOf(operation).flatMap((name) => ODD.map((odd) => oddTwist(name, odd))),
  ...mistyped(operation),
]

/** A target may make of it what it likes, but what it then shows is of the right type (GEN-02). */
const mistyped = ({ body }: Operation): Twist[] =>
  Object.entries(body?.schema.properties ?? {}).flatMap(([name, schema]) => {
    const [type] = [schema.type].flat()
    const instead = (value: (there: unknown) => unknown): Twist => ({
      intent: 'odd',
      body: (_, plain) => (isObject(plain) ? { ...plain, [name]: value(plain[name]) } : undefined),
    })
    if (type === 'array') return [instead((there) => [...(Array.isArray(there) ? there : []), 7])]
    if (type === 'object') return [instead(() => [])]
    return [instead(() => (type === 'string' ? 7 : 'seven'))]
  })

/** The first text of a body in other scripts. */
export const foreignTwists = (operation: Operation): Twist[] =>
  textsOf(operation)
    .slice(0, 1)
    .map((name) => oddTwist(name, inOtherScripts))

const textsOf = ({ body }: Operation): string[] =>
  Object.entries(body?.schema.properties ?? {}).flatMap(([name, schema]) =>
    [schema.type].flat()[0] === 'string' && !schema.enum && !schema['x-understudy']?.reference ? [name] : [],
  )

const oddTwist = (name: string, odd: (plain: string) => string | null): Twist => ({
  intent: 'odd',
  body: (drawing, plain) => (isObject(plain) ? { ...plain, [name]: odd(plainName(drawing)) } : undefined),
})

/** Identifiers that nothing has, some of which look like numbers. None is an odd value too: what is named by one may be there. */
export const ODD_IDS: readonly string[] = ['²', '9'.repeat(30), 'constructor', '\u0000']

/** Moments and numbers that some calendars and some registers cannot hold. */
const ODD_QUERIES: readonly string[] = ['99999999999999999', '0001-01-01T00:00:00+14:00', '-1', '']

/** Every free query parameter of an operation with each odd value. */
export const oddQueries = ({ parameters }: Operation): Readonly<Record<string, string>>[] =>
  parameters
    .filter(({ in: place, names, schema }) => place === 'query' && !names && !schema.enum)
    .flatMap(({ name }) => ODD_QUERIES.map((odd) => ({ [name]: odd })))
