import createClient from 'openapi-fetch'
import type { components, paths } from '../../../src/contract/generated/control.ts'
import { DEFAULT_SANDBOX, sandbox } from '../session/session.ts'
import { fetchFromMock } from '../session/transport.ts'

export type Schemas = components['schemas']

/** The control interface, typed by its description. */
export const control = createClient<paths>({ baseUrl: location.origin, fetch: fetchFromMock })

control.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(sandboxHeader()))
      if (!request.headers.has(name)) request.headers.set(name, value)
    return request
  },
})

export const sandboxHeader = (name = sandbox.peek()): Record<string, string> =>
  name === DEFAULT_SANDBOX ? {} : { 'X-Understudy-Sandbox': name }

/** An error, as a sentence for people. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface Answered<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** The body of an answer; throws what the server says otherwise. */
export async function got<T>(answer: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await answer.catch(() => {
    throw new Refused(0, 'The mock is not responding. Is it still running?')
  })
  if (!response.ok) throw new Refused(response.status, sentence(error) ?? `The mock answered ${response.status}.`)
  return data as T
}

export function sentence(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('error' in error)) return undefined
  return typeof error.error === 'string' ? error.error : undefined
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
