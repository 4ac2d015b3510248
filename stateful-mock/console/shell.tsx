import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { moveClock, PauseButton } from './parts/clock-controls.tsx'
import { forkAt } from './parts/fork.ts'
import { SandboxPicker } from './parts/sandbox-picker.tsx'
import { shortInstant, useTicking, worldNowMs } from './parts/time.tsx'
import { Toasts } from './parts/toast.tsx'
import { actor, actors } from './state/actors.ts'
import { AREA_TITLES, AREAS } from './state/contract.ts'
import { clock, link, refusal } from './state/live.ts'
import { changeQuery, hrefTo, route } from './state/route.ts'
import { lookingBackAt, type Theme, theme } from './state/session.ts'

const PLACES = [
  ['requests', 'Requests'],
  ['time', 'Time'],
  ['faults', 'Faults'],
  ['scenarios', 'Scenarios'],
  ['gaps', 'Gaps'],
  ['webhooks', 'Webhooks'],
  ['pages', 'Pages'],
  ['charts', 'Charts'],
  ['try', 'Try it'],
] as const

/** What is around every page: where to go, who calls, in which world, and what time it is there. */
export function Shell({ children }: { children: ComponentChildren }) {
  const open = useSignal(false)
  const here = route.value.parts.join('/')
  // Going elsewhere closes the menu.
  useEffect(() => {
    open.value = false
  }, [here])
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}>
        Skip to the page
      </button>
      <header class="top">
        <button
          type="button"
          class="plain menu-button"
          aria-expanded={open.value}
          aria-controls="places"
          onClick={() => {
            open.value = !open.value
          }}
        >
          <span class="unseen">Menu</span>
          <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
            <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
          </svg>
        </button>
        <a class="brand" href={hrefTo(['overview'])}>
          <img src="/console/icon.svg" alt="" width="20" height="20" /> Understudy
        </a>
        <SandboxPicker />
        <ActorPicker />
        <span class="space" />
        <TopClock />
        <Link />
        <ThemeButton />
      </header>
      <nav id="places" class={open.value ? 'places open' : 'places'} aria-label="Places">
        <Place parts={['overview']} title="Overview" />
        <h2>Areas</h2>
        {AREAS.map((area) => (
          <Place key={area} parts={['areas', area]} title={AREA_TITLES[area]} />
        ))}
        <h2>Steer</h2>
        {PLACES.map(([path, title]) => (
          <Place key={path} parts={[path]} title={title} />
        ))}
        <p class="nav-end">
          <a href="/openapi.json">Description of the API</a>
        </p>
      </nav>
      <main id="main">
        {lookingBackAt.value !== undefined && <LookingBack entry={lookingBackAt.value} />}
        {link.value === 'lost' && (
          <div class="problem" role="alert">
            <p>
              <strong>The mock does not answer.</strong> Start it again with <code>understudy serve</code>; this page
              goes on by itself.
            </p>
          </div>
        )}
        {refusal.value !== undefined && (
          <div class="problem" role="alert">
            <p>
              <strong>This sandbox cannot be shown.</strong> The mock says: {refusal.value}
            </p>
          </div>
        )}
        {children}
      </main>
      <Toasts />
    </div>
  )
}

function Place({ parts, title }: { parts: readonly string[]; title: string }) {
  const current = route.value.parts.length === 0 ? ['overview'] : route.value.parts
  const here = parts.every((part, index) => part === current[index])
  return (
    <a class="place" href={hrefTo(parts)} aria-current={here ? 'page' : undefined}>
      {title}
    </a>
  )
}

function ActorPicker() {
  return (
    <label class="picker">
      <span>as</span>
      <select
        aria-label="Act as"
        value={actor.value?.name ?? ''}
        onChange={(event) => changeQuery({ actor: event.currentTarget.value })}
      >
        {actors.value.map(({ name, label, memberships }) => (
          <option key={name} value={name}>
            {label} ({memberships[0] ? `${memberships[0].role} of ${memberships[0].organization}` : name})
          </option>
        ))}
      </select>
    </label>
  )
}

function TopClock() {
  useTicking()
  const now = worldNowMs()
  if (now === undefined) return null
  return (
    <div class="top-clock">
      <a href={hrefTo(['time'])} title="The clock of this world, UTC">
        <time dateTime={new Date(now).toISOString()}>{shortInstant(now)}</time>
        {clock.value?.mode === 'frozen' && <span class="quiet"> stopped</span>}
      </a>
      <PauseButton small />
      <button
        type="button"
        class="button small"
        aria-label="Advance +1 h"
        disabled={lookingBackAt.value !== undefined}
        onClick={() => moveClock({ by: 'PT1H' })}
      >
        +1 h
      </button>
    </div>
  )
}

const LINKS = { connecting: 'connecting', live: 'live', polling: 'every 2 s', lost: 'lost' } as const

const Link = () => (
  <span class={`link-state link-${link.value}`} title="How news from the mock comes in">
    <i aria-hidden="true" />
    {LINKS[link.value]}
  </span>
)

function ThemeButton() {
  const next: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
  return (
    <button
      type="button"
      class="plain theme"
      aria-label={`Colours: ${theme.value}. Change to ${next[theme.value]}`}
      title={`Colours: ${theme.value}`}
      onClick={() => {
        theme.value = next[theme.value]
      }}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" />
        <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
      </svg>
    </button>
  )
}

/** So that nobody takes what was for what is. */
function LookingBack({ entry }: { entry: number }) {
  return (
    <div class="looking-back" role="status">
      <p>
        You are looking at the world as it was after <strong>entry {entry}</strong> of the journal. Nothing can be
        changed here.
      </p>
      <div class="tools">
        <button
          type="button"
          class="button"
          disabled={entry === 0}
          onClick={() => changeQuery({ at: String(entry - 1) })}
        >
          One back
        </button>
        <button type="button" class="button" onClick={() => changeQuery({ at: String(entry + 1) })}>
          One on
        </button>
        <button type="button" class="button primary" onClick={() => forkAt(entry)}>
          Go on from here in a fork
        </button>
        <button type="button" class="button" onClick={() => changeQuery({ at: undefined })}>
          Back to now
        </button>
      </div>
    </div>
  )
}
