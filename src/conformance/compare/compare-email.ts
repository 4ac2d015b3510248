import { isObject } from '../../contract/json.ts'
import { isSymbol } from '../../model/fresh.ts'
import { type Comparator, objection } from './comparison.ts'

type Item = Readonly<Record<string, unknown>>
const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A value that somebody set and that is shown as it was set. */
export const asSet: Comparator = (comparison, predicted, observed, path) => {
  if (predicted === undefined || isSymbol(predicted) || predicted === observed) return
  objection(comparison, path, predicted, observed, 'has another value')
}

/** Records to publish are given with a domain, and an MX record once it is armed (Endpoints, Email, rows 8 and 13). */
export const dnsRecords: Comparator = (comparison, predicted, observed, path, domain) => {
  if (isSymbol(predicted) && Array.isArray(observed)) comparison.bindings.set(predicted, observed)
  const records = itemsOf(observed)
  if (records.length === 0) objection(comparison, path, 'the records to publish', observed, 'is empty')
  const receives = records.some(({ capability, type }) => capability === 'receive' || type === 'MX')
  if (domain.receiveState !== 'none' && !receives)
    objection(comparison, path, 'an MX record', observed, 'lacks the record for receiving')
}

/** One observation for every record; what it says of one is open in its names, not in its outcome (Endpoints, Email, row 11). */
export const observations: Comparator = (comparison, predicted, observed, path) => {
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
export const messageEvents: Comparator = (comparison, predicted, observed, path) => {
  const kinds = (value: unknown) => new Set(itemsOf(value).map(({ kind }) => kind))
  const [want, got] = [kinds(predicted), kinds(observed)]
  const missing = [...want].find((kind) => !got.has(kind))
  if (missing !== undefined)
    objection(comparison, path, missing, observed, `does not tell that it was ${String(missing)}`)
}
