import type { Contract } from '../../src/contract/contract.ts'
import { passedIn, type RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { exchangeSecrets } from '../../src/target/writing/exchange-secrets.ts'
import { profileSecrets } from '../../src/target/writing/profile-secrets.ts'
import { makeRedactor, type Secret } from '../../src/target/writing/redactor.ts'
import { redactStreams } from '../terminal/redact-streams.ts'

/** Keeps secrets of the traffic out of what is printed. Returns a function to call with every exchange before anything about it is printed. */
export function redactRecording(contract: Contract): (exchange: RecordedExchange) => void {
  const known = new Map<string, Secret>()
  const learn = (secrets: readonly Secret[]) => {
    const fresh = secrets.filter(({ value }) => !known.has(value))
    for (const secret of fresh) known.set(secret.value, secret)
    if (fresh.length > 0) redactStreams(makeRedactor([...known.values()]).secrets)
  }
  learn(profileSecrets(contract.profile))
  return (exchange) => learn(exchangeSecrets(contract, passedIn(exchange)))
}
