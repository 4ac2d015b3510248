import type { operations as ApiOperations } from '../../contract/generated/api.ts'
import type { operations as ControlOperations } from '../../contract/generated/control.ts'
import type { operations as DoorOperations } from '../../contract/generated/side-doors.ts'

type Operations = ApiOperations & DoorOperations
export type OperationId = keyof Operations & string
export type EventName = keyof ControlOperations & string

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined
type TextOf<T> = T extends { content: infer Content }
  ? 'application/json' extends keyof Content
    ? never
    : Content[keyof Content]
  : never
type BodyOf<T> = [TextOf<T>] extends [never] ? JsonOf<T> : TextOf<T>
type Success<T> = { [Status in keyof T]: Status extends 200 | 201 | 202 | 204 ? BodyOf<T[Status]> : never }[keyof T]

/** The type of the request body. An optional body that is left out counts as an empty object. */
export type RequestBody<Id extends OperationId> = Operations[Id] extends { requestBody?: infer Body }
  ? [Body] extends [undefined]
    ? undefined
    : JsonOf<NonNullable<Body>>
  : undefined
export type ResponseBody<Id extends OperationId> = Operations[Id] extends { responses: infer Responses }
  ? Success<Responses>
  : undefined
export type EventBody<Name extends EventName> = ControlOperations[Name] extends { requestBody: infer Body }
  ? JsonOf<Body>
  : undefined
export type EventAnswer<Name extends EventName> = ControlOperations[Name] extends { responses: infer Responses }
  ? Success<Responses>
  : undefined
