import { expect, onTestFinished, test } from 'vitest'
import type { CallGoal } from '../../../../src/conformance/script/goal.ts'
import type { Client } from '../../../../src/target/client.ts'
import { openWalking } from '../../../support/walking.ts'

/** A target that shows prefixes in another form. */
const showing =
  (form: (prefix: string) => string) =>
  (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!exchange.answered || !sent.path.endsWith('/oidc-rules')) return exchange
      const text = exchange.received.text.replace(/"repoPrefixes":\["([^"]*)"\]/g, (_, prefix) =>
        JSON.stringify({ repoPrefixes: [form(prefix)] }).slice(1, -1),
      )
      return { ...exchange, received: { ...exchange.received, text, json: JSON.parse(text) } }
    },
  })

async function found(form: (prefix: string) => string) {
  const walking = await openWalking({ between: showing(form) })
  onTestFinished(() => walking.close())
  const of = (id: string): CallGoal => ({ kind: 'call', operation: walking.contract.operation(id) })
  const body: CallGoal['body'] = (_, plain) => ({ ...plain, repoPrefixes: ['team/'] })
  const { finding, trace } = await walking.walk([of('createRegistry'), { ...of('createOidcRule'), body }])
  expect(trace.at(-1)?.exchange).toMatchObject({ received: { json: { repoPrefixes: [form('team/')] } } })
  return finding
}

test('a prefix may lose the slash at its end', async () => {
  expect(await found((prefix) => prefix.replace(/\/$/, ''))).toBeUndefined()
})

test('and nothing else', async () => {
  expect(await found((prefix) => prefix.slice(1))).toMatchObject({ operation: 'createOidcRule', severity: 'failure' })
})
