import { WEBHOOK_RECEIVED } from './receiver-look.ts'
import type { Step } from './step.ts'

const LONGEST = 160

/** A step in one line: the operation, who calls it (or with which token, if not in person), on what, with what. */
export function describeStep(step: Step, token?: string): string {
  if (step.kind === 'event' && step.event === WEBHOOK_RECEIVED)
    return `look at what has arrived at our receiver ${JSON.stringify(step.body)}`
  if (step.kind === 'event') return `outside event ${step.event} ${JSON.stringify(step.body) ?? ''}`.trimEnd()
  const parameters = Object.values(step.parameters).join(' ')
  const query = new URLSearchParams(step.query).toString()
  const body = step.body === undefined ? '' : JSON.stringify(step.body)
  return [
    step.operation,
    token ? `with ${token}` : `as ${step.actor}`,
    parameters,
    query && `?${query}`,
    body.length > LONGEST ? `${body.slice(0, LONGEST - 1)}…` : body,
    step.duringNext && '(when half of the next request is sent; the rest follows its answer)',
  ]
    .filter(Boolean)
    .join(' ')
}
