import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { JsonView } from '../parts/json.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { attempt } from '../parts/toast.tsx'
import { reasonOf, stepsOf } from '../state/arazzo.ts'
import { AREA_TITLES, AREAS } from '../state/contract.ts'
import { control, got } from '../state/control.ts'
import { follow } from '../state/live.ts'
import { changeQuery, goTo, hrefTo, route } from '../state/route.ts'
import { DEFAULT_SANDBOX } from '../state/session.ts'
import { useLoaded } from '../state/use-loaded.ts'

/** The library of saved edge cases, or one of them. */
export const ScenariosPage = ({ name }: { name: string | undefined }) =>
  name === undefined ? <Library /> : <One key={name} name={name} />

function Library() {
  const loaded = useLoaded('scenarios', async () => (await got(control.GET('/_understudy/scenarios'))).scenarios)
  const { find = '', area = '' } = route.value.query
  return (
    <Page title="Scenarios" about="Saved edge cases. Load one into a sandbox and be in the middle of it.">
      <Shown of={loaded}>
        {(scenarios) => {
          const shown = scenarios.filter(
            (one) =>
              (area === '' || one.area === area) &&
              `${one.name} ${one.summary}`.toLowerCase().includes(find.toLowerCase()),
          )
          return (
            <>
              <div class="filters">
                <label class="search">
                  <span class="unseen">Find a scenario</span>
                  <input
                    type="search"
                    placeholder="Find a scenario"
                    value={find}
                    onInput={(event) => changeQuery({ find: event.currentTarget.value })}
                  />
                </label>
                <label class="filter">
                  <span>Area</span>
                  <select value={area} onChange={(event) => changeQuery({ area: event.currentTarget.value })}>
                    <option value="">all</option>
                    {AREAS.map((one) => (
                      <option key={one} value={one}>
                        {AREA_TITLES[one]}
                      </option>
                    ))}
                  </select>
                </label>
                <span class="quiet count">
                  {shown.length} of {scenarios.length}
                </span>
              </div>
              <Table
                label="Scenarios"
                rows={shown}
                keyOf={({ name }) => name}
                most={20}
                open={({ name }) => goTo(['scenarios', name])}
                columns={[
                  {
                    title: 'What it shows',
                    width: 'minmax(12rem, 3fr)',
                    show: ({ name, summary }) => (
                      <a class="lead" href={hrefTo(['scenarios', name])} onClick={(event) => event.stopPropagation()}>
                        {summary || name}
                      </a>
                    ),
                  },
                  { title: 'Name', width: 'minmax(9rem, 2fr)', minor: true, show: ({ name }) => <code>{name}</code> },
                  {
                    title: 'Area',
                    width: '7rem',
                    minor: true,
                    show: (one) => (one.area ? AREA_TITLES[one.area] : <span class="quiet">–</span>),
                  },
                  {
                    title: 'Steps',
                    width: '4.5rem',
                    right: true,
                    show: ({ steps }) => <span class="number">{steps}</span>,
                  },
                ]}
                empty={
                  <Empty title="No scenario fits">Change the filter, or select requests and save them as one.</Empty>
                }
              />
            </>
          )
        }}
      </Shown>
    </Page>
  )
}

/** One scenario: its steps, to be played into a sandbox all at once or one after the other. */
function One({ name }: { name: string }) {
  const id = useId()
  const target = useSignal(name.slice(0, 60))
  const reached = useSignal<number | undefined>(undefined)
  const busy = useSignal(false)
  const loaded = useLoaded(`scenario ${name}`, () =>
    got(control.GET('/_understudy/scenarios/{scenario}', { params: { path: { scenario: name } } })),
  )
  const play = async (upToStep: string | undefined, index: number | undefined, enter: boolean) => {
    busy.value = true
    await attempt(
      async () => {
        const body = { sandbox: target.value, ...(upToStep !== undefined && { upToStep }) }
        await got(
          control.POST('/_understudy/scenarios/{scenario}/load', { params: { path: { scenario: name } }, body }),
        )
        reached.value = index
        follow()
        if (enter)
          goTo(['overview'], {
            sandbox: target.value === DEFAULT_SANDBOX ? undefined : target.value,
            at: undefined,
            actor: undefined,
          })
      },
      enter ? `You are in ${target.value}` : undefined,
    )
    busy.value = false
  }
  return (
    <Shown of={loaded} title={name}>
      {(scenario) => {
        const steps = stepsOf(scenario.document)
        const next = (reached.value ?? -1) + 1
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
              <form
                class="load-form"
                onSubmit={(event) => {
                  event.preventDefault()
                  void play(undefined, steps.length - 1, true)
                }}
              >
                <div class="field">
                  <label for={id}>Into the sandbox</label>
                  <input
                    id={id}
                    type="text"
                    required
                    pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
                    value={target.value}
                    onInput={(event) => {
                      target.value = event.currentTarget.value
                    }}
                  />
                  <p class="hint">It is made if it is new, and replaced if not.</p>
                </div>
                <div class="form-end">
                  <button type="submit" class="button primary" disabled={busy.value}>
                    Load and go there
                  </button>
                  <button
                    type="button"
                    class="button"
                    disabled={busy.value || next >= steps.length}
                    onClick={() => play(steps[next]?.id, next, false)}
                  >
                    {reached.value === undefined
                      ? 'Play the first step'
                      : next < steps.length
                        ? 'Play the next step'
                        : 'Played to the end'}
                  </button>
                  {reached.value !== undefined && (
                    <button
                      type="button"
                      class="button"
                      onClick={() => goTo(['overview'], { sandbox: target.value, at: undefined, actor: undefined })}
                    >
                      Look inside
                    </button>
                  )}
                </div>
              </form>
            </Panel>
            <Panel title={`${steps.length} steps`}>
              <ol class="steps">
                {steps.map((step, index) => (
                  <li
                    key={step.id}
                    class={reached.value !== undefined && index <= reached.value ? 'step played' : 'step'}
                    aria-current={index === reached.value ? 'step' : undefined}
                  >
                    <div>
                      <strong>{step.words}</strong> <code>{step.operation}</code>
                      <p class="quiet">{step.expects.join('; ')}</p>
                    </div>
                    <button
                      type="button"
                      class="button small"
                      disabled={busy.value}
                      aria-label={`Play to here: ${step.id}`}
                      onClick={() => play(step.id, index, false)}
                    >
                      Play to here
                    </button>
                  </li>
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
