import { expect, onTestFinished, test } from 'vitest'
import { TOKENS_SCRIPTS } from '../../../../src/conformance/areas/tokens/scripts.ts'
import { isObject } from '../../../../src/contract/json.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import type { Client } from '../../../../src/target/client.ts'
import { calls, walksOf } from '../../../support/seen-case.ts'
import { openWalking } from '../../../support/walking.ts'

const HEADER = 'x-organization'
const MEMBER = 'Bearer member'

/** The member once more, for an organization of somebody else's that they belong to as well. */
function withOtherHalf(profile: Profile): Profile {
  const { member, outsider } = profile.actors
  if (!member || !outsider) throw new Error('there is no member, or nobody else')
  const { organization } = outsider
  const half = { ...member, organization, headers: { ...member.headers, [HEADER]: organization } }
  return { ...profile, actors: { ...profile.actors, half } }
}

/** A token of the member acts for whichever organization they acted for last. */
function following(client: Client): Client {
  let acting: Record<string, string> | undefined
  const keys = new Set<string>()
  return {
    ...client,
    async send(sent) {
      const { authorization = '', [HEADER]: chosen } = sent.headers
      const isToken = keys.has(authorization)
      if (authorization === MEMBER) acting = chosen === undefined ? undefined : { [HEADER]: chosen }
      const headers = isToken && acting ? { ...sent.headers, authorization: MEMBER, ...acting } : sent.headers
      const exchange = await client.send({ ...sent, headers })
      const made = exchange.answered ? exchange.received.json : undefined
      if (isObject(made) && typeof made.key === 'string') keys.add(`Bearer ${made.key}`)
      return { ...exchange, sent }
    },
  }
}

async function found(between: (client: Client) => Client) {
  const walking = await openWalking({
    ...{ gaps: { 'general.acting-organization': 'header' as const }, judgedBy: withOtherHalf, between },
  })
  onTestFinished(() => walking.close())
  expect(walking.cast).toMatchObject({ dual: 'member', dualElsewhere: 'half' })
  const { user: userId, organization } = walking.contract.profile.actors.half ?? {}
  await walking.session.driver.cause('roleChanges', { organization, userId, role: 'owner' })
  const isMeant = calls('createToken', 'listRegistries', 'createRegistry')
  const walks = walksOf(TOKENS_SCRIPTS, (walk) => isMeant(walk) && walk.some(isByBoth))([], walking.contract.operations)
  const sequences = []
  for (const walk of walks) sequences.push(await walking.walk(walk))
  return sequences.flatMap(({ finding }) => finding ?? [])
}

const isByBoth = (goal: { readonly kind: string; readonly manner?: unknown }) =>
  goal.kind === 'call' && goal.manner === 'dual'

test('a token stays with its organization when its owner acts for another in person', async () => {
  expect(await found((client) => client)).toEqual([])
  expect(await found(following)).toContainEqual(expect.objectContaining({ operation: 'listRegistries' }))
})
