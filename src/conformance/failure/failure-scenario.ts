import type { Contract } from '../../contract/contract.ts'
import type { Json } from '../../contract/json.ts'
import { RULES } from '../../model/model.ts'
import type { Arazzo, ArazzoStep, Criterion } from '../../scenario/arazzo.ts'
import type { Finding } from '../finding/finding.ts'
import { told } from '../finding/told.ts'
import { worded } from '../finding/words.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import { WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import { mapStrings, SALT, type Step } from '../step/step.ts'
import { failureCriteria } from './failure-criteria.ts'

/**
 * A shrunk failure as an Arazzo scenario: it passes on an implementation that keeps the rule, and fails
 * on one that breaks it. Other runners can execute it; credentials come in as `$inputs.<actor>`.
 */
export function failureScenario(contract: Contract, { sequence, finding }: Shrunk): Arazzo {
  const actors = [
    ...new Set(
      sequence.steps.flatMap((step) =>
        step.kind === 'request' && !step.bearer && credentialHeader(contract, step.actor) ? [step.actor] : [],
      ),
    ),
  ]
  const last = sequence.steps.length - 1
  const { criteria, telling } = failureCriteria(contract, finding, sequence, successOf(contract, finding))
  const outputs = outputsWanted([sequence.steps, criteria])
  const steps = sequence.steps.flatMap((step, index) =>
    isLook(step)
      ? []
      : [
          arazzoStep(contract, step, {
            index,
            outputs,
            criteria: index === last ? criteria.map((one) => inItsWords(one, outputs)) : undefined,
            status: statusOf(sequence, index),
          }),
        ],
  )
  return {
    arazzo: '1.0.1',
    info: {
      title: `${finding.operation}: ${worded(finding).message}`.slice(0, 120),
      version: '1.0.0',
      description: [...finding.rules.map((id) => ruleSentence(contract, id)), ...caveats(sequence.steps, telling)].join(
        '\n',
      ),
    },
    sourceDescriptions: [
      { name: 'api', url: './openapi.yaml', type: 'openapi' },
      { name: 'control', url: './control.yaml', type: 'openapi' },
    ],
    'x-understudy': { checklist: checklistOf(finding), finding: { ...told(finding), rules: [...finding.rules] } },
    workflows: [
      {
        workflowId: 'failure',
        inputs: {
          type: 'object',
          properties: {
            ...Object.fromEntries(actors.map((actor) => [actor, { type: 'string' as const }])),
            salt: { type: 'string', default: 'again' },
          },
        },
        steps,
      },
    ],
  }
}

/** Step -> pointer -> the name under which later steps refer to it. */
type Outputs = ReadonlyMap<number, ReadonlyMap<string, string>>

/** Where a step stands in its scenario, and what it must show. */
interface StepPlace {
  readonly index: number
  readonly outputs: Outputs
  /** Of the last step; the others have to succeed, or to be refused as they were. */
  readonly criteria: readonly Criterion[] | undefined
  readonly status: number | undefined
}

function arazzoStep(contract: Contract, step: Step, { index, outputs, criteria, status }: StepPlace): ArazzoStep {
  const wanted = outputs.get(index)
  const out = wanted && {
    outputs: Object.fromEntries([...wanted].map(([pointer, name]) => [name, `$response.body#${pointer}`])),
  }
  const stepId = `step${index + 1}`
  const body = expressions(step.body, outputs)
  const payload =
    step.body === undefined ? {} : { requestBody: { contentType: 'application/json' as const, payload: body as Json } }
  const place = (kind: 'path' | 'query', values: Readonly<Record<string, string>>) =>
    Object.entries(expressions(values, outputs)).map(([name, value]) => ({ name, in: kind, value }))
  if (step.kind === 'event') {
    const reads = contract.controlOperations.get(step.event)?.method === 'GET'
    return {
      stepId,
      operationId: `$sourceDescriptions.control.${step.event}`,
      ...(reads ? { parameters: place('query', step.body as Readonly<Record<string, string>>) } : payload),
      successCriteria: criteria ?? [{ condition: '$statusCode < 300' }],
      ...out,
    }
  }
  const header = credentialHeader(contract, step.actor)
  const own = header ? [{ name: header, in: 'header' as const, value: `$inputs.${step.actor}` }] : []
  const shown = step.bearer && expressions(`Bearer ${step.bearer}`, outputs)
  const credential = shown ? [{ name: 'Authorization', in: 'header' as const, value: shown }] : own
  return {
    stepId,
    operationId: `$sourceDescriptions.api.${step.operation}`,
    parameters: [...credential, ...place('path', step.parameters), ...place('query', step.query)],
    ...payload,
    successCriteria: criteria ?? [{ condition: onTheWay(contract, step.operation, status) }],
    ...out,
  }
}

