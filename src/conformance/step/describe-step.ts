import { WEBHOOK_RECEIVED } from './receiver-look.ts'
import type { Step } from './step.ts'

const LONGEST = 160
/** What happened outside is told in full, unless it is a whole page. */
const LONGEST_OUTSIDE = 1_000

/** A step in one line: the operation, who calls it (or with which token, if not in person), on what, with what. */
export function describeStep(step: Step, token?: string): string {
  if (step.kind === 'event' && step.event === WEBHOOK_RECEIVED)
    return `look at what has arrived at our receiver ${JSON.stringify(step.body)}`
  if (step.kind === 'event') return `outside event ${step.event} ${clipped(step.body, LONGEST_OUTSIDE)}`.trimEnd()
  const parameters = Object.values(step.parameters).join(' ')
  const query = new URLSearchParams(step.query).toString()
  return [
    step.method ? `${step.method} to the path of ${step.operation}` : step.operation,
    token ? `with ${token}` : `as ${step.actor}`,
    step.claims && `asking to act for the organization of ${step.claims}`,
    parameters,
    query && `?${query}`,
    step.raw ?? clipped(step.body, LONGEST),
    step.duringNext && '(when half of the next request is sent; the rest follows its answer)',
  ]
    .filter(Boolean)
    .join(' ')
}

function clipped(body: unknown, longest: number): string {
  const text = JSON.stringify(body) ?? ''
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
