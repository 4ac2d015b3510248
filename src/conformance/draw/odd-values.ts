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
  (plain) => `${plain} żółć 雪 שלום 🦊`,
  (plain) => `${plain}'"; --<b>\\`,
  (plain) => `${plain}\u202e\u200b`,
  (plain) => `${plain}\n\tsecond line`,
  () => '__proto__',
  () => '',
  () => null,
]

/** For every text that a body of the operation has, each odd value once. */
export function oddTwists({ body }: Operation): Twist[] {
  const texts = Object.entries(body?.schema.properties ?? {}).flatMap(([name, schema]) =>
    [schema.type].flat()[0] === 'string' && !schema.enum && !schema['x-understudy']?.reference ? [name] : [],
  )
  return texts.flatMap((name) =>
    ODD.map(
      (odd): Twist => ({
        intent: 'odd',
        body: (drawing, plain) => (isObject(plain) ? { ...plain, [name]: odd(plainName(drawing)) } : undefined),
      }),
    ),
  )
}
