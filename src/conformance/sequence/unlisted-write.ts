import { isObject } from '../../contract/json.ts'
import type { Exchange } from '../../target/exchange.ts'
import { acceptedWrite } from '../checks/read-only.ts'
import type { Session } from '../session/session.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { RequestStep } from '../step/step.ts'
import type { Executed } from './executed.ts'

/** A write where the contract has none; repeated on the same target it asks for something new again. */
export const asNewWrite = ({ requests }: Session, step: RequestStep): RequestStep => ({
  ...step,
  body: withOtherNumbers(step.body, requests % MOST_OTHERS),
})

/** It may be answered in any way: the next read tells whether it took effect. */
export function followWrite(
  { contract }: Session,
  shadow: Shadow,
  write: RequestStep,
  exchange: Exchange & { readonly answered: true },
): Executed {
  const { received } = exchange
  const org = contract.profile.actors[write.actor]?.organization ?? ''
  return {
    shadow: received.status < 300 ? acceptedWrite(shadow, org, write) : shadow,
    ...{ exchange, answer: received.json, findings: [], observations: [], lost: undefined },
  }
}

/** So that a percentage remains one. */
const MOST_OTHERS = 50

function withOtherNumbers(value: unknown, more: number): unknown {
  if (typeof value === 'number') return value + more
  if (Array.isArray(value)) return value.map((item) => withOtherNumbers(item, more))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withOtherNumbers(item, more)]))
}
