import type { GapId } from '../../contract/generated/gaps.ts'
import { sameJson } from '../../contract/json.ts'
import type { Cost } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { calledBy, type Scenario } from '../scenario.ts'
import type { ReplayTarget } from './replay-target.ts'

/** The operations that a run has used so far, by cost. */
export type Spent = Map<Exclude<Cost, 'free'>, number>

/** Why a scenario cannot be played on a target, if anything is in the way. */
export function whyNot(scenario: Scenario, target: ReplayTarget, spent: Spent): string | undefined {
  if (target.kind === 'fresh') return undefined
  const { profile } = target.contract
  const called = scenario.steps.map((step) => calledBy(target.contract, step))
  const left = called.find(({ operation }) => profile.leaveOut.includes(operation.id))
  if (left) return `the profile leaves ${left.operation.id} out`
  const door = called.find(({ source, operation }) => source === 'doors' && !isBound(operation, target))
  if (door) return `the profile does not say where ${door.operation.id} is`
  return assumes(scenario, target) ?? cannotCause(scenario, target) ?? tooCostly(scenario, target, spent)
}

/**
 * True if the address of an operation is known. Those of the side doors only the owner can tell (Authentication, 5 to
 * 8).
 */
const isBound = ({ id, assumedBinding }: Operation, { kind, contract: { profile } }: ReplayTarget): boolean =>
  kind === 'mock' || !assumedBinding || id in profile.bindings

/** A free choice is never held against anyone: what a scenario assumes the profile must say. */
function assumes({ notes: { gaps = {} } }: Scenario, { contract, kind }: ReplayTarget): string | undefined {
  for (const [id, value] of Object.entries(gaps)) {
    const known = kind === 'mock' || contract.gaps.pinned(id as GapId)
    if (!known) return `it assumes ${id}: ${JSON.stringify(value)}, and the profile does not say what the target does`
    const actual = contract.gaps.value(id as GapId)
    if (!sameJson(actual, value))
      return `it assumes ${id}: ${JSON.stringify(value)}, and here it is ${JSON.stringify(actual)}`
  }
  return undefined
}

function cannotCause(scenario: Scenario, { contract, kind, driver }: ReplayTarget): string | undefined {
  if (kind === 'mock') return undefined
  const needed = scenario.steps.map((step) => calledBy(contract, step)).filter(({ source }) => source === 'control')
  const events = [...(setsClock(scenario) ? ['setClock'] : []), ...needed.map(({ operation }) => operation.id)]
  const missing = events.find((event) => !driver.can(event))
  if (missing === undefined) return undefined
  return contract.profile.driver ? `the driver cannot cause ${missing}` : `no driver can cause ${missing} here`
}

export const setsClock = ({ notes: { clock = 'real' } }: Scenario): boolean => clock !== 'real' && clock !== 'frozen'

function tooCostly(scenario: Scenario, { contract, kind }: ReplayTarget, spent: Spent): string | undefined {
  if (kind === 'mock') return undefined
  const { budget } = contract.profile
  for (const [cost, count] of costsOf(scenario, contract)) {
    const left = (budget[cost] ?? 0) - (spent.get(cost) ?? 0)
    if (count > left) return `it needs ${count} operations that cost ${cost}, and the profile's budget has ${left} left`
  }
  return undefined
}

export function costsOf(scenario: Scenario, contract: ReplayTarget['contract']): Spent {
  const costs: Spent = new Map()
  for (const step of scenario.steps) {
    const { source, operation } = calledBy(contract, step)
    if (source === 'api' && operation.cost !== 'free') costs.set(operation.cost, (costs.get(operation.cost) ?? 0) + 1)
  }
  return costs
}
