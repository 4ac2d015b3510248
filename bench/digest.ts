import { join } from 'node:path'
import { openSqliteFile } from '../stateful-mock/node/data-file/sqlite-file.ts'
import { median } from './rounds.ts'

const ENTRIES = 20_000
const ROUNDS = 5
/** As long as an ordinary request in the journal. */
const TEXT = JSON.stringify({ atMs: 1772701200000, input: { kind: 'request', request: 'x'.repeat(300) } })

/** Microseconds of processor time that an entry of the journal takes on its way to the file, with its digest and without. */
export function digestCost(folder: string): { readonly withDigest: number; readonly without: number } {
  const { database, rows, close } = openSqliteFile(join(folder, 'digest.db'))
  const plain = database.prepare('INSERT INTO entry (branch, number, text, change, digest) VALUES (?, ?, ?, ?, ?)')
  const nothing = new Uint8Array(16)
  const ways = {
    withDigest: (branch: number, number: number) => rows.appendEntry(branch, number, TEXT),
    without: (branch: number, number: number) => void plain.run(branch, number, TEXT, 0, nothing),
  }
  const taken = { withDigest: [] as number[], without: [] as number[] }
  // The first round is for warming up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const way of ['withDigest', 'without'] as const) {
      const branch = 2 * round + (way === 'without' ? 1 : 0)
      const before = process.cpuUsage()
      for (let number = 1; number <= ENTRIES; number++) ways[way](branch, number)
      const { user, system } = process.cpuUsage(before)
      if (round > 0) taken[way].push((user + system) / ENTRIES)
    }
  close()
  return { withDigest: median(taken.withDigest), without: median(taken.without) }
}
