import { type Contract, loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import type { Operation } from '../../../src/contract/operations.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import { RULES } from '../../../src/model/model.ts'
import type { Refusal } from '../../../src/model/rules/rule.ts'
import { UsageError } from '../../command-line/usage-error.ts'
import type { Tool } from './tool.ts'

const explain: Tool = {
  name: 'explain',
  description:
    'Describe a rule, a gap, an operation, an event or a checklist line: its wording, its source in the contract and, for an operation, its parameters, body and responses.',
  readOnly: true,
  properties: {
    id: { type: 'string', description: 'For example oncall.terminal, openIncident, alertFires or UPT-08.' },
  },
  required: ['id'],
  run: ({ id }) => explained(loadContract(source), String(id)),
}

export const CONTRACT_TOOLS: readonly Tool[] = [explain]

function explained(contract: Contract, id: string): unknown {
  const rule = RULES.find((one) => one.id === id)
  if (rule) {
    const { kind, says, where, provenance, checklist } = rule
    return { rule: id, kind, says, where, provenance, checklist }
  }
  const gaps = new Map<string, unknown>(contract.gaps.definitions)
  if (gaps.has(id)) return { gap: id, ...(gaps.get(id) as object) }
  const line = contract.checklist.get(id)
  if (line)
    return {
      checklist: id,
      ...line,
      rules: RULES.filter(({ checklist }) => checklist.some((own) => own === id)).map((one) => one.id),
    }
  const operation = contract.operations.get(id) ?? contract.controlOperations.get(id)
  if (operation) return described(operation)
  const known = [
    ...RULES.map((one) => one.id),
    ...gaps.keys(),
    ...contract.operations.keys(),
    ...contract.controlOperations.keys(),
  ]
  throw new UsageError(`There is nothing named ${id}${didYouMean(id, known)}.`)
}

function described({ id, area, method, path, parameters, body, responses }: Operation) {
  return {
    operation: id,
    area,
    method,
    path,
    parameters: parameters.map(({ name, in: place, required, schema }) => ({ name, in: place, required, schema })),
    ...(body && { body: { schema: body.schema, example: body.example } }),
    statuses: [...responses.keys()],
    rules: RULES.filter((rule) => rule.kind === 'refusal' && isOn(rule.on, id, area)).map((rule) => ({
      id: rule.id,
      says: rule.says,
    })),
  }
}

/** True if a refusal applies to an operation, by its name or by its area. */
const isOn = (on: Refusal['on'], id: string, area: string): boolean =>
  'areas' in on ? on.areas.some((one) => one === area) : on.some((one) => one === id)
