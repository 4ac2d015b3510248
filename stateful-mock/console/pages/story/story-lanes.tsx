import { useSignal } from '@preact/signals'
import { resourceFor, sentenceCase } from '../../contract/resources.ts'
import { hrefTo, pushQuery } from '../../session/route.ts'
import { entryWords } from '../../values/entry-words.ts'
import { shortInstant } from '../../values/instant.tsx'
import { actors } from '../../world/actors.ts'
import type { Entry } from '../../world/journal.ts'
import { thingName } from '../../world/names.ts'
import type { By, Lane } from './lanes.ts'

interface Props {
  readonly entries: readonly Entry[]
  readonly lanes: readonly Lane[]
  readonly by: By
  readonly zoom: (first: number, last: number) => void
}

/** The story drawn: a lane for each thing or actor, a mark for each entry, a line through all that one entry touched. */
export function StoryLanes({ entries, lanes, by, zoom }: Props) {
  const drag = useSignal<{ readonly from: number; readonly to: number } | undefined>(undefined)
  const percent = (place: number) => `${((place + 0.5) / entries.length) * 100}%`
  const placeAt = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - left) / width) * entries.length)
    return Math.min(entries.length - 1, Math.max(0, place))
  }
  const release = () => {
    const range = drag.value
    drag.value = undefined
    const [first, last] = [Math.min(range?.from ?? 0, range?.to ?? 0), Math.max(range?.from ?? 0, range?.to ?? 0)]
    if (range && last > first) zoom(entries[first]?.entry ?? 1, entries[last]?.entry ?? 1)
  }
  return (
    <div class="story">
      <ul class="story-names">
        {lanes.map(({ key }) => (
          <li key={key}>
            <LaneName laneKey={key} by={by} />
          </li>
        ))}
      </ul>
      <div
        class="story-track"
        style={{ '--lanes': String(lanes.length) }}
        onPointerDown={(event) => {
          const place = placeAt(event)
          if (event.target === event.currentTarget) drag.value = { from: place, to: place }
        }}
        onPointerMove={(event) => {
          if (drag.value) drag.value = { ...drag.value, to: placeAt(event) }
        }}
        onPointerUp={release}
      >
        <Links entries={entries} lanes={lanes} percent={percent} />
        {lanes.flatMap(({ key, places }, lane) =>
          places.map((place) => {
            const entry = entries[place]
            return entry && <Mark key={`${key} ${place}`} entry={entry} lane={lane} left={percent(place)} />
          }),
        )}
        {drag.value && <Range range={drag.value} count={entries.length} />}
      </div>
      <div class="story-axis">
        {axisPlaces(entries.length).map((place) => (
          <span key={place}>{shortInstant(entries[place]?.at ?? '')}</span>
        ))}
      </div>
      <Legend kinds={lanes.flatMap(({ places }) => places.flatMap((place) => entries[place]?.kind ?? []))} />
    </div>
  )
}

/** Where the axis says the time: marks stand by their order, so both ends alone would say little. */
function axisPlaces(count: number): readonly number[] {
  const parts = count < 12 ? [0, 1] : [0, 0.25, 0.5, 0.75, 1]
  return parts.map((part) => Math.round(part * (count - 1)))
}

const KINDS: readonly (readonly [Entry['kind'], string])[] = [
  ['request', 'request'],
  ['event', 'outside event'],
  ['timer', 'timer'],
  ['outbound', 'webhook result'],
  ['clock', 'clock'],
  ['gap', 'gap'],
]

/** The shapes and colours of the kinds of entries that are drawn. */
function Legend({ kinds }: { kinds: readonly Entry['kind'][] }) {
  const drawn = new Set(kinds)
  return (
    <ul class="story-legend">
      {KINDS.filter(([kind]) => drawn.has(kind)).map(([kind, words]) => (
        <li key={kind}>
          <i class={`story-sign mark-${kind}`} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}

function LaneName({ laneKey, by }: { laneKey: string; by: By }) {
  if (by === 'actor') return <>{actors.value.find(({ name }) => name === laneKey)?.label ?? laneKey}</>
  const [entity = '', id = ''] = laneKey.split(' ')
  const name = thingName(entity, id)
  const title = `${sentenceCase(entity)} ${id}`
  if (resourceFor(entity)?.parents.length !== 0) return <span title={title}>{name}</span>
  return (
    <a href={hrefTo(['things', entity, id])} title={title}>
      {name}
    </a>
  )
}

function Links({
  entries,
  lanes,
  percent,
}: {
  entries: readonly Entry[]
  lanes: readonly Lane[]
  percent: (place: number) => string
}) {
  return (
    <>
      {entries.map(({ entry }, place) => {
        const touched = lanes.flatMap(({ places }, lane) => (places.includes(place) ? [lane] : []))
        const [top = 0, bottom = top] = [touched[0], touched.at(-1)]
        if (bottom <= top) return null
        return (
          <i
            key={entry}
            class="story-link"
            style={{ left: percent(place), '--top': String(top), '--span': String(bottom - top) }}
          />
        )
      })}
    </>
  )
}

function Mark({ entry, lane, left }: { entry: Entry; lane: number; left: string }) {
  const words = `${entry.entry}: ${entryWords(entry)}${entry.actor ? `, ${entry.actor}` : ''}, ${shortInstant(entry.at)}`
  return (
    <button
      type="button"
      class={`story-mark mark-${entry.kind}`}
      style={{ left, '--lane': String(lane) }}
      aria-label={words}
      title={words}
      onClick={() => pushQuery({ entry: String(entry.entry) })}
    />
  )
}

function Range({ range: { from, to }, count }: { range: { from: number; to: number }; count: number }) {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  return (
    <div
      class="story-range"
      style={{ left: `${(first / count) * 100}%`, width: `${((last - first + 1) / count) * 100}%` }}
    />
  )
}
