import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Finding, TraceEntry } from '../finding/finding.ts'
import type { RequestStep } from '../step/step.ts'

/**
 * Adds the circumstances to a finding: a refused write leaves no trace and reads have no effect, so neither can have
 * changed the thing. `trace` ends with the read that shows it.
 */
export function withWhatCameBefore(contract: Contract, trace: readonly TraceEntry[], finding: Finding): Finding {
  const last = trace.at(-1)
  if (!last || !isLook(contract, last) || !COMPARED.has(finding.check)) return finding
  const before = trace.slice(0, -1)
  const lastAct = before.findLast((entry) => !isLook(contract, entry))
  const since = lastAct ? before.slice(before.indexOf(lastAct) + 1) : before
  if (since.some((entry) => isSame(entry, last))) return { ...finding, circumstance: { kind: 'after-reads' } }
  const refused = lastAct?.step.kind === 'request' && statusOf(lastAct) >= 400 && statusOf(lastAct) < 500
  if (!refused || lastAct.step.kind !== 'request') return finding
  return { ...finding, circumstance: { kind: 'after-refusal', operation: lastAct.step.operation } }
}

/** The operations that changed something before the last step, in its area. */
export function operationsDone(contract: Contract, trace: readonly TraceEntry[]): readonly Operation[] {
  const last = trace.at(-1)
  if (last?.step.kind !== 'request') return []
  const { area } = contract.operation(last.step.operation)
  const done = trace
    .slice(0, -1)
    .flatMap((entry) =>
      entry.step.kind === 'request' && !isLook(contract, entry) && statusOf(entry) < 300 ? [entry.step.operation] : [],
    )
  return [...new Set(done)].map((id) => contract.operation(id)).filter((operation) => operation.area === area)
}

/** Checks that compare a response with earlier steps. */
const COMPARED: ReadonlySet<string> = new Set(['body', 'immutable'])

function isLook(contract: Contract, { step }: TraceEntry): boolean {
  if (step.kind !== 'request') return false
  const { does } = contract.operation(step.operation)
  return does === 'read' || does === 'list'
}

const statusOf = ({ exchange }: TraceEntry): number => (exchange?.answered ? exchange.received.status : 0)

/** The same read by the same caller, with a response. */
function isSame(entry: TraceEntry, last: TraceEntry): boolean {
  const told = ({ step }: TraceEntry) => {
    const { operation, actor, parameters, query } = step as RequestStep
    return JSON.stringify([operation, actor, parameters, query])
  }
  return statusOf(entry) < 300 && told(entry) === told(last)
}
