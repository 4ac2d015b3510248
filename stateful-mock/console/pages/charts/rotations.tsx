import { useSignal } from '@preact/signals'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { hrefTo, route } from '../../session/route.ts'
import { clock } from '../../world/live.ts'
import { read } from '../../world/rehearse.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { loadRotations } from './load-rotations.ts'
import { RotationStrip } from './rotation-strip.tsx'

const DAY = 86_400_000
const AHEAD = 14 * DAY
const CALM_MS = 3_000
const FIRST = 6

/** The on-call shifts of the first schedules that match the search. */
export function Rotations() {
  const most = useSignal(FIRST)
  const now = clock.value && Date.parse(clock.value.now)
  const day = now === undefined ? undefined : Math.floor(now / DAY) * DAY
  const schedules = useLoaded(
    'charted schedules',
    async () => (await read('listSchedules')).schedules.map(({ id, name }) => ({ id, name })),
    CALM_MS,
  )
  const find = (route.value.query.find ?? '').toLowerCase()
  const fitting = (schedules.data ?? []).filter(({ name }) => name.toLowerCase().includes(find))
  const ids = fitting.slice(0, most.value).map(({ id }) => id)
  const rotations = useLoaded(
    `rotation ${day ?? ''} ${ids.join(' ')}`,
    async () => (day === undefined ? [] : loadRotations(ids, day - DAY, day + AHEAD)),
    CALM_MS,
  )
  return (
    <Panel
      title="On-call rotation"
      tools={<span class="quiet">{fitting.length > ids.length && `${ids.length} of ${fitting.length} schedules`}</span>}
    >
      <Shown of={schedules}>
        {(all) =>
          fitting.length === 0 ? (
            <NoSchedule any={all.length > 0} />
          ) : (
            <Shown of={rotations}>
              {(loaded) => (loaded.length > 0 ? <RotationStrip rotations={loaded} nowMs={now ?? 0} /> : null)}
            </Shown>
          )
        }
      </Shown>
      {fitting.length > ids.length && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            most.value += FIRST
          }}
        >
          Show {Math.min(FIRST, fitting.length - ids.length)} more
        </button>
      )}
    </Panel>
  )
}

const NoSchedule = ({ any }: { any: boolean }) =>
  any ? (
    <Empty title="No schedule matches" />
  ) : (
    <Empty title="No schedule yet">
      <a href={hrefTo(['areas', 'oncall', 'OncallSchedule'])}>Create one</a> to see who is on call when.
    </Empty>
  )
