import { control, got } from '../client/control.ts'
import { attempt, dropOffers, notify, type ToastAction } from '../parts/toast.tsx'
import { refresh } from '../world/live.ts'

type Back =
  /** The last things that somebody did, each with what it led to. */
  | { readonly actions: number }
  /** The action that an entry belongs to, and everything after it. */
  | { readonly action: number }
  /** Everything after an entry. */
  | { readonly toEntry: number }

export function undo(back: Back): Promise<boolean> {
  return attempt(async () => {
    const { undone } = await got(control.POST('/_understudy/journal/undo', { body: back }))
    refresh()
    dropOffers()
    notify(undone === 1 ? 'Undone: 1 journal entry' : `Undone: ${undone} journal entries`)
  })
}

/** For the toast that follows an action; what changed nothing cannot be undone. */
export const undoAction = (entry: number | undefined): { readonly action?: ToastAction } =>
  entry === undefined ? {} : { action: { label: 'Undo', run: () => void undo({ action: entry }) } }
