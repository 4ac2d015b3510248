import type { RequestStep } from './step.ts'

/** A request that the judge makes outside of any sequence: to look around, or to put something right. */
export interface PlainRequest {
  readonly operation: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const plainRequest = (
  { operation, parameters = {}, query = {}, body }: PlainRequest,
  actor: string,
): RequestStep => ({
  kind: 'request',
  operation,
  actor,
  parameters,
  query,
  body,
  intent: 'plain',
})
