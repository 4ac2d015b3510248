import type { ComponentChildren } from 'preact'
import type { AreaName } from '../../contract/contract.ts'
import { bytes } from '../../values/value.tsx'
import type { Overview } from './load-overview.ts'

const count = (rows: readonly unknown[]): string => rows.length.toLocaleString('en')

/** The two or three most telling numbers of an area. */
export function AreaNumbers({ area, world }: { area: AreaName; world: Overview }) {
  const of = (state: string, rows: readonly { readonly [key: string]: unknown }[], field: string) =>
    rows.filter((row) => row[field] === state).length
  const facts: Partial<Record<AreaName, readonly (readonly [ComponentChildren, string])[]>> = {
    clusters: [
      [count(world.clusters), 'clusters'],
      [world.clusters.length - of('ready', world.clusters, 'phase'), 'changing'],
    ],
    oncall: [
      [of('open', world.incidents, 'status'), 'open'],
      [of('acknowledged', world.incidents, 'status'), 'acknowledged'],
    ],
    uptime: [
      [of('up', world.monitors, 'state'), 'up'],
      [of('down', world.monitors, 'state'), 'down'],
      [of('pending', world.monitors, 'state'), 'pending'],
    ],
    email: [
      [
        world.email?.paused ? 'paused' : (world.email?.acceptedToday ?? '–'),
        world.email?.paused ? 'sending' : 'sent today',
      ],
      [count(world.domains), 'domains'],
    ],
    registry: [
      [count(world.registries), 'registries'],
      [bytes(world.registries.reduce((sum, { storageQuotaBytes = 0 }) => sum + storageQuotaBytes, 0)), 'of storage'],
    ],
    tokens: [
      [count(world.tokens), 'tokens'],
      [world.tokens.filter(({ enabled }) => enabled).length, 'enabled'],
    ],
    iam: [
      [count(world.roles), 'roles'],
      [world.roles.filter(({ kind }) => kind === 'custom').length, 'custom'],
    ],
    organization: [[world.contacts ? Object.values(world.contacts).filter(Boolean).length : '–', 'contacts']],
  }
  return (
    <dl class="numbers">
      {facts[area]?.map(([value, word]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
