import type { operations } from '../../../src/contract/generated/control.ts'
import type { DefaultedFields } from '../../../src/contract/generated/control-defaults.ts'

type ControlOperation = keyof operations

type Body<Id extends ControlOperation> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Sent } }
}
  ? Sent
  : never

/** What is sent to an operation of the control interface: what has a default may be left out. */
export type ControlBody<Id extends ControlOperation> = Id extends keyof DefaultedFields
  ? Omit<Body<Id>, DefaultedFields[Id]> & Partial<Pick<Body<Id>, DefaultedFields[Id] & keyof Body<Id>>>
  : Body<Id>
