import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Palette } from '../palette/palette.tsx'
import { Toasts } from '../parts/toast.tsx'
import { hrefTo, route } from '../session/route.ts'
import { lookingBackAt } from '../session/session.ts'
import { ActorPicker } from './actor-picker.tsx'
import { FaultBadge } from './fault-badge.tsx'
import { FaultBanner } from './fault-banner.tsx'
import { LinkState } from './link-state.tsx'
import { LookingBack } from './looking-back.tsx'
import { Notices } from './notices.tsx'
import { Places } from './places.tsx'
import { SandboxPicker } from './sandbox-picker.tsx'
import { ThemeButton } from './theme-button.tsx'
import { TopClock } from './top-clock.tsx'
import { useKeys } from './use-keys.ts'

/** The page's own, wherever it is served. */
const ICON = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href

/** The frame of every page: menu, actor, sandbox and clock. */
export function Shell({ children }: { children: ComponentChildren }) {
  const open = useSignal(false)
  const finding = useSignal(false)
  const find = (on: boolean) => {
    finding.value = on
  }
  useKeys(() => find(true))
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
          <img src={ICON} alt="" width="20" height="20" /> Understudy
        </a>
        <SandboxPicker />
        <ActorPicker />
        <FindButton find={() => find(true)} />
        <span class="space" />
        <FaultBadge />
        <TopClock />
        <LinkState />
        <ThemeButton />
      </header>
      <Places open={open.value} />
      <main id="main">
        {lookingBackAt.value !== undefined && <LookingBack entry={lookingBackAt.value} />}
        <Notices />
        <FaultBanner />
        {children}
      </main>
      <Toasts />
      {finding.value && <Palette close={() => find(false)} />}
    </div>
  )
}

const FindButton = ({ find }: { find: () => void }) => (
  <button type="button" class="button find-button" aria-keyshortcuts="Control+K" onClick={find}>
    Find <kbd>Ctrl K</kbd>
  </button>
)
