import type { Reader } from '../../../../world/reader.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { metricsPerVantage } from '../../statements/index.ts'
import type { Sample } from '../probing/unprompted-samples.ts'
import { rounded } from './rounded.ts'

type Percentages = Record<string, number | string | null>

/** uptimePct: how much of the time each vantage found the target up. Keys and values are not shown. */
export function percentages(
  reader: Reader,
  { org }: UptimeMonitorRow,
  byVantage: ReadonlyMap<string, readonly Sample[]>,
): Percentages {
  const shown: Percentages = {}
  for (const [vantage, samples] of byVantage) {
    const value = samples.length > 0 ? shareFound(reader, samples) : withoutData(reader)
    if (value !== undefined) shown[keyOf(reader, org, vantage)] = value
  }
  reader.cite(metricsPerVantage)
  return shown
}

function keyOf(reader: Reader, org: string, vantage: string): string {
  if (reader.gap('uptime.uptime-pct-keys') === 'vantage-id') return vantage
  return reader.get('UptimeVantage', org, vantage)?.label ?? vantage
}

function shareFound(reader: Reader, samples: readonly Sample[]): number | string {
  return shaped(reader, samples.filter(({ ok }) => ok).length / samples.length)
}

function shaped(reader: Reader, share: number): number | string {
  switch (reader.gap('uptime.uptime-pct-values')) {
    case 'percentage':
      return rounded(share * 100)
    case 'fraction':
      return rounded(share)
    case 'percentage-text':
      return `${rounded(share * 100)}`
  }
}

function withoutData(reader: Reader): number | string | null | undefined {
  switch (reader.gap('uptime.uptime-pct-without-data')) {
    case 'omit':
      return undefined
    case 'zero':
      return shaped(reader, 0)
    case 'hundred':
      return shaped(reader, 1)
    case 'missing-value':
      return null
  }
}
