import { expect, onTestFinished, test } from 'vitest'
import { SCOPE_SCRIPTS } from '../../../src/conformance/areas/tokens/scopes.ts'
import { itemsOf } from '../../../src/conformance/compare/comparison.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange } from '../../../src/target/exchange.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** A colleague in a role that the judge knows nothing of. */
const withGuest = (profile: Profile): Profile => {
  const { owner } = profile.actors
  const guest = owner && { ...owner, user: 'usr_guest', role: 'guest', headers: { ...owner.headers, 'x-guest': 'yes' } }
  return guest ? { ...profile, actors: { ...profile.actors, guest } } : profile
}

/** What becomes of what the guest asks for. */
interface Kept {
  readonly isOffered: boolean
  readonly isRead: boolean
  readonly mints: boolean
}

/** The guest asks as the owner would, and gets to see and to do so much. */
const keeping =
  ({ isOffered, isRead, mints }: Kept) =>
  (client: Client): Client => ({
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      if (!exchange.answered || !('x-guest' in sent.headers)) return exchange
      const { received } = exchange
      const answer = (status: number, json: unknown) =>
        ({ ...exchange, received: as(received, status, json) }) as Exchange
      const refused = answer(403, { error: 'not for guests' })
      // Another one of each kind is always there to be seen.
      const another = itemsOf(Object(received.json).resources).map((one, index) => ({
        ...one,
        id: `other-${index}`,
        name: 'other',
      }))
      if (sent.path.endsWith('/tokens/scope-options'))
        return isOffered ? exchange : answer(200, { ...Object(received.json), resources: another })
      if (sent.path.endsWith('/tokens')) return mints ? exchange : refused
      return isRead ? exchange : refused
    },
  })

/** What the walks find in which a guest mints a token. */
async function foundWhen(kept: Kept) {
  const walking = await openWalking({ judgedBy: withGuest, between: keeping(kept) })
  onTestFinished(() => walking.close())
  const walks = SCOPE_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter((walk) =>
    walk.some((goal) => goal.kind === 'call' && goal.manner === 'confined'),
  )
  expect(walks).toHaveLength(2)
  const findings = []
  for (const walk of walks) {
    const { finding, trace } = await walking.walk(walk)
    const minted = trace.at(-1)
    expect(minted?.step).toMatchObject({ operation: 'createToken', actor: 'guest' })
    expect(itemsOf(Object(minted?.step).body?.scope)[0]?.resourceIds).toHaveLength(1)
    findings.push(finding)
  }
  return findings
}

test('nobody mints a token for what they are neither offered nor let read', async () => {
  const seen = { operation: 'createToken', severity: 'failure', rules: ['TOK-04'] }
  expect(await foundWhen({ isOffered: false, isRead: false, mints: true })).toMatchObject([seen, seen])
})

test('nothing is said where they see it somehow, or are refused', async () => {
  const nothing = [undefined, undefined]
  expect(await foundWhen({ isOffered: true, isRead: false, mints: true })).toEqual(nothing)
  expect(await foundWhen({ isOffered: false, isRead: true, mints: true })).toEqual(nothing)
  expect(await foundWhen({ isOffered: false, isRead: false, mints: false })).toEqual(nothing)
})
