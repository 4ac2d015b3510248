import { test as base, expect as baseExpect, type TestAPI } from 'vitest'
import type { MockOptions, RunningMock } from '../create-mock.ts'
import { failureReport } from './failure-report.ts'
import { MATCHERS } from './matchers/matchers.ts'
import type { ExpectWithSandbox } from './matchers/sandbox-matchers.ts'
import { type From, freshSandbox, type TestSandbox } from './sandbox/fresh-sandbox.ts'
import { startTestMock } from './sandbox/test-mock.ts'
import type { Clock } from './steering/clock-control.ts'
import type { Events } from './steering/event-control.ts'
import type { Faults } from './steering/fault-control.ts'
import type { Steering } from './steering/steering.ts'

export type { Actor } from './steering/door-actor.ts'
export type { Clock, Events, Faults, From, MockOptions, RunningMock, TestSandbox }

/** The fixtures that a test can ask for by name. */
export interface Fixtures {
  /** One for all tests of a worker. */
  mock: RunningMock
  /** The origin of the world; `test.override` sets it for a file or a suite. */
  from: From
  /** A world of the test's own, gone after it. */
  sandbox: TestSandbox
  actor: Steering['actor']
  clock: Clock
  events: Events
  faults: Faults
}

/** A `test` whose mock is started with these options. */
export function testWith(options: MockOptions): TestAPI<Fixtures> {
  return base.extend<{ $worker: Pick<Fixtures, 'mock'>; $test: Omit<Fixtures, 'mock'> }>({
    mock: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
      async ({}, use) => {
        const mock = await startTestMock(options)
        await use(mock)
        await mock.close()
      },
      { scope: 'worker' },
    ],
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    from: async ({}, use) => use(undefined),
    sandbox: async ({ mock, from, task }, use) => {
      const sandbox = await freshSandbox(mock, task.name, from)
      await use(sandbox)
      if (task.result?.state === 'fail' && !task.fails) console.error(await failureReport(sandbox))
      sandbox.drop()
    },
    actor: async ({ sandbox }, use) => use(sandbox.actor),
    clock: async ({ sandbox }, use) => use(sandbox.clock),
    events: async ({ sandbox }, use) => use(sandbox.events),
    faults: async ({ sandbox }, use) => use(sandbox.faults),
  })
}

export const test: TestAPI<Fixtures> = testWith({})

baseExpect.extend(MATCHERS)

/** Vitest's own `expect`, with what can be expected of a sandbox. */
export const expect = baseExpect as ExpectWithSandbox<typeof baseExpect>
