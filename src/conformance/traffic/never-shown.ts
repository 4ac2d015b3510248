import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { memo } from '../../contract/memo.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'

/** The names of the fields that are sent and never returned: passwords and the like. */
const namesIn = memo((contract: Contract): ReadonlySet<string> => {
  const bodies = [...contract.operations.values()].map(({ body }) => body?.schema)
  const secrets = bodies.flatMap(annotatedFields).filter(({ annotation }) => annotation.secret === 'never')
  return new Set(secrets.map(({ path }) => path.at(-1) ?? ''))
})

/** Whether a text may have one of these fields. */
export const mayShow = (contract: Contract, text: string): boolean =>
  [...namesIn(contract)].some((name) => text.includes(`"${name}"`))

/** A response with the values in such fields replaced, wherever they are. A mask of stars is no value. */
export function withoutShown(contract: Contract, body: unknown, hide: (value: string) => string): unknown {
  if (Array.isArray(body)) return body.map((item) => withoutShown(contract, item, hide))
  if (!isObject(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      namesIn(contract).has(name) && typeof value === 'string' && /\w/.test(value)
        ? [name, hide(value)]
        : [name, withoutShown(contract, value, hide)],
    ),
  )
}
