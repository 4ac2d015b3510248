import { resourceFor } from '../contract/resources.ts'
import type { Known } from '../contract/schema-values.ts'
import { actors } from '../world/actors.ts'
import { read } from '../world/rehearse.ts'
import { idOf, loadThings, nameOf } from '../world/things.ts'

export interface Suggestion {
  readonly value: string
  readonly label: string
}

/** Values that a field may name, from the world itself. */
export async function suggestionsFor(entity: string, known: Known): Promise<readonly Suggestion[]> {
  if (entity === 'User') return actors.value.map(({ userId, label }) => ({ value: userId, label }))
  if (entity === 'OncallService') return services()
  const resource = resourceFor(entity)
  const parents = (resource?.parents ?? []).map((parent) => known[parent.entity])
  if (!resource?.listed || parents.includes(undefined)) return []
  const things = await loadThings(
    resource,
    parents.filter((one) => one !== undefined),
  )
  return things.map((thing) => ({ value: idOf(resource, thing), label: nameOf(thing) ?? '' }))
}

/** Nothing lists on-call services, but what refers to them does. */
async function services(): Promise<readonly Suggestion[]> {
  const [{ sources }, { incidents }] = await Promise.all([read('listAlertSources'), read('listIncidents')])
  const named = new Map<string, string>(sources.map(({ serviceId, name }) => [serviceId, name]))
  for (const { serviceId, serviceName } of incidents) named.set(serviceId, serviceName)
  return [...named].map(([value, label]) => ({ value, label }))
}
