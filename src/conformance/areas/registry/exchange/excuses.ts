import type { Excuse } from '../../../checks/excuse.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { exchangeIn, isVerifiable, nearlyFitting } from './asked-for.ts'

/** Where the keys of an issuer come from is not said: a target that did not ask ours cannot know whose token it is. */
export const unverified: Excuse = (answered, { outcome, seen }) => {
  const { operation, received } = answered
  const isRefused = received.status >= 400 && received.status < 500 && outcome.kind === 'success'
  return operation.id === 'exchangeOidcToken' && isRefused && !isVerifiable(answered)
    ? { shadow: seen, inconclusive: 'exchangeOidcToken refused an ID token without asking its issuer for keys' }
    : undefined
}

/** Another reading of a subject pattern; a check warns of it. */
export const readOtherwise: Excuse = (answered, { outcome, seen }) => {
  const exchange = exchangeIn(answered)
  const isTaken = exchange !== undefined && isSuccess(answered) && outcome.kind === 'refused'
  return isTaken && nearlyFitting(answered, exchange) ? { shadow: seen, inconclusive: undefined } : undefined
}
