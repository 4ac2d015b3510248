import type { GapId } from '../../contract/generated/gaps.ts'
import type { Exchange, Received } from '../../target/exchange.ts'
import { showsHistory } from '../checks/past-records.ts'
import type { Finding, Observation } from '../finding/finding.ts'
import { keyOf } from '../finding/key.ts'
import type { Judged } from '../judge/judged.ts'
import { count } from '../session/coverage.ts'
import { ASIDE_MS, lookAgain } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import type { RequestStep } from '../step/step.ts'

type AnsweredExchange = Exchange & { readonly answered: true }

interface Settled<J extends Judged> {
  readonly exchange: AnsweredExchange
  readonly judged: J
}

/**
 * The checks whose objections no stale read explains: a right target shows such a response at no time. Every other finding
 * may come from a comparison with something that was done before.
 */
const WRONG_AT_ANY_TIME: ReadonlySet<string> = new Set([
  'schema',
  'server-error',
  'secret',
  'isolation',
  'named',
  'limit',
  'ping',
  'immutable',
  'kubeconfig',
  'raw-message',
  'raw-header',
])

/** Mail that was accepted may wait in a queue before it goes out and is told of; a node that has joined may still register. */
const TOLD_LATER: ReadonlySet<string> = new Set(['EmailMessage', 'EmailDelivery', 'Node'])

/** The number of times that it is waited for something to come into a list that may be cut off before it. */
const MOST_NEVER = 3

/** Of these the profile may say how long they take. */
const OF_MAIL: ReadonlySet<string> = new Set(['EmailMessage', 'EmailDelivery'])

/**
 * A read with a finding is repeated within the settle time, and so is one that shows a new choice if reads of this target
 * are known to be late. Known failures and reductions are not repeated, unless this target has had stale reads before.
 */
export async function settle<J extends Judged>(
  session: Session,
  step: RequestStep,
  exchange: AnsweredExchange,
  judge: (received: Received) => J,
): Promise<Settled<J>> {
  const first: Settled<J> = { exchange, judged: judge(exchange.received) }
  const { contract, client, coverage } = session
  const { does, entity = '' } = contract.operation(step.operation)
  const { findings } = first.judged
  const isRead = does === 'read' || does === 'list'
  const isPatient = session.late || step.unhurried || !findings.some((finding) => session.known.has(keyOf(finding)))
  if (!isRead || !isPatient) return first
  const wasObjectedTo = findings.some(mayBeStale)
  const neverListed = session.neverListed.get(step.operation) ?? 0
  const isLate = (judged: Judged) =>
    session.late && neverListed < MOST_NEVER && (judged.explained?.beyond ?? []).length > 0
  const isDoubtful = (judged: Judged) =>
    judged.findings.some(mayBeStale) ||
    isLate(judged) ||
    (!wasObjectedTo && session.late && judged.observations.some((one) => isNew(session, one)))
  const { seen, right } = await lookAgain(session, first, {
    look: async () => {
      const again = await client.send(exchange.sent)
      return again.answered ? { exchange: again, judged: judge(again.received) } : undefined
    },
    isRight: (one) => !isDoubtful(one.judged) && (one === first || !isInconclusive(one)),
    leastMs: TOLD_LATER.has(entity) ? ASIDE_MS : 0,
    // A choice that is only new is not worth the time that mail may take.
    ...(wasObjectedTo && OF_MAIL.has(entity) && { mostMs: (contract.profile.deadlines.delivery ?? 0) * 1000 }),
  })
  if (right === 'never' && isLate(seen.judged)) session.neverListed.set(step.operation, neverListed + 1)
  const lasting = findings.filter((finding) => !mayBeStale(finding))
  if (right === 'at once' || right === 'never') return lasting.length > 0 || isInconclusive(seen) ? first : seen
  const reason = right === 'later' ? 'was stale, then caught up' : 'could not be waited for'
  count(coverage.inconclusive, `${step.operation} ${reason}`)
  return right === 'later' && lasting.length === 0 ? seen : { exchange, judged: { ...first.judged, findings: lasting } }
}

const isInconclusive = ({ judged }: Settled<Judged>): boolean => judged.inconclusive !== undefined
/** An objection that later reads may take back. */
export const mayBeStale = (finding: Finding): boolean =>
  !WRONG_AT_ANY_TIME.has(finding.check) && !isOfOthers(finding) && !isOfHistory(finding)

/** What another organization has was never there before. */
const isOfOthers = (finding: Finding): boolean => finding.code === 'holds' && finding.why === 'elsewhere'

/** What is only ever added to lacks its latest for a while, and is in no other order. */
const isOfHistory = ({ code, operation }: Finding): boolean => code === 'order' && showsHistory(operation)

/** One of few choices, and no sequence has shown it so far. What is read off an answer (an address, a number) is always new. */
function isNew({ contract, coverage }: Session, { gap, value }: Observation): boolean {
  const { schema } = contract.gaps.definitions.get(gap as GapId) ?? {}
  return schema?.enum !== undefined && !coverage.observations.get(gap)?.has(JSON.stringify(value))
}
