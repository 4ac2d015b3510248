import { RULES } from '../../../src/model/model.ts'
import type { Rule } from '../../../src/model/rules/rule.ts'
import type { LiveGaps } from '../../gaps/live-gaps.ts'
import { type ControlHandler, done } from './control-handler.ts'

export const listRules: ControlHandler = ({ holder }, { query }) => {
  const shown = RULES.filter(({ id }) => query.area === undefined || id.startsWith(`${query.area}.`))
  return done({ rules: shown.map((rule) => described(rule, holder.gaps)) })
}

function described(rule: Rule, gaps: LiveGaps) {
  const { id, says, checklist, where, provenance } = rule
  const common = { id, says, checklist: checklist.join(', '), where, provenance }
  if (rule.kind === 'statement') return common
  return { ...common, status: typeof rule.status === 'number' ? rule.status : Number(gaps.value(rule.status)) }
}
