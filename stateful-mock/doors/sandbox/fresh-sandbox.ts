import type { Contract } from '../../../src/contract/contract.ts'
import type { RunningMock, SandboxHandle } from '../../create-mock.ts'
import { controlClient } from '../steering/control-client.ts'
import { type Steering, steer } from '../steering/steering.ts'

/** The origin of a test's world: a seed or a scenario; by default the mock's own start. */
export type From = { readonly seed: string } | { readonly scenario: string } | undefined

/** The world of one test. */
export interface TestSandbox extends Steering {
  readonly name: string
  /** A second sandbox that starts as this one is now and goes its own way. It is dropped together with this one. */
  fork(name?: string): Promise<TestSandbox>
  /** Exports the whole world, in the form that `understudy serve --seed FILE` and `createMock` start from. */
  world(): Promise<unknown>
  /** Removes it, with its journal. */
  drop(): void
}

let made = 0
/** Leaves room for a number in the name of a sandbox. */
const LONGEST = 45

/** A fresh world, named after the test so that it can be found in the console. */
export async function freshSandbox(mock: RunningMock, test: string, from: From): Promise<TestSandbox> {
  made += 1
  const name = `${slug(test)}-${made}`
  if (from && 'scenario' in from)
    await controlClient(mock.fetch)('POST', `/scenarios/${encodeURIComponent(from.scenario)}/load`, { sandbox: name })
  return sandboxOf(mock, mock.sandbox(name, from && 'seed' in from ? from : undefined))
}

interface Server {
  readonly contract: Contract
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

function sandboxOf(mock: Server, handle: SandboxHandle): TestSandbox {
  const { name, url, callers } = handle
  const forks: TestSandbox[] = []
  return {
    name,
    ...steer(mock.contract, { url, callers, fetch: mock.fetch, inWorld: handle.fetch }),
    fork: async (forkName = `${name.slice(0, LONGEST)}-fork-${++made}`) => {
      const fork = sandboxOf(mock, handle.fork(forkName))
      forks.push(fork)
      return fork
    },
    world: () => controlClient(handle.fetch)('GET', '/world'),
    drop() {
      for (const fork of forks) fork.drop()
      handle.drop()
    },
  }
}

const slug = (test: string): string =>
  test
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, LONGEST) || 'test'
