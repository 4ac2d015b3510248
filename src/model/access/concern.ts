import type { Schema } from '../../contract/openapi.ts'
import type { RefusalContext } from '../request/contexts.ts'
import type { Scope } from './reach.ts'
import { isScopable } from './scopable.ts'

/** The resources in a request that a token's scope can be narrowed to. */
export interface Concern {
  /** The thing in the path, or what it hangs on: to reach one of them is enough. */
  readonly named: readonly string[]
  /** References in the body; all of them must be accessible. */
  readonly asked: readonly string[]
}

/** The field by which a thing hangs on another, on the way to one that a token can be narrowed to. */
const HANGS_ON: Readonly<Record<string, { readonly field: string; readonly entity: string }>> = {
  EmailRoute: { field: 'domainId', entity: 'EmailDomain' },
  EmailMessage: { field: 'domainId', entity: 'EmailDomain' },
  EmailDelivery: { field: 'messageId', entity: 'EmailMessage' },
  UptimeMonitor: { field: 'serviceId', entity: 'UptimeService' },
  OncallIncident: { field: 'serviceId', entity: 'OncallService' },
  OncallAlertSource: { field: 'serviceId', entity: 'OncallService' },
}

/** The same for things that hang on several others: all of them must be accessible. */
const HANGS_ON_ALL: typeof HANGS_ON = {
  EmailSendKey: { field: 'domainIds', entity: 'EmailDomain' },
}

export function concernOf(context: RefusalContext, limit: Scope): Concern {
  const named: string[] = []
  const asked = context.bodyValues.flatMap(({ schema, value }) =>
    typeof value === 'string' && references(context, limit, schema) ? [value] : [],
  )
  for (const { name, names, in: place } of context.operation.parameters) {
    if (place !== 'path' || names === undefined) continue
    const id = context.parameters[name] ?? ''
    follow(context, limit, { entity: names, id }, named)
    asked.push(...allBehind(context, names, id))
  }
  return { named, asked }
}

function allBehind(context: RefusalContext, entity: string, id: string): readonly string[] {
  const next = HANGS_ON_ALL[entity]
  const row = next && context.isTable(entity) ? context.get(entity, context.caller.org, id) : undefined
  const others: unknown = row && next && Reflect.get(row, next.field)
  return Array.isArray(others) ? others : []
}

function references(context: RefusalContext, limit: Scope, schema: Schema | undefined): boolean {
  const reference = schema?.['x-understudy']?.reference ?? []
  return [reference].flat().some((entity) => isLimitable(context, limit, entity))
}

const isLimitable = (context: RefusalContext, limit: Scope, entity: string): boolean =>
  isScopable(context, entity) || isNamedIn(context, limit, entity)

/** True if a scope names things of a kind: it can be narrowed to them, then. */
function isNamedIn(context: RefusalContext, limit: Scope, entity: string): boolean {
  const { org } = context.caller
  if (!context.isTable(entity)) return false
  return limit.some(({ resourceIds }) => resourceIds.some((id) => context.get(entity, org, id) !== undefined))
}

interface Thing {
  readonly entity: string
  readonly id: string
}

/** Notes a thing, and what it hangs on, as far as a token can be narrowed to it. */
function follow(context: RefusalContext, limit: Scope, { entity, id }: Thing, found: string[]): void {
  if (isLimitable(context, limit, entity)) found.push(id)
  const next = HANGS_ON[entity]
  const row = next && context.isTable(entity) ? context.get(entity, context.caller.org, id) : undefined
  const other: unknown = row && next && Reflect.get(row, next.field)
  if (next && typeof other === 'string') follow(context, limit, { entity: next.entity, id: other }, found)
}

/** True if a scope entry narrowed to resources covers a request: actions on those resources, and reads in general. */
export function covers(resourceIds: readonly string[], { named, asked }: Concern, reads: boolean): boolean {
  if (resourceIds.length === 0) return true
  if (named.length === 0 && asked.length === 0) return reads
  const reached = (id: string) => resourceIds.includes(id)
  return (named.length === 0 || named.some(reached)) && asked.every(reached)
}
