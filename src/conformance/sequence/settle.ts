import type { Exchange, Received } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'
import { keyOf } from '../finding/key.ts'
import type { Judged } from '../judge/judged.ts'
import { count } from '../session/coverage.ts'
import type { Session } from '../session/session.ts'
import type { RequestStep } from '../step/step.ts'

type AnsweredExchange = Exchange & { readonly answered: true }

/** The findings that a stale read can cause; a missing field or a repeated secret is not one of them. */
const STALE: ReadonlySet<string> = new Set(['body', 'list', 'status', 'accepted', 'refusal'])
const PAUSES = 4

/**
 * The contract does not state that reads see earlier writes. So a read with a finding is repeated within the settle time; if
 * it is right then, the first response was stale. Known failures and reductions are not repeated, unless this target has had
 * stale reads before.
 */
export async function settle<J extends Judged>(
  session: Session,
  step: RequestStep,
  exchange: AnsweredExchange,
  judge: (received: Received) => J,
): Promise<{ readonly exchange: AnsweredExchange; readonly judged: J }> {
  const judged = judge(exchange.received)
  const { contract, client } = session
  const { does } = contract.operation(step.operation)
  const { settle: seconds } = contract.profile
  const read = does === 'read' || does === 'list'
  const patient = session.late || !judged.findings.some((finding) => session.known.has(keyOf(finding)))
  if (!read || seconds === 0 || !patient || !judged.findings.some(mayBeStale)) return { exchange, judged }
  for (let pause = 1; pause <= PAUSES && !session.stopping(); pause++) {
    await session.pause((seconds * 1000) / PAUSES)
    const again = await client.send(exchange.sent)
    if (!again.answered) break
    const better = judge(again.received)
    if (better.findings.length > 0) continue
    session.late = true
    count(session.coverage.inconclusive, `${step.operation} was stale, then caught up`)
    return { exchange: again, judged: better }
  }
  if (!session.stopping()) return { exchange, judged }
  // Nobody waited for it to catch up.
  count(session.coverage.inconclusive, `${step.operation}: the run was stopped`)
  return { exchange, judged: { ...judged, findings: judged.findings.filter((finding) => !mayBeStale(finding)) } }
}

const mayBeStale = ({ check }: Finding): boolean => STALE.has(check)
