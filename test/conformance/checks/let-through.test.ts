import { expect, onTestFinished, test } from 'vitest'
import type { Goal } from '../../../src/conformance/script/goal.ts'
import { event } from '../../../src/conformance/script/script.ts'
import type { Client } from '../../../src/target/client.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** What is found wrong when a member is told 403 from the so-manieth read of the scope options on. */
async function deniedFrom(denied: number, between: readonly Goal[] = []) {
  let lists = 0
  const denying = (client: Client): Client => ({
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      const isList = exchange.answered && sent.method === 'GET' && sent.path.endsWith('/scope-options')
      return isList && exchange.received.status < 300 && ++lists >= denied
        ? { ...exchange, received: as(exchange.received, 403, { error: 'not for you' }) }
        : exchange
    },
  })
  const walking = await openWalking({ between: denying })
  onTestFinished(() => walking.close())
  const list: Goal = { kind: 'call', operation: walking.contract.operation('getTokenScopeOptions'), manner: 'lesser' }
  lists = 0
  return (await walking.walk([list, ...between, list])).finding
}

test('who was let through before is not turned away for want of a permission', async () => {
  expect(await deniedFrom(2)).toMatchObject({ operation: 'getTokenScopeOptions', severity: 'failure' })
})

test('what roles may do is open, and so is what becomes of them', async () => {
  expect(await deniedFrom(1)).toBeUndefined()
  const demoted = event('roleChanges', ({ contract, cast, org }) => ({
    organization: org,
    userId: contract.profile.actors[cast.lesser ?? '']?.user,
    role: 'viewer',
  }))
  expect(await deniedFrom(2, [demoted])).toBeUndefined()
})
