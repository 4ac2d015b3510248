import type { operations } from '../../../src/contract/generated/control.ts'
import type { DefaultedFields } from '../../../src/contract/generated/control-defaults.ts'

type ControlOperation = keyof operations

type Body<Id extends ControlOperation> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Sent } }
}
  ? Sent
  : never

/** The body for an operation of the control interface: fields with a default are optional. */
export type ControlBody<Id extends ControlOperation> = Id extends keyof DefaultedFields
  ? Omit<Body<Id>, DefaultedFields[Id]> & Partial<Pick<Body<Id>, DefaultedFields[Id] & keyof Body<Id>>>
  : Body<Id>
