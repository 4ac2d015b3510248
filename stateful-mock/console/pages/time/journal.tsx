import { useSignal } from '@preact/signals'
import { forkAt } from '../../actions/fork.ts'
import { undo } from '../../actions/undo.ts'
import { sentenceCase } from '../../contract/resources.ts'
import { SaveScenario } from '../../forms/save-scenario.tsx'
import { StatusChip } from '../../parts/chip.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { pushQuery, route } from '../../session/route.ts'
import { entryWords } from '../../values/entry-words.ts'
import { shortInstant } from '../../values/instant.tsx'
import { type Entry, loadLatestEntries } from '../../world/journal.ts'
import { nameOrId } from '../../world/names.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { EntryDialog, lookBack } from './entry-dialog.tsx'
import { JournalLanes } from './journal-lanes.tsx'

/** The journal: everything that changed the world, to look back at and to go on from. */
export function Journal() {
  const loaded = useLoaded('journal', async () => (await loadLatestEntries()).toReversed())
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
                  Requests that change something, outside events and timers are recorded here.
                </Empty>
              }
            />
            {saving.value && (
              <SaveScenario
                what={{ from: entries.at(-1)?.entry ?? 1, to: entries[0]?.entry ?? 1 }}
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
  { title: 'Kind', width: '5.5rem', spare: true, show: ({ kind }) => <span class={`kind kind-${kind}`}>{kind}</span> },
  { title: 'What', width: 'minmax(8rem, 1.5fr)', show: (one) => <What entry={one} /> },
  {
    title: 'Changed',
    width: 'minmax(8rem, 2fr)',
    minor: true,
    spare: true,
    show: ({ changed }) => <span class="two-lines">{touched(changed)}</span>,
  },
  { title: 'Actions', width: '15.5rem', minor: true, show: ({ entry }) => <RowActions entry={entry} /> },
]

function RowActions({ entry }: { entry: number }) {
  return (
    <span class="row-actions">
      <button
        type="button"
        class="button small"
        aria-label={`View the data after entry ${entry}`}
        onClick={(event) => {
          event.stopPropagation()
          lookBack(entry)
        }}
      >
        View
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
        aria-label={`Undo to here: undo everything after entry ${entry}`}
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

function What({ entry }: { entry: Entry }) {
  const { actor, status } = entry
  return (
    <span class="two-lines">
      {entryWords(entry)} {actor && <span class="quiet">{actor}</span>}{' '}
      {status !== undefined && status >= 400 && <StatusChip status={status} />}
    </span>
  )
}

const touched = (changed: Entry['changed']): string =>
  changed.map(({ entity, id, change }) => `${sentenceCase(entity)} ${nameOrId(entity, id)} ${change}`).join(', ')
