import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, program, ROOT } from './command.ts'
import { type Seen, type Session, together } from './session.ts'

const HOOK = join(import.meta.dirname, 'own-tests/hook.ts')

/** The tests that came with a candidate, which must pass through `watch` as they do without it. */
export const ownTests = (candidate: string, file: string): Session => ({
  name: `own tests of ${candidate}: ${file}`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
    const seen = join(folder, 'seen.jsonl')
    process.env.UNDERSTUDY_SEEN = seen
    await ended(program('--import', HOOK, join(ROOT, 'examples', candidate, 'test', file)), 0)
    const lines = readFileSync(seen, 'utf8').trim().split('\n')
    rmSync(folder, { recursive: true })
    return together(lines.map((line) => JSON.parse(line) as Seen))
  },
})
