import { resourceFor } from '../contract/resources.ts'
import { isRecord } from '../contract/schema-values.ts'
import { actors } from '../world/actors.ts'
import { read } from '../world/rehearse.ts'
import { useLoaded } from '../world/use-loaded.ts'

interface Suggestion {
  readonly value: string
  readonly label: string
}

/** Values that a field may name, from the world itself. */
export function Suggestions({ id, entity }: { id: string; entity: string }) {
  const known = useLoaded(`suggest ${entity}`, () => suggestionsFor(entity))
  return (
    <datalist id={id}>
      {(known.data ?? []).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  )
}

async function suggestionsFor(entity: string): Promise<readonly Suggestion[]> {
  if (entity === 'User') return actors.value.map(({ userId, label }) => ({ value: userId, label }))
  if (entity === 'OncallService') return services()
  const resource = resourceFor(entity)
  if (!resource?.listed || resource.parents.length > 0) return []
  const { key, idField = 'id' } = resource.listed
  const body: unknown = await read(resource.shown.id as 'listClusters')
  const rows = isRecord(body) && Array.isArray(body[key]) ? body[key] : []
  return rows
    .filter(isRecord)
    .map((row) => ({ value: String(row[idField]), label: String(row.name ?? row.title ?? '') }))
}

/** Nothing lists on-call services, but what refers to them does. */
async function services(): Promise<readonly Suggestion[]> {
  const [{ sources }, { incidents }] = await Promise.all([read('listAlertSources'), read('listIncidents')])
  const named = new Map<string, string>(sources.map(({ serviceId, name }) => [serviceId, name]))
  for (const { serviceId, serviceName } of incidents) named.set(serviceId, serviceName)
  return [...named].map(([value, label]) => ({ value, label }))
}
