import type { Reader, Writer } from './context.ts'
import type { Draft } from './draft.ts'
import type { Fresh } from './fresh.ts'

/** The reading and writing of a draft, for what a request, an event or a timer adds to it. */
export class DraftContext implements Reader, Writer {
  readonly draft: Draft
  readonly get: Draft['get']
  readonly newest: Draft['newest']
  readonly oldest: Draft['oldest']
  readonly gap: Draft['gap']
  readonly peek: Draft['peek']
  readonly fill: Draft['fill']
  readonly follow: Draft['follow']
  readonly put: Draft['put']
  readonly remove: Draft['remove']
  readonly serial: Draft['serial']
  readonly schedule: Draft['schedule']
  readonly cancel: Draft['cancel']

  constructor(draft: Draft) {
    this.draft = draft
    this.get = draft.get
    this.newest = draft.newest
    this.oldest = draft.oldest
    this.gap = draft.gap
    this.peek = draft.peek
    this.fill = draft.fill
    this.follow = draft.follow
    this.put = draft.put
    this.remove = draft.remove
    this.serial = draft.serial
    this.schedule = draft.schedule
    this.cancel = draft.cancel
  }

  get nowMs(): number {
    return this.draft.nowMs
  }

  get fresh(): Fresh {
    return this.draft.fresh
  }
}
