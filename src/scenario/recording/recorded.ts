import type { Contract } from '../../contract/contract.ts'
import { bodySecrets, exchangeSecrets } from '../../target/writing/exchange-secrets.ts'
import { profileSecrets } from '../../target/writing/profile-secrets.ts'
import { makeRedactor, type Secret } from '../../target/writing/redactor.ts'
import type { Arazzo, ArazzoStep, InputSchema } from '../arazzo.ts'
import { withSecretInputs } from '../secret-inputs.ts'
import { Callers } from './callers.ts'
import { KnownValues } from './known-values.ts'
import { callFinder } from './recorded-call.ts'
import { jsonOf, type RecordedExchange } from './recorded-exchange.ts'
import { type Recording, recordedStep } from './recorded-step.ts'

export interface RecordingOptions {
  readonly title: string
  readonly name: string
  /** The credentials are those of our mock's seed, which are not secrets: they become defaults. */
  readonly mock: boolean
}

/**
 * What passed a proxy, as a scenario: values of answers that come back in later requests become expressions, credentials
 * become callers, and what differs every time becomes a criterion that holds again.
 */
export function recorded(
  contract: Contract,
  exchanges: readonly RecordedExchange[],
  options: RecordingOptions,
): Arazzo {
  const known = new KnownValues(contract.profile)
  const recording: Recording = { contract, known, callers: new Callers(contract.profile, known) }
  const find = callFinder(contract)
  const steps: ArazzoStep[] = []
  for (const exchange of exchanges) {
    const call = find(exchange)
    if (call) steps.push(recordedStep(recording, call, freeName(call.called.operation.id, steps)))
  }
  const complete = steps.map((step) => {
    const outputs = known.outputsOf(step.stepId)
    return Object.keys(outputs).length > 0 ? { ...step, outputs } : step
  })
  const written = withSecretInputs(document(complete, recording, options), contract.profile)
  return makeRedactor(secretsOf(contract, exchanges, options)).value(written)
}

/** Nothing that somebody sent or was given as a secret is written down. */
function secretsOf(contract: Contract, exchanges: readonly RecordedExchange[], { mock }: RecordingOptions): Secret[] {
  const passed = exchanges.map(({ answer, status, ...sent }) => ({ ...sent, answer: { status, body: jsonOf(answer) } }))
  return mock
    ? passed.flatMap((one) => bodySecrets(contract, one))
    : [...profileSecrets(contract.profile), ...passed.flatMap((one) => exchangeSecrets(contract, one))]
}

function freeName(operation: string, steps: readonly ArazzoStep[]): string {
  const taken = new Set(steps.map(({ stepId }) => stepId))
  for (let number = 1; ; number++) {
    const name = number === 1 ? operation : `${operation}${number}`
    if (!taken.has(name)) return name
  }
}

function document(steps: readonly ArazzoStep[], { known, callers }: Recording, options: RecordingOptions): Arazzo {
  const used = (['api', 'control', 'doors'] as const).filter(
    (source) =>
      source === 'api' || steps.some(({ operationId }) => operationId.startsWith(`$sourceDescriptions.${source}.`)),
  )
  const files = { api: '../openapi.yaml', control: '../control.yaml', doors: '../side-doors.yaml' }
  const properties: Record<string, InputSchema> = {}
  for (const [name, credential] of callers.met)
    properties[name] = { type: 'string', ...(options.mock && credential !== undefined && { default: credential }) }
  for (const [name, { value }] of known.inputs) properties[name] = { type: 'string', default: value }
  const pointers = [...known.inputs].map(([name, { pointer }]) => [name, pointer])
  return {
    arazzo: '1.0.1',
    info: { title: options.title, version: '1.0.0' },
    sourceDescriptions: used.map((name) => ({ name, url: files[name], type: 'openapi' })),
    'x-understudy': { tags: ['recorded'], ...(pointers.length > 0 && { inputs: Object.fromEntries(pointers) }) },
    workflows: [
      {
        workflowId: options.name,
        inputs: { type: 'object', required: Object.keys(properties), properties },
        steps,
      },
    ],
  }
}
