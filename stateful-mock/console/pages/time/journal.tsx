import { useSignal } from '@preact/signals'
import { forkAt } from '../../actions/fork.ts'
import { undo } from '../../actions/undo.ts'
import { control, got, type Schemas } from '../../client/control.ts'
import { sentenceCase } from '../../contract/resources.ts'
import { timerWords } from '../../contract/timer-words.ts'
import { SaveScenario } from '../../forms/save-scenario.tsx'
import { StatusChip } from '../../parts/chip.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { pushQuery, route } from '../../session/route.ts'
import { shortInstant } from '../../values/instant.tsx'
import { useLoaded } from '../../world/use-loaded.ts'
import { EntryDialog, lookBack } from './entry-dialog.tsx'
import { JournalLanes } from './journal-lanes.tsx'

type Entry = Schemas['JournalEntry']

const MOST = 1_000

/** The journal: everything that changed the world, to look back at and to go on from. */
export function Journal() {
  const loaded = useLoaded('journal', loadJournal)
  const saving = useSignal(false)
  const opened = route.value.query.entry
  const openSave = (open: boolean) => {
    saving.value = open
  }
  return (
    <Panel title="Journal" tools={<Tools empty={!loaded.data?.length} save={() => openSave(true)} />}>
      <Shown of={loaded}>
        {(entries) => (
          <>
            <JournalLanes entries={entries} look={lookBack} />
            <Table
              label="Journal"
              rows={entries}
              keyOf={({ entry }) => entry}
              most={12}
              open={({ entry }) => pushQuery({ entry: String(entry) })}
              selected={({ entry }) => String(entry) === opened}
              columns={COLUMNS}
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
                close={() => openSave(false)}
              />
            )}
          </>
        )}
      </Shown>
      {opened !== undefined && <EntryDialog entry={Number(opened)} close={() => pushQuery({ entry: undefined })} />}
    </Panel>
  )
}

function Tools({ empty, save }: { empty: boolean; save: () => void }) {
  return (
    <div class="tools">
      <button type="button" class="button small" onClick={() => forkAt(undefined)}>
        Fork now
      </button>
      <button type="button" class="button small" disabled={empty} onClick={() => undo({ actions: 1 })}>
        Undo last action
      </button>
      <button type="button" class="button small" disabled={empty} onClick={save}>
        Save all as scenario
      </button>
    </div>
  )
}

const COLUMNS: readonly Column<Entry>[] = [
  { title: '#', width: '3.5rem', right: true, show: ({ entry }) => <span class="number">{entry}</span> },
  { title: 'At', width: '8.5rem', minor: true, show: ({ at }) => shortInstant(at) },
  { title: 'Kind', width: '5.5rem', show: ({ kind }) => <span class={`kind kind-${kind}`}>{kind}</span> },
  { title: 'What', width: 'minmax(8rem, 1.5fr)', show: (one) => <What entry={one} /> },
  { title: 'Touched', width: 'minmax(8rem, 2fr)', minor: true, show: ({ changed }) => touched(changed) },
  { title: 'Go', width: '15.5rem', minor: true, show: ({ entry }) => <RowActions entry={entry} /> },
]

function RowActions({ entry }: { entry: number }) {
  return (
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
      <button
        type="button"
        class="button small"
        aria-label={`Undo to here: take back everything after entry ${entry}`}
        onClick={(event) => {
          event.stopPropagation()
          void undo({ toEntry: entry })
        }}
      >
        Undo to here
      </button>
    </span>
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

function What({ entry: { kind, name, actor, status } }: { entry: Entry }) {
  return (
    <>
      {whatWords(kind, name)} {actor && <span class="quiet">{actor}</span>}{' '}
      {status !== undefined && status >= 400 && <StatusChip status={status} />}
    </>
  )
}

function whatWords(kind: Entry['kind'], name: string): string {
  if (kind === 'clock') return `Clock moved or set, ${CLOCK_MODES[name] ?? name}`
  return kind === 'timer' ? timerWords(name) : sentenceCase(name)
}

const CLOCK_MODES: Readonly<Record<string, string>> = { real: 'on real time', frozen: 'stopped', set: 'running' }

const touched = (changed: Entry['changed']): string =>
  changed.map(({ entity, id, change }) => `${entity} ${id} ${change}`).join(', ')
