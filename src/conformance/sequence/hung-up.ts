import type { Exchange } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'
import { keyOf } from '../finding/key.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import type { RequestStep } from '../step/step.ts'

/** A connection may be closed once or twice by anybody on the way. */
const TIMES_MORE = 2
const PAUSE_MS = 50

/**
 * A finding if the target closes the connection whenever it gets this request, though it answers others: whether it takes
 * or refuses a request, it says so (Errors). Of unusual requests a proxy on the way may think the same.
 */
export async function hungUp(
  session: Session,
  step: RequestStep,
  exchange: Exchange & { readonly answered: false },
): Promise<Finding[]> {
  if (!exchange.hungUp || !USUAL.has(step.intent)) return []
  const held = { severity: 'failure', check: 'no-answer', operation: step.operation, rules: ['GEN-01'] } as const
  const finding: Finding = { code: 'hung-up', ...held, actual: exchange.problem }
  if (session.known.has(keyOf(finding))) return [finding]
  for (let times = 0; times < TIMES_MORE; times++) {
    await session.pause(PAUSE_MS)
    if (session.stopping() || !(await answersOthers(session))) return []
    const again = await sendAside(session, step)
    // What it did before it hung up may have left nothing to do.
    if (again.answered)
      return again.received.status >= 400 && hasNeverSucceeded(session, step, exchange.problem) ? [finding] : []
    if (!again.hungUp) return []
  }
  return [finding]
}

/** True if it has hung up so often in place of a success that chance is out of the question. */
function hasNeverSucceeded({ coverage }: Session, { operation }: RequestStep, problem: string): boolean {
  const succeeded = [...(coverage.statuses.get(operation)?.keys() ?? [])].some((status) => status < 300)
  return !succeeded && (coverage.inconclusive.get(lostIn(operation, problem)) ?? 0) >= TIMES_MORE
}

/** What is counted when a request goes without an answer. */
export const lostIn = (operation: string, problem: string): string => `${operation}: ${problem}`

const USUAL: ReadonlySet<RequestStep['intent']> = new Set(['plain', 'broken'])

const answersOthers = async ({ client }: Session): Promise<boolean> =>
  (await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })).answered
