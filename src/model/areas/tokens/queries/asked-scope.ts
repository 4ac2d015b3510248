import type { RefusalContext } from '../../../request/contexts.ts'
import type { RequestBody } from '../../../request/operation-types.ts'

type Asked = RequestBody<'createToken'>

/** The token asked for; nothing when the body does not have the form of one, which is then the reason to refuse it. */
export function askedToken(context: RefusalContext): Asked | undefined {
  return context.violations.length === 0 ? (context.body as Asked) : undefined
}

export const askedScope = (context: RefusalContext): NonNullable<Asked['scope']> => askedToken(context)?.scope ?? []
