import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { lookingBackAt } from '../session/session.ts'
import { clock } from '../world/live.ts'
import { pastNowMs } from '../world/rehearse.ts'

/** The present instant of the world, running on between two readings when its clock runs. */
export function worldNowMs(): number | undefined {
  const shown = clock.value
  if (!shown) return undefined
  if (lookingBackAt.value !== undefined) return pastNowMs.value
  const read = Date.parse(shown.now)
  return shown.mode === 'frozen' ? read : read + Date.now() - shown.seenAtMs
}

const UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

export function spanWords(ms: number): string {
  const [unit, size] = UNITS.find(([, least]) => Math.abs(ms) >= least) ?? ['s', 1_000]
  return `${Math.round(Math.abs(ms) / size)} ${unit}`
}

export function relative(at: string, nowMs = worldNowMs()): string {
  const ms = Date.parse(at)
  if (nowMs === undefined || Number.isNaN(ms)) return at
  const away = ms - nowMs
  if (Math.abs(away) < 1_000) return 'now'
  return away > 0 ? `in ${spanWords(away)}` : `${spanWords(away)} ago`
}

/** 15 Nov 05:22:28, in UTC like everything the API says. */
export function shortInstant(at: string | number, seconds = true): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return String(at)
  const text = date.toISOString()
  return `${Number(text.slice(8, 10))} ${MONTHS[date.getUTCMonth()]} ${text.slice(11, seconds ? 19 : 16)}`
}

/** 15 Nov 2026, 05:22:28 */
export function longInstant(ms: number): string {
  const date = new Date(ms)
  const [day, month, time] = shortInstant(ms).split(' ')
  return `${day} ${month} ${date.getUTCFullYear()}, ${time}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** An instant, as far from the world's clock; the exact one on hover and for those who listen. */
export function Ago({ at, exact }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} title={`${at} (world clock)`}>
      {exact && <span>{shortInstant(at)}, </span>}
      {exact ? <span class="quiet">{relative(at)}</span> : relative(at)}
    </time>
  )
}

/** Comes back every second while something that runs is shown. */
export function useTicking(): number {
  const tick = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => {
      tick.value += 1
    }, 1_000)
    return () => clearInterval(timer)
  }, [tick])
  return tick.value
}
