import { useSignal } from '@preact/signals'
import { Chip } from '../../parts/chip.tsx'
import { Filters, Search } from '../../parts/filters.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page, Panel, Tabs } from '../../parts/page.tsx'
import { changeQuery, hrefTo, route } from '../../session/route.ts'
import { type Body, read } from '../../world/rehearse.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { LineChart, type Series } from './line-chart.tsx'
import { Rotations } from './rotations.tsx'

type Window = '1h' | '24h' | '7d'
const WINDOWS: readonly Window[] = ['1h', '24h', '7d']
/** Charts cost the mock something, and nobody reads them by the tenth of a second. */
const CALM_MS = 3_000
const FIRST = 6
const MORE = 12

/** Monitors over time, and who is on call when. */
export function ChartsPage() {
  const chosen = route.value.query.window
  const span: Window = chosen === '24h' || chosen === '7d' ? chosen : '1h'
  return (
    <Page
      title="Charts"
      about="Latency and uptime by vantage, and the on-call rotation."
      tools={<Tabs label="Window" names={WINDOWS} chosen={span} choose={(next) => changeQuery({ window: next })} />}
    >
      <Filters>
        <Search label="Find a schedule or monitor" />
      </Filters>
      <Rotations />
      <Monitors span={span} />
    </Page>
  )
}

/** Monitors that are down come first. */
function Monitors({ span }: { span: Window }) {
  const most = useSignal(FIRST)
  const monitors = useLoaded('charted monitors', async () => (await read('listMonitors')).monitors)
  const find = (route.value.query.find ?? '').toLowerCase()
  return (
    <Shown of={monitors}>
      {(all) => {
        if (all.length === 0) return <NoMonitor />
        const fitting = all
          .filter(({ name }) => name.toLowerCase().includes(find))
          .toSorted((a, b) => Number(b.state === 'down') - Number(a.state === 'down'))
        return (
          <>
            <div class="charts">
              {fitting.slice(0, most.value).map((monitor) => (
                <MonitorChart key={monitor.id} monitor={monitor} span={span} />
              ))}
            </div>
            {fitting.length > most.value && (
              <button
                type="button"
                class="button"
                onClick={() => {
                  most.value += MORE
                }}
              >
                Show {Math.min(MORE, fitting.length - most.value)} more of {fitting.length.toLocaleString('en')}{' '}
                monitors
              </button>
            )}
          </>
        )
      }}
    </Shown>
  )
}

const NoMonitor = () => (
  <Empty title="No monitor yet">
    <a href={hrefTo(['areas', 'uptime', 'UptimeMonitor'])}>Create one</a> to see its latency here.
  </Empty>
)

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
          <LineChart
            series={series.map((one) => ({ ...seriesOf(one), ...uptimeNote(uptimePct[one.vantage]) }))}
            label={`Latency of ${monitor.name} over ${span} in milliseconds`}
          />
        )}
      </Shown>
    </Panel>
  )
}

const uptimeNote = (percent: number | undefined): { readonly note?: string } =>
  percent === undefined ? {} : { note: `${Number(Number(percent).toFixed(2))} % up` }

/** The unit of time is open, seconds or milliseconds; no monitor is older than 1973. */
const inMs = (t: number): number => (t > 1e11 ? t : t * 1_000)

const seriesOf = ({ vantage, points }: Body<'getMonitorMetrics'>['series'][number]): Series => ({
  name: vantage,
  points: points
    .map(({ t, latencyMs, up }) => ({ ms: inMs(t), value: latencyMs, up: up > 0 }))
    .toSorted((a, b) => a.ms - b.ms),
})
