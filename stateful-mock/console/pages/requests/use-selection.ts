import { useSignal } from '@preact/signals'
import type { Logged } from '../../world/requests.ts'

export interface Selection {
  readonly ids: ReadonlySet<number>
  /** Takes a request in or out; `range` takes in everything since the last one. */
  readonly pick: (row: Logged, range: boolean) => void
}

/** The requests that were ticked, out of those shown. */
export function useSelection(shown: readonly Logged[]): Selection {
  const ids = useSignal<ReadonlySet<number>>(new Set())
  const lastPicked = useSignal<number | undefined>(undefined)
  const pick = (row: Logged, range: boolean) => {
    const next = new Set(ids.value)
    const from = shown.findIndex((one) => one.id === lastPicked.value)
    const to = shown.indexOf(row)
    if (range && from >= 0) for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one.id)
    else if (!next.delete(row.id)) next.add(row.id)
    lastPicked.value = row.id
    ids.value = next
  }
  return { ids: ids.value, pick }
}
