import type { Operation } from '../../contract/operations.ts'
import { rulesFor } from '../../model/model.ts'
import type { Exchange, Received } from '../../target/exchange.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { readOfAnother } from '../checks/let-through.ts'
import type { Judged } from '../judge/judged.ts'
import { isSpared, shows } from '../kit/switch.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import type { Answered } from '../shadow/answered.ts'
import { type PlainRequest, plainRequest } from '../step/plain-request.ts'
import type { RequestStep } from '../step/step.ts'

type AnsweredExchange = Exchange & { readonly answered: true }

interface Settled<J extends Judged> {
  readonly exchange: AnsweredExchange
  readonly judged: J
}

/** About three seconds in total: longer than a brief overload of one operation. */
const PAUSES_MS = [100, 200, 400, 800, 1600]
/** Number of times that an operation may recover, or everything fail with it, before it is no longer retried. */
const MOST_WAITS = 3

/**
 * Retries a read or a change that answers 502 or 503 although no failure was triggered that would affect it. If it never
 * recovers, while another read that the same outage would affect always succeeds, it is a fault of the operation.
 */
export async function insist<J extends Judged & { readonly answered: Answered }>(
  session: Session,
  step: RequestStep,
  settled: Settled<J>,
  judge: (received: Received) => J,
): Promise<Settled<J>> {
  const { exchange, judged } = settled
  const { ifItStays } = judged
  if (!ifItStays) return settled
  const waits = session.insisted.get(step.operation) ?? 0
  const witness = witnessFor(session, judged.answered)
  if (!witness || waits >= MOST_WAITS || wasTurnedOff(judged.answered)) return settled
  session.insisted.set(step.operation, waits + 1)
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
  session.insisted.set(step.operation, waits)
  return { exchange, judged: { ...judged, inconclusive: undefined, findings: [ifItStays] } }
}

const isGood = (exchange: Exchange): boolean => exchange.answered && exchange.received.status < 300

/** True if something that would explain it was turned off in this sequence, though it may be on again. */
const wasTurnedOff = ({ operation, shadow: { caused } }: Answered): boolean =>
  caused.has('backendBehaves') ||
  AREA_JUDGES[operation.area].switches.some(
    (one) => caused.has(one.event) && !isSpared(operation, one) && (isRead(operation) || shows(operation, one)),
  )

/** A read that has worked before and that the cause of this status would affect too. */
const witnessFor = (session: Session, answered: Answered): PlainRequest | undefined =>
  mayBeRepeated(answered.operation) && !isProgress(answered)
    ? (anotherOperation(session, answered) ?? readOfAnother(answered))
    : undefined

/** What is under way at a thing may be in the way of reading it. */
const isProgress = ({ operation }: Answered): boolean =>
  AREA_JUDGES[operation.area].takesItsTime === true && operation.parameters.length > 0

function anotherOperation(
  { contract, coverage }: Session,
  { operation, received }: Answered,
): PlainRequest | undefined {
  const causes = rulesFor(operation).filter((rule) => rule.status === received.status)
  const witness = [...contract.operations.values()].find(
    (one) =>
      one.area === operation.area &&
      one !== operation &&
      isRead(one) &&
      one.parameters.every(({ required, in: place }) => !required && place !== 'path') &&
      [...(coverage.statuses.get(one.id)?.keys() ?? [])].some((seen) => seen < 300) &&
      causes.every((cause) => rulesFor(one).includes(cause)),
  )
  return witness && { operation: witness.id }
}

/** A change that failed may be asked for again: it says what is to be, not what is to be done. */
const mayBeRepeated = (operation: Operation): boolean => isRead(operation) || operation.does === 'update'

const isRead = ({ does }: Operation): boolean => does === 'read' || does === 'list'
