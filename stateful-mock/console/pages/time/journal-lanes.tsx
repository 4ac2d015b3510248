import type { Schemas } from '../../client/control.ts'
import { sentenceCase } from '../../contract/resources.ts'
import { shortInstant } from '../../values/instant.tsx'

type Entry = Schemas['JournalEntry']

const WIDTH = 1_000
const KINDS = ['request', 'event', 'timer', 'clock', 'gap', 'outbound'] as const
const LANE = 18

/** The journal along the world's clock, a lane for each kind; what one clicks is looked back at. */
export function JournalLanes({ entries, look }: { entries: readonly Entry[]; look: (entry: number) => void }) {
  if (entries.length < 2) return null
  const times = entries.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const lanes = KINDS.filter((kind) => entries.some((one) => one.kind === kind))
  // Entries with equal times keep their order.
  const place = (one: Entry, index: number) =>
    last - first < 1_000
      ? ((entries.length - 1 - index) / (entries.length - 1)) * WIDTH
      : ((Date.parse(one.at) - first) / (last - first)) * WIDTH
  const height = lanes.length * LANE
  return (
    <figure class="time-line">
      <div class="lanes">
        <ul aria-hidden="true">
          {lanes.map((kind) => (
            <li key={kind}>{kind}</li>
          ))}
        </ul>
        <svg
          viewBox={`-8 0 ${WIDTH + 16} ${height}`}
          preserveAspectRatio="none"
          style={{ height: `${height}px` }}
          role="img"
          aria-label={`${entries.length} entries from ${shortInstant(first)} to ${shortInstant(last)}`}
        >
          {lanes.map((kind, lane) => (
            <line key={kind} x1="0" x2={WIDTH} y1={lane * LANE + LANE / 2} y2={lane * LANE + LANE / 2} class="lane" />
          ))}
          {entries.map((one, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table below does the same for the keyboard
            <rect
              key={one.entry}
              class={`tick tick-${one.kind}`}
              x={place(one, index) - 2}
              width="4"
              y={lanes.indexOf(one.kind) * LANE + 3}
              height={LANE - 6}
              rx="1.5"
              onClick={() => look(one.entry)}
            >
              <title>
                {one.entry}: {sentenceCase(one.name)} at {shortInstant(one.at)}
              </title>
            </rect>
          ))}
        </svg>
      </div>
      <figcaption>
        <span>{shortInstant(first)}</span>
        <span>{shortInstant(last)}</span>
      </figcaption>
    </figure>
  )
}
