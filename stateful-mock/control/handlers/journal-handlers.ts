import { actionOf, actionsOf, lastActions } from '../../journal/actions.ts'
import { beyondReach } from '../../journal/beyond-reach.ts'
import type { Mark } from '../../journal/entry.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { instant } from '../../time/instant.ts'
import { fullEntryView, journalEntryView } from '../../views/journal-entry-view.ts'
import { worldView } from '../../views/world-view.ts'
import { type ControlAnswer, type ControlHandler, created, done } from './control-handler.ts'

/** As the description says. */
const USUAL_LIMIT = 100

export const listJournal: ControlHandler = (sandbox, { query }) => {
  const { journal } = present(sandbox)
  const { from = journal.reach + 1, limit = USUAL_LIMIT } = query as { from?: number; limit?: number }
  const to = from + limit - 1
  const actions = actionsOf(journal, from, to)
  const shown = journal.replayed(from, to).map((replayed) => journalEntryView(sandbox, replayed, actions))
  return done({ entries: [...shown], last: journal.length, ...firstKept(journal) })
}

/** Said only where something has been left behind. */
const firstKept = ({ reach }: Journal): { readonly first?: number } => (reach > 0 ? { first: reach + 1 } : {})

export const getJournalEntry: ControlHandler = (sandbox, { parameters }) => {
  const number = numberIn(sandbox, parameters.entry)
  if (typeof number !== 'number') return number
  const { journal } = sandbox.holder
  const gone = beyondReach(journal, number - 1)
  if (gone !== undefined) return { status: 404, error: gone }
  const [replayed] = journal.replayed(number, number)
  return replayed
    ? done(fullEntryView(sandbox, replayed, actionsOf(journal, number, number)))
    : noEntry(parameters.entry)
}

export const getWorldAt: ControlHandler = (sandbox, { parameters }) => {
  const number = numberIn(sandbox, parameters.entry)
  if (typeof number !== 'number') return number
  const { journal } = sandbox.holder
  const gone = beyondReach(journal, number)
  return gone === undefined ? done(worldView(sandbox, journal.stateAt(number), number)) : { status: 404, error: gone }
}

type Back =
  | { readonly entries: number }
  | { readonly actions: number }
  | { readonly action: number }
  | { readonly toEntry: number }
  | { readonly toMark: string }

export const undoJournal: ControlHandler = (sandbox, { body }) => {
  const { entries, journal } = present(sandbox)
  const last = destination(sandbox, body as Back)
  if (typeof last !== 'number') return last
  const gone = beyondReach(journal, last)
  if (gone !== undefined) return { status: 409, error: gone }
  sandbox.holder.undoTo(last)
  const now = instant(sandbox.holder.lookedAtMs)
  return done({ last, undone: entries - last, now, ...firstKept(journal) })
}

function destination({ holder }: Sandbox, back: Back): number | ControlAnswer {
  const { entries, journal } = holder
  if ('toMark' in back) return journal.marks.find(({ name }) => name === back.toMark)?.entry ?? noMark(back.toMark)
  if ('toEntry' in back) return back.toEntry <= entries ? back.toEntry : noEntry(back.toEntry)
  if ('action' in back) return back.action <= entries ? actionOf(journal, back.action) - 1 : noEntry(back.action)
  if ('actions' in back) {
    const starts = lastActions(journal, back.actions)
    const first = starts[back.actions - 1]
    return first === undefined ? tooMany(starts.length, 'actions', back.actions) : first - 1
  }
  if (back.entries <= entries) return entries - back.entries
  return tooMany(entries, 'entries', back.entries)
}

export const listMarks: ControlHandler = ({ holder }) => done({ marks: holder.journal.marks })

export const markJournal: ControlHandler = (sandbox, { body }) => {
  const { name, note } = body as { name: string; note?: string }
  const { journal, entries } = present(sandbox)
  if (journal.marks.some((mark) => mark.name === name))
    return { status: 409, error: `a mark named ${name} already exists` }
  const mark: Mark = { name, entry: entries, ...(note !== undefined && { note }) }
  journal.mark(mark)
  return created(mark)
}

/** The holder after timers that fell due meanwhile, because these are in the journal too. */
function present({ holder }: Sandbox): Sandbox['holder'] {
  void holder.glance
  return holder
}

function numberIn(sandbox: Sandbox, text = ''): number | ControlAnswer {
  if (!/^[1-9]\d{0,14}$/.test(text)) return { status: 400, error: `${text} is not the number of an entry` }
  return Number(text) <= present(sandbox).entries ? Number(text) : noEntry(text)
}

const noEntry = (number: string | number | undefined): ControlAnswer => ({
  status: 404,
  error: `there is no entry ${number} in the journal`,
})

const tooMany = (present: number, what: 'entries' | 'actions', wanted: number): ControlAnswer => ({
  status: 409,
  error: `the journal has ${present} ${what}, so ${wanted} cannot be undone`,
})

const noMark = (name: string): ControlAnswer => ({ status: 404, error: `there is no mark named ${name}` })
