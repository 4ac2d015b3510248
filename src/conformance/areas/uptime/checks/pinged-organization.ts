import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'

/**
 * A ping is answered for the organization that the caller acts for (Endpoints, Uptime, row 1). How it is written is open,
 * but two organizations are never written alike.
 */
export const pingedOrganization: Check<ReadonlyMap<string, string>> = {
  name: 'ping',
  provenance: 'stated',
  start: new Map(),
  look({ operation, received: { json, status }, org }, known) {
    const shown = operation.id === 'pingUptime' && status < 300 && isObject(json) ? json.org : undefined
    if (typeof shown !== 'string') return { found: NOTHING_FOUND, memory: known }
    const other = [...known].find(([organization, text]) => organization !== org && text === shown)
    const expected = 'the organization of the caller'
    return {
      found: other ? [{ code: 'value', path: 'org', expected, actual: shown, rules: ['UPT-02'] }] : NOTHING_FOUND,
      memory: new Map(known).set(org, shown),
    }
  },
}
