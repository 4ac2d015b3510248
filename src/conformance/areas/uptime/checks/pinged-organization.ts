import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'

/**
 * A ping is answered for the organization that the caller acts for (Endpoints, Uptime, row 1). How it is written is open,
 * and two organizations may have the same display name; but nobody is told the name that the profile has for another one.
 * Remembers the organizations that were pinged: without that the failure would not repeat on a fresh target.
 */
export const pingedOrganization: Check<ReadonlySet<string>> = {
  name: 'ping',
  provenance: 'stated',
  start: new Set(),
  look({ operation, received: { json, status }, org }, pinged) {
    if (operation.id !== 'pingUptime' || status >= 300 || !isObject(json))
      return { found: NOTHING_FOUND, memory: pinged }
    const { org: actual } = json
    const isOthers = typeof actual === 'string' && actual !== org && pinged.has(actual)
    const expected = 'the organization of the caller'
    return {
      found: isOthers ? [{ code: 'value', path: 'org', expected, actual, rules: ['UPT-02'] }] : NOTHING_FOUND,
      memory: new Set(pinged).add(org),
    }
  },
}
