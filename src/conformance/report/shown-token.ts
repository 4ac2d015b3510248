import type { TraceEntry } from '../finding/finding.ts'

/** The token that a request shows instead of its actor's own credential, named by the step that gave it. */
export function shownToken(trace: readonly TraceEntry[], index: number): string | undefined {
  const step = trace[index]?.step
  if (step?.kind !== 'request' || step.bearer === undefined) return undefined
  const { bearer } = step
  const giver = trace.slice(0, index).findIndex((entry) => gives(entry, bearer))
  return giver < 0 ? 'another token' : `the token of step ${giver + 1}`
}

function gives({ exchange, report }: TraceEntry, token: string): boolean {
  const quoted = JSON.stringify(token)
  if (exchange?.answered && JSON.stringify(exchange.received.json)?.includes(quoted)) return true
  return JSON.stringify(report)?.includes(quoted) ?? false
}
