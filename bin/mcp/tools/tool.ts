import type { Json } from '../../../src/contract/json.ts'
import type { McpSession } from './session.ts'

/** A tool as the protocol lists it, with its implementation. Errors are returned to the client as one sentence. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** True if it changes nothing. */
  readonly readOnly: boolean
  /** JSON Schema of its arguments' properties. */
  readonly properties: Readonly<Record<string, { readonly [keyword: string]: Json }>>
  readonly required?: readonly string[]
  readonly run: (args: Readonly<Record<string, unknown>>, session: McpSession) => Promise<unknown> | unknown
}

export const TEXT = { type: 'string' } as const
export const SANDBOX = { type: 'string', description: 'The sandbox to use (default: the default sandbox).' } as const

/** An argument that is a text; arguments were checked against the schema before. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
