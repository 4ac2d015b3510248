import { INCIDENT_FAULTS } from './faults-incidents.mjs'
import { MONITOR_FAULTS } from './faults-monitors.mjs'
import { ONCALL_FAULTS } from './faults-oncall.mjs'
import { TOKEN_FAULTS } from './faults-tokens.mjs'
import { UPTIME_FAULTS } from './faults-uptime.mjs'

/**
 * A step of a minimal sequence: a request, or a function of driver.mjs and its argument.
 * Texts beginning with $ stand for values: `$0.id` is field id of the answer of
 * step 0; `$service`, `$user.owner`, `$vantage`, `$deadVantage`, `$interval` are
 * things of the fresh world.
 * @typedef {{as: 'owner'|'admin'|'member'|'outsider'|'nobody', operation: string, params?: any, query?: any, body?: any}} RequestStep
 * @typedef {{event: string, with?: any}} EventStep
 *
 * What the last answer shows at `at` ('status' or a path into the body). A value
 * is literal, or {refused}, {accepted}, {absent}, {present}, {type}, {not}.
 * @typedef {{at: string, correct: any, faulty: any}} Shows
 *
 * @typedef {object} Fault
 * @property {string} name for --fault
 * @property {'oncall'|'uptime'|'tokens'} area
 * @property {string} what is wrong
 * @property {string} contract the statement it breaks
 * @property {'api'|'driver'} needs whether requests alone show it
 * @property {string[]} variants in which it can be seen this way
 * @property {(RequestStep|EventStep)[]} minimal
 * @property {Shows} shows
 */

/** @type {Fault[]} */
export const FAULTS = [...INCIDENT_FAULTS, ...ONCALL_FAULTS, ...UPTIME_FAULTS, ...MONITOR_FAULTS, ...TOKEN_FAULTS].map(
  (fault) => ({
    variants: ['a', 'b'],
    needs: fault.minimal.some((step) => 'event' in step) ? 'driver' : 'api',
    ...fault,
  }),
)
