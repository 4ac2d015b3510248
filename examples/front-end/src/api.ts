import createClient from 'openapi-fetch'
import type { components, paths } from 'understudy-api'

export type Incident = components['schemas']['OncallIncident']
export type Schedule = components['schemas']['OncallSchedule']

/** The API of this origin, or of the one that `?api=` names. Paths, parameters and answers are typed by the contract. */
const baseUrl = new URLSearchParams(location.search).get('api') ?? location.origin
export const api = createClient<paths>({ baseUrl })

export interface Shown {
  readonly incidents: readonly Incident[]
  readonly schedules: readonly Schedule[]
}

/** The data of the page, or an error message. */
export async function load(): Promise<Shown | { readonly error: string }> {
  try {
    const [incidents, schedules] = await Promise.all([
      api.GET('/api/v1/oncall/incidents'),
      api.GET('/api/v1/oncall/schedules'),
    ])
    if (!incidents.data || !schedules.data) return { error: 'The API refuses to answer.' }
    return { incidents: incidents.data.incidents, schedules: schedules.data.schedules }
  } catch {
    return { error: 'The API cannot be reached.' }
  }
}

export async function acknowledge(id: string): Promise<void> {
  await api.POST('/api/v1/oncall/incidents/{id}/acknowledge', { params: { path: { id } } })
}
