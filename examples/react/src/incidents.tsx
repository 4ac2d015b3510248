import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import createClient, { type ClientOptions } from 'openapi-fetch'
import type { paths } from 'understudy-api'

/** Typed by the contract: paths, parameters, bodies and responses. */
export const apiClient = (options: ClientOptions) => createClient<paths>(options)

export type Api = ReturnType<typeof apiClient>

const KEY = ['incidents', 'open']

/** The open incidents; each can be acknowledged. */
export function Incidents({ api }: { api: Api }) {
  const incidents = useQuery({ queryKey: KEY, queryFn: () => openIncidents(api) })
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: (id: string) => api.POST('/api/v1/oncall/incidents/{id}/acknowledge', { params: { path: { id } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  })
  if (incidents.isPending) return <p>Loading</p>
  if (incidents.isError) return <p role="alert">{incidents.error.message}</p>
  if (incidents.data.length === 0) return <p>All is well</p>
  return (
    <ul>
      {incidents.data.map(({ id, title, firingAlerts }) => (
        <li key={id}>
          {title} ({firingAlerts} alerts){' '}
          <button type="button" onClick={() => acknowledge.mutate(id)}>
            Acknowledge {title}
          </button>
        </li>
      ))}
    </ul>
  )
}

async function openIncidents(api: Api) {
  const { data, error } = await api.GET('/api/v1/oncall/incidents', { params: { query: { status: 'open' } } })
  if (error) throw new Error(error.error)
  return data.incidents
}
