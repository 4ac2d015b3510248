import { callersOf, type MockCaller } from '../actors/mock-callers.ts'
import { isRefused, type Refused } from '../world/refused.ts'
import type { Origin } from '../world/world-start.ts'
import type { Sandbox, Sandboxes } from './mock.ts'

/** One world of a running mock, for tests that want one each. */
export interface SandboxHandle {
  readonly name: string
  /** The base URL for a client: the API's paths follow after it. */
  readonly url: string
  /** The actors that can call in it. */
  readonly callers: readonly MockCaller[]
  /** Answers of this sandbox without a socket; a path is enough. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Back to what it came from. */
  reset(): void
  /** A second one that goes on from here, or from where this one was after an entry of its journal. */
  fork(name: string, entry?: number): SandboxHandle
  /** Removes it, with its journal. */
  drop(): void
}

export interface HandleServer {
  readonly sandboxes: Sandboxes
  readonly url: string
  fetch(input: string, init?: RequestInit): Promise<Response>
}

/** The sandbox of that name, made if there is none yet. */
export function openSandbox(server: HandleServer, name: string, from?: Origin): SandboxHandle {
  const { sandboxes } = server
  const sandbox = sandboxes.get(name) ? sandboxes.use(name) : sandboxes.create(name, from)
  return handleOf(server, orThrow(sandbox))
}

function handleOf(server: HandleServer, { name }: Sandbox): SandboxHandle {
  const { sandboxes, url, fetch } = server
  const prefix = `/sandboxes/${name}`
  const present = () => orThrow(sandboxes.use(name))
  return {
    name,
    url: url + prefix,
    get callers() {
      return callersOf(present())
    },
    fetch: (path, init) => fetch(prefix + path, init),
    reset: () => sandboxes.restart(present()),
    fork: (forkName, entry) => handleOf(server, orThrow(sandboxes.fork(present(), forkName, entry))),
    drop: () => void sandboxes.drop(name),
  }
}

function orThrow(sandbox: Sandbox | Refused): Sandbox {
  if (isRefused(sandbox)) throw new RangeError(sandbox.error)
  return sandbox
}
