import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { AREA_TITLES, AREAS, type AreaName } from '../../contract/contract.ts'
import { timerWords } from '../../contract/timer-words.ts'
import { Chip, StatusChip } from '../../parts/chip.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { NoRequests } from '../../parts/no-requests.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { hrefTo } from '../../session/route.ts'
import { lookingBackAt } from '../../session/session.ts'
import { Ago, relative, shortInstant, useTicking } from '../../values/instant.tsx'
import { bytes } from '../../values/value.tsx'
import { clock } from '../../world/live.ts'
import { namesOf } from '../../world/names.ts'
import { requests } from '../../world/requests.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { loadOverview, type Overview } from './load-overview.ts'
import { PlayedScenario } from './played-scenario.tsx'

/** The organization at a glance. */
export function OverviewPage() {
  const loaded = useLoaded('overview', loadOverview)
  return (
    <Page title="Overview" about="What needs attention, who is on call, and what is due next.">
      <PlayedScenario />
      <Shown of={loaded}>
        {(world) => (
          <>
            <div class="overview-top">
              <Attention world={world} />
              <OnCall world={world} />
              {lookingBackAt.value === undefined && <Due />}
            </div>
            <ul class="area-cards">
              {AREAS.map((area) => (
                <li key={area}>
                  <a href={hrefTo(['areas', area])}>
                    <h2>{AREA_TITLES[area]}</h2>
                    <Numbers area={area} world={world} />
                  </a>
                </li>
              ))}
            </ul>
            <LatestRequests />
          </>
        )}
      </Shown>
    </Page>
  )
}

/** So much is shown at a glance. */
const MOST_LINES = 9
const MOST_EXPANDED = 100
const MOST_PEOPLE = 6

/** The things to look at: down, failing, in progress. */
function Attention({ world }: { world: Overview }) {
  const all = useSignal(false)
  const lines = [
    ...world.incidents
      .filter(({ status }) => status === 'open')
      .map((one) => ({
        href: hrefTo(['things', 'OncallIncident', one.id]),
        state: one.status,
        title: one.title,
        note: one.serviceName,
        at: one.openedAt,
      })),
    ...world.monitors
      .filter(({ state }) => state === 'down')
      .map((one) => ({
        href: hrefTo(['things', 'UptimeMonitor', one.id]),
        state: 'down',
        title: one.name,
        note: one.kind,
        at: one.stateSince,
      })),
    ...world.incidents
      .filter(({ status }) => status === 'acknowledged')
      .map((one) => ({
        href: hrefTo(['things', 'OncallIncident', one.id]),
        state: one.status,
        title: one.title,
        note: one.serviceName,
        at: one.openedAt,
      })),
    ...world.clusters
      .filter(({ phase }) => phase !== 'ready')
      .map((one) => ({
        href: hrefTo(['things', 'Cluster', one.name]),
        state: String(one.phase),
        title: one.name,
        note: `cluster ${one.orchestratorVersion}`,
        at: undefined,
      })),
  ]
  return (
    <Panel title="Needs attention" class="attention">
      {lines.length === 0 ? (
        <Empty title="All is well">Let an alert fire or a probe fail to see something happen.</Empty>
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

function OnCall({ world }: { world: Overview }) {
  return (
    <Panel title="On call now" tools={<a href={hrefTo(['charts'])}>Rotation</a>}>
      {world.schedules.length === 0 ? (
        <Empty title="No schedule yet">Create one in On-call.</Empty>
      ) : (
        <ul class="people">
          {world.schedules.slice(0, MOST_PEOPLE).map(({ id, name, onCallNow }) => (
            <li key={id}>
              <a href={hrefTo(['things', 'OncallSchedule', id])}>
                <span class="avatar" aria-hidden="true">
                  {onCallNow?.label.charAt(0) ?? '–'}
                </span>
                <span>
                  <strong>{onCallNow?.label ?? 'Nobody'}</strong> <span class="quiet">{name}</span>
                  {onCallNow && (
                    <span class="quiet block">
                      until {shortInstant(onCallNow.until, false)}
                      {onCallNow.override && ', standing in'}
                    </span>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <More all={world.schedules.length} shown={MOST_PEOPLE} href={hrefTo(['areas', 'oncall', 'OncallSchedule'])} />
    </Panel>
  )
}

/** A list at a glance has an end; the rest is a click away. */
function More({ all, shown, href }: { all: number; shown: number; href: string }) {
  if (all <= shown) return null
  return (
    <p class="more">
      <a href={href}>{(all - shown).toLocaleString('en')} more</a>
    </p>
  )
}

function Due() {
  useTicking()
  const due = clock.value?.due ?? []
  return (
    <Panel title="Due next" tools={<a href={hrefTo(['time'])}>Time</a>}>
      {due.length === 0 ? (
        <Empty title="Nothing is due">No timers are pending.</Empty>
      ) : (
        <ul class="lines">
          {due.slice(0, 6).map(({ at, timer, entity, id }) => (
            <li key={`${at} ${timer} ${id}`}>
              <a href={hrefTo(['things', entity, id])}>
                <span class="line-pair">
                  <span class="line-title">{timerWords(timer)}</span>
                  <span class="quiet line-note">{namesOf(entity).get(id) ?? id}</span>
                </span>
                <span class="quiet line-at">{relative(at)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const count = (rows: readonly unknown[]): string => rows.length.toLocaleString('en')

function Numbers({ area, world }: { area: AreaName; world: Overview }) {
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
      [world.tokens.filter(({ enabled }) => enabled).length, 'switched on'],
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

function LatestRequests() {
  const latest = requests.value.slice(0, 6)
  return (
    <Panel title="Latest requests" tools={<a href={hrefTo(['requests'])}>All requests</a>}>
      {latest.length === 0 ? (
        <NoRequests />
      ) : (
        <ul class="lines">
          {latest.map(({ id, method, path, operationId, status, at, actor }) => (
            <li key={id}>
              <a href={hrefTo(['requests', id])}>
                <StatusChip status={status} />
                <span class={`method method-${method}`}>{method}</span>
                <span class="line-title">{operationId ?? path}</span>
                <span class="quiet line-note">{actor}</span>
                <span class="quiet line-at">
                  <Ago at={at} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
