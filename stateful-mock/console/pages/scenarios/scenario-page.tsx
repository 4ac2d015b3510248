import { control, got } from '../../client/control.ts'
import { JsonView } from '../../parts/json.tsx'
import { Shown } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { hrefTo } from '../../session/route.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { reasonOf, type ScenarioStep, stepsOf } from './arazzo.ts'
import { LoadForm } from './load-form.tsx'
import { type Player, usePlayer } from './use-player.ts'

/** One scenario: its steps, to be played into a sandbox all at once or one after the other. */
export function ScenarioPage({ name }: { name: string }) {
  const player = usePlayer(name)
  const loaded = useLoaded(`scenario ${name}`, () =>
    got(control.GET('/_understudy/scenarios/{scenario}', { params: { path: { scenario: name } } })),
  )
  return (
    <Shown of={loaded} title={name}>
      {(scenario) => {
        const steps = stepsOf(scenario.document)
        return (
          <Page
            title={scenario.summary || name}
            about={
              <>
                <a href={hrefTo(['scenarios'])}>Scenarios</a> <code>{name}</code> {reasonOf(scenario.document)}
              </>
            }
          >
            <Panel title="Load">
              <LoadForm player={player} steps={steps} />
            </Panel>
            <Panel title={steps.length === 1 ? '1 step' : `${steps.length} steps`}>
              <ol class="steps">
                {steps.map((step, index) => (
                  <StepLine key={step.id} step={step} index={index} player={player} />
                ))}
              </ol>
            </Panel>
            <details class="document">
              <summary>The Arazzo document</summary>
              <JsonView value={scenario.document} label="Arazzo document" />
            </details>
          </Page>
        )
      }}
    </Shown>
  )
}

function StepLine({ step, index, player }: { step: ScenarioStep; index: number; player: Player }) {
  return (
    <li
      class={player.reached !== undefined && index <= player.reached ? 'step played' : 'step'}
      aria-current={index === player.reached ? 'step' : undefined}
    >
      <div>
        <strong>{step.words}</strong> <code>{step.operation}</code>
        <p class="quiet">{step.expects.join('; ')}</p>
      </div>
      <button
        type="button"
        class="button small"
        disabled={player.busy}
        aria-label={`Play to here: ${step.id}`}
        onClick={() => player.playTo(step.id, index)}
      >
        Play to here
      </button>
    </li>
  )
}
