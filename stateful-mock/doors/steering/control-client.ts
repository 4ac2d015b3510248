import { CONTROL_PREFIX } from '../../http/control-prefix.ts'

/** Asks a mock for paths of one sandbox, with a socket or without. */
export type PathFetch = (path: string, init?: RequestInit) => Promise<Response>

/** Asks the control interface for something; what cannot be is thrown, in the words of the mock. */
export type ControlClient = (method: string, path: string, body?: unknown) => Promise<unknown>

export const controlClient =
  (fetch: PathFetch): ControlClient =>
  async (method, path, body) => {
    const sent =
      body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(CONTROL_PREFIX + path, { method, ...sent })
    const answer: unknown = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw new Error((answer as { readonly error: string }).error)
    return answer
  }
