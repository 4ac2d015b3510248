import type { BrowserContext } from '@playwright/test'
import type { Clock, ClockReading } from './steering/clock-control.ts'

/** The longest time that Playwright can skip in one call. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Makes `Date` in all pages of a context show the time of a world. While that stands still, so does the date, and timers
 * run on; when it moves forward, timers of the page that fall due on the way fire, each once.
 */
export async function showWorldTime({ clock }: BrowserContext, world: Clock): Promise<void> {
  const show = ({ mode, now }: ClockReading) => (mode === 'frozen' ? clock.setFixedTime(now) : clock.setSystemTime(now))
  let shown = await world.read()
  await clock.install({ time: shown.now })
  await show(shown)
  world.onMove(async (reading) => {
    const byMs = Date.parse(reading.now) - Date.parse(shown.now)
    shown = reading
    await show(reading)
    if (byMs > 0) await clock.fastForward(Math.min(byMs, LONGEST_MS))
    // Skipping moves a clock that runs a second time.
    if (reading.mode !== 'frozen') await show(reading)
  })
}
