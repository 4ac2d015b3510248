import type { Choices } from '../../../world/choices.ts'
import { apply, type Change, type World } from '../../../world/world.ts'
import type { UptimeIntervalRow, UptimeVantageRow } from './index.ts'

/** Fills an organization's catalog with what the gaps offer. A judge fills it from what its target shows instead. */
export function seedCatalog(world: World, org: string, choices: Pick<Choices, 'value'>): World {
  let seq = world.serial
  const intervals = choices
    .value('uptime.catalog-intervals')
    .map((seconds) => putInterval({ id: String(seconds), org, seq: seq++, seconds, label: inWords(seconds) }))
  const vantages = choices
    .value('uptime.catalog-vantages')
    .map(({ id, label, available }) => putVantage({ id, org, seq: seq++, label, available }))
  return apply(world, [...intervals, ...vantages, { kind: 'serial', serial: seq }])
}

export const putInterval = (row: UptimeIntervalRow): Change => ({ kind: 'put', table: 'UptimeInterval', row })
export const putVantage = (row: UptimeVantageRow): Change => ({ kind: 'put', table: 'UptimeVantage', row })

/** 300 -> 5 minutes */
function inWords(seconds: number): string {
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour')
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
