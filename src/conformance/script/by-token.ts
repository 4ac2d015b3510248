import type { OperationId } from '../../model/request/operation-types.ts'
import type { Rows } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { Goal } from './goal.ts'
import { SCOPABLE } from './offered.ts'
import { type Body, type Call, secretOf } from './script.ts'

/** The personal token that was made last, to be shown instead of one's own credential. */
export const bearer = (drawing: Drawing): string | undefined => secretOf(drawing, 'createToken key')

/** A token that reaches as far as its owner. */
export const unnarrowed: Body = (_, { scope: _scope, ...plain }) => plain

/** A token for one service that is not this one. */
export const forAnotherService =
  (service: string): Body =>
  (drawing, plain) => {
    const isOther = ({ reaches = [] }: Role) =>
      reaches.length > 0 && reaches.every((reach) => reach.service !== service)
    const others = own(drawing, 'IamRole').filter(isOther)
    // One that is about a single service, where there is one: others may be about the organization.
    const role = others.find(({ reaches = [] }) => reaches.every((reach) => isOfThings(reach.service))) ?? others[0]
    return role && { ...plain, scope: [{ role: role.id }] }
  }

/** A token for the role that can do most, one of the organization itself where there is such. */
export const forMightiest: Body = (drawing, plain) => {
  const isOfService = ({ service }: Role) => isOfThings(service)
  const might = (role: Role) => (role.permissions ?? []).length
  const [role] = own(drawing, 'IamRole').toSorted(
    (a, b) => Number(isOfService(a)) - Number(isOfService(b)) || might(b) - might(a),
  )
  return role && { ...plain, scope: [{ role: role.id }] }
}

type Role = Rows['IamRole']

/** True for a service that has things of its own. */
const isOfThings = (service: string | undefined): boolean => SCOPABLE.some((one) => one.service === service)

/**
 * What is for managers, by a token of a manager, and of the same person when they are none any more: whatever it is narrowed
 * to, a token adds nothing to what its owner may do.
 */
export const whileManager = (call: Call, operation: OperationId, demoted: Goal): Goal[][] => {
  const tried = call(operation, { bearer })
  const mint = (body: Body, more: { readonly intent?: 'exotic' } = {}) =>
    call('createToken', { manner: 'manager', body, ...more })
  return [
    [mint(unnarrowed), tried, demoted, tried],
    [mint(forMightiest, { intent: 'exotic' }), call(operation, { bearer, intent: 'exotic' }), demoted, tried],
  ]
}
