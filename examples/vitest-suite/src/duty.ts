import createClient, { type ClientOptions } from 'openapi-fetch'
import type { paths } from 'understudy-api'

/** The text of a status bar for the organization, typed by the contract through openapi-fetch. */
export async function duty(options: ClientOptions): Promise<string> {
  const api = createClient<paths>(options)
  const { data, response } = await api.GET('/api/v1/oncall/incidents', { params: { query: { status: 'open' } } })
  if (!data) return response.status >= 500 ? 'The API has a problem' : 'You may not see this'
  const alerts = data.incidents.reduce((sum, { firingAlerts }) => sum + firingAlerts, 0)
  return `${data.incidents.length} open, ${alerts} alerts firing`
}

/** Whether an incident has not been acknowledged for this many minutes. */
export async function isNeglected(
  options: ClientOptions,
  title: string,
  now: string,
  minutes: number,
): Promise<boolean> {
  const api = createClient<paths>(options)
  const { data } = await api.GET('/api/v1/oncall/incidents', { params: { query: { status: 'open' } } })
  const incident = data?.incidents.find((one) => one.title === title)
  return incident !== undefined && Date.parse(now) - Date.parse(incident.openedAt) > minutes * 60_000
}
