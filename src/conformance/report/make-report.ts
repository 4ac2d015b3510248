import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { possibleValues } from '../../contract/schema/possible-values.ts'
import type { GapDefinition, Machine } from '../../contract/source.ts'
import { RULES } from '../../model/model.ts'
import { exchangeSecrets, passed } from '../../target/writing/exchange-secrets.ts'
import { profileSecrets } from '../../target/writing/profile-secrets.ts'
import { makeRedactor, type Secret } from '../../target/writing/redactor.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import type { Coverage } from '../session/coverage.ts'
import { isContradicted } from '../session/shown-choices.ts'
import { whatWasLeftOut } from './not-exercised.ts'
import { PHASES, type Phase } from './phases.ts'
import {
  type CoveredMachine,
  type CoveredOperation,
  type CoveredRule,
  REPORT_FORMAT,
  type Report,
  type ReportedObservation,
} from './report.ts'
import { reportFailure } from './report-failure.ts'
import type { RunEvent, RunFinished, RunStarted } from './run-event.ts'

export interface ReportOptions {
  /** The version of the judge. */
  readonly understudy: string
  /** The secrets that came up in the run. */
  readonly minted?: readonly Secret[]
}

/** Makes the report from the events of a run. Pure: the same events give the same report. */
export function makeReport(
  contract: Contract,
  events: readonly RunEvent[],
  { understudy, minted = [] }: ReportOptions,
): Report {
  const started = events.find((event) => event.kind === 'started')
  const finished = events.find((event) => event.kind === 'finished')
  if (!started || !finished) throw new Error('a run has a beginning and an end')
  const redactor = makeRedactor([...secretsOf(contract, failuresIn(events)), ...minted])
  const reporting = { url: started.url, redactor }
  const failures = failuresIn(events).map((shrunk) => reportFailure(contract, shrunk, reporting))
  const rules = coveredRules(contract, started, finished.coverage)
  const operations = coveredOperations(contract, started, finished.coverage)
  const whole: Report = {
    format: REPORT_FORMAT,
    understudy,
    target: started.url,
    profile: contract.profile.name,
    seed: started.seed,
    shard: started.shard ?? null,
    areas: started.areas,
    startedAt: new Date(started.atMs).toISOString(),
    seconds: Math.round((finished.atMs - started.atMs) / 100) / 10,
    requests: finished.requests,
    sequences: finished.sequences,
    phases: phasesIn(events),
    skippedPhases: started.skipped,
    verdict: verdictOf(failures.length > 0 && failures.some(({ severity }) => severity === 'failure'), finished),
    stopped: finished.stopped ?? null,
    failures,
    operations,
    rules,
    machines: contract.machines
      .filter(({ observe, entity }) => observe !== null && isAbout(contract, started, entity))
      .map((machine) => coveredMachine(machine, finished.coverage)),
    observations: observed(contract, finished.coverage),
    inconclusive: [...finished.coverage.inconclusive].map(([what, times]) => ({ what, times })),
    notExercised: whatWasLeftOut(contract, { started, finished }, { operations, rules }),
    ...(finished.usedUp.length > 0 && { usedUp: finished.usedUp }),
    leftBehind: finished.leftBehind,
  }
  // The failures have been through the redactor, each part in its own way.
  return { ...redactor.value({ ...whole, failures: [] }), failures }
}

/** The secrets in the target's profile, and those that came up on the way to a failure. */
const secretsOf = (contract: Contract, failures: readonly Shrunk[]): Secret[] => [
  ...profileSecrets(contract.profile),
  ...failures.flatMap(({ sequence }) =>
    sequence.trace.flatMap(({ exchange }) => (exchange ? exchangeSecrets(contract, passed(exchange)) : [])),
  ),
]

function failuresIn(events: readonly RunEvent[]): Shrunk[] {
  return events.flatMap((event) => (event.kind === 'failure' ? [event.shrunk] : []))
}

