import type { RunningMock } from '../create-mock.ts'
import { controlClient } from './control-client.ts'
import { type Steering, steer } from './steering.ts'

/** What a test wants its world to come from: a seed or a scenario; the mock's own start when it says nothing. */
export type From = { readonly seed: string } | { readonly scenario: string } | undefined

/** The world of one test. */
export interface TestSandbox extends Steering {
  readonly name: string
  /** It is gone, with its journal. */
  drop(): void
}

let made = 0

/** A world nobody has touched, called after the test so that the console tells whose it is. */
export async function freshSandbox(mock: RunningMock, test: string, from: From): Promise<TestSandbox> {
  made += 1
  const name = `${slug(test)}-${made}`
  if (from && 'scenario' in from)
    await controlClient(mock.fetch)('POST', `/scenarios/${encodeURIComponent(from.scenario)}/load`, { sandbox: name })
  const handle = mock.sandbox(name, from && 'seed' in from ? from : undefined)
  const { url, callers, drop } = handle
  const steering = steer(mock.contract, { url, callers, fetch: mock.fetch, inWorld: handle.fetch })
  return { name, ...steering, drop }
}

const slug = (test: string): string =>
  test
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50) || 'test'
