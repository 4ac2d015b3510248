import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import { RULES } from '../../model/model.ts'
import type { Finding } from './finding.ts'
import { worded } from './words.ts'

/**
 * Held against the one rule that it breaks. Several may have had a say in an answer: the one whose words are most about what
 * is wrong is cited, of equals the first. A difference in what is stored may also break a rule about what was done before;
 * `done` are the operations that led to it.
 */
export function citingOne(contract: Contract, finding: Finding, done: readonly Operation[] = []): Finding {
  const rules = isAboutStored(finding) ? [...finding.rules, ...rulesAbout(done)] : finding.rules
  if (rules.length < 2) return finding
  const wrong = aboutWhat(finding)
  const scored = rules.map((id) => ({ id, score: shared(wrong, wordsIn(saysOf(contract, id))) }))
  const most = Math.max(...scored.map(({ score }) => score))
  return {
    ...finding,
    rules: scored
      .filter(({ score }) => score === most)
      .map(({ id }) => id)
      .slice(0, 1),
  }
}

/** A value of a thing, or that it is still there: not who may see it. */
const isAboutStored = (finding: Finding): boolean =>
  finding.check === 'body' && (STORED.has(finding.code) || (finding.code === 'holds' && finding.why === 'removed'))

const STORED: ReadonlySet<string> = new Set(['value', 'missing', 'unset', 'inconsistent'])

/** What the contract states about the effects of these. */
const rulesAbout = (done: readonly Operation[]): readonly string[] =>
  done.flatMap(({ checklist }) => [
    ...RULES.filter((rule) => rule.kind === 'statement' && rule.checklist.some((id) => checklist.includes(id))).map(
      ({ id }) => id,
    ),
    ...checklist,
  ])

/** The weights of a finding's words: the values at the place count more than the sentence around them. */
function aboutWhat(finding: Finding): ReadonlyMap<string, number> {
  const place = 'path' in finding ? [finding.path].flat().join(' ') : ''
  const entity = 'entity' in finding ? finding.entity : ''
  const weights = new Map([...wordsIn(worded(finding).message)].map((word) => [word, 1]))
  for (const word of wordsIn(`${place} ${entity}`)) weights.set(word, 3)
  return weights
}

const shared = (wrong: ReadonlyMap<string, number>, words: ReadonlySet<string>): number =>
  [...wrong].reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0)

/** Lower case, without endings, names like `onCallNow` taken apart. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g)
      ?.filter((word) => !COMMON.has(word))
      .map((word) => word.replace(/ies$/, 'y').replace(/(?:es|s|ed|ing)$/, '')),
  )

const COMMON: ReadonlySet<string> = new Set(
  'the and that has have another value one its not are was with for which though nothing'.split(' '),
)

const saysOf = ({ checklist }: Contract, id: string): string =>
  `${id} ${RULES.find((rule) => rule.id === id)?.says ?? checklist.get(id)?.says ?? ''}`
