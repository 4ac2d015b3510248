import type { Scenario } from '../scenario.ts'
import type { ReplayTarget } from './replay-target.ts'
import { setsClock } from './why-not.ts'

export type ClockPut = { readonly putBack: () => Promise<void> } | { readonly refused: string }

/** Sets the clock a scenario depends on, on a mock or target that goes on living afterwards. */
export async function putClock(scenario: Scenario, { kind, driver }: ReplayTarget): Promise<ClockPut> {
  const nothing = { putBack: async () => {} }
  const { clock } = scenario.notes
  if (kind === 'fresh' || clock === undefined || !setsClock(scenario)) return nothing
  try {
    const before = driver.can('getClock') ? await driver.cause('getClock', {}) : undefined
    await driver.cause('setClock', { mode: 'set', now: clock })
    const wasReal = (before as { mode?: unknown } | undefined)?.mode === 'real'
    return wasReal ? { putBack: async () => void (await driver.cause('setClock', { mode: 'real' })) } : nothing
  } catch (error) {
    return { refused: `its clock cannot be set: ${(error as Error).message}` }
  }
}
