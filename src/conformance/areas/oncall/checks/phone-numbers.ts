import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The last number that was refused, and the last that was accepted; the same of settings without a number. */
interface Tried {
  readonly refused?: string
  readonly accepted?: string
  readonly refusedWithout?: true
  readonly keptWithout?: true
}

/**
 * Sms and voice need a phone in E.164 form (On-call 9). When that is looked at is open; but who refuses one that is not in
 * that form, and keeps another as it was given, does not ask for that form. Nor does who refuses settings without a phone, and
 * keeps none another time, ask for one.
 */
export const phoneNumbers: Check<Tried> = {
  name: 'phone',
  provenance: 'stated',
  start: {},
  look(answered, before) {
    const given = phoneIn(answered)
    if (!given) return { found: NOTHING_FOUND, memory: before }
    const now = given.phone === undefined ? withoutPhone(answered) : outcome(answered, given.phone)
    const memory = { ...before, ...now }
    const isNews = Object.keys(now).length > 0
    return { found: isNews ? contradictions(answered, memory) : NOTHING_FOUND, memory }
  },
}

function contradictions({ received }: Answered, { refused, accepted, ...without }: Tried): Found[] {
  if (refused !== undefined && accepted !== undefined)
    return [{ code: 'no-phone-number', refused, actual: accepted, rules: ['ONC-15'] }]
  const isBoth = without.refusedWithout && without.keptWithout
  return isBoth ? [{ code: 'phone-left-out', actual: received.json, rules: ['ONC-15'] }] : []
}

/** A plus, a country and a number: what has other characters, too many of them or no plus is none. */
const E164 = /^\+[1-9]\d{1,14}$/

/** What a request for sms or voice says of the number, where nothing but that is wrong with it. */
function phoneIn({ operation, request: { body }, shadow: { world }, org }: Answered): { phone?: string } | undefined {
  if (operation.id !== 'savePagingSettings' || !isObject(body)) return undefined
  const { phone, rules } = body
  const isNeeded = itemsOf(rules).some(({ channel }) => channel === 'sms' || channel === 'voice')
  const hasProvider = rowsOf(world, 'ProviderCredential').some((row) => row.org === org && row.configured === true)
  if (!isNeeded || !hasProvider) return undefined
  if (phone === undefined) return {}
  return typeof phone === 'string' && !E164.test(phone) ? { phone } : undefined
}

/** One that was tidied up is neither. */
function outcome(answered: Answered, phone: string): Tried {
  const { json } = answered.received
  if (isSuccess(answered)) return isObject(json) && json.phone === phone ? { accepted: phone } : {}
  return isRefused(answered) ? { refused: phone } : {}
}

/** The one from before may be kept. */
function withoutPhone(answered: Answered): Tried {
  const { json } = answered.received
  if (isSuccess(answered)) return isObject(json) && (json.phone ?? '') === '' ? { keptWithout: true } : {}
  return isRefused(answered) ? { refusedWithout: true } : {}
}

const isRefused = ({ received: { status } }: Answered): boolean => status === 400 || status === 422
