import type { Contract } from '../../../contract/contract.ts'
import type { Machine, MachineRow } from '../../../contract/source.ts'

/** The profile's deadline for each timer. */
const DEADLINES: Readonly<Record<string, string>> = {
  'cluster-provisioned': 'provisioning',
  'cluster-rolled': 'roll',
  'cluster-torn-down': 'teardown',
  'verification-pass': 'verification',
  'message-send': 'delivery',
  'delivery-attempt': 'delivery',
  'probe-due': 'probe',
}

export const machinesOf = ({ machines }: Contract, entity: string): Machine[] =>
  machines.filter((machine) => machine.entity === entity)

/** The deadline for what goes on after an operation has answered; undefined when nothing does. */
export function deadlineAfter(contract: Contract, entity: string, operation: string): string | undefined {
  return machinesOf(contract, entity)
    .flatMap(({ rows }) => timersFrom(rows, statesAfter(rows, operation)))
    .map(deadlineOf)
    .find((deadline) => deadline !== undefined)
}

/** The deadline for reaching a state that only time leads to. */
export const deadlineFor = ({ rows }: Machine, state: string): string | undefined =>
  rows
    .filter(({ to, from }) => to === state && !from.includes(state))
    .map(deadlineOf)
    .find((deadline) => deadline !== undefined)

/** The states that a thing may be in by now, if it was seen in one. */
export function laterStates({ rows }: Machine, state: string): string[] {
  const reached = [state]
  for (const one of reached)
    for (const { to } of timersFrom(rows, [one])) if (to !== 'gone' && !reached.includes(to)) reached.push(to)
  return reached
}

/** Fields that show what an operation asked for only once the work is done. */
export function lateFields(contract: Contract, entity: string, operation: string): ReadonlySet<string> {
  const rows = machinesOf(contract, entity).flatMap((machine) => machine.rows)
  return new Set(timersFrom(rows, statesAfter(rows, operation)).flatMap(({ sets = [] }) => sets))
}

/** Fields that an operation sets, whatever else it does. */
export function setFields(contract: Contract, entity: string, operation: string): ReadonlySet<string> {
  const rows = machinesOf(contract, entity).flatMap((machine) => machine.rows)
  return new Set(rows.flatMap(({ on, gap, sets = [] }) => (on === operation && gap === undefined ? sets : [])))
}

/** The state that a thing is in when an operation has made it. */
export const firstState = ({ rows, initial }: Machine, maker: string): string | undefined =>
  initial ?? rows.find(({ from, on }) => from.length === 0 && on === maker)?.to

/** The operations that lead from one state to another. */
export function waysTo(
  { rows }: Machine,
  { from: first, to: last }: { readonly from: string; readonly to: string },
  usable: (operation: string) => boolean,
): string[] {
  const ways = new Map<string, readonly string[]>([[first, []]])
  for (const [from, way] of ways)
    for (const row of rows)
      if (row.from.includes(from) && !ways.has(row.to) && row.gap === undefined && usable(row.on))
        ways.set(row.to, [...way, row.on])
  return [...(ways.get(last) ?? [])]
}

const statesAfter = (rows: readonly MachineRow[], operation: string): string[] =>
  rows.flatMap(({ on, to, from }) => (on === operation && !from.includes(to) ? [to] : []))

/** The timers that end soon by themselves; an expiry in a month is not waited for. */
const timersFrom = (rows: readonly MachineRow[], states: readonly string[]): MachineRow[] =>
  rows.filter((row) => deadlineOf(row) !== undefined && row.from.some((state) => states.includes(state)))

const deadlineOf = ({ on }: MachineRow): string | undefined => DEADLINES[on.replace(/^timer\//, '')]
