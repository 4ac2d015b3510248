import { useSignal } from '@preact/signals'
import { Chip } from '../../parts/chip.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { hrefTo } from '../../session/route.ts'
import { Ago } from '../../values/instant.tsx'
import type { Overview } from './load-overview.ts'

interface Line {
  readonly href: string
  readonly state: string
  readonly title: string
  readonly note: string | undefined
  readonly at: string | undefined
}

const MOST_LINES = 9
const MOST_EXPANDED = 100

/** The things to look at: down, failing, in progress. */
export function Attention({ world }: { world: Overview }) {
  const all = useSignal(false)
  const lines = linesOf(world)
  return (
    <Panel title="Needs attention" class="attention">
      {lines.length === 0 ? (
        <Empty title="All clear">
          <a href={hrefTo(['try', 'alertFires'])}>Fire an alert</a> or{' '}
          <a href={hrefTo(['try', 'probeResult'])}>fail a probe</a> to see something here.
        </Empty>
      ) : (
        <ul class="lines">
          {lines.slice(0, all.value ? MOST_EXPANDED : MOST_LINES).map(({ href, state, title, note, at }) => (
            <li key={href}>
              <a href={href}>
                <span class="line-state">
                  <Chip text={state} />
                </span>
                <span class="line-title">{title}</span>
                <span class="quiet line-note">{note}</span>
                <span class="quiet line-at">{at && <Ago at={at} />}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {lines.length > MOST_LINES && !all.value && (
        <button
          type="button"
          class="link more"
          onClick={() => {
            all.value = true
          }}
        >
          {Math.min(lines.length, MOST_EXPANDED) - MOST_LINES} more
        </button>
      )}
    </Panel>
  )
}

const incidentLine = (one: Overview['incidents'][number]): Line => ({
  href: hrefTo(['things', 'OncallIncident', one.id]),
  state: one.status,
  title: one.title,
  note: one.serviceName,
  at: one.openedAt,
})

/** The worst first. */
const linesOf = ({ incidents, monitors, clusters }: Overview): readonly Line[] => [
  ...incidents.filter(({ status }) => status === 'open').map(incidentLine),
  ...monitors
    .filter(({ state }) => state === 'down')
    .map((one) => ({
      href: hrefTo(['things', 'UptimeMonitor', one.id]),
      state: 'down',
      title: one.name,
      note: one.kind,
      at: one.stateSince,
    })),
  ...incidents.filter(({ status }) => status === 'acknowledged').map(incidentLine),
  ...clusters
    .filter(({ phase }) => phase !== 'ready')
    .map((one) => ({
      href: hrefTo(['things', 'Cluster', one.name]),
      state: String(one.phase),
      title: one.name,
      note: `cluster ${one.orchestratorVersion}`,
      at: undefined,
    })),
]
