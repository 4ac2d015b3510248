import { plainCheck } from '../../../checks/check.ts'

/** Refusals that say what is in the way, after the colon of our own words (upgrade and resize rules, 2 and 3). */
const NAMING: ReadonlyMap<string, string> = new Map([
  ['clusters.node-skew', 'CLU-05'],
  ['clusters.no-headroom', 'CLU-06'],
])

/** A 409 by the node-skew or the headroom check names the nodes, or the component; in which words is open. */
export const refusalNames = plainCheck('named', ({ received: { text }, refusal }) => {
  const line = NAMING.get(refusal?.rule.id ?? '')
  if (!refusal || !line) return []
  const [, named = ''] = refusal.message.split(': ')
  const names = named.split(', ')
  const missing = names.find((name) => !text.includes(name))
  return missing === undefined ? [] : [{ code: 'unnamed', rule: refusal.rule.id, missing, names, text, rules: [line] }]
})
