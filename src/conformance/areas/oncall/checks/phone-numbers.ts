import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The last number that was refused, and the last that was accepted, of those that are none. */
interface Tried {
  readonly refused?: string
  readonly accepted?: string
}

/**
 * Sms and voice need a phone in E.164 form (On-call 9). When that is looked at is open; but who refuses one that is not in
 * that form, and keeps another as it was given, does not ask for that form.
 */
export const phoneNumbers: Check<Tried> = {
  name: 'phone',
  provenance: 'stated',
  start: {},
  look(answered, before) {
    const phone = unfit(answered)
    if (phone === undefined) return { found: NOTHING_FOUND, memory: before }
    const memory = { ...before, ...outcome(answered, phone) }
    const { refused, accepted } = memory
    if (memory === before || refused === undefined || accepted === undefined) return { found: NOTHING_FOUND, memory }
    return { found: [{ code: 'no-phone-number', refused, actual: accepted, rules: ['ONC-15'] }], memory }
  },
}

/** A plus, a country and a number: what has other characters, too many of them or no plus is none. */
const E164 = /^\+[1-9]\d{1,14}$/

/** The number in a request for sms or voice that nothing but the number is wrong with. */
function unfit({ operation, request: { body }, shadow: { world }, org }: Answered): string | undefined {
  if (operation.id !== 'savePagingSettings' || !isObject(body) || typeof body.phone !== 'string') return undefined
  const isNeeded = itemsOf(body.rules).some(({ channel }) => channel === 'sms' || channel === 'voice')
  const hasProvider = rowsOf(world, 'ProviderCredential').some((row) => row.org === org && row.configured === true)
  return isNeeded && hasProvider && !E164.test(body.phone) ? body.phone : undefined
}

/** One that was tidied up is neither. */
function outcome(answered: Answered, phone: string): Tried {
  const { status, json } = answered.received
  if (isSuccess(answered)) return isObject(json) && json.phone === phone ? { accepted: phone } : {}
  return status === 400 || status === 422 ? { refused: phone } : {}
}
