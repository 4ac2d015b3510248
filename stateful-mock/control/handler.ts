import type { Operation } from '../../src/contract/operations.ts'
import type { Mock } from '../mock.ts'

/** A control request whose parameters and body fit the control description. */
export interface ControlRequest {
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export type ControlAnswer =
  | { readonly status: 200; readonly body: unknown }
  | { readonly status: 204 }
  | { readonly status: 400 | 404 | 409; readonly error: string }

export type ControlHandler = (mock: Mock, request: ControlRequest) => ControlAnswer

export const done = (body: unknown): ControlAnswer => ({ status: 200, body })
