import type { Contract } from '../../contract/contract.ts'
import { CALLER_NEEDED, CREDENTIAL_KNOWN, rungOf, THING_KNOWN } from '../finding/broader-rule.ts'
import type { Finding } from '../finding/finding.ts'
import { castOf } from '../kit/cast.ts'
import type { Session } from '../session/session.ts'
import { type RequestStep, SALT, type Step } from '../step/step.ts'
import { type Repeat, type Shrunk, shrink } from './shrink.ts'

/** The same request, asked so that a broader rule refuses it. */
interface Question {
  readonly rung: number
  readonly asked: (contract: Contract, step: RequestStep) => RequestStep | undefined
}

/** From broad to narrow. */
const QUESTIONS: readonly Question[] = [
  { rung: CALLER_NEEDED, asked: byNobody },
  { rung: CREDENTIAL_KNOWN, asked: withUnknownCredential },
  { rung: THING_KNOWN, asked: ofUnknownThing },
]

/**
 * The failure under the broadest rule that is broken. What refuses an expired credential may seem to be missing where
 * nobody is asked for a credential at all; so before it is told, the same request is sent as the broader rules refuse it.
 */
export async function broadest(
  session: Pick<Session, 'contract' | 'stopping'>,
  shrunk: Shrunk,
  repeat: Repeat,
): Promise<Shrunk> {
  const { steps } = shrunk.sequence
  const [last, rung] = [steps.at(-1), rungOf(shrunk.finding)]
  if (last?.kind !== 'request' || rung === undefined) return shrunk
  for (const question of QUESTIONS) {
    const asked = question.rung < rung && !session.stopping() ? question.asked(session.contract, last) : undefined
    const broader = asked && (await brokenBy(session, [...steps.slice(0, -1), asked], question.rung, repeat))
    if (broader) return broader
  }
  return shrunk
}

async function brokenBy(
  session: Pick<Session, 'contract' | 'stopping'>,
  steps: readonly Step[],
  rung: number,
  repeat: Repeat,
): Promise<Shrunk | undefined> {
  const sequence = await repeat(steps)
  const { finding } = sequence
  if (!finding || !isOn(rung, finding)) return undefined
  const reduced = await shrink(session, sequence, finding, repeat)
  return reduced.how !== 'flaky' && isOn(rung, reduced.finding) ? reduced : undefined
}

const isOn = (rung: number, finding: Finding): boolean => finding.code === 'accepted' && rungOf(finding) === rung

function byNobody(contract: Contract, { bearer: _, ...step }: RequestStep): RequestStep | undefined {
  const { nobody } = castOf(contract)
  return nobody === undefined ? undefined : { ...step, actor: nobody, intent: 'plain' }
}

/** As long as a real one, and random enough not to be one. */
function withUnknownCredential(_: Contract, step: RequestStep): RequestStep {
  return { ...step, bearer: `unknown-${SALT}-0123456789abcdef`, intent: 'plain' }
}

function ofUnknownThing(contract: Contract, step: RequestStep): RequestStep | undefined {
  const last = contract.operation(step.operation).parameters.findLast((parameter) => parameter.in === 'path')
  if (!last || step.bearer !== undefined) return undefined
  const unknown = last.schema.type === 'integer' ? '900000000' : `nope-${SALT}`
  return { ...step, parameters: { ...step.parameters, [last.name]: unknown }, intent: 'plain' }
}
