import { coveringChoices } from '../../eyesight/covering-profiles.ts'
import { CANDIDATES } from '../candidates.ts'
import { inBrowser } from './browser.ts'
import { behindPrism, typedClients } from './clients.ts'
import { commandThroughWatch, learn, replay, verify } from './commands.ts'
import { ownTests } from './own-tests.ts'
import type { Session } from './session.ts'
import { aCandidate, aMock, type Kind } from './targets.ts'

/** The same for everybody, so that a session can be repeated. */
const SEED = 11

const candidates: readonly Kind[] = CANDIDATES.flatMap((candidate) =>
  (['a', 'b'] as const).map((variant) => aCandidate(candidate, variant)),
)
const mocks: readonly Kind[] = [
  aMock('mock', {}),
  ...coveringChoices().map((gaps, set) => aMock(`mock-${set + 1}`, gaps)),
]

const SESSIONS: readonly Session[] = [
  ...['contract.test.mjs', 'odd-input.test.mjs', 'faults.test.mjs'].map((file) => ownTests('candidate', file)),
  ...['contract.test.ts', 'odd-input.test.ts', 'faults.test.ts'].map((file) => ownTests('second-candidate', file)),
  inBrowser,
  typedClients,
  behindPrism,
  ...[...candidates, ...mocks].map((kind) => commandThroughWatch(replay, kind)),
  ...candidates.map((kind) => commandThroughWatch(learn, kind)),
  ...[...candidates, ...mocks].map((kind) => commandThroughWatch(verify(2_000, SEED), kind)),
]

/** Runs the sessions whose names contain one of these words, and prints what `watch` reported: it is to be nothing. */
export async function watchSessions(words: readonly string[]): Promise<number> {
  let [alarms, all] = [0, 0]
  for (const { name, run } of SESSIONS) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    const { exchanges, findings } = await run()
    console.log(`${name.padEnd(60)} ${exchanges} exchanges: ${findings.length} found`)
    for (const finding of findings) console.log(`  ${finding}`)
    all += exchanges
    alarms += findings.length
  }
  console.log(`${all} exchanges: ${alarms} false alarms`)
  return alarms > 0 ? 1 : 0
}
