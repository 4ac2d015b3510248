import type { GapId } from '../../src/contract/generated/gaps.ts'
import type { Json } from '../../src/contract/json.ts'
import { SEEDS } from '../../src/model/seeds/seeds.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import type { ScenarioResult } from '../../src/scenario/replay/result.ts'
import { describeFailure } from '../../src/scenario/reports/terminal.ts'
import { type Scenario, USUAL_INSTANT } from '../../src/scenario/scenario.ts'
import type { Mock, Sandbox } from '../sandboxes/mock.ts'
import type { ClockSetting } from '../time/clock.ts'
import { parseInstant } from '../time/instant.ts'
import { isRefused, type Refused, refused } from '../world/refused.ts'
import type { CameFrom } from '../world/world-start.ts'
import { sandboxTarget } from './sandbox-target.ts'

/** Plays a scenario where nobody sees it, in a world as it wants one. Whoever takes the sandbox gives it a name. */
export async function playScenario(
  { sandboxes, realNow }: Mock,
  scenario: Scenario,
  upTo: string | undefined,
): Promise<Sandbox | Refused> {
  const { seed = SEEDS[0].name, clock, gaps = {} } = scenario.notes
  const settings = {
    clock: settingOf(clock, realNow()),
    gaps: new Map(Object.entries(gaps)) as ReadonlyMap<GapId, Json>,
  }
  const start = sandboxes.startFrom({ seed }, settings)
  if (isRefused(start)) return start
  const sandbox = sandboxes.createUnnamed(start)
  try {
    const result = await replay(scenario, sandboxTarget(sandbox), { upTo })
    return result.outcome === 'passed' ? sandbox : refused(409, whyNot(result))
  } finally {
    await sandbox.scheduler.close()
  }
}

/** The same, with the sandbox put where it can be found. */
export async function playScenarioInto(
  mock: Mock,
  scenario: Scenario,
  place: { readonly name: string; readonly upTo: string | undefined },
): Promise<Sandbox | Refused> {
  const played = await playScenario(mock, scenario, place.upTo)
  if (isRefused(played)) return played
  const from: CameFrom = { scenario: scenario.name }
  return mock.sandboxes.adopt(place.name, played, from)
}

function settingOf(clock: string | undefined, realMs: number): ClockSetting {
  if (clock === 'real') return { mode: 'real' }
  if (clock === 'frozen') return { mode: 'frozen', atMs: realMs }
  return { mode: 'set', atMs: parseInstant(clock ?? USUAL_INSTANT) ?? realMs }
}

function whyNot(result: ScenarioResult): string {
  if (result.outcome === 'skipped') return `the scenario cannot be played: ${result.reason}`
  return `the scenario failed at ${describeFailure(result)}`
}
