import type { TableName } from '../../model/world/rows.ts'
import type { Answered } from '../shadow/answered.ts'
import { memoryOf, type Remembering, withMemory } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { type Call, hasEffect } from './call.ts'

/** Entities whose identifiers are unique only below a parent, and that no list shows once they were deleted. */
const ENTITIES: ReadonlySet<string> = new Set<TableName>([
  'RegistrationToken',
  'RegistryOidcRule',
  'RegistryUpstreamCredential',
])

/** Those that were deleted, by their organization, parents and identifier. */
const deleted: Remembering<ReadonlySet<string>> = { start: new Set() }

/** Whether something in a list below a parent was deleted there. */
export function wasDeletedHere({ shadow, request, org }: Answered, entity: string, id: string): boolean {
  return memoryOf(shadow, deleted).has(keyOf(entity, org, [...Object.values(request.parameters), id]))
}

/** The shadow with what a call deleted, or made again. */
export function withDeleted(shadow: Shadow, call: Call, org: string, ids: readonly string[]): Shadow {
  const { entity = '', does } = call.operation
  if (!ENTITIES.has(entity) || !hasEffect(call)) return shadow
  const path = Object.values(call.parameters)
  const known = new Set(memoryOf(shadow, deleted))
  if (does === 'delete') known.add(keyOf(entity, org, path))
  else for (const one of [path, ...ids.map((id) => [...path, id])]) known.delete(keyOf(entity, org, one))
  return withMemory(shadow, deleted, known)
}

const keyOf = (entity: string, org: string, path: readonly string[]): string => JSON.stringify([entity, org, ...path])
