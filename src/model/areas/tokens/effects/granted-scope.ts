import type { Caller } from '../../../identity/identity.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import { credentialOf } from '../queries/credential-of.ts'
import type { ScopeEntry } from '../state/index.ts'
import { narrowed, scopeShown } from '../statements/index.ts'

type Context = EffectContext<'createToken'>
interface Asked {
  readonly role: string
  readonly resourceIds?: readonly string[] | undefined
}

/** The scope of a token, as it is shown and as it works. */
export interface GrantedScope {
  readonly shown: readonly ScopeEntry[]
  readonly works: Caller['scope']
}

export function grantedScope(context: Context): GrantedScope {
  const asked = scopeInForce(context)
  if (!asked) return { shown: [], works: undefined }
  const entries = oncePerRole(context, asked)
  const shown = entries.map((entry) => shownEntry(context, entry))
  context.cite(narrowed)
  return { shown, works: entries.filter((entry) => reachesAnything(context, entry)).map(plain) }
}

/** Undefined for a token that is not narrowed at all. */
function scopeInForce(context: Context): readonly Asked[] | undefined {
  const { scope } = context.body
  if (scope && scope.length > 0) return scope
  if (scope && context.gap('tokens.empty-scope') === 'nothing') return []
  // Without a scope of its own it reaches what its owner does, whatever that is limited to.
  const own = credentialOf(context, context.credential)?.scope
  return own && context.gap('tokens.mint-with-token') === 'within-own-scope' ? own : undefined
}

function oncePerRole(context: Context, asked: readonly Asked[]): readonly Asked[] {
  const byRole = Map.groupBy(asked, ({ role }) => role)
  if (byRole.size === asked.length || context.gap('tokens.repeated-role') === 'keep') return asked
  return [...byRole].map(([role, entries]) => ({ role, resourceIds: union(entries) }))
}

/** All resources, if one of the entries has all. */
function union(entries: readonly Asked[]): readonly string[] {
  if (entries.some(({ resourceIds = [] }) => resourceIds.length === 0)) return []
  return [...new Set(entries.flatMap(({ resourceIds = [] }) => resourceIds))]
}

function shownEntry(context: Context, entry: Asked): ScopeEntry {
  const role = context.get('IamRole', context.caller.org, entry.role)
  context.cite(scopeShown)
  const ids = role?.scopable === false ? [] : (entry.resourceIds ?? [])
  return { role: entry.role, roleName: role?.name ?? entry.role, resourceIds: [...ids] }
}

const plain = ({ role, resourceIds = [] }: Asked) => ({ role, resourceIds: [...resourceIds] })

function reachesAnything(context: Context, { resourceIds }: Asked): boolean {
  return resourceIds?.length !== 0 || context.gap('tokens.resource-ids-empty') !== 'none'
}
