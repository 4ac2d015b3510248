import type { DoorCaller, Effect } from '../../../area.ts'
import { standingAt } from '../../queries/condition.ts'
import { exportTokenOf } from '../../queries/export-token-of.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { noteScrape } from '../note-scrape.ts'
import { lastLatency } from './last-latency.ts'

/** A scraper is nobody in particular: it has an organization and nothing else (Authentication, point 7). */
export const scraper: DoorCaller = (reader, { credential }) => {
  const token = exportTokenOf(reader, credential)
  return token && { userId: '', label: '', email: '', org: token.org, role: '', permissions: [], scope: undefined }
}

/** Metrics in the text format of Prometheus. The contract does not say where and how they are scraped. */
export const scrapeMetrics: Effect<'scrapeMetrics'> = (context) => {
  const token = exportTokenOf(context, context.credential)
  if (token) noteScrape(context, token)
  const monitors = [...context.oldest('UptimeMonitor', 'live', context.caller.org)]
  const names = context.gap('uptime.scrape-metric-names')
  const probed = monitors.flatMap((monitor) => probedVantages(monitor).map((vantage) => ({ monitor, vantage })))
  return [
    ...family(names.up, 'Whether the last probe from the vantage succeeded.'),
    ...probed.map(
      ({ monitor, vantage }) =>
        `${names.up}{${labels(monitor, { vantage })}} ${standingAt(monitor, vantage).failures > 0 ? 0 : 1}`,
    ),
    ...family(names.latency, 'Latency of the last probe from the vantage in milliseconds.'),
    ...probed.map(
      ({ monitor, vantage }) =>
        `${names.latency}{${labels(monitor, { vantage })}} ${lastLatency(context, monitor, vantage)}`,
    ),
    ...family(names.state, 'The state the monitor is in.'),
    ...monitors.map((monitor) => `${names.state}{${labels(monitor, { state: monitor.state })}} 1`),
    '',
  ].join('\n')
}

const probedVantages = ({ vantages, standing }: UptimeMonitorRow) => vantages.filter((vantage) => standing[vantage])

const family = (name: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`]

function labels({ id, name }: UptimeMonitorRow, more: Readonly<Record<string, string>>): string {
  return Object.entries({ monitor: id, name, ...more })
    .map(([label, value]) => `${label}="${escaped(value)}"`)
    .join(',')
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
