import { isObject } from '../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../checks/check.ts'
import { itemsOf } from '../../compare/comparison.ts'
import { isSuccess } from '../../shadow/answered.ts'

/** Finds nothing wrong: it remembers the roles that were offered for the scope of a token (Endpoints, Tokens, row 3). */
export const offeredRoles: Check<readonly string[]> = {
  name: 'offered roles',
  provenance: 'stated',
  start: [],
  look(answered, before) {
    const { operation, received } = answered
    const isOffer = operation.id === 'getTokenScopeOptions' && isSuccess(answered) && isObject(received.json)
    const roles = isOffer ? itemsOf(Object(received.json).roles).map(({ id }) => String(id)) : before
    return { found: NOTHING_FOUND, memory: roles }
  },
}