function phasesIn(events: readonly RunEvent[]): Phase[] {
  const gone = new Set(events.flatMap((event) => (event.kind === 'phase' ? [event.phase] : [])))
  return PHASES.filter((phase) => gone.has(phase))
}

/** A target that died before anything was proven cannot be judged, nor can one that never said anything. */
function verdictOf(broken: boolean, { stopped, coverage }: RunFinished): Report['verdict'] {
  if (broken) return 'does not conform'
  const statuses = [...coverage.statuses.values()].flatMap((row) => [...row.keys()])
  const mute = statuses.every((status) => SAYS_NOTHING.has(status))
  return stopped?.because === 'unreachable' || mute ? 'unusable' : 'conforms'
}

/** Statuses that may occur at any time without being a fault. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([429, 502, 503])

function coveredOperations(contract: Contract, { operations }: RunStarted, { statuses }: Coverage): CoveredOperation[] {
  return operations.map((id) => {
    const { area, responses } = contract.operation(id)
    const seen = [...(statuses.get(id) ?? [])].toSorted(([a], [b]) => a - b)
    return { id, area, described: [...responses.keys()], statuses: Object.fromEntries(seen) }
  })
}

/** The rules of the judged areas, without assumed ones, which need not be exercised. */
function coveredRules(contract: Contract, { operations }: RunStarted, coverage: Coverage): CoveredRule[] {
  const areas = new Set(operations.map((id) => contract.operation(id).area as string))
  return RULES.filter(({ id }) => areas.has(id.split('.')[0] ?? '') || id.startsWith('general.')).map((rule) => ({
    id: rule.id,
    says: rule.says,
    where: rule.where,
    kind: rule.kind,
    provenance: rule.provenance,
    checklist: rule.checklist,
    exercised: rule.kind === 'refusal' ? coverage.refusals.has(rule.id) : coverage.rules.has(rule.id),
  }))
}

const isAbout = (contract: Contract, { operations }: RunStarted, entity: string): boolean =>
  operations.some((id) => contract.operation(id).entity === entity)

function coveredMachine({ entity, states, rows }: Machine, { transitions }: Coverage): CoveredMachine {
  const walked = transitions.get(entity) ?? new Map<string, number>()
  const ways = new Map<string, { from: string; to: string; on: Set<string> }>()
  for (const { from, to, on } of rows)
    for (const state of from.length > 0 ? from : ['new']) {
      const way = ways.get(`${state} > ${to}`) ?? { from: state, to, on: new Set() }
      way.on.add(on)
      ways.set(`${state} > ${to}`, way)
    }
  return {
    entity,
    states,
    ways: [...ways].map(([key, { from, to, on }]) => ({ from, to, on: [...on], times: walked.get(key) ?? 0 })),
  }
}

/**
 * True if a target makes this choice once: one of several ways, or a status. Other values (a name, a document) may
 * differ from thing to thing, and those of general gaps about input (empty, trimmed, null) from field to field.
 */
function isChosenOnce(gap: string, definition: GapDefinition | undefined): boolean {
  if (!definition) return false
  if (/^Status\b/.test(definition.about)) return true
  return !gap.startsWith('general.') && possibleValues(definition.schema).length > 0
}

function observed(contract: Contract, coverage: Coverage): ReportedObservation[] {
  return [...coverage.observations]
    .map(([gap, values]) => {
      const definition = contract.gaps.definitions.get(gap as GapId)
      return {
        gap,
        about: definition?.about ?? '',
        where: definition?.where ?? '',
        pinned: contract.gaps.pinned(gap as GapId),
        chosenOnce: isChosenOnce(gap, definition),
        contradicted: isContradicted(coverage, gap),
        values: [...values]
          .map(([value, times]) => ({ value: JSON.parse(value) as Json, times }))
          .toSorted((a, b) => b.times - a.times),
      }
    })
    .toSorted((a, b) => (a.gap < b.gap ? -1 : 1))
}
