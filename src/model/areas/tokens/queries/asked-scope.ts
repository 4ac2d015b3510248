import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import type { RequestBody } from '../../../request/operation-types.ts'

/** The entries of the scope that a token is asked for with; none where the body has not its form. */
export const askedScope = (context: RefusalContext): NonNullable<RequestBody<'createToken'>['scope']> =>
  checkedBody<'createToken'>(context)?.scope ?? []
