import type { Contract } from '../contract/contract.ts'
import type { Json } from '../contract/json.ts'
import { RULES } from '../model/model.ts'
import type { Arazzo, ArazzoStep } from '../scenario/arazzo.ts'
import type { Finding } from './finding.ts'
import type { Shrunk } from './shrink.ts'
import { mapStrings, SALT, type Step } from './step.ts'

/**
 * A shrunk failure as an Arazzo scenario: it passes on an implementation that keeps the rule, and fails
 * on one that breaks it. Other runners can execute it; credentials come in as `$inputs.<actor>`.
 */
export function failureScenario(contract: Contract, { sequence, finding }: Shrunk): Arazzo {
  const actors = [
    ...new Set(
      sequence.steps.flatMap((step) =>
        step.kind === 'request' && credentialHeader(contract, step.actor) ? [step.actor] : [],
      ),
    ),
  ]
  const outputs = outputsWanted(sequence.steps)
  const steps = sequence.steps.map((step, index) =>
    arazzoStep(
      contract,
      step,
      index,
      outputs,
      index === sequence.steps.length - 1 ? finding : undefined,
      statusOf(sequence, index),
    ),
  )
  return {
    arazzo: '1.0.1',
    info: {
      title: `${finding.operation}: ${finding.message}`.slice(0, 120),
      version: '1.0.0',
      description: finding.rules.map((id) => ruleSentence(contract, id)).join('\n'),
    },
    sourceDescriptions: [
      { name: 'api', url: './openapi.yaml', type: 'openapi' },
      { name: 'control', url: './control.yaml', type: 'openapi' },
    ],
    'x-understudy': { checklist: checklistOf(finding), finding: { ...finding, rules: [...finding.rules] } },
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

function arazzoStep(
  contract: Contract,
  step: Step,
  index: number,
  outputs: ReadonlyMap<number, ReadonlyMap<string, string>>,
  finding: Finding | undefined,
  status: number | undefined,
): ArazzoStep {
  const wanted = outputs.get(index)
  const out = wanted && {
    outputs: Object.fromEntries([...wanted].map(([pointer, name]) => [name, `$response.body#${pointer}`])),
  }
  const stepId = `step${index + 1}`
  const body = expressions(step.body, outputs)
  const payload =
    step.body === undefined ? {} : { requestBody: { contentType: 'application/json' as const, payload: body as Json } }
  if (step.kind === 'event')
    return {
      stepId,
      operationId: `$sourceDescriptions.control.${step.event}`,
      ...payload,
      successCriteria: [{ condition: '$statusCode < 300' }],
      ...out,
    }
  const place = (kind: 'path' | 'query', values: Readonly<Record<string, string>>) =>
    Object.entries(expressions(values, outputs)).map(([name, value]) => ({ name, in: kind, value }))
  const header = credentialHeader(contract, step.actor)
  const credential = header ? [{ name: header, in: 'header' as const, value: `$inputs.${step.actor}` }] : []
  return {
    stepId,
    operationId: `$sourceDescriptions.api.${step.operation}`,
    parameters: [...credential, ...place('path', step.parameters), ...place('query', step.query)],
    ...payload,
    successCriteria: finding
      ? criteria(contract, finding, step.operation)
      : [{ condition: statusCondition(contract, step.operation, status) }],
    ...out,
  }
}

const credentialHeader = (contract: Contract, actor: string): string | undefined =>
  Object.keys(contract.profile.actors[actor]?.headers ?? {})[0]

/** What a correct implementation answers to the last step. */
function criteria(contract: Contract, finding: Finding, operation: string): { condition: string }[] {
  if (finding.check === 'refusal' || finding.check === 'status') {
    const stated = /^\d{3}$/.test(finding.expected) ? finding.expected : undefined
    return [{ condition: stated ? `$statusCode == ${stated}` : '$statusCode >= 400 && $statusCode < 500' }]
  }
  const success = statusCondition(contract, operation, 200)
  if (finding.check === 'machine') return machineCriteria(contract, finding, operation, success)
  const [path = ''] = finding.subject.split(' ')
  const plain = finding.check === 'body' && /^[\w.]+$/.test(path)
  return plain
    ? [
        { condition: success },
        { condition: `$response.body#/${path.replaceAll('.', '/')} == ${JSON.stringify(finding.expected)}` },
      ]
    : [{ condition: success }]
}

/** Refused, or still in the closed state; or, the field that the state sets is there. A list is not looked into. */
function machineCriteria(
  contract: Contract,
  { subject }: Finding,
  operation: string,
  success: string,
): { condition: string }[] {
  const [, entity, before] = /^(\w+) (\w+) -> /.exec(subject) ?? []
  const observed = contract.machines.find((machine) => machine.entity === entity && machine.observe !== null)?.observe
  const [, , field] = /^(\w+)\.(\w+)$/.exec(subject) ?? []
  if (contract.operation(operation).does === 'list') return [{ condition: success }]
  if (observed) return [{ condition: `$statusCode >= 400 || $response.body#/${observed} == '${before}'` }]
  return field ? [{ condition: success }, { condition: `$response.body#/${field} != null` }] : [{ condition: success }]
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
function outputsWanted(steps: readonly Step[]): Map<number, Map<string, string>> {
  const wanted = new Map<number, Map<string, string>>()
  for (const [, index = '', pointer = ''] of JSON.stringify(steps).matchAll(REFERENCES)) {
    const row = wanted.get(Number(index)) ?? new Map<string, string>()
    if (!row.has(pointer)) row.set(pointer, pointer.slice(1).replaceAll('/', '_') || 'body')
    wanted.set(Number(index), row)
  }
  return wanted
}

const REFERENCES = /⟪(\d+)#([^⟫]*)⟫/g

/** References and salts in Arazzo's own words: alone, an expression; inside a text, in braces. */
function expressions<T>(value: T, outputs: ReadonlyMap<number, ReadonlyMap<string, string>>): T {
  return mapStrings(value, (text) => {
    const named = (index: string, pointer: string) =>
      `$steps.step${Number(index) + 1}.outputs.${outputs.get(Number(index))?.get(pointer) ?? 'body'}`
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
