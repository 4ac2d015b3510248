import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'

/** The time zones and forms of handoff time with which schedules of known people were called invalid; or one was accepted. */
type Refused = ReadonlySet<string>

/** Two zones, each with two forms of time. */
const MANY = 4

/**
 * Schedules can be created (On-call 7). Which time zones and which form of time a target takes is open, so only one fails that
 * calls all of them invalid.
 */
export const schedulesTaken: Check<Refused> = {
  name: 'accepted',
  provenance: 'stated',
  start: new Set(),
  look(answered, memory) {
    const { operation, request, received } = answered
    const form = operation.id === 'createSchedule' ? formOf(answered, request.body) : undefined
    if (form === undefined || memory === ACCEPTED) return { found: NOTHING_FOUND, memory }
    if (isSuccess(answered)) return { found: NOTHING_FOUND, memory: ACCEPTED }
    if (!INVALID.has(received.status)) return { found: NOTHING_FOUND, memory }
    const refused = new Set([...memory, form])
    return { found: refused.size >= MANY ? [never(answered)] : NOTHING_FOUND, memory: refused }
  },
}

const ACCEPTED: Refused = new Set()
const INVALID: ReadonlySet<number> = new Set([400, 422])

/** The zone and the form of time of a plain daily rotation of people whom the profile names. */
function formOf({ contract }: Answered, body: unknown): string | undefined {
  if (!isObject(body) || !isObject(body.handoff) || !Array.isArray(body.participants)) return undefined
  const { interval, time, dow } = body.handoff
  const known = new Set((contract.profile.vocabulary.users ?? []).map(({ id }) => id))
  const isKnown = (one: unknown) => isObject(one) && known.has(String(one.userId))
  const isPlain = interval === 'daily' && dow === undefined && CLOCK.test(String(time))
  if (!isPlain || body.participants.length !== 1 || !body.participants.every(isKnown)) return undefined
  return `${body.timezone} ${String(time).length}`
}
const CLOCK = /^\d\d:\d\d(:\d\d)?$/

const never = ({ received }: Answered): Found => ({
  ...{ code: 'refused', expected: '2xx', actual: received.status, text: received.text, rules: ['ONC-09'] },
})
