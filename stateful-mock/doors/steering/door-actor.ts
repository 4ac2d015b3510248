import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import type { MockCaller } from '../../actors/mock-callers.ts'

/** Somebody to call the API as. openapi-fetch and its like take it as their options. */
export interface Actor extends MockCaller {
  /** The base URL of the API. */
  readonly baseUrl: string
  /** Calls as this actor; a path is enough. Headers of the call's own come first. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

export interface Reached {
  readonly url: string
  readonly callers: readonly MockCaller[]
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

export function actorNamed({ url, callers, fetch }: Reached, name: string): Actor {
  const caller = callers.find((one) => one.name === name)
  if (!caller) {
    const names = callers.map((one) => one.name)
    throw new RangeError(`there is no actor named ${name}${didYouMean(name, names)}; there are ${names.join(', ')}`)
  }
  return {
    ...caller,
    baseUrl: url,
    fetch: (input, init) => fetch(signed(new Request(absolute(input, url), init), caller)),
  }
}

const absolute = (input: string | URL | Request, url: string) =>
  typeof input === 'string' && input.startsWith('/') ? url + input : input

function signed(request: Request, { headers }: MockCaller): Request {
  for (const [name, value] of Object.entries(headers)) if (!request.headers.has(name)) request.headers.set(name, value)
  return request
}
