import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { worldVersion } from '../world/live.ts'
import { type Rehearsed, rehearse, type Step } from '../world/rehearse.ts'

/** A pause in typing after which the mock is asked. */
const PAUSE_MS = 120

/** The answer that a request would get, asked again whenever it or the world changes. */
export function useForeseen(step: Step | undefined): Rehearsed | undefined {
  const foreseen = useSignal<Rehearsed | undefined>(undefined)
  const wanted = step && JSON.stringify([step, worldVersion.value])
  useEffect(() => {
    if (!step) return
    const timer = setTimeout(async () => {
      foreseen.value = await rehearse([step]).then(
        ([answer]) => answer,
        () => undefined,
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return foreseen.value
}
