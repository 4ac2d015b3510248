import { expect, onTestFinished, test } from 'vitest'
import { TOKENS_SCRIPTS } from '../../../../src/conformance/areas/tokens/scripts.ts'
import { isObject } from '../../../../src/contract/json.ts'
import type { Client } from '../../../../src/target/client.ts'
import { openWalking } from '../../../support/walking.ts'

/** Shows those who come with a token that they made no registries. */
function blind(client: Client): Client {
  let key = 'none yet'
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!exchange.answered) return exchange
      const { received } = exchange
      if (isObject(received.json) && typeof received.json.key === 'string') key = received.json.key
      const isByToken = Object.values(sent.headers).some((value) => value.includes(key))
      if (!isByToken || !sent.path.endsWith('/registries')) return exchange
      const json = { registries: [] }
      return { ...exchange, received: { ...received, json, text: JSON.stringify(json) } }
    },
  }
}

/** What is found in the walk in which a token lists registries. */
async function found(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const walks = TOKENS_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? [])
  const [walk = []] = walks.filter((one) =>
    one.some((goal) => goal.kind === 'call' && goal.operation.id === 'listRegistries'),
  )
  const { finding, trace } = await walking.walk(walk)
  const secrets = trace.flatMap(({ exchange }) => exchange?.sent.headers.authorization ?? [])
  expect(new Set(secrets).size).toBeGreaterThan(1)
  return finding && { code: finding.code, operation: finding.operation }
}

test('a token that was not narrowed shows what its owner has', async () => {
  expect(await found((client) => client)).toBeUndefined()
  expect(await found(blind)).toEqual({ code: 'lacks', operation: 'listRegistries' })
})
