import { isObject, type Json } from '../contract/json.ts'
import type { Profile } from '../contract/profile.ts'
import type { Arazzo, Workflow } from './arazzo.ts'

/** The token if none is supplied: the mock accepts any. */
const STAND_IN = '0'.repeat(32)
const NAME = 'providerToken'
const POINTER = '/vocabulary/provider/authToken'

/** The token of the provider as an input: a scenario says where a profile has it, and never what it is. */
export function withSecretInputs(document: Arazzo, { vocabulary }: Profile): Arazzo {
  const { authToken } = vocabulary.provider ?? {}
  const [workflow] = document.workflows
  if (authToken === undefined || !workflow) return document
  const steps = workflow.steps.map((step) =>
    step.requestBody
      ? { ...step, requestBody: { ...step.requestBody, payload: replaced(step.requestBody.payload, authToken) } }
      : step,
  )
  if (JSON.stringify(steps) === JSON.stringify(workflow.steps)) return document
  const notes = document['x-understudy'] ?? {}
  return {
    ...document,
    'x-understudy': { ...notes, inputs: { ...notes.inputs, [NAME]: POINTER } },
    workflows: [{ ...workflow, inputs: withInput(workflow), steps }],
  }
}

const withInput = ({ inputs }: Workflow): NonNullable<Workflow['inputs']> => ({
  type: 'object',
  ...inputs,
  properties: { ...inputs?.properties, [NAME]: { type: 'string', default: STAND_IN } },
})

function replaced(value: Json, secret: string): Json {
  if (value === secret) return `$inputs.${NAME}`
  if (Array.isArray(value)) return value.map((item: Json) => replaced(item, secret))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item as Json, secret)]))
}
