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

/** Longer than any scenario takes. One may repeat a step a billion times, and nobody else can stop it. */
const MOST_SECONDS = 60

/** Plays a scenario where nobody sees it, in a world as it wants one. Whoever takes the sandbox gives it a name. */
export async function playScenario(
  { sandboxes, realNow, closing }: Mock,
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
  const endMs = performance.now() + MOST_SECONDS * 1000
  const isLate = () => performance.now() > endMs
  const stopped = () => closing.aborted || isLate()
  try {
    const result = await replay(scenario, sandboxTarget(sandbox, stopped), { upTo })
    if (result.outcome === 'passed') return sandbox
    return refused(409, isLate() ? `the scenario takes longer than ${MOST_SECONDS} seconds` : whyNot(result))
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
