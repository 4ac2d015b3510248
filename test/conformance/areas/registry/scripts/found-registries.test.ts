import { expect, onTestFinished, test } from 'vitest'
import { REGISTRY_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/registries.ts'
import type { Client } from '../../../../../src/target/client.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { calls } from '../../../../support/seen-case.ts'
import { openWalking, told } from '../../../../support/walking.ts'

/** Whoever does not say which repository gets the only one there is. */
const guessing = (client: Client): Client => ({
  ...client,
  async send(sent, held) {
    const exchange = await client.send(sent, held)
    const isGuessed = /\/tags$/.test(sent.path) && exchange.answered && exchange.received.status === 400
    return isGuessed ? { ...exchange, received: as(exchange.received, 200, { tags: [] }) } : exchange
  },
})

/** Reads of what was there before, by a judge that can push images or not. */
async function walked(between: (client: Client) => Client, canPush: boolean) {
  const walking = await openWalking({ between, drivenBy: (driver) => ({ ...driver, can: () => canPush }) })
  onTestFinished(() => walking.close())
  const { operations, profile } = walking.contract
  await walking.mock.fetch('/api/v1/registry/registries', {
    method: 'POST',
    headers: { ...profile.actors[walking.cast.main]?.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ slug: 'there-before' }),
  })
  const [walk = []] = REGISTRY_SCRIPTS.flatMap(({ walks }) => walks(operations) ?? []).filter(calls('listManifests'))
  return walking.walk(walk)
}

test('where nobody can push an image, registries that were there before show that a repository must be named', async () => {
  expect((await walked(guessing, false)).finding).toMatchObject({ operation: 'listTags', code: 'accepted' })
  const faultless = await walked((client) => client, false)
  expect(faultless.finding).toBeUndefined()
  expect(told(faultless)).toContain('listTags 400')
})

test('where somebody can, those are left alone', async () => {
  expect(told(await walked(guessing, true)).filter((one) => one.startsWith('list'))).toEqual([])
})
