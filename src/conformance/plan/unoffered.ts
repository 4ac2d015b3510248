import type { Operation } from '../../contract/operations.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { call, isRead } from './looks.ts'

/** What an address that is stated to be read-only is asked to do, and any other where nothing but reading is listed. */
const WRITING = ['POST', 'PUT', 'PATCH'] as const
/** Others may well be offered beside what is listed; nobody sets something to nothing. */
const LEAST_LIKELY = ['PUT'] as const

/** Writes with nothing in them at addresses for which no write is listed: what cannot be done is not answered like a success. */
export const unofferedWrites = (operations: readonly Operation[], all: Iterable<Operation>): Walk[] => {
  const writes = [...all].filter((operation) => !isRead(operation))
  return operations
    .filter((read) => isRead(read) && !writes.some((write) => isSameAddress(read, write)))
    .flatMap((read) =>
      (read.readOnly === undefined ? LEAST_LIKELY : WRITING).map((method): Walk => {
        const write: CallGoal = { ...call(read), method, body: () => ({}), intent: 'broken' }
        return [write]
      }),
    )
}

/** True if there is a request that is for both. */
function isSameAddress({ path: one }: Operation, { path: other }: Operation): boolean {
  const [parts, others] = [one.split('/'), other.split('/')]
  const isAnything = (part = '') => part.includes('{')
  return (
    parts.length === others.length &&
    parts.every((part, place) => part === others[place] || isAnything(part) || isAnything(others[place]))
  )
}
