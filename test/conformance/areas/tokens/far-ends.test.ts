import { expect, test } from 'vitest'
import { TOKENS_SCRIPTS } from '../../../../src/conformance/areas/tokens/scripts.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

const scripts: Plan = (_, all) => TOKENS_SCRIPTS.flatMap(({ walks }) => walks(all) ?? [])
const SIX_YEARS_MS = 6 * 366 * 86_400_000

/** What ends in a distant future never ends. */
const never: Mistake = {
  answered({ received }) {
    const { tokens } = Object(received.json) as { tokens?: readonly { createdAt: string; expiresAt: string }[] }
    const isFar = (one: { createdAt: string; expiresAt: string }) =>
      Date.parse(one.expiresAt) - Date.parse(one.createdAt) > SIX_YEARS_MS
    const shown = tokens?.map((one) => (isFar(one) ? { ...one, expiresAt: 'never' } : one))
    return shown?.some(({ expiresAt }) => expiresAt === 'never') ? as(received, 200, { tokens: shown }) : received
  },
}

test.concurrent('an end that is years away is a date too', async () => {
  expect(await found(undefined, scripts, [])).toBeUndefined()
  expect(await found(never, scripts, [])).toMatchObject({ operation: 'listTokens', check: 'schema' })
})
