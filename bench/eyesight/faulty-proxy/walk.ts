import type { Fault } from './fault.ts'
import { isOutside, isTime, type Step } from './steps.ts'

/** The visible part of a response. */
export interface Seen {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/** Number of API requests in the minimal sequence of a fault. */
export const requestsOf = ({ show }: Fault): number => show.filter((step) => !isOutside(step)).length

/** What is needed besides the API to see a fault. */
export function needs({ show }: Fault): 'nothing' | 'time' | 'events' {
  const outside = show.filter(isOutside)
  if (outside.length === 0) return 'nothing'
  return outside.every(isTime) ? 'time' : 'events'
}

export const needsDriver = (fault: Fault): boolean => needs(fault) !== 'nothing'

/** Sends the steps one after the other. */
export async function walk(url: string, steps: readonly Step[]): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  for (const step of steps) seen.push(await take(url, step, seen))
  return seen
}

async function take(url: string, step: Step, seen: readonly Seen[]): Promise<Seen> {
  const response = await fetch(url + filled(step.path, seen), {
    method: step.method,
    headers: {
      ...(step.as !== 'nobody' && { authorization: `Bearer ${filled(step.as, seen)}` }),
      ...(step.body && { 'content-type': 'application/json' }),
    },
    ...(step.body && { body: filled(JSON.stringify(step.body), seen) }),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** A reference that finds nothing is a mistake in the sequence. */
function filled(text: string, seen: readonly Seen[]): string {
  return text.replace(/\$(\d+)((?:\.\w+)+)/g, (reference, number: string, path: string) => {
    let value: unknown = JSON.parse(seen[Number(number) - 1]?.text ?? 'null')
    for (const key of path.slice(1).split('.')) value = (value as Record<string, unknown> | null)?.[key]
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`nothing at ${reference} in ${text}`)
    return String(value)
  })
}
