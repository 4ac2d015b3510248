import type { Area } from './areas.ts'
import type { Json } from './json.ts'
import {
  type Cost,
  type Does,
  METHODS,
  type MediaObject,
  type Method,
  type OpenApi,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type Schema,
} from './openapi.ts'

export interface Operation {
  readonly id: string
  readonly area: Area
  readonly summary: string
  readonly description: string
  readonly method: Method
  /** With parameters in braces, from the base URL on. */
  readonly path: string
  readonly success: { readonly status: number /** The status is our choice. */; readonly open: boolean }
  /** Method and path are our choice, or a profile's. */
  readonly assumedBinding: boolean
  readonly does: Does
  readonly entity: string | undefined
  readonly cost: Cost
  readonly where: string
  readonly checklist: readonly string[]
  /** The line of the checklist by which nothing can be written at this path. */
  readonly readOnly: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: Body | undefined
  /** By status as written: `200`, `404`, `4XX`. */
  readonly responses: ReadonlyMap<string, Response>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
  /** The entity that a value of this parameter names. */
  readonly names: string | undefined
  /** The stated status where there is no such thing. */
  readonly unknown: 404 | undefined
}

export interface Body {
  readonly required: boolean
  readonly schema: Schema
  readonly example: Json | undefined
}

export interface Response {
  readonly description: string
  readonly contentType: string | undefined
  readonly schema: Schema | undefined
  readonly example: Json | undefined
}

/** The profile's address for an operation. */
export interface Binding {
  readonly method?: Method
  readonly path?: string
  readonly status?: number
}

/** The operations of a dereferenced description, with a profile's bindings in place. */
export function readOperations(
  document: OpenApi,
  bindings: Readonly<Record<string, Binding>> = {},
): Map<string, Operation> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) => operationsOn(path, item, bindings))
  return new Map(operations.map((operation) => [operation.id, operation]))
}

function operationsOn(path: string, item: PathItem, bindings: Readonly<Record<string, Binding>>): Operation[] {
  return METHODS.flatMap((method) => {
    const object = item[method]
    if (!object) return []
    const parameters = [...(item.parameters ?? []), ...(object.parameters ?? [])]
    const { method: bound, ...binding } = bindings[object.operationId] ?? {}
    const place = { method: bound ?? (method.toUpperCase() as Method), path, ...binding }
    return [readOperation(place, { ...object, parameters })]
  })
}

/** A place is where the description or a profile has the operation, with the profile's success status if it has one. */
function readOperation(
  { method, path, status }: Binding & Pick<Operation, 'method' | 'path'>,
  object: OperationObject,
): Operation {
  const notes = object['x-understudy']
  const success = Object.keys(object.responses).find((status) => status.startsWith('2')) ?? '200'
  const open = notes.assumed?.includes('status') ?? false
  return {
    id: object.operationId,
    area: object.tags[0] as Area,
    summary: object.summary,
    description: object.description,
    method,
    path,
    success: { status: status ?? Number(success), open },
    assumedBinding: notes.assumed?.includes('binding') ?? false,
    does: notes.does,
    entity: notes.entity,
    cost: notes.cost ?? 'free',
    where: notes.where ?? '',
    checklist: notes.checklist ?? [],
    readOnly: notes.readOnly,
    parameters: (object.parameters ?? []).map(readParameter),
    body: readBody(object),
    responses: readResponses(object, success, status),
  }
}

function readParameter(object: ParameterObject): Parameter {
  const { name, required = false, schema } = object
  const place = object.in === 'cookie' ? 'header' : object.in
  const { names, unknown } = object['x-understudy'] ?? {}
  return { name, in: place, required, schema, names, unknown }
}

function readBody(object: OperationObject): Body | undefined {
  const media = object.requestBody?.content['application/json']
  if (!media?.schema) return undefined
  return { required: object.requestBody?.required ?? false, schema: media.schema, example: exampleOf(media) }
}

function exampleOf(media: MediaObject | undefined): Json | undefined {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value
}

/** A profile's success status takes the place of the assumed one. */
function readResponses(object: OperationObject, success: string, status: number | undefined): Map<string, Response> {
  return new Map(
    Object.entries(object.responses).map(([written, { description, content = {} }]) => {
      const [contentType, media] = Object.entries(content)[0] ?? []
      const key = written === success && status !== undefined ? String(status) : written
      return [key, { description, contentType, schema: media?.schema, example: exampleOf(media) }]
    }),
  )
}

/** The success response in an operation's description. */
export const successOf = ({ responses, success }: Pick<Operation, 'responses' | 'success'>): Response | undefined =>
  responses.get(String(success.status))

export const successSchema = (operation: Operation): Schema | undefined => successOf(operation)?.schema

/** The response an operation describes for a status: the exact one, else its class (`4XX`). */
export function responseFor(operation: Operation, status: number): Response | undefined {
  return operation.responses.get(String(status)) ?? operation.responses.get(`${Math.floor(status / 100)}XX`)
}
