import { AREAS } from '../../../src/contract/areas.ts'
import type { Arazzo } from '../../../src/scenario/arazzo.ts'
import type { ScenarioSummary } from '../../sandboxes/scenario-store.ts'
import { sandboxView } from '../../views/sandbox-view.ts'
import { isRefused } from '../../world/refused.ts'
import { type ControlHandler, created, done, not } from './control-handler.ts'

export const listScenarios: ControlHandler = async ({ mock }, { query }) => {
  const shown = (await mock.scenarios()).list().map(described)
  return done({ scenarios: shown.filter(({ area }) => query.area === undefined || area === query.area) })
}

export const getScenario: ControlHandler = async ({ mock }, { parameters: { scenario: name = '' } }) => {
  const scenario = (await mock.scenarios()).get(name)
  if (isRefused(scenario)) return not(scenario)
  const { document, steps } = scenario
  return done({ ...described({ ...scenario, steps: steps.length }), document })
}

export const saveScenario: ControlHandler = async ({ mock }, { body }) => {
  const { name, document, replace = false } = body as { name: string; document: Arazzo; replace?: boolean }
  const saved = (await mock.scenarios()).save(name, document, replace)
  return isRefused(saved) ? not(saved) : created(described({ ...saved, steps: saved.steps.length }))
}

export const loadScenario: ControlHandler = async (here, { parameters: { scenario: name = '' }, body = {} }) => {
  const { sandbox = here.name, upToStep } = body as { sandbox?: string; upToStep?: string }
  const scenario = (await here.mock.scenarios()).get(name)
  if (isRefused(scenario)) return not(scenario)
  const upTo = upToStep ?? scenario.notes.stopAfter
  if (upTo !== undefined && !scenario.steps.some(({ stepId }) => stepId === upTo))
    return { status: 404, error: `the scenario ${name} has no step ${upTo}` }
  const { playScenarioInto } = await import('../../scenarios/play-scenario.ts')
  const loaded = await playScenarioInto(here.mock, scenario, { name: sandbox, upTo })
  return isRefused(loaded) ? not(loaded) : done(sandboxView(loaded))
}

export const saveJournalAsScenario: ControlHandler = async (sandbox, { body }) => {
  const { replace = false, ...part } = body as { name: string; summary?: string; replace?: boolean }
  const { journalScenario } = await import('../../scenarios/journal-scenario.ts')
  const written = await journalScenario(sandbox, part)
  if (isRefused(written)) return not(written)
  const { document, dependsOn } = written
  const saved = (await sandbox.mock.scenarios()).save(part.name, document, replace)
  return isRefused(saved) ? not(saved) : created({ ...described({ ...saved, steps: saved.steps.length }), dependsOn })
}

function described({ name, folder, title, steps }: ScenarioSummary) {
  const area = AREAS.find((one) => one === folder)
  return { name, ...(area && { area }), summary: title, steps }
}
