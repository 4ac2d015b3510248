import type { Operation } from './bindings.ts'
import type { Choice } from './choices.ts'
import type { Json, Reader } from './reader.ts'
import type { Permission, Reach } from './roles.ts'
import type { Membership, Organization, World } from './world.ts'

/** The input of a handler: the caller, the request, and the world. */
export interface Context {
  readonly world: World
  readonly choice: Choice
  readonly fault: (name: string) => boolean
  readonly now: number
  readonly caller: Membership
  readonly org: Organization
  /** The extent of the operation's own permission. */
  readonly reach: Reach
  /** The extent of another permission. */
  readonly reachOf: (permission: Permission) => Reach
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Json
  readonly read: Reader
}

export type Handler = (ctx: Context) => unknown
export type Handlers = Partial<Record<Operation, Handler>>

/** An answer that is not JSON: a raw message. */
export class RawMessage {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A path parameter; the router has filled it. */
export function param(ctx: Context, name: string): string {
  return ctx.params[name] ?? ''
}
