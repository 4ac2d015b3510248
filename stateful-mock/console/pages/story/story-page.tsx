import { resourceFor, sentenceCase } from '../../contract/resources.ts'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page, Panel, Tabs } from '../../parts/page.tsx'
import { changeQuery, pushQuery, route } from '../../session/route.ts'
import { entryWords } from '../../values/entry-words.ts'
import { shortInstant } from '../../values/instant.tsx'
import { actors } from '../../world/actors.ts'
import { type Entry, loadLatestEntries } from '../../world/journal.ts'
import { nameOrId } from '../../world/names.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { EntryDialog } from '../time/entry-dialog.tsx'
import { type Action, actionsOf, type By, lanesOf } from './lanes.ts'
import { StoryLanes } from './story-lanes.tsx'

const MOST_LANES = 14
/** Maximum number that is drawn; zoom in to see more. */
const MOST_MARKS = 200
const MOST_CONSEQUENCES = 12

/** The journal over time, by thing or by actor, from each action to its consequences. */
export function StoryPage() {
  const loaded = useLoaded('story', loadLatestEntries)
  const by: By = route.value.query.lanes === 'actor' ? 'actor' : 'thing'
  const opened = route.value.query.entry
  return (
    <Page
      title="Story"
      about="What was done and what it led to, by resource or by actor. Drag across the lanes to zoom in."
      tools={
        <Tabs
          label="Lanes"
          names={['By resource', 'By actor'] as const}
          chosen={by === 'thing' ? 'By resource' : 'By actor'}
          choose={(next) => changeQuery({ lanes: next === 'By resource' ? undefined : 'actor' })}
        />
      }
    >
      <Shown of={loaded}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nothing has happened yet">Call the API, trigger an outside event, or move the clock.</Empty>
          ) : (
            <Chapter all={all} by={by} />
          )
        }
      </Shown>
      {opened !== undefined && <EntryDialog entry={Number(opened)} close={() => pushQuery({ entry: undefined })} />}
    </Page>
  )
}

/** The part of the story that is zoomed into; the latest entries unless one was. */
function Chapter({ all, by }: { all: readonly Entry[]; by: By }) {
  const { first, last } = route.value.query
  const entries =
    first === undefined
      ? all.slice(-MOST_MARKS)
      : all.filter(({ entry }) => entry >= Number(first) && entry <= Number(last)).slice(0, MOST_MARKS)
  const { lanes, more } = lanesOf(entries, by, {
    isShown: (entity) => resourceFor(entity) !== undefined,
    most: MOST_LANES,
  })
  return (
    <>
      <Panel title={entriesInWords(entries.length, all.length)} tools={<ZoomTools entries={entries} all={all} />}>
        {lanes.length > 0 ? (
          <StoryLanes
            entries={entries}
            lanes={lanes}
            by={by}
            zoom={(from, to) => pushQuery({ first: String(from), last: String(to) })}
          />
        ) : (
          <p class="quiet">No data that the API shows was changed.</p>
        )}
        {more > 0 && <p class="quiet more">{more} more with fewer entries; zoom in to see them.</p>}
      </Panel>
      <Panel title="What happened">
        <ol class="story-actions">
          {actionsOf(entries)
            .toReversed()
            .map((action) => (
              <ActionLine key={action.lead.entry} action={action} />
            ))}
        </ol>
      </Panel>
    </>
  )
}

/** Twice as far out as one is, and all of it. */
function ZoomTools({ entries, all }: { entries: readonly Entry[]; all: readonly Entry[] }) {
  const [from, to] = [entries[0]?.entry ?? 1, entries.at(-1)?.entry ?? 1]
  const half = Math.ceil((to - from + 1) / 2)
  const show = (first: number, last: number) => pushQuery({ first: String(first), last: String(last) })
  return (
    <div class="tools">
      <button
        type="button"
        class="button small"
        disabled={entries.length < 3}
        onClick={() => show(from + Math.floor(half / 2), to - Math.floor(half / 2))}
      >
        Zoom in
      </button>
      <button
        type="button"
        class="button small"
        disabled={entries.length === all.length}
        onClick={() => show(Math.max(1, from - half), to + half)}
      >
        Zoom out
      </button>
      <button
        type="button"
        class="button small"
        disabled={route.value.query.first === undefined}
        onClick={() => pushQuery({ first: undefined, last: undefined })}
      >
        Latest
      </button>
    </div>
  )
}

function ActionLine({ action: { lead, consequences } }: { action: Action<Entry> }) {
  return (
    <li>
      <EntryLine entry={lead} />
      {consequences.length > 0 && (
        <ul>
          {consequences.slice(0, MOST_CONSEQUENCES).map((one) => (
            <li key={one.entry}>
              <EntryLine entry={one} />
            </li>
          ))}
          {consequences.length > MOST_CONSEQUENCES && (
            <li class="quiet">and {consequences.length - MOST_CONSEQUENCES} more</li>
          )}
        </ul>
      )}
    </li>
  )
}

function EntryLine({ entry: one }: { entry: Entry }) {
  const { entry, at, actor, changed } = one
  const things = shownThings(changed)
  return (
    <>
      <span class="story-when">{shortInstant(at)}</span>{' '}
      <button type="button" class="link" onClick={() => pushQuery({ entry: String(entry) })}>
        {entryWords(one)}
      </button>{' '}
      {actor && <span>by {actors.value.find((one) => one.name === actor)?.label ?? actor}</span>}{' '}
      <span class="quiet">
        {things.length > 0 && '· '}
        {things
          .slice(0, 3)
          .map(({ entity, id, change }) => `${sentenceCase(entity)} ${nameOrId(entity, id)} ${change}`)
          .join(', ')}
        {things.length > 3 && ` and ${things.length - 3} more`}
      </span>
    </>
  )
}

/** The things that have a page; a part of one counts as a change of the whole. */
function shownThings(changed: Entry['changed']) {
  const things = changed.map(({ entity, id, change, of }) =>
    of ? { ...of, change: 'changed' } : { entity, id, change },
  )
  const shown = things.filter(({ entity }) => resourceFor(entity) !== undefined)
  return [...new Map(shown.map((one) => [`${one.entity} ${one.id}`, one])).values()]
}

function entriesInWords(shown: number, all: number): string {
  if (shown < all) return `${shown} of ${all} entries`
  return all === 1 ? '1 entry' : `${all} entries`
}
