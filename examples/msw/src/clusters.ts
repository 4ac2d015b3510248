import createClient from 'openapi-fetch'
import type { paths } from 'understudy-api'

/** The URL of the API for this front end. Nothing needs to be there. */
export const API = 'https://ops.acme.example/internal'

export function clustersOf(headers: Readonly<Record<string, string>>) {
  // Looked up for every call: MSW puts its own in place of fetch when it starts.
  const api = createClient<paths>({ baseUrl: API, headers, fetch: (request) => fetch(request) })
  return {
    async names(): Promise<string[]> {
      const { data } = await api.GET('/api/v1/clusters')
      return data?.clusters.map(({ name }) => name) ?? []
    },
    async nodes(name: string): Promise<string[]> {
      const { data } = await api.GET('/api/v1/clusters/{name}/nodes', { params: { path: { name } } })
      return data?.nodes.map((node) => node.name) ?? []
    },
  }
}
