import { isObject } from '../../contract/json.ts'
import { everyTier, resources, roles } from './compare-access.ts'
import { asSet, dnsRecords, messageEvents, observations } from './compare-email.ts'
import type { Comparator } from './comparison.ts'

type Item = Readonly<Record<string, unknown>>
const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * When a monitor changes state is open, so which transitions there are is not judged. That they are
 * most recent first is stated, and shows in the states: each one starts where the one after it ended.
 */
const transitions: Comparator = (comparison, _predicted, observed, path) => {
  const items = itemsOf(observed)
  if (items.length > MOST_TRANSITIONS)
    comparison.mismatches.push({
      path,
      expected: `at most ${MOST_TRANSITIONS}`,
      actual: items.length,
      reason: `holds more than ${MOST_TRANSITIONS} items`,
      provenance: 'stated',
    })
  const linked = (list: readonly Item[]) =>
    list.every((item, index) => index + 1 >= list.length || item.from === list[index + 1]?.to)
  const distinct = new Set(items.map(({ at }) => at)).size === items.length
  if (distinct && items.length > 1 && !linked(items) && linked(items.toReversed()))
    comparison.mismatches.push({
      path,
      expected: 'the most recent first',
      actual: observed,
      reason: 'is not newest first',
      provenance: 'stated',
    })
}
const MOST_TRANSITIONS = 50

/** Which failures are recent is open; their order is stated. Times are read only where they can be. */
const failures: Comparator = (comparison, _predicted, observed, path) => {
  const times = itemsOf(observed).map(({ at }) => (typeof at === 'string' ? readTime(at) : Number.NaN))
  const wrong = times.findIndex((time, index) => index > 0 && time > (times[index - 1] ?? Number.POSITIVE_INFINITY))
  if (wrong !== -1 && !times.some(Number.isNaN))
    comparison.mismatches.push({
      path,
      expected: 'the newest first',
      actual: observed,
      reason: 'is not newest first',
      provenance: 'stated',
    })
}

const readTime = (text: string): number => (/^\d{10,}$/.test(text) ? Number(text) : Date.parse(text))

/** The contract says nothing of these values beyond their type, which the schema check sees to. */
const free: Comparator = () => {}

/**
 * Fields whose prediction says more than the contract does, by operation and path or by name alone.
 */
export const COMPARATORS: Readonly<Record<string, Comparator>> = {
  /**
   * Who is on call by rotation depends on a dozen open points; an override is certain (On-call 5):
   * its person is on call, and says so. Absence is always legal.
   */
  onCallNow(comparison, predicted, observed, path, schedule) {
    if (!isObject(observed)) return
    // Otherwise "never shown" would explain whatever is shown.
    if (!isObject(predicted)) {
      comparison.mismatches.push({
        path,
        expected: predicted,
        actual: observed,
        reason: 'is there, though nobody is on call',
        provenance: 'implied',
      })
      return
    }
    const override = predicted.override === true ? predicted : undefined
    const note = (field: string, expected: unknown) =>
      comparison.mismatches.push({
        path: `${path}.${field}`,
        expected,
        actual: observed[field],
        reason: 'has another value',
        provenance: 'stated',
      })
    if (observed.override !== (override !== undefined)) note('override', override !== undefined)
    if (override && observed.userId !== override.userId) note('userId', override.userId)
    if (override && observed.label !== override.label) note('label', override.label)
    if (override) return
    const participants = Array.isArray(schedule.participants) ? schedule.participants.filter(isObject) : []
    if (participants.length > 0 && !participants.some(({ userId }) => userId === observed.userId))
      comparison.mismatches.push({
        path: `${path}.userId`,
        expected: 'a participant',
        actual: observed.userId,
        reason: 'is nobody of the rotation',
        provenance: 'implied',
      })
  },
  // Which roles, permissions and scopable resources there are is the target's own affair (Endpoints, Tokens and IAM).
  'getIamCatalog roles': roles('builtin'),
  'getIamCatalog resources': resources,
  'listPermissions services': everyTier,
  'getTokenScopeOptions roles': roles('custom'),
  'getTokenScopeOptions resources': resources,
  // Which records there are is open; that there are some, and one for receiving once armed, is not (rows 8 and 13).
  dnsRecords,
  // How many there are is what DNS must show (row 11).
  'getDomainDns records': observations,
  // The quota is shown as staff set it, a pause as the driver reported it (row 17; Events, point 3).
  'getEmailSettings dailyQuota': asSet,
  'getEmailSettings paused': (comparison, predicted, observed, path) => {
    if (predicted === true) asSet(comparison, predicted, observed, path, {})
  },
  // How usage counts, and when freed space leaves it, is open: that it follows what is stored is checked apart.
  'getRegistry usedBytes': free,
  // Everything that happened to a message is told with it (row 15).
  'getMessage events': messageEvents,
  /** The token stands in the text: a placeholder there takes the one that the target put in. */
  'getKubeconfig kubeconfig': (comparison, predicted, observed) => {
    const [symbol] = /⟦secret[^⟧]*⟧/.exec(String(predicted)) ?? []
    const [, token] = /^\s*token:\s*"?([^"\s]+)"?\s*$/m.exec(String(observed)) ?? []
    if (symbol && token) comparison.bindings.set(symbol, token)
  },
  // Steps, percentages and points are open (Endpoints, Uptime, row 12; gaps of resource fields).
  'getMonitorMetrics stepSeconds': free,
  'getMonitorMetrics uptimePct': free,
  'getMonitorMetrics series': free,
  'listMonitorFailures failures': failures,
  'listMonitorTransitions transitions': transitions,
}
