import type { Contract } from '../../contract/contract.ts'
import { bodySecrets, exchangeSecrets } from '../../target/writing/exchange-secrets.ts'
import { profileSecrets } from '../../target/writing/profile-secrets.ts'
import { makeRedactor, type Secret } from '../../target/writing/redactor.ts'
import type { Arazzo, ArazzoStep, InputSchema } from '../arazzo.ts'
import { Callers, USUAL } from './callers.ts'
import { type Dependence, dependenceWords } from './dependence.ts'
import { withMockTime } from './mock-time.ts'
import { callFinder, type RecordedCall } from './recorded-call.ts'
import { passedIn, type RecordedExchange } from './recorded-exchange.ts'
import { recordStep } from './recorded-step.ts'
import type { Recording } from './recording.ts'
import { thingsSeen } from './things-seen.ts'
import { Inputs } from './values/inputs.ts'
import { KnownValues } from './values/known-values.ts'
import { UniqueNames } from './values/unique-names.ts'
import { Supplies } from './values/vocabulary.ts'

export interface RecordingOptions {
  readonly title: string
  readonly name: string
  /** The credentials are those of our mock's seed, which are not secrets: they become defaults. */
  readonly mock: boolean
  /** The actor that requests are taken for whose credential no actor of the profile has. */
  readonly as?: string | undefined
  /** Everything stays as it was on the mock it was recorded on, for what comes out only there. */
  readonly asItWas?: boolean
}

export interface Recorded {
  readonly document: Arazzo
  /** The values that the scenario still takes from the target it was recorded on, in words. */
  readonly dependences: readonly string[]
  /** The steps for each request, including those inserted before it. */
  readonly parts: readonly RecordedPart[]
  /** Requests that no scenario can make, since the contract does not describe them. */
  readonly others: readonly RecordedExchange[]
}

export interface RecordedPart {
  readonly exchange: RecordedExchange
  readonly steps: readonly ArazzoStep[]
}

/**
 * Requests and their answers as a scenario for any target: things that were made become expressions, things that were
 * there are made first or supplied by a profile, credentials become callers, and what differs every time becomes a
 * criterion that holds again.
 */
export function recorded(
  contract: Contract,
  exchanges: readonly RecordedExchange[],
  options: RecordingOptions,
): Recorded {
  const recording = recordOneByOne(contract, exchanges, options)
  for (let at = recording.next(); ; at = recording.next()) if (at.done) return at.value
}

/** The same, in turns with others: a long recording takes seconds. */
export async function recordedInTurns(
  contract: Contract,
  exchanges: readonly RecordedExchange[],
  options: RecordingOptions,
  takeTurns: () => Promise<void>,
): Promise<Recorded> {
  const recording = recordOneByOne(contract, exchanges, options)
  for (let at = recording.next(); ; at = recording.next()) {
    if (at.done) return at.value
    await takeTurns()
  }
}

function* recordOneByOne(
  contract: Contract,
  exchanges: readonly RecordedExchange[],
  options: RecordingOptions,
): Generator<undefined, Recorded> {
  const find = callFinder(contract)
  const found = withMockTime(exchanges).map((timed, index) => ({
    exchange: exchanges[index] ?? timed,
    call: find(timed),
  }))
  const given = new Map(found.map(({ exchange, call }) => [call, exchange]))
  const calls = withoutRepeats(found.flatMap(({ call }) => call ?? []))
  const recording = begun(contract, calls, options)
  yield
  const parts: RecordedPart[] = []
  for (const call of calls) {
    const before = recording.steps.length
    recordStep(recording, call)
    parts.push({ exchange: given.get(call) ?? call.exchange, steps: recording.steps.slice(before) })
    yield
  }
  const redactor = makeRedactor(secretsOf(contract, exchanges, options))
  yield
  const dependences = [...recording.callers.dependences, ...recording.dependences].map(dependenceWords)
  return {
    document: redactor.resent(documentOf(recording, options, dependences)),
    dependences: [...new Set(dependences)].map((text) => redactor.text(text)),
    parts,
    others: found.flatMap(({ exchange, call }) => (call ? [] : [exchange])),
  }
}

function begun(
  contract: Contract,
  calls: readonly RecordedCall[],
  { as, asItWas = false }: RecordingOptions,
): Recording {
  const known = new KnownValues()
  const inputs = new Inputs()
  const dependences: Dependence[] = []
  return {
    contract,
    asItWas,
    known,
    inputs,
    dependences,
    supplies: new Supplies(contract, inputs),
    names: new UniqueNames(inputs),
    callers: new Callers(contract.profile, known, as),
    seen: thingsSeen(contract, calls),
    steps: [],
    calls: new Map(),
    offers: new Map(),
    madeFirst: new Set(),
    lastAsked: new Map(),
  }
}

/** Of a read that was repeated until it showed something, the last one counts. */
const withoutRepeats = (calls: readonly RecordedCall[]): RecordedCall[] =>
  calls.filter((call, index) => {
    const next = calls[index + 1]
    return !next || call.called.operation.method !== 'GET' || askedAs(call) !== askedAs(next)
  })

const askedAs = ({ exchange: { method, path, headers } }: RecordedCall): string =>
  JSON.stringify([method, path, headers.authorization, headers.cookie])

/** Nothing that somebody sent or was given as a secret is written down. */
function secretsOf(contract: Contract, exchanges: readonly RecordedExchange[], { mock }: RecordingOptions): Secret[] {
  const passed = exchanges.map(passedIn)
  if (mock) return passed.flatMap((one) => bodySecrets(contract, one))
  const secrets = [...profileSecrets(contract.profile), ...passed.flatMap((one) => exchangeSecrets(contract, one))]
  return secrets.filter(({ value }) => !USUAL.includes(value))
}

const FILES = { api: '../openapi.yaml', control: '../control.yaml', doors: '../side-doors.yaml' } as const

function documentOf(
  { steps, known, callers, inputs }: Recording,
  { title, name, mock }: RecordingOptions,
  dependences: readonly string[],
): Arazzo {
  const used = (['api', 'control', 'doors'] as const).filter(
    (source) =>
      source === 'api' || steps.some(({ operationId }) => operationId.startsWith(`$sourceDescriptions.${source}.`)),
  )
  const people = [...callers.met].map(([actor, credential]): [string, InputSchema] => [
    actor,
    { type: 'string', ...(mock && credential !== undefined && { default: credential }) },
  ])
  const properties = { ...Object.fromEntries(people), ...inputs.properties }
  const sources = inputs.sources
  const complete = steps.map((step) => {
    const outputs = known.outputsOf(step.stepId)
    return Object.keys(outputs).length > 0 ? { ...step, outputs } : step
  })
  return {
    arazzo: '1.0.1',
    info: {
      title,
      version: '1.0.0',
      ...(dependences.length > 0 && { description: ['Depends on:', ...dependences].join('\n- ') }),
    },
    sourceDescriptions: used.map((one) => ({ name: one, url: FILES[one], type: 'openapi' })),
    'x-understudy': {
      seed: 'small',
      tags: ['recorded'],
      ...(Object.keys(sources).length > 0 && { inputs: sources }),
    },
    workflows: [
      {
        workflowId: name,
        inputs: { type: 'object', required: people.map(([actor]) => actor), properties },
        steps: complete,
      },
    ],
  }
}
