import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Described, Schema } from '../contract/contract.ts'
import { propertiesOf, resourceFor } from '../contract/resources.ts'
import type { Known } from '../contract/schema-values.ts'
import { suggestionsFor } from './suggestions-for.ts'

/** The initial values of a form: those known at this place, else the first thing of every kind it names. */
export function useKnownFor(operation: Described, known: Known): Known | undefined {
  const found = useSignal<Known | undefined>(undefined)
  useEffect(() => {
    void knownFor(operation, known).then((all) => {
      found.value = all
    })
  }, [operation.id])
  return found.value
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
