import type { Deed, Fields, Reply, Visit } from './fault.ts'
import { asFields, asList, fieldsOf, good, reply, withBody } from './replies.ts'

type Change = (fields: Fields, visit: Visit) => Fields

/** Falsifies the body of a good answer. */
export const rewrite =
  (change: Change): Deed =>
  async (visit) => {
    const answer = await visit.pass()
    return good(answer) && answer.body.length > 0 ? withBody(answer, change(fieldsOf(answer), visit)) : answer
  }

/** Falsifies a list as a whole. */
export const relist = (name: string, change: (items: readonly Fields[], visit: Visit) => readonly Fields[]): Deed =>
  rewrite((fields, visit) => ({ ...fields, [name]: change(asList(fields[name]), visit) }))

/** Falsifies every item of a list. */
export const each = (name: string, change: Change): Deed =>
  relist(name, (items, visit) => items.map((item) => change(item, visit)))

export const reversed = (name: string): Deed => relist(name, (items) => items.toReversed())

/** Another status, with the same body. */
export const restatus =
  (from: number, to: number): Deed =>
  async ({ pass }) => {
    const answer = await pass()
    return answer.status === from ? { ...answer, status: to } : answer
  }

/** Something else in place of a refusal with one of these statuses. */
export const insteadOf =
  (statuses: readonly number[], what: (visit: Visit, answer: Reply) => Reply | Promise<Reply>): Deed =>
  async (visit) => {
    const answer = await visit.pass()
    return statuses.includes(answer.status) ? what(visit, answer) : answer
  }

/** A refusal with another sentence. */
export const reworded = (status: number, error: string): Deed =>
  insteadOf([status], (_, answer) => withBody(answer, { error }))

/** Hands a request on with another body. */
export const resend =
  (change: Change): Deed =>
  (visit) =>
    visit.pass({ body: change(fieldsOf(visit.ask), visit) })

/** Hands a request on without some of its query. */
export const unfiltered =
  (...names: readonly string[]): Deed =>
  ({ ask, pass }) =>
    pass({ query: new URLSearchParams([...ask.query].filter(([name]) => !names.includes(name))) })

/** Says that it is done, and does nothing; only where a read shows that there is something to be done. */
export const swallow =
  (status: number, read: (visit: Visit) => string, holds: (visit: Visit) => string): Deed =>
  async (visit) => {
    const found = await visit.upstream('GET', read(visit))
    return good(found) && found.body.includes(JSON.stringify(holds(visit))) ? reply(status) : visit.pass()
  }

/** Remembers a once-only secret when it is made, under the id it is made with. */
export const keepSecret =
  (id: (made: Fields) => unknown, secret: (made: Fields) => unknown): Deed =>
  async ({ pass, memory }) => {
    const answer = await pass()
    if (good(answer)) memory.notes.set(`secret ${id(fieldsOf(answer))}`, secret(fieldsOf(answer)))
    return answer
  }

/** Shows remembered secrets in a list. */
export const showSecrets = (list: string, id: string, secret: string): Deed =>
  each(list, (item, { memory }) => {
    const kept = memory.notes.get(`secret ${item[id]}`)
    return kept === undefined ? item : { ...item, [secret]: kept }
  })

/** Lets a request that was turned away through as somebody else who may do it. */
export const borrow = (...statuses: readonly number[]): Deed =>
  insteadOf(statuses, async ({ ask, memory, upstream }, answer) => {
    for (const caller of memory.callers) {
      if (caller === ask.headers.authorization) continue
      const query = ask.query.size > 0 ? `?${ask.query}` : ''
      const body = ask.body.length > 0 ? fieldsOf(ask) : undefined
      const other = await upstream(ask.method, ask.path + query, body, caller)
      if (good(other)) return other
    }
    return answer
  })

/** Leaves the item out that was made last. */
export const hideNewest = (made: string, list: string, id: string): Readonly<Record<string, Deed>> => ({
  [made]: async ({ pass, memory }) => {
    const answer = await pass()
    if (good(answer)) memory.notes.set('newest', fieldsOf(answer)[id])
    return answer
  },
  [list]: rewrite((fields, { memory }) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, items]) => [
        name,
        asList(items).filter((item) => item[id] !== memory.notes.get('newest')),
      ]),
    ),
  ),
})

/** An id that nobody has given out. */
export function madeUpId(prefix: string, { notes }: Visit['memory']): string {
  const count = Number(notes.get('made up') ?? 0) + 1
  notes.set('made up', count)
  return `${prefix}_madeup${count}`
}

/** The first response to a read, kept as long as the world. */
export function firstSeen(visit: Visit, key: string, value: unknown): unknown {
  const { notes } = visit.memory
  if (!notes.has(key)) notes.set(key, value)
  return notes.get(key)
}

/** The fields that a write was asked to set, over what there is. */
export const over = (there: Reply, asked: Fields): Fields => ({ ...asFields(fieldsOf(there)), ...asked })
