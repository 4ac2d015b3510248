import { control, got, type Schemas } from '../client/control.ts'

export type Entry = Schemas['JournalEntry']

/** As much of the journal as one page shows. */
const MOST = 1_000

/** The latest entries of the journal, oldest first. */
export async function loadLatestEntries(): Promise<readonly Entry[]> {
  const { last } = await got(control.GET('/_understudy/journal/entries', { params: { query: { limit: 1 } } }))
  const query = { from: Math.max(1, last - MOST + 1), limit: MOST }
  return (await got(control.GET('/_understudy/journal/entries', { params: { query } }))).entries
}
