import { attemptAnswered } from '../../src/model/areas/email/effects/webhooks/outgoing.ts'
import type { Choices } from '../../src/model/world/choices.ts'
import { OpenTransaction } from '../../src/model/world/open-transaction.ts'
import { TransactionContext } from '../../src/model/world/transaction-context.ts'
import type { Change, World } from '../../src/model/world/world.ts'

/** The kinds of calls that go out, and what their results do to a world. */
const RESULTS = { webhookAttempt: attemptAnswered }

export type OutboundName = keyof typeof RESULTS
export type OutboundBody<Name extends OutboundName> = Parameters<(typeof RESULTS)[Name]>[2]

/** The result of an outbound call. */
export interface OutboundResult<Name extends OutboundName> {
  readonly name: Name
  readonly org: string
  readonly body: OutboundBody<Name>
}

/** Decides the changes that the result of an outbound call makes in a world. Pure. */
export function decideResult<Name extends OutboundName>(
  world: World,
  { name, org, body }: OutboundResult<Name>,
  choices: Choices,
): readonly Change[] {
  const transaction = new OpenTransaction(world, choices)
  RESULTS[name](new TransactionContext(transaction), org, body)
  return transaction.changes
}
