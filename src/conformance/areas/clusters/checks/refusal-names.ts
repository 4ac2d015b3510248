import { plainCheck } from '../../../checks/check.ts'

/**
 * A refusal by the node-skew or the headroom check names the nodes, or the component; in which words is open (upgrade
 * and resize rules, 2 and 3).
 */
export const refusalNames = plainCheck('named', ({ received: { text }, refusal }) => {
  if (!refusal) return []
  const { rule, names } = refusal
  const missing = names.find((name) => !text.includes(name))
  return missing === undefined ? [] : [{ code: 'unnamed', rule: rule.id, missing, names, text, rules: rule.checklist }]
})
