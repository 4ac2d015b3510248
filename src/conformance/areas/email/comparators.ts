import { instantOf, isSymbol } from '../../../model/world/fresh.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import {
  AS_DESCRIBED,
  type Comparator,
  type Comparison,
  type Item,
  itemsOf,
  objection,
  type Pair,
} from '../../compare/comparison.ts'

/** A value that somebody set and that is shown as it was set. */
const asSet: Comparator = (comparison, { predicted, observed, path }) => {
  if (predicted === undefined || isSymbol(predicted) || predicted === observed) return
  objection(comparison, { code: 'value', path, expected: predicted, actual: observed })
}

/** Records to publish are given with a domain, and an MX record once it is armed (Endpoints, Email, rows 8 and 13). */
const dnsRecords: Comparator = (comparison, { predicted, observed, path }, domain) => {
  if (isSymbol(predicted) && Array.isArray(observed)) comparison.bindings.set(predicted, observed)
  const records = itemsOf(observed)
  if (records.length === 0)
    objection(comparison, { code: 'empty', path, expected: 'the records to publish', actual: observed })
  // An MX record for sending, where bounces go, does not count.
  const receives = records.some(({ capability }) => capability === 'receive')
  if (domain.receiveState !== 'none' && !receives)
    objection(comparison, { code: 'no-receive-record', path, expected: 'an MX record', actual: observed })
}

/** One observation for every record; what it says of one is open in its names, not in its outcome (Endpoints, Email, row 11). */
const observations: Comparator = (comparison, { predicted, observed, path }) => {
  const [want, got] = [itemsOf(predicted), itemsOf(observed)]
  if (want.length !== got.length) {
    objection(comparison, { code: 'observations', path, expected: want, actual: got })
    return
  }
  const seen = want.map(({ observed: value }) => value).filter((value) => value !== undefined)
  const missing = seen.find((value) => !got.some((item) => JSON.stringify(item).includes(String(value))))
  if (missing !== undefined) objection(comparison, { code: 'untold-value', path, expected: missing, actual: got })
  // The outcomes are named; no more records are found, or missing, than DNS shows so. One that failed is neither.
  if (got.filter(saysMissing).length > want.length - outcomes(want, 'found') - outcomes(want, 'error'))
    objection(comparison, { code: 'called-missing', path, expected: 'found', actual: got })
  if (got.filter(saysFound).length > want.length - outcomes(want, 'missing') - outcomes(want, 'mismatch'))
    objection(comparison, { code: 'called-found', path, expected: 'missing', actual: got })
}

const outcomes = (items: readonly Item[], outcome: string): number =>
  items.filter((item) => item.outcome === outcome).length
const says = (word: RegExp) => (item: Item) =>
  Object.values(item).some((value) => typeof value === 'string' && word.test(value))
const saysMissing = says(/^(missing|not.?found|absent)$/i)
const saysFound = says(/^found$/i)

/**
 * Each kind of event that happened is told (Endpoints, Email, row 15). Others may have happened as well, as far as mail finds its
 * way or not by itself; but nobody complains by themselves.
 */
const messageEvents: Comparator = (comparison, { predicted, observed, path }) => {
  const kinds = (value: unknown) => new Set(itemsOf(value).map(({ kind }) => kind))
  const [want, got] = [kinds(predicted), kinds(observed)]
  const missing = [...want].find((kind) => !got.has(kind))
  if (missing !== undefined)
    objection(comparison, { code: 'untold-event', path, expected: String(missing), actual: observed })
  if (got.has('complained') && !want.has('complained'))
    objection(comparison, { code: 'value', path: `${path}.kind`, expected: [...want].join(', '), actual: 'complained' })
  for (const kind of want) {
    if (toldApart(predicted, kind) > itemsOf(observed).filter((item) => item.kind === kind).length)
      objection(comparison, { code: 'untold-event', path, expected: String(kind), actual: observed })
    namedOnce(comparison, { predicted, observed, path }, kind)
  }
}

/**
 * How many recipients had events of a kind of their own, each at another time: those are recorded one by one (Events, point
 * 2). Something that happened to all of them at once may be one event, and something that happened twice to one as well.
 */
function toldApart(predicted: unknown, kind: unknown): number {
  const at = Map.groupBy(
    itemsOf(predicted).filter((item) => item.kind === kind),
    ({ occurredAt }) => instantOf(String(occurredAt)),
  )
  const alone = [...at.values()].filter(({ length }) => length === 1).flat()
  return new Set(alone.map(({ recipient }) => recipient)).size
}

/**
 * Whether an event tells its recipient is open, and so is whether there is one for each. But where there are as many as
 * recipients, and each tells one, nobody is told of in the place of another.
 */
function namedOnce(comparison: Comparison, { predicted, observed, path }: Pair, kind: unknown): void {
  const named = (value: unknown) => itemsOf(value).flatMap((item) => (item.kind === kind ? [item.recipient] : []))
  const [want, got] = [new Set(named(predicted)), named(observed)]
  if (want.size < 2 || got.length < want.size || !got.every((recipient) => typeof recipient === 'string')) return
  const untold = [...want].find(
    (recipient) => typeof recipient === 'string' && !isSymbol(recipient) && !got.some(isAbout(recipient)),
  )
  if (untold !== undefined)
    objection(comparison, { code: 'value', path: `${path}.recipient`, expected: untold, actual: got })
}

const isAbout =
  (recipient: string) =>
  (shown: unknown): boolean =>
    String(shown).toLowerCase().includes(recipient.toLowerCase())

/**
 * The states of a delivery come and go as the target has them; but what an endpoint took was delivered in the end, and what
 * it refused was not (Events, point 1). What it took only when it was tried again may have been given up before, and its
 * first attempt may be a delivery of its own.
 */
const deliveryState: Comparator = (comparison, { predicted, observed, path }, { lastStatus, attempts }) => {
  const isRefused = predicted === 'failed' && typeof lastStatus === 'number' && lastStatus >= 400
  const isTaken = predicted === 'delivered' && Number(attempts) <= 1
  const isWrong = isTaken ? observed === 'failed' : isRefused && observed === 'delivered'
  if (isWrong) objection(comparison, { code: 'value', path, expected: predicted, actual: observed }, 'implied')
}

/** What the required field shows for a key of the whole organization is open: nothing, every domain, or a mark such as a star. */
const domainIds: Comparator = ({ standing }, { predicted, observed }) => {
  const isForAll = Array.isArray(predicted) && predicted.length === 0 && Array.isArray(observed)
  return isForAll && observed.every((mark) => standing('EmailDomain', String(mark)) === 'unknown')
    ? undefined
    : AS_DESCRIBED
}

export const EMAIL_COMPARATORS: Comparators = {
  'createSendKey sendKey.domainIds': domainIds,
  'listSendKeys sendKeys.domainIds': domainIds,
  // The set of records is open; that there are some, and one for receiving once armed, is not (rows 8 and 13).
  dnsRecords,
  // The number of records is what DNS must show (row 11).
  'getDomainDns records': observations,
  // The quota is shown as staff set it, a pause as the driver reported it (row 17; Events, point 3).
  'getEmailSettings dailyQuota': asSet,
  'getEmailSettings paused': (comparison, pair, whole) => {
    if (pair.predicted === true) asSet(comparison, pair, whole)
  },
  'listDeliveries deliveries.state': deliveryState,
  // Everything that happened to a message is told with it (row 15).
  'getMessage events': messageEvents,
}
