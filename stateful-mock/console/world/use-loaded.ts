import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { wordsOf } from '../client/control.ts'
import { lookingBackAt, sandbox } from '../session/session.ts'
import { actor } from './actors.ts'
import { worldVersion } from './live.ts'

export interface Loaded<T> {
  readonly data: T | undefined
  readonly problem: string | undefined
  readonly again: () => void
}

/** Loading takes at most this share of the time, but updates are never delayed longer than this. */
const SHARE = 4
const LONGEST_WAIT_MS = 2_000

/**
 * Something of the world, loaded again whenever that may have changed. What is shown stays until the new
 * is there, so nothing flashes; under another key it is another thing and starts empty. What takes long to load is
 * loaded less often, so that a large world does not keep the mock busy with its console.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>, atMostEveryMs = 0): Loaded<T> {
  const kept = useSignal<{ readonly key: string; readonly data?: T; readonly problem?: string }>({ key: '' })
  const place = useComputed(() => `${sandbox.value} ${actor.value?.name ?? ''} ${lookingBackAt.value ?? ''}`)
  const latest = useRef(load)
  latest.current = load
  const run = useRef(0)
  const full = `${place.value} ${key}`
  const wanted = useRef(full)
  wanted.current = full

  const lastMs = useRef(0)
  const tookMs = useRef(0)
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const again = () => {
    clearTimeout(waiting.current)
    waiting.current = undefined
    lastMs.current = performance.now()
    run.current += 1
    const mine = run.current
    const forKey = wanted.current
    latest.current().then(
      (data) => {
        tookMs.current = performance.now() - lastMs.current
        if (mine === run.current) keep({ key: forKey, data })
      },
      (error) => {
        const data = kept.peek().key === forKey ? kept.peek().data : undefined
        if (mine === run.current) keep({ key: forKey, problem: wordsOf(error), ...(data !== undefined && { data }) })
      },
    )
  }
  /** The same again is no news. */
  const keep = (value: { key: string; data?: T; problem?: string }) => {
    if (JSON.stringify(value) !== JSON.stringify(kept.peek())) kept.value = value
  }

  useEffect(again, [full])
  useSignalEffect(() => {
    if (worldVersion.value === 0 || waiting.current !== undefined) return
    const dueMs =
      lastMs.current + Math.max(atMostEveryMs, Math.min(tookMs.current * SHARE, LONGEST_WAIT_MS)) - performance.now()
    if (dueMs <= 0) again()
    else waiting.current = setTimeout(again, dueMs)
  })
  useEffect(() => () => clearTimeout(waiting.current), [])

  const current = kept.value.key === full ? kept.value : undefined
  return { data: current?.data, problem: current?.problem, again }
}
