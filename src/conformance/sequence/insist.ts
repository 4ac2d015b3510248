import type { Operation } from '../../contract/operations.ts'
import { rulesFor } from '../../model/model.ts'
import type { OperationId } from '../../model/request/operation-types.ts'
import type { Exchange, Received } from '../../target/exchange.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Judged } from '../judge/judged.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import { plainRequest } from '../step/plain-request.ts'
import type { RequestStep } from '../step/step.ts'

type AnsweredExchange = Exchange & { readonly answered: true }

interface Settled<J extends Judged> {
  readonly exchange: AnsweredExchange
  readonly judged: J
}

/** About three seconds in total: longer than a brief overload of one operation. */
const PAUSES_MS = [100, 200, 400, 800, 1600]
/** Number of times that an operation may recover before it is no longer retried. */
const MOST_WAITS = 3

/**
 * Retries a read that answers 502 or 503 although no failure was triggered. If it never recovers, while another operation
 * that the same outage would affect always succeeds, it is a fault of the read.
 */
export async function insist<J extends Judged>(
  session: Session,
  step: RequestStep,
  settled: Settled<J>,
  judge: (received: Received) => J,
): Promise<Settled<J>> {
  const { exchange, judged } = settled
  const { ifItStays } = judged
  if (!ifItStays) return settled
  const waits = session.coverage.inconclusive.get(judged.inconclusive ?? '') ?? 0
  const witness = witnessFor(session, session.contract.operation(step.operation), exchange.received.status)
  if (!witness || waits >= MOST_WAITS || session.caused.has('backendBehaves')) return settled
  for (const pause of PAUSES_MS) {
    await session.pause(pause)
    const [again, other] = [
      await session.client.send(exchange.sent),
      await sendAside(session, plainRequest(witness, step.actor)),
    ]
    if (session.stopping() || !again.answered || !isGood(other)) return settled
    const better = judge(again.received)
    if (!better.ifItStays) return { exchange: again, judged: better }
  }
  return { exchange, judged: { ...judged, inconclusive: undefined, findings: [ifItStays] } }
}

const isGood = (exchange: Exchange): boolean => exchange.answered && exchange.received.status < 300

/** A read that has worked before and that the cause of this status would affect too. */
function witnessFor(
  { contract, coverage }: Session,
  operation: Operation,
  status: number,
): { readonly operation: OperationId } | undefined {
  const isProgress = AREA_JUDGES[operation.area].takesItsTime && operation.parameters.length > 0
  if (!isRead(operation) || isProgress) return undefined
  const causes = rulesFor(operation).filter((rule) => rule.status === status)
  const witness = [...contract.operations.values()].find(
    (one) =>
      one.area === operation.area &&
      one !== operation &&
      isRead(one) &&
      one.parameters.every(({ required, in: place }) => !required && place !== 'path') &&
      [...(coverage.statuses.get(one.id)?.keys() ?? [])].some((seen) => seen < 300) &&
      causes.every((cause) => rulesFor(one).includes(cause)),
  )
  return witness && { operation: witness.id as OperationId }
}

const isRead = ({ does }: Operation): boolean => does === 'read' || does === 'list'
