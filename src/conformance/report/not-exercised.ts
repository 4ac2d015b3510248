import type { Contract } from '../../contract/contract.ts'
import { castOf } from '../kit/cast.ts'
import type { CoveredOperation, CoveredRule, NotExercised } from './report.ts'
import type { RunFinished, RunStarted } from './run-event.ts'

/**
 * The stated rules and the operations that a run did not reach, each with the likeliest reason: not exercised is not passed.
 * An operation of which every request was refused is not exercised either: perhaps the profile lacks something.
 */
export function whatWasLeftOut(
  contract: Contract,
  { started, finished }: { readonly started: RunStarted; readonly finished: RunFinished },
  { operations, rules }: { readonly operations: readonly CoveredOperation[]; readonly rules: readonly CoveredRule[] },
): NotExercised[] {
  const general = generalReason(contract, started, finished)
  const missed = operations.filter(({ statuses }) => Object.keys(statuses).length === 0)
  const left = contract.profile.leaveOut.filter((id) => started.areas.includes(contract.operation(id).area))
  return [
    ...left.map(
      (id): NotExercised => ({
        kind: 'operation',
        id,
        reason: 'left-out',
        why: 'the profile leaves it out',
      }),
    ),
    ...missed.map(({ id }): NotExercised => {
      if (!finished.unaffordable.includes(id)) return { kind: 'operation', id, reason: 'not-reached', why: general }
      const why = `the profile has no budget for what costs ${contract.operation(id).cost}`
      return { kind: 'operation', id, reason: 'budget', why }
    }),
    ...neverAccepted(operations),
    ...rules
      .filter(({ exercised, provenance }) => !exercised && provenance !== 'assumed')
      .map(({ id }): NotExercised => ({ kind: 'rule', id, reason: 'not-reached', why: general })),
  ]
}

/** The operations that were called and never with success. */
export const neverAccepted = (operations: readonly CoveredOperation[]): NotExercised[] =>
  operations
    .filter(({ statuses }) => isNeverAccepted(Object.keys(statuses).map(Number)))
    .map(({ id, statuses }) => {
      const why = `every request was refused (${Object.keys(statuses).join(', ')})`
      return { kind: 'operation', id, reason: 'never-accepted', why }
    })

function generalReason(contract: Contract, { shard }: RunStarted, finished: RunFinished): string {
  const { stopped, uncaused } = finished
  const { outsider, colleague, nobody } = castOf(contract)
  const wanting = [
    ...(uncaused.length > 0 ? [`no driver for ${uncaused.join(', ')}`] : []),
    ...(outsider === undefined ? ['no actor of another organization'] : []),
    ...(colleague === undefined ? ['no second actor'] : []),
    ...(nobody === undefined ? ['no actor without a credential'] : []),
    ...(isDistrusted(finished) ? ['the target exchanged no ID token of ours'] : []),
    ...(stopped ? [`the run ended early: ${stopped.detail}`] : []),
    ...(shard ? [`this is shard ${shard.index} of ${shard.of}`] : []),
  ]
  return wanting.length > 0 ? `not reached (${wanting.join('; ')})` : 'not reached'
}

/** True if ID tokens were offered for exchange, and none was taken. */
const isDistrusted = ({ coverage }: RunFinished): boolean =>
  isNeverAccepted([...(coverage.statuses.get('exchangeOidcToken')?.keys() ?? [])])

const isNeverAccepted = (statuses: readonly number[]): boolean =>
  statuses.length > 0 && statuses.every((status) => status >= 300)
