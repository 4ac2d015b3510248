import { useSignal } from '@preact/signals'
import { control, got, type Schemas } from '../state/control.ts'
import { refresh } from '../state/live.ts'
import { sentenceCase } from '../state/resources.ts'
import { changeQuery, goTo, route } from '../state/route.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { StatusChip } from './chip.tsx'
import { Dialog } from './dialog.tsx'
import { forkAt } from './fork.ts'
import { JsonView } from './json.tsx'
import { Panel } from './page.tsx'
import { SaveScenario } from './save-scenario.tsx'
import { Empty, Shown } from './states.tsx'
import { Table } from './table.tsx'
import { shortInstant } from './time.tsx'
import { TimeLine } from './time-line.tsx'
import { attempt } from './toast.tsx'
import { Rules } from './why.tsx'

type Entry = Schemas['JournalEntry']

const MOST = 1_000

/** The journal: everything that changed the world, to look back at and to go on from. */
export function Journal() {
  const loaded = useLoaded('journal', loadJournal)
  const saving = useSignal(false)
  const opened = route.value.query.entry
  return (
    <Panel
      title="Journal"
      tools={
        <div class="tools">
          <button type="button" class="button small" onClick={() => forkAt(undefined)}>
            Fork now
          </button>
          <button type="button" class="button small" disabled={!loaded.data?.length} onClick={() => undo()}>
            Undo last
          </button>
          <button
            type="button"
            class="button small"
            disabled={!loaded.data?.length}
            onClick={() => {
              saving.value = true
            }}
          >
            Save all as scenario
          </button>
        </div>
      }
    >
      <Shown of={loaded}>
        {(entries) => (
          <>
            <TimeLine entries={entries} look={lookBack} />
            <Table
              label="Journal"
              rows={entries}
              keyOf={({ entry }) => entry}
              most={12}
              open={({ entry }) => changeQuery({ entry: String(entry) })}
              selected={({ entry }) => String(entry) === opened}
              columns={[
                { title: '#', width: '3.5rem', right: true, show: ({ entry }) => <span class="number">{entry}</span> },
                { title: 'At', width: '8.5rem', minor: true, show: ({ at }) => shortInstant(at) },
                { title: 'Kind', width: '5.5rem', show: ({ kind }) => <span class={`kind kind-${kind}`}>{kind}</span> },
                { title: 'What', width: 'minmax(8rem, 1.5fr)', show: (one) => <What entry={one} /> },
                { title: 'Touched', width: 'minmax(8rem, 2fr)', minor: true, show: ({ changed }) => touched(changed) },
                {
                  title: 'Go',
                  width: '9.5rem',
                  show: ({ entry }) => (
                    <span class="row-actions">
                      <button
                        type="button"
                        class="button small"
                        aria-label={`Look at the world after entry ${entry}`}
                        onClick={(event) => {
                          event.stopPropagation()
                          lookBack(entry)
                        }}
                      >
                        Look
                      </button>
                      <button
                        type="button"
                        class="button small"
                        aria-label={`Fork after entry ${entry}`}
                        onClick={(event) => {
                          event.stopPropagation()
                          void forkAt(entry)
                        }}
                      >
                        Fork
                      </button>
                    </span>
                  ),
                },
              ]}
              empty={
                <Empty title="Nothing has changed yet">
                  Requests that change something, outside events and what falls due are written down here.
                </Empty>
              }
            />
            {saving.value && (
              <SaveScenario
                from={entries.at(-1)?.entry ?? 1}
                to={entries[0]?.entry ?? 1}
                close={() => {
                  saving.value = false
                }}
              />
            )}
          </>
        )}
      </Shown>
      {opened !== undefined && <EntryDialog entry={Number(opened)} close={() => changeQuery({ entry: undefined })} />}
    </Panel>
  )
}

/** The latest entries, newest first. */
async function loadJournal(): Promise<readonly Entry[]> {
  const { last } = await got(control.GET('/_understudy/journal/entries', { params: { query: { limit: 1 } } }))
  const from = Math.max(1, last - MOST + 1)
  const { entries } = await got(
    control.GET('/_understudy/journal/entries', { params: { query: { from, limit: MOST } } }),
  )
  return entries.toReversed()
}

const lookBack = (entry: number): void => goTo(['overview'], { at: String(entry) })

const undo = () =>
  attempt(async () => {
    await got(control.POST('/_understudy/journal/undo', { body: { entries: 1 } }))
    refresh()
  }, 'Undone')

function What({ entry: { kind, name, actor, status } }: { entry: Entry }) {
  return (
    <>
      {kind === 'clock' ? `Clock set, ${name}` : sentenceCase(name)} {actor && <span class="quiet">{actor}</span>}{' '}
      {status !== undefined && status >= 400 && <StatusChip status={status} />}
    </>
  )
}

const touched = (changed: Entry['changed']): string =>
  changed.map(({ entity, id, change }) => `${entity} ${id} ${change}`).join(', ')

function EntryDialog({ entry, close }: { entry: number; close: () => void }) {
  const loaded = useLoaded(`entry ${entry}`, () =>
    got(control.GET('/_understudy/journal/entries/{entry}', { params: { path: { entry } } })),
  )
  return (
    <Dialog title={`Entry ${entry}`} close={close} wide>
      <Shown of={loaded}>
        {(one) => (
          <>
            <p class="quiet">
              {one.kind} {one.name} at {shortInstant(one.at)}
            </p>
            <div class="form-end">
              <button type="button" class="button" onClick={() => lookBack(entry)}>
                Look at the world then
              </button>
              <button type="button" class="button" onClick={() => forkAt(entry)}>
                Go on from here in a fork
              </button>
            </div>
            <h3>What came in</h3>
            <JsonView value={one.input} label="Input" />
            {one.answer && (
              <>
                <h3>
                  Answer <StatusChip status={one.answer.status} />
                </h3>
                {one.answer.body !== undefined && <JsonView value={one.answer.body} label="Answer" />}
              </>
            )}
            <h3>Rules</h3>
            <Rules ids={one.rules} />
          </>
        )}
      </Shown>
    </Dialog>
  )
}
