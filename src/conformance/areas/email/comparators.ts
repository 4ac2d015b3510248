import { isSymbol } from '../../../model/world/fresh.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import { type Comparator, type Item, itemsOf, objection } from '../../compare/comparison.ts'

/** A value that somebody set and that is shown as it was set. */
const asSet: Comparator = (comparison, predicted, observed, path) => {
  if (predicted === undefined || isSymbol(predicted) || predicted === observed) return
  objection(comparison, path, predicted, observed, 'has another value')
}

/** Records to publish are given with a domain, and an MX record once it is armed (Endpoints, Email, rows 8 and 13). */
const dnsRecords: Comparator = (comparison, predicted, observed, path, domain) => {
  if (isSymbol(predicted) && Array.isArray(observed)) comparison.bindings.set(predicted, observed)
  const records = itemsOf(observed)
  if (records.length === 0) objection(comparison, path, 'the records to publish', observed, 'is empty')
  const receives = records.some(({ capability, type }) => capability === 'receive' || type === 'MX')
  if (domain.receiveState !== 'none' && !receives)
    objection(comparison, path, 'an MX record', observed, 'lacks the record for receiving')
}

/** One observation for every record; what it says of one is open in its names, not in its outcome (Endpoints, Email, row 11). */
const observations: Comparator = (comparison, predicted, observed, path) => {
  const [want, got] = [itemsOf(predicted), itemsOf(observed)]
  if (want.length !== got.length) {
    objection(comparison, path, want, got, `has ${got.length} observations for ${want.length} records`)
    return
  }
  const seen = want.map(({ observed: value }) => value).filter((value) => value !== undefined)
  const missing = seen.find((value) => !got.some((item) => JSON.stringify(item).includes(String(value))))
  if (missing !== undefined) objection(comparison, path, missing, got, 'does not give the value that was seen')
  // The outcomes are named; no more records are found, or missing, than DNS shows so. One that failed is neither.
  if (got.filter(saysMissing).length > want.length - outcomes(want, 'found'))
    objection(comparison, path, 'found', got, 'says that a record is missing which is published')
  if (got.filter(saysFound).length > want.length - outcomes(want, 'missing') - outcomes(want, 'mismatch'))
    objection(comparison, path, 'missing', got, 'says that a record is found which is not published so')
}

const outcomes = (items: readonly Item[], outcome: string): number =>
  items.filter((item) => item.outcome === outcome).length
const says = (word: RegExp) => (item: Item) =>
  Object.values(item).some((value) => typeof value === 'string' && word.test(value))
const saysMissing = says(/^(missing|not.?found|absent)$/i)
const saysFound = says(/^found$/i)

/** Each kind of event that happened is told (Endpoints, Email, row 15). */
const messageEvents: Comparator = (comparison, predicted, observed, path) => {
  const kinds = (value: unknown) => new Set(itemsOf(value).map(({ kind }) => kind))
  const [want, got] = [kinds(predicted), kinds(observed)]
  const missing = [...want].find((kind) => !got.has(kind))
  if (missing !== undefined)
    objection(comparison, path, missing, observed, `does not tell that it was ${String(missing)}`)
}

export const EMAIL_COMPARATORS: Comparators = {
  // Which records there are is open; that there are some, and one for receiving once armed, is not (rows 8 and 13).
  dnsRecords,
  // How many there are is what DNS must show (row 11).
  'getDomainDns records': observations,
  // The quota is shown as staff set it, a pause as the driver reported it (row 17; Events, point 3).
  'getEmailSettings dailyQuota': asSet,
  'getEmailSettings paused': (comparison, predicted, observed, path) => {
    if (predicted === true) asSet(comparison, predicted, observed, path, {})
  },
  // Everything that happened to a message is told with it (row 15).
  'getMessage events': messageEvents,
}
