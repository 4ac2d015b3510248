import type { Contract } from '../../contract/contract.ts'
import type { Criterion } from '../../scenario/arazzo.ts'
import { USUAL_INSTANT } from '../../scenario/scenario.ts'
import type { Code, ExpectedStatus } from '../finding/facts.ts'
import type { Finding } from '../finding/finding.ts'
import type { Sequence } from '../sequence/sequence.ts'
import {
  anHourAway,
  attempted,
  changedForGood,
  countsBytes,
  countsMail,
  hasSeries,
  inScrape,
  listsTransition,
  namesAll,
  noForeignContact,
  offersTier,
  otherHeader,
  repeatsNothing,
  sameOnCall,
  somebodyElseOnCall,
  tooManyServices,
  verified,
} from './criteria/area.ts'
import { type Failed, type Look, REFUSED, test } from './criteria/failed.ts'
import {
  fewerSay,
  holdsText,
  notAsItWas,
  nothingThere,
  someIn,
  wrongCount,
  wrongField,
  wrongItems,
} from './criteria/field.ts'
import { wrongList } from './criteria/list.ts'
import { leftClosedState, withoutField } from './criteria/machine.ts'
import { door, leftOut, paged, statusPage } from './criteria/outside.ts'
import { shownSecret } from './criteria/secret.ts'
import { emptyBody, notJson, wrongShape } from './criteria/shape.ts'
import { fitsTogether } from './criteria/together.ts'

/** The criteria for the last step of a saved failure. */
export interface Criteria {
  readonly criteria: readonly Criterion[]
  /** True if they tell an implementation that keeps the rule from one that breaks it. */
  readonly telling: boolean
  /** The last step is an outside event that has to happen. */
  readonly mustHappen?: true
  /** The instant the scenario has to start at. */
  readonly clock?: string
}

/** A correct implementation's answer to the last step, as far as Arazzo can express it. */
export function failureCriteria(
  contract: Contract,
  finding: Finding,
  sequence: Sequence,
  statusCondition: string,
): Criteria {
  const exchange = sequence.trace.at(-1)?.exchange
  const body = exchange?.answered ? exchange.received.json : undefined
  const success = { condition: statusCondition }
  const found = criteriaFor({ contract, finding, sequence, body, success })
  return {
    criteria: found ?? [success],
    telling: found !== undefined,
    ...(finding.code === 'kept-out' && { mustHappen: true }),
    ...(finding.code === 'lifetime' && { clock: USUAL_INSTANT }),
  }
}

function criteriaFor<C extends Code>(failed: Failed<C>): Criterion[] | undefined {
  if (failed.finding.circumstance?.kind === 'together') return fitsTogether(failed)
  return LOOKS[failed.finding.code]?.(failed)
}

const statusIs = ([one, ...others]: readonly ExpectedStatus[]): Criterion[] => {
  if (one === 'no 2xx') return [{ condition: '$statusCode >= 300' }]
  return [{ condition: typeof one === 'number' && others.length === 0 ? `$statusCode == ${one}` : REFUSED }]
}

/** The criteria for each kind of finding; undefined where Arazzo cannot express it. */
const LOOKS: { readonly [C in Code]?: Look<C> } = {
  accepted: ({ finding }) => statusIs(finding.expected),
  status: ({ finding }) => statusIs(finding.expected),
  refused: ({ success }) => [success],
  'server-error': () => [{ condition: '$statusCode < 500' }],
  'hung-up': () => [{ condition: '$statusCode < 500' }],
  'left-state': leftClosedState,
  'state-without': withoutField,
  shape: wrongShape,
  'not-json': notJson,
  secret: shownSecret,
  lacks: wrongList,
  holds: wrongList,
  twice: wrongList,
  cap: wrongList,
  order: wrongList,
  count: wrongCount,
  observations: wrongCount,
  items: wrongItems,
  identifier: notAsItWas,
  inconsistent: notAsItWas,
  'not-in-rotation': notAsItWas,
  'nobody-on-call': nothingThere,
  empty: someIn(() => '[*]'),
  'no-receive-record': someIn(() => "[?@.type == 'MX' || @.capability == 'receive']"),
  'untold-event': someIn(({ expected }) => `[?@.kind == '${expected}']`),
  'untold-value': holdsText,
  'called-missing': fewerSay('missing'),
  'called-found': fewerSay('found'),
  'no-built-in-role': ({ success }) => [success, test("count(@.roles[?@.kind == 'builtin']) > 0")],
  'no-tier': offersTier,
  'has-body': emptyBody,
  immutable: changedForGood,
  unnamed: namesAll,
  'foreign-contact': noForeignContact,
  'too-many-services': tooManyServices,
  'no-attempt': attempted,
  'never-verified': verified,
  'accepted-today': countsMail,
  'unlisted-transition': listsTransition,
  'no-series': hasSeries,
  'page-repeats': repeatsNothing,
  'page-unfiltered': repeatsNothing,
  scrape: inScrape,
  'still-on-call': somebodyElseOnCall,
  'took-over': sameOnCall,
  usage: countsBytes,
  lifetime: anHourAway,
  suppressed: leftOut,
  'kept-out': ({ success }) => [success],
  value: wrongField,
  missing: wrongField,
  unset: wrongField,
  happened: () => [{ condition: '$statusCode >= 400' }],
  door,
  'status-page': statusPage,
  paged,
  'raw-message': ({ success, finding: { part } }) =>
    part === 'content type'
      ? [success, { context: '$response.header.content-type', condition: '^message/rfc822', type: 'regex' }]
      : [success, { context: '$response.body', condition: '^[!-9;-~]+:[\\s\\S]*?\\r?\\n\\r?\\n', type: 'regex' }],
  'raw-header': otherHeader,
}