const credentialHeader = (contract: Contract, actor: string): string | undefined =>
  Object.keys(contract.profile.actors[actor]?.headers ?? {})[0]

/** The judge's own look at its receiver: no request, and no outside event either. */
const isLook = (step: Step): boolean => step.kind === 'event' && step.event === WEBHOOK_RECEIVED

/** Said in a scenario that would pass on the target that it was found on. */
export const UNTOLD = 'Its criteria do not tell the failure'

/** What the scenario cannot say. */
function caveats(steps: readonly Step[], telling: boolean): string[] {
  const looks = steps.some(isLook)
  return [
    ...(looks ? ["What arrived at the judge's own webhook receiver is not part of this scenario."] : []),
    ...(steps.some((step) => step.kind === 'request' && step.withNext)
      ? ['Some of its requests were sent at the same time, which a scenario cannot say.']
      : []),
    ...(telling ? [] : [`${UNTOLD}: look at the last answer.`]),
  ]
}

const successOf = (contract: Contract, { operation }: Finding): string =>
  contract.operations.has(operation) ? statusCondition(contract, operation, 200) : '$statusCode < 300'

/** A criterion with its references in Arazzo's own words. */
function inItsWords(criterion: Criterion, outputs: Outputs): Criterion {
  const condition = criterion.condition.replace(REFERENCES, (_, index: string, pointer: string) =>
    outputExpression(outputs, index, pointer),
  )
  return { ...criterion, condition }
}

/** A deletion on the way may be what another implementation refuses; what it leaves is what the last step looks at. */
function onTheWay(contract: Contract, operation: string, status: number | undefined): string {
  const deletes = contract.operation(operation).does === 'delete'
  return deletes ? '$statusCode < 500' : statusCondition(contract, operation, status)
}

/** Where the success status is open, its class will do. */
function statusCondition(contract: Contract, operation: string, status: number | undefined): string {
  if (status !== undefined && status >= 400) return '$statusCode >= 400 && $statusCode < 500'
  const { success } = contract.operation(operation)
  return success.open ? '$statusCode >= 200 && $statusCode < 300' : `$statusCode == ${success.status}`
}

const statusOf = (sequence: Shrunk['sequence'], index: number): number | undefined => {
  const exchange = sequence.trace[index]?.exchange
  return exchange?.answered ? exchange.received.status : undefined
}

/** Step -> pointer -> output name, for everything later steps refer to. */
function outputsWanted(steps: unknown): Map<number, Map<string, string>> {
  const wanted = new Map<number, Map<string, string>>()
  for (const [, index = '', pointer = ''] of JSON.stringify(steps).matchAll(REFERENCES)) {
    const row = wanted.get(Number(index)) ?? new Map<string, string>()
    if (!row.has(pointer)) row.set(pointer, pointer.slice(1).replaceAll('/', '_') || 'body')
    wanted.set(Number(index), row)
  }
  return wanted
}

const REFERENCES = /⟪(\d+)#([^⟫]*)⟫/g

const outputExpression = (outputs: Outputs, index: string, pointer: string): string =>
  `$steps.step${Number(index) + 1}.outputs.${outputs.get(Number(index))?.get(pointer) ?? 'body'}`

/** References and salts in Arazzo's own words: alone, an expression; inside a text, in braces. */
function expressions<T>(value: T, outputs: Outputs): T {
  return mapStrings(value, (text) => {
    const named = (index: string, pointer: string) => outputExpression(outputs, index, pointer)
    const [, index, pointer = ''] = /^⟪(\d+)#([^⟫]*)⟫$/.exec(text) ?? []
    if (index !== undefined) return named(index, pointer)
    return text
      .replace(REFERENCES, (_, at: string, where: string) => `{${named(at, where)}}`)
      .replaceAll(SALT, '{$inputs.salt}')
  })
}

function checklistOf({ rules }: Finding): string[] {
  const lines = rules.flatMap(
    (id): readonly string[] => RULES.find((rule) => rule.id === id)?.checklist ?? (/^[A-Z]{3}-/.test(id) ? [id] : []),
  )
  return [...new Set(lines)]
}

const ruleSentence = (contract: Contract, id: string): string =>
  RULES.find((rule) => rule.id === id)?.says ?? contract.checklist.get(id)?.says ?? id
