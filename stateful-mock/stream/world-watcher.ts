import { pageView } from '../../src/model/areas/oncall/effects/paging/pages.ts'
import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import { getRow, newestFirst, oldestFirst } from '../../src/model/table/table.ts'
import type { World } from '../../src/model/world/world.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { attemptView } from '../views/attempt-view.ts'
import type { StreamEvent } from './stream-event.ts'

type AttemptKey = readonly [org: string, deliveryId: string, id: string]

/** Finds new pages and webhook attempts in a world as it goes on: they are not inputs, so the journal does not list them. */
export class WorldWatcher {
  #world: World
  /** Attempts that had no answer yet. */
  #open: readonly AttemptKey[]

  constructor(world: World) {
    this.#world = world
    this.#open = [...organizations(world)].flatMap((org) =>
      [...newestFirst(world.tables.EmailDelivery, 'awaiting', [org])].map(
        ({ id, tries }): AttemptKey => [org, id, String(tries)],
      ),
    )
  }

  /** The events since the last call. */
  newEvents(sandbox: Sandbox): StreamEvent[] {
    const {
      name,
      holder: { lookedAt },
    } = sandbox
    const before = this.#world
    this.#world = lookedAt
    const pages = before.tables.Page === lookedAt.tables.Page ? [] : newPages(before, lookedAt)
    const attempts = before.tables.EmailAttempt === lookedAt.tables.EmailAttempt ? [] : this.#attempts(before, lookedAt)
    return [
      ...pages.map((page): StreamEvent => ({ kind: 'page', sandbox: name, data: () => pageView(page) })),
      ...attempts.map(
        (row): StreamEvent => ({ kind: 'delivery', sandbox: name, data: () => attemptView(sandbox, row) }),
      ),
    ]
  }

  /** Attempts that were sent, and those with a response. */
  #attempts(before: World, now: World) {
    const keys = [...this.#open, ...newAttempts(before, now)]
    const rows = keys.flatMap((key) => getRow(now.tables.EmailAttempt, key) ?? [])
    const isOpen = ({ status, error }: (typeof rows)[number]) => status === undefined && error === undefined
    const fresh = rows.filter((row) => getRow(before.tables.EmailAttempt, [row.org, row.deliveryId, row.id]) !== row)
    this.#open = rows.filter(isOpen).map(({ org, deliveryId, id }): AttemptKey => [org, deliveryId, id])
    return fresh
  }
}

const organizations = ({ tables }: World): Iterable<string> =>
  [...oldestFirst(tables.Organization, 'all', [EVERYWHERE])].map(({ id }) => id)

function newPages(before: World, now: World) {
  return [...organizations(now)].flatMap((org) => {
    const latest = newestFirst(now.tables.Page, 'all', [org])
    const fresh = []
    for (const page of latest) {
      if (getRow(before.tables.Page, [org, page.id])) break
      fresh.push(page)
    }
    return fresh.toReversed()
  })
}

/** The log is ordered by time, so what is new is at its end. */
function newAttempts(before: World, now: World): AttemptKey[] {
  return [...organizations(now)].flatMap((org) => {
    const fresh: AttemptKey[] = []
    for (const { deliveryId, id, atMs } of newestFirst(now.tables.EmailAttempt, 'log', [org])) {
      if (atMs < before.nowMs) break
      if (!getRow(before.tables.EmailAttempt, [org, deliveryId, id])) fresh.push([org, deliveryId, id])
    }
    return fresh.toReversed()
  })
}
