import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { RULES } from '../../model/model.ts'
import { withSecretInputs } from '../../scenario/secret-inputs.ts'
import { type Callers, curl } from '../../target/writing/curl.ts'
import { legible } from '../../target/writing/legible.ts'
import type { Redactor } from '../../target/writing/redactor.ts'
import { failureScenario } from '../failure/failure-scenario.ts'
import type { TraceEntry } from '../finding/finding.ts'
import { keyOf } from '../finding/key.ts'
import { told } from '../finding/told.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import { describeStep } from '../step/describe-step.ts'
import { mapStrings } from '../step/step.ts'
import type { ReportedFailure, ReportedStep, Sentence } from './report.ts'
import { shownToken } from './shown-token.ts'

/** Longer bodies are cut: a report is read by people. */
const LONGEST = 4_000

/** The address of the target, and the redactor. */
interface Reporting {
  readonly url: string
  readonly redactor: Redactor
}

/** A failure as it is reported: everything somebody needs to see it again, and no secret. */
export function reportFailure(contract: Contract, shrunk: Shrunk, reporting: Reporting): ReportedFailure {
  const { finding, sequence, how, unreduced, replayed } = shrunk
  const { redactor } = reporting
  const printed: Omit<ReportedFailure, 'scenario'> = {
    ...told(finding),
    key: keyOf(finding),
    area: contract.operations.get(finding.operation)?.area ?? 'outside',
    how,
    ...(unreduced && { unreduced }),
    ...(replayed && { replayed }),
    sentences: finding.rules.map((id) => sentence(contract, id)),
    steps: sequence.trace.map((entry, index) =>
      reportStep(contract, entry, { ...reporting, token: shownToken(sequence.trace, index) }),
    ),
    known: false,
  }
  // A scenario is sent again, so its texts stay as they are.
  const scenario = redactor.resent(withSecretInputs(failureScenario(contract, shrunk), contract.profile))
  return { ...mapStrings(redactor.value(printed), legible), scenario }
}

function sentence(contract: Contract, id: string): Sentence {
  const known = RULES.find((rule) => rule.id === id) ?? contract.checklist.get(id)
  return { id, says: known?.says ?? '', where: known?.where ?? '' }
}

interface ReportingStep extends Reporting {
  /** The token that the request showed, in words, if it was not sent in person. */
  readonly token: string | undefined
}

function reportStep(
  contract: Contract,
  { step, exchange, report }: TraceEntry,
  { url, redactor, token }: ReportingStep,
): ReportedStep {
  const received = exchange?.answered ? exchange.received : undefined
  const facts = { actor: step.actor, says: describeStep(step, token), status: received?.status ?? null }
  if (step.kind === 'event')
    return {
      ...facts,
      kind: 'event',
      name: step.event,
      method: null,
      path: null,
      sent: JSON.stringify(step.body),
      received: reportedAnswer(report, redactor),
      curl: null,
      withNext: false,
    }
  return {
    ...facts,
    kind: 'request',
    name: step.operation,
    method: exchange?.sent.method ?? null,
    path: exchange?.sent.path ?? null,
    sent: exchange?.sent.body ?? null,
    received: received ? shownBody(received.text, redactor) : exchange && !exchange.answered ? exchange.problem : null,
    curl: exchange ? curl(exchange.sent, url, callersOf(contract)) : null,
    withNext: step.withNext ?? false,
  }
}

/** The driver's answer without what every event answers. */
function reportedAnswer(report: unknown, redactor: Redactor): string | null {
  if (!isObject(report)) return report === undefined ? null : shownBody(JSON.stringify(report), redactor)
  const { at: _at, entry: _entry, changed: _changed, ...told } = report
  return shownBody(JSON.stringify(told), redactor)
}

const callersOf = ({ profile }: Contract): Callers =>
  Object.fromEntries(Object.entries(profile.actors).map(([name, { headers }]) => [name, headers]))

/** The beginning of a body. So much more of it is looked at that no secret is cut in two before it is recognised. */
function shownBody(text: string, redactor: Redactor): string {
  const safe = redactor.text(text.slice(0, 2 * LONGEST))
  const end = text.length > 2 * LONGEST ? Math.min(LONGEST, safe.length - LONGEST / 2) : LONGEST
  return safe.length > end ? `${safe.slice(0, end)}…` : safe
}
