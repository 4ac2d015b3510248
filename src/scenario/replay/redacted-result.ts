import type { Contract } from '../../contract/contract.ts'
import { exchangeSecrets, passed } from '../../target/writing/exchange-secrets.ts'
import { profileSecrets } from '../../target/writing/profile-secrets.ts'
import { makeRedactor } from '../../target/writing/redactor.ts'
import type { ScenarioResult } from './result.ts'

/** A result that can be shown: without the secrets of the profile and those that came up in its steps. */
export function redactedResult<T extends ScenarioResult>(result: T, contract: Contract): T {
  const exchanges = result.steps.flatMap((step) =>
    step.kind !== 'not reached' && step.acted.by === 'request' ? [step.acted.exchange] : [],
  )
  const secrets = exchanges.flatMap((exchange) => exchangeSecrets(contract, passed(exchange)))
  return makeRedactor([...profileSecrets(contract.profile), ...secrets]).value(result)
}
