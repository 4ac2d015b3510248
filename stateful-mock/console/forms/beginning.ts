import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Described, Schema } from '../contract/contract.ts'
import { propertiesOf, resourceFor } from '../contract/resources.ts'
import type { Known } from '../contract/schema-values.ts'
import { loadThings, type Thing } from '../world/things.ts'
import { suggestionsFor } from './suggestions-for.ts'

/** What a form starts from. */
export interface Beginning {
  /** Those known at this place, else the first thing of every kind that the form names. */
  readonly known: Known
  /** The things beside which a new one is made. */
  readonly others: readonly Thing[]
}

export function useBeginning(operation: Described, known: Known): Beginning | undefined {
  const found = useSignal<Beginning | undefined>(undefined)
  useEffect(() => {
    void beginningFor(operation, known).then((beginning) => {
      found.value = beginning
    })
  }, [operation.id])
  return found.value
}

async function beginningFor(operation: Described, known: Known): Promise<Beginning> {
  const all = await knownFor(operation, known)
  return { known: all, others: operation.does === 'create' ? await othersOf(operation.entity ?? '', all) : [] }
}

async function othersOf(entity: string, known: Known): Promise<readonly Thing[]> {
  const resource = resourceFor(entity)
  const parents = (resource?.parents ?? []).flatMap((parent) => known[parent.entity] ?? [])
  if (!resource?.listed || parents.length < resource.parents.length) return []
  return loadThings(resource, parents).catch(() => [])
}

async function knownFor(operation: Described, known: Known): Promise<Known> {
  let all = known
  for (const entity of entitiesNamedBy(operation)) all = await withFirst(entity, all)
  return all
}

function entitiesNamedBy({ parameters, body }: Described): ReadonlySet<string> {
  const inPath = parameters.flatMap(({ names, required }) => (required && names !== undefined ? [names] : []))
  return new Set([...inPath, ...referencesIn(body?.schema ?? {})])
}

/** Deep in a body as well. */
function referencesIn(schema: Schema): readonly string[] {
  const own = [schema['x-understudy']?.reference ?? []].flat()
  const inside = [...Object.values(propertiesOf(schema)), ...(schema.items ? [schema.items] : [])]
  return [...own, ...inside.flatMap(referencesIn)]
}

/** A thing inside another needs that one first. */
async function withFirst(entity: string, known: Known): Promise<Known> {
  if (known[entity] !== undefined) return known
  let all = known
  for (const parent of resourceFor(entity)?.parents ?? []) all = await withFirst(parent.entity, all)
  const [first] = await suggestionsFor(entity, all).catch(() => [])
  return first ? { ...all, [entity]: first.value } : all
}
