import type { Operation } from '../../../src/contract/operations.ts'
import type { Answer, WireRequest } from '../../http/wire.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import type { Refused } from '../../world/refused.ts'

/** A control request whose parameters and body fit the control description. */
export interface ControlRequest {
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly headers: WireRequest['headers']
}

export type ControlAnswer =
  | { readonly status: 200 | 201; readonly body: unknown }
  | { readonly status: 204 }
  | { readonly status: 400 | 404 | 409 | 410; readonly error: string }
  /** Something as it comes, instead of a body that is there. */
  | { readonly status: 200; readonly stream: NonNullable<Answer['stream']>; readonly headers: Answer['headers'] }

/** Answers in a sandbox: the one the request is in, or the usual one when the operation is about the server. */
export type ControlHandler = (sandbox: Sandbox, request: ControlRequest) => ControlAnswer | Promise<ControlAnswer>

export const done = (body: unknown): ControlAnswer => ({ status: 200, body })
export const created = (body: unknown): ControlAnswer => ({ status: 201, body })
/** The last of a list, as many as a query asks for; all of it when it asks for no number. */
export const latest = <T>(rows: readonly T[], limit: unknown): readonly T[] =>
  typeof limit === 'number' ? rows.slice(-limit) : rows

export const not = ({ refused, error }: Refused): ControlAnswer => ({ status: refused, error })
