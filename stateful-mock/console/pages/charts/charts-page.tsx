import { useSignal } from '@preact/signals'
import { Chip } from '../../parts/chip.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page, Panel, Tabs } from '../../parts/page.tsx'
import { changeQuery, hrefTo, route } from '../../session/route.ts'
import { clock } from '../../world/live.ts'
import { type Body, read } from '../../world/rehearse.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { LineChart, type Series } from './line-chart.tsx'
import { loadRotations } from './load-rotations.ts'
import { RotationStrip } from './rotation-strip.tsx'

type Window = '1h' | '24h' | '7d'
const WINDOWS: readonly Window[] = ['1h', '24h', '7d']
const DAY = 86_400_000
/** Charts are dear, and nobody reads them by the tenth of a second. */
const CALM_MS = 3_000

/** Monitors over time, and who is on call when. */
export function ChartsPage() {
  const chosen = route.value.query.window
  const span: Window = chosen === '24h' || chosen === '7d' ? chosen : '1h'
  const most = useSignal(6)
  const monitors = useLoaded('charted monitors', async () => (await read('listMonitors')).monitors)
  return (
    <Page
      title="Charts"
      about="Latency and uptime by vantage, and the on-call rotation."
      tools={<Tabs label="Window" names={WINDOWS} chosen={span} choose={(next) => changeQuery({ window: next })} />}
    >
      <Rotations />
      <Shown of={monitors}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No monitor yet">
              <a href={hrefTo(['areas', 'uptime', 'UptimeMonitor'])}>Create one</a> to see its latency here.
            </Empty>
          ) : (
            <>
              <div class="charts">
                {all
                  .toSorted((a, b) => Number(b.state === 'down') - Number(a.state === 'down'))
                  .slice(0, most.value)
                  .map((monitor) => (
                    <MonitorChart key={monitor.id} monitor={monitor} span={span} />
                  ))}
              </div>
              {all.length > most.value && (
                <button
                  type="button"
                  class="button"
                  onClick={() => {
                    most.value += 12
                  }}
                >
                  Show {Math.min(12, all.length - most.value)} more
                </button>
              )}
            </>
          )
        }
      </Shown>
    </Page>
  )
}

function Rotations() {
  const now = clock.value && Date.parse(clock.value.now)
  const day = now === undefined ? undefined : Math.floor(now / DAY) * DAY
  const loaded = useLoaded(
    `rotation ${day ?? ''}`,
    async () => (day === undefined ? [] : loadRotations(day - DAY, day + 14 * DAY)),
    CALM_MS,
  )
  return (
    <Panel title="On-call rotation">
      <Shown of={loaded}>
        {(rotations) =>
          rotations.length === 0 ? (
            <Empty title="No schedule yet">
              <a href={hrefTo(['areas', 'oncall', 'OncallSchedule'])}>Create one</a> to see who is on call when.
            </Empty>
          ) : (
            <RotationStrip rotations={rotations} nowMs={now ?? 0} />
          )
        }
      </Shown>
    </Panel>
  )
}

type Monitor = Body<'listMonitors'>['monitors'][number]

function MonitorChart({ monitor, span }: { monitor: Monitor; span: Window }) {
  const loaded = useLoaded(
    `metrics ${monitor.id} ${span}`,
    () => read('getMonitorMetrics', { id: monitor.id, window: span }),
    CALM_MS,
  )
  return (
    <Panel
      title={
        <>
          <a href={hrefTo(['things', 'UptimeMonitor', monitor.id])}>{monitor.name}</a>{' '}
          {monitor.state && <Chip text={monitor.state} />}
        </>
      }
    >
      <Shown of={loaded}>
        {({ series, uptimePct }) => (
          <>
            <LineChart
              series={series.map(seriesOf)}
              label={`Latency of ${monitor.name} over ${span} in milliseconds`}
            />
            <dl class="numbers">
              {Object.entries(uptimePct).map(([vantage, percent]) => (
                <div key={vantage}>
                  <dt>{vantage}</dt>
                  <dd>{Number(percent).toFixed(2)} %</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Shown>
    </Panel>
  )
}

/** Whether time is in seconds or milliseconds is open; no monitor is older than 1973. */
const inMs = (t: number): number => (t > 1e11 ? t : t * 1_000)

const seriesOf = ({ vantage, points }: Body<'getMonitorMetrics'>['series'][number]): Series => ({
  name: vantage,
  points: points
    .map(({ t, latencyMs, up }) => ({ ms: inMs(t), value: latencyMs, up: up > 0 }))
    .toSorted((a, b) => a.ms - b.ms),
})
