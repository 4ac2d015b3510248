import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'

/** What was shown to those who acted for an organization. */
type Shown = ReadonlyMap<string, ReadonlySet<string>>

/**
 * A ping is answered for the organization that the caller acts for (Endpoints, Uptime, row 1). How it is written is open,
 * and two organizations may have the same display name; but nobody is told the name that the profile has for another one,
 * nor what another one is called where theirs has been told by another name. Remembers the organizations that were pinged:
 * without that the failure would not repeat on a fresh target.
 */
export const pingedOrganization: Check<Shown> = {
  name: 'ping',
  provenance: 'stated',
  start: new Map(),
  look({ operation, received: { json, status }, org }, shown) {
    if (operation.id !== 'pingUptime' || status >= 300 || !isObject(json) || typeof json.org !== 'string')
      return { found: NOTHING_FOUND, memory: shown }
    const { org: actual } = json
    const own = shown.get(org) ?? new Set()
    const isOthers =
      (actual !== org && shown.has(actual)) || (isOtherThan(own, actual) && isElsewhere(shown, org, actual))
    const expected = own.values().next().value ?? 'the organization of the caller'
    return {
      found: isOthers ? [{ code: 'value', path: 'org', expected, actual, rules: ['UPT-02'] }] : NOTHING_FOUND,
      memory: new Map([...shown, [org, new Set([...own, actual])]]),
    }
  },
}

const isOtherThan = (own: ReadonlySet<string>, actual: string): boolean => own.size > 0 && !own.has(actual)

const isElsewhere = (shown: Shown, org: string, actual: string): boolean =>
  [...shown].some(([other, names]) => other !== org && names.has(actual))
