import { signal } from '@preact/signals'
import type { operations } from '../../../src/contract/generated/api.ts'
import { control, got, Refused, type Schemas } from '../client/control.ts'
import { lookingBackAt } from '../session/session.ts'
import { actor } from './actors.ts'

/** The clock at the entry that is looked back at. */
export const pastNowMs = signal<number | undefined>(undefined)

export type Rehearsed = Schemas['Rehearsed']

export interface Step {
  readonly operation?: string
  readonly event?: string
  readonly actor?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly at?: string
}

/** As if these were the only things of a kind. */
export interface Only {
  readonly entity: string
  readonly ids: string[]
}

/** Rehearses requests on the current or an earlier world; nothing is changed or logged. */
export async function rehearse(steps: readonly Step[], only?: Only): Promise<readonly Rehearsed[]> {
  if (steps.length === 0) return []
  const entry = lookingBackAt.peek()
  const body = {
    steps: steps.map((step) => ({ ...step })),
    ...(entry !== undefined && { entry }),
    ...(only && { only }),
  }
  const { answers, now } = await got(control.POST('/_understudy/rehearsals', { body }))
  if (entry !== undefined && entry === lookingBackAt.peek()) pastNowMs.value = Date.parse(now)
  return answers
}

/** The body that an operation of the API answers with when it succeeds. */
export type Body<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Content } } }
}
  ? Content
  : never

/** Reads by an operation as the chosen actor, without the API's log knowing. */
export async function read<Id extends keyof operations>(
  operation: Id,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Body<Id>> {
  const [answer] = await rehearse([readStep(operation, parameters)])
  return bodyOf(answer) as Body<Id>
}

export const readStep = (operation: string, parameters: Readonly<Record<string, string>> = {}): Step => {
  const name = actor.peek()?.name
  return { operation, parameters, ...(name !== undefined && { actor: name }) }
}

export function bodyOf(answer: Rehearsed | undefined): unknown {
  if (!answer) throw new Refused(0, 'The mock gave no answer.')
  if (answer.status >= 400) throw new Refused(answer.status, answer.error ?? `answered ${answer.status}`)
  return answer.body
}
