import { setTimeout } from 'node:timers/promises'
import { test as base, expect as baseExpect, type TestInfo, type TestType } from '@playwright/test'
import type { MockOptions, RunningMock } from '../create-mock.ts'
import { failureReport } from './failure-report.ts'
import { MATCHERS } from './matchers/matchers.ts'
import type { ExpectWithSandbox } from './matchers/sandbox-matchers.ts'
import { showWorldTime } from './page-clock.ts'
import { routeApiInto } from './route-api.ts'
import { type From, freshSandbox, type TestSandbox } from './sandbox/fresh-sandbox.ts'
import { startTestMock } from './sandbox/test-mock.ts'
import type { Clock } from './steering/clock-control.ts'
import type { Events } from './steering/event-control.ts'
import type { Faults } from './steering/fault-control.ts'
import type { Steering } from './steering/steering.ts'

export type { Actor } from './steering/door-actor.ts'
export type { Clock, Events, Faults, From, MockOptions, RunningMock, TestSandbox }

/** Set in `use` of the configuration, or with `test.use`. */
export interface Options {
  /** The origin of the world: a seed or a scenario; by default the mock's own start. */
  from: From
  /** The actor for requests of the page without a credential. */
  pageActor: string | undefined
  /** The clock of the pages: real time, or that of the sandbox, also when it is moved. */
  pageClock: 'real' | 'world'
}

export interface WorkerOptions {
  mockOptions: MockOptions
}

/** The fixtures that a test can ask for by name. */
export interface Fixtures {
  /** A world of the test's own. Whatever its pages ask of `/api/v1`, under any host, is answered there. */
  sandbox: TestSandbox
  actor: Steering['actor']
  clock: Clock
  events: Events
  faults: Faults
}

export interface WorkerFixtures {
  /** One for all tests of a worker. */
  mock: RunningMock
}

type Base<T> = T extends TestType<infer Args, infer WorkerArgs> ? { args: Args; workerArgs: WorkerArgs } : never
type Given = Base<typeof base>

export const test: TestType<Given['args'] & Options & Fixtures, Given['workerArgs'] & WorkerOptions & WorkerFixtures> =
  base.extend<Options & Fixtures, WorkerOptions & WorkerFixtures>({
    mockOptions: [{}, { option: true, scope: 'worker' }],
    mock: [
      async ({ mockOptions }, use) => {
        const mock = await startTestMock(mockOptions)
        await use(mock)
        await mock.close()
      },
      { scope: 'worker' },
    ],
    from: [undefined, { option: true }],
    pageActor: [undefined, { option: true }],
    pageClock: ['real', { option: true }],
    sandbox: async ({ mock, from }, use, testInfo) => {
      const sandbox = await freshSandbox(mock, testInfo.title, from)
      await use(sandbox)
      if (testInfo.status !== testInfo.expectedStatus) await attach(testInfo, sandbox)
      sandbox.drop()
    },
    // The sandbox comes first, so that it outlives the pages: a late request would create it again.
    context: async ({ sandbox, context, pageActor, pageClock }, use) => {
      const headers = pageActor === undefined ? {} : sandbox.actor(pageActor).headers
      await routeApiInto(context, sandbox.url, headers)
      if (pageClock === 'world') await showWorldTime(context, sandbox.clock)
      await use(context)
      // What a page has just asked for would otherwise reach the mock after the sandbox is gone.
      await Promise.race([context.unrouteAll({ behavior: 'wait' }), setTimeout(LONGEST_WAIT_MS)])
    },
    actor: async ({ sandbox }, use) => use(sandbox.actor),
    clock: async ({ sandbox }, use) => use(sandbox.clock),
    events: async ({ sandbox }, use) => use(sandbox.events),
    faults: async ({ sandbox }, use) => use(sandbox.faults),
  })

/** A response that an armed fault withholds is not waited for longer than this. */
const LONGEST_WAIT_MS = 1_000

/** Attaches the sandbox's requests and changes to a failed test: a summary, and everything. */
async function attach(testInfo: TestInfo, sandbox: TestSandbox): Promise<void> {
  const json = async (name: string, value: unknown) =>
    testInfo.attach(name, { contentType: 'application/json', body: JSON.stringify(value, null, 2) })
  await testInfo.attach('sandbox.txt', { contentType: 'text/plain', body: await failureReport(sandbox) })
  await json('requests.json', await sandbox.requests())
  await json('world.json', await sandbox.world())
}

// The runner's types do not show generic matchers, so the type is ours.
const extended: unknown = baseExpect.extend(MATCHERS)

/** Playwright's own `expect`, with what can be expected of a sandbox. */
export const expect = extended as ExpectWithSandbox<typeof baseExpect>
