import { expect, onTestFinished, test } from 'vitest'
import { judgeMock } from '../../../../bench/eyesight/judge-mock.ts'
import { TOKENS_SCRIPTS } from '../../../../src/conformance/areas/tokens/scripts.ts'
import { worded } from '../../../../src/conformance/finding/words.ts'
import type { Drawing } from '../../../../src/conformance/kit/drawing.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import { advance, secretOf } from '../../../../src/conformance/script/script.ts'
import type { Client } from '../../../../src/target/client.ts'
import { as } from '../../../support/mistaken-target.ts'
import { openWalking, told } from '../../../support/walking.ts'

test('a target that counts lifetimes in minutes and lists no token that has expired is not accused', async () => {
  const gaps = {
    'tokens.expires-in-unit': 'minutes',
    'tokens.expires-in-below-one': 'expires-at-once',
    'tokens.expired-listed': 'drop',
  }
  const { failures } = await judgeMock({ areas: ['tokens'], gaps, seed: 20, maxRequests: 150, bail: true })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})

test('nor is one that counts them in hours and shows a token that has expired as disabled', async () => {
  const walking = await openWalking({
    gaps: { 'tokens.expires-in-unit': 'hours', 'tokens.enabled-when-expired': false },
    judgedBy: (profile) => ({ ...profile, gaps: {} }),
  })
  onTestFinished(() => walking.close())
  const of = (id: string) => call(walking.contract.operation(id))
  const lasting = (expiresIn: number) => ({
    ...of('createToken'),
    body: (_: Drawing, plain: object) => ({ ...plain, expiresIn }),
  })
  const sequence = await walking.walk([lasting(61), advance('P1D'), lasting(66), advance('P2D'), of('listTokens')])
  expect(told(sequence).at(-1)).toBe('listTokens 200')
  expect(sequence.finding).toBeUndefined()
})

test('a token may be good for longer than its lifetime in seconds, and not for longer than in days', async () => {
  const walking = await openWalking({
    gaps: { 'tokens.expires-in-unit': 'days' },
    judgedBy: (profile) => ({ ...profile, gaps: {} }),
    // Goes on taking a token that has expired.
    between: (client) => ({
      ...client,
      async send(sent) {
        const exchange = await client.send(sent)
        return exchange.answered && exchange.received.status === 401
          ? {
              ...exchange,
              received: { ...exchange.received, status: 200, text: '{"tokens":[]}', json: { tokens: [] } },
            }
          : exchange
      },
    }),
  })
  onTestFinished(() => walking.close())
  const of = (id: string) => call(walking.contract.operation(id))
  const lasting = { ...of('createToken'), body: (_: Drawing, plain: object) => ({ ...plain, expiresIn: 67 }) }
  const bearer = (drawing: Drawing) => secretOf(drawing, 'createToken key')
  const used = { ...of('listTokens'), bearer }
  expect((await walking.walk([lasting, advance('PT1H'), { ...used, intent: 'exotic' }])).finding).toBeUndefined()
  const after = await walking.walk([lasting, advance('P68D'), { ...used, intent: 'broken' }])
  expect(after.finding).toMatchObject({ code: 'accepted', rule: 'general.credential-expired' })
})

test('a token is not used again days later: nobody knows whether it has expired', async () => {
  const walking = await openWalking({
    gaps: { 'tokens.expires-in-unit': 'hours' },
    judgedBy: (profile) => ({ ...profile, gaps: {} }),
  })
  onTestFinished(() => walking.close())
  const walks = TOKENS_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? [])
  const using = walks.filter((walk) => walk.some((goal) => goal.kind === 'event' && goal.event === 'credentialUsed'))
  for (const walk of using)
    for (const seed of [1, 2, 3]) expect((await walking.walk(walk, seed)).finding).toBeUndefined()
})

/** Nobody's token works any more. */
const refusing = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    const isByToken = String(sent.headers.authorization).includes('ustd')
    return exchange.answered && isByToken
      ? { ...exchange, received: as(exchange.received, 401, { error: 'unauthenticated' }) }
      : exchange
  },
})

async function afterFewSeconds(between: (client: Client) => Client, unit: string) {
  const walking = await openWalking({
    ...{ gaps: { 'tokens.expires-in-unit': unit }, between },
    judgedBy: (profile) => ({ ...profile, gaps: {} }),
  })
  onTestFinished(() => walking.close())
  const walks = TOKENS_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? [])
  const own = walks.filter((walk) => walk.length === 3 && walk.some((goal) => goal.kind === 'call' && goal.after))
  const findings = []
  for (const walk of own) findings.push((await walking.walk(walk)).finding)
  return findings
}

test('a token is good for as long as the list shows it to be, however short the time is in seconds', async () => {
  expect(await afterFewSeconds((client) => client, 'minutes')).toEqual([undefined])
  expect(await afterFewSeconds(refusing, 'minutes')).toMatchObject([
    { code: 'door', check: 'lifetimes', severity: 'warning', rules: ['TOK-06'] },
  ])
  expect(await afterFewSeconds(refusing, 'seconds')).toEqual([undefined])
})
