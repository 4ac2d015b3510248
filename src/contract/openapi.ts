import type { Json } from './json.ts'

/** The part of OpenAPI 3.1 that the description uses. */
export interface OpenApi {
  readonly openapi: string
  readonly info: Readonly<Record<string, Json>>
  readonly servers?: readonly { readonly url: string; readonly description?: string }[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: Components
  /** Lines that the document as a whole covers. */
  readonly 'x-understudy'?: { readonly checklist: readonly string[] }
}

export type Components = Readonly<Record<string, Readonly<Record<string, Json>>>>

export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const
export type LowerMethod = (typeof METHODS)[number]
export type Method = Uppercase<LowerMethod>

export type PathItem = Readonly<Partial<Record<LowerMethod, OperationObject>>> & {
  readonly parameters?: readonly ParameterObject[]
}

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly 'x-understudy': OperationAnnotation
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly 'x-understudy'?: ParameterAnnotation
}

export interface ParameterAnnotation {
  /** The entity this parameter picks one of. */
  readonly names?: string
  /** The stated status where there is no such thing; open when absent. */
  readonly unknown?: 404
  readonly open?: string
}

export interface ResponseObject {
  readonly description: string
  readonly content?: Content
  readonly links?: Readonly<Record<string, LinkObject>>
  readonly 'x-understudy'?: PartAnnotation
}

export interface LinkObject {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
}

export type Content = Readonly<Record<string, MediaObject>>

export interface MediaObject {
  readonly schema?: Schema
  readonly example?: Json
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>
}

export interface Schema {
  readonly $schema?: string
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly default?: Json
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly 'x-understudy'?: FieldAnnotation
}

export interface FieldAnnotation {
  readonly identifier?: string
  readonly within?: string
  readonly reference?: string | readonly string[]
  readonly secret?: 'once' | 'never' | 'unstated'
  readonly timestamp?: true
  readonly state?: true
  readonly computed?: true
  readonly volatile?: true
  readonly open?: string
  readonly implied?: true
  readonly omissible?: true
  readonly set?: true
  readonly 'newest-first'?: string
  readonly cap?: number
  readonly key?: string
}

export type Does = 'list' | 'read' | 'create' | 'update' | 'delete' | 'act'
export type Cost = 'free' | 'slow' | 'money' | 'pages-people' | 'permanent'
export type Assumed = 'binding' | 'status' | 'credential'

export interface OperationAnnotation {
  readonly does: Does
  readonly entity?: string
  readonly where?: string
  readonly checklist?: readonly string[]
  readonly readOnly?: string
  readonly cost?: Exclude<Cost, 'free'>
  readonly assumed?: readonly Assumed[]
}

export interface PartAnnotation {
  readonly assumed?: readonly Assumed[]
  readonly open?: string
  readonly checklist?: readonly string[]
}
