import { isObject } from '../../../contract/json.ts'
import { successSchema } from '../../../contract/operations.ts'
import { USUAL_INSTANT } from '../../../scenario/scenario.ts'
import { thingsIn } from '../../compare/things.ts'
import { reference } from '../../step/step.ts'
import { type Failed, type Look, REFUSED, showing, test, tokenFor } from './failed.ts'
import { pathLiteralOf, patternOf } from './literal.ts'
import { queryOf } from './query.ts'

/** Refused, or as it was before. */
export const changedForGood: Look<'immutable'> = (failed) => {
  const { finding, sequence, contract, success } = failed
  const query = queryOf(failed, finding.id)
  const was = pathLiteralOf(finding.expected, sequence)
  if (!query || !was) return undefined
  const isLook = ['read', 'list'].includes(contract.operation(finding.operation).does)
  if (isLook) return [success, test(`${query}.${finding.path} == ${was}`)]
  return [test(`@.error || ${query}.${finding.path} == ${was}`)]
}

export const tooManyServices: Look<'too-many-services'> = (failed) => {
  const query = queryOf(failed, failed.finding.id)
  const { expected } = failed.finding
  return showing(failed, query && `count(${query}.managedLoadBalancers.loadBalancers[*]) <= ${expected}`)
}

export const attempted: Look<'no-attempt'> = (failed) => {
  const query = queryOf(failed, failed.finding.id)
  return showing(failed, query && `${query}.attempts > 0`)
}

export const verified: Look<'never-verified'> = (failed) => {
  const query = queryOf(failed, failed.finding.id)
  return showing(failed, query && `${query}.${failed.finding.path} == 'verified'`)
}

/** Another one than at the look before. */
export const somebodyElseOnCall: Look<'still-on-call'> = (failed) => {
  const query = queryOf(failed, failed.finding.id)
  const before = shownBefore(failed, failed.finding.id)
  return showing(failed, query && before && `${query}.onCallNow.userId != {${before}}`)
}

/** The same one as at the look before, or somebody who stands in. */
export const sameOnCall: Look<'took-over'> = (failed) => {
  const query = queryOf(failed, failed.finding.id)
  const before = shownBefore(failed, failed.finding.id)
  const same = query && before && `${query}.onCallNow.userId == {${before}}`
  return showing(failed, same && `${same} || ${query}.onCallNow.override == true`)
}

/** The person on call the last time the thing was shown before. */
function shownBefore({ contract, sequence }: Failed, id: string): string | undefined {
  const shown = sequence.trace.slice(0, -1).flatMap(({ step, exchange }, place) => {
    if (step.kind !== 'request' || !exchange?.answered) return []
    const things = thingsIn(successSchema(contract.operation(step.operation)), exchange.received.json)
    const { pointer } = things.find((one) => one.id === id && isObject(one.object.onCallNow)) ?? {}
    return pointer === undefined ? [] : [{ place, pointer }]
  })
  const last = shown.at(-1)
  return last && reference(last.place, `${last.pointer}/onCallNow/userId`)
}

export const countsMail: Look<'accepted-today'> = ({ finding: { path }, success }) => [success, test(`@.${path} > 0`)]

export const listsTransition: Look<'unlisted-transition'> = ({ finding: { to }, success }) => [
  success,
  test(`count(@.transitions[?@.to == '${to}']) > 0`),
]

export const hasSeries: Look<'no-series'> = (failed) => {
  const literal = pathLiteralOf(failed.finding.vantage, failed.sequence)
  return showing(failed, literal && `count(@.series[?@.vantage == ${literal}]) > 0`)
}

export const countsBytes: Look<'usage'> = ({ finding: { path, wrong, before }, success }) => {
  const changes = { stands: `> ${before}`, grows: `<= ${before}`, falls: `>= ${before}`, lingers: `< ${before}` }
  const right = { uncounted: '> 0', miscounted: '== 0', remains: `<= ${before}`, ...changes }[wrong]
  return [success, { condition: `$response.body#/${path} ${right}` }]
}

export const repeatsNothing: Look<'page-repeats' | 'page-unfiltered'> = (failed) => {
  const token = tokenFor(failed.sequence, failed.finding.id)
  return showing(failed, token && `count(@.messages[?@.id == {${token}}]) == 0`)
}

/** A scrape is text: what was made is told by its name, whatever the salt. */
export const inScrape: Look<'scrape'> = ({ finding: { wrong, id }, sequence, success }) => {
  const name = nameOf(sequence, id)
  if (name === undefined) return undefined
  const pattern = patternOf(name, sequence)
  const condition = wrong === 'lacks' ? pattern : `^(?![\\s\\S]*${pattern})`
  return [success, { context: '$response.body', condition, type: 'regex' }]
}

const nameOf = ({ trace }: Failed['sequence'], id: string): string | undefined =>
  trace
    .map(({ exchange }) => (exchange?.answered ? exchange.received.json : undefined))
    .filter(isObject)
    .filter((answer) => answer.id === id && typeof answer.name === 'string')
    .map(({ name }) => String(name))
    .at(-1)

/** The error names what is in the way, in whatever words. */
export const namesAll: Look<'unnamed'> = ({ finding: { names }, sequence }) => [
  { condition: REFUSED },
  ...names.map((name) => ({
    context: '$response.body',
    condition: patternOf(name, sequence),
    type: 'regex' as const,
  })),
]

export const noForeignContact: Look<'foreign-contact'> = (failed) => {
  const literal = pathLiteralOf(failed.finding.actual, failed.sequence)
  return showing(failed, literal && `count(@[?@ == ${literal}]) == 0`)
}

export const offersTier: Look<'no-tier'> = ({ finding: { path, expected }, success }) => [
  success,
  test(`count(@.${path}[*].tiers[?@.tier == '${expected}']) > 0`),
]

/** By a clock that is set to an instant; times are compared as texts, so only in the usual form. */
export const anHourAway: Look<'lifetime'> = ({ finding: { path, actual }, success }) => {
  if (!/(?:Z|[+-]00:?00)$/.test(String(actual))) return undefined
  const [from, to] = [-10, 10].map((minutes) => textOf(Date.parse(USUAL_INSTANT) + (60 + minutes) * 60_000))
  const place = `$response.body#/${path}`
  return [success, { condition: `${place} >= '${from}' && ${place} <= '${to}'` }]
}

const textOf = (ms: number): string => new Date(ms).toISOString()

/** A raw message does not have this header line; one that lacks the header has it. */
export const otherHeader: Look<'raw-header'> = ({ finding: { part, actual }, sequence, success }) => {
  const line = `(^|\\n)${part}:`
  const condition = actual === '' ? line : `^(?![\\s\\S]*${line}[ \\t]*${patternOf(actual, sequence)})`
  return [success, { context: '$response.body', condition, type: 'regex' }]
}
