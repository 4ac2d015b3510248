import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange } from '../../../src/target/exchange.ts'
import { openWalking } from '../../support/walking.ts'

type Item = Readonly<Record<string, unknown>>
type Answered = Exchange & { readonly answered: true }

/** A list of so many tokens that are somebody's. */
const others = (length: number, one: Item): Item[] =>
  Array.from({ length }, (_, place) => ({ ...one, id: `tok_of_others_${place}`, name: `of others ${place}` }))

interface Listing {
  /** What is listed by the n-th read after something was made. */
  readonly shows: (ours: readonly Item[], read: number) => readonly Item[]
  /** Reads of this target were late before. */
  readonly late?: boolean
  /** How long the list has been before. */
  readonly longest?: number
  /** How often one is made and listed, each time by a walk of its own. */
  readonly times?: number
  /** How often in each walk. */
  readonly inOne?: number
}

/** What is found where a token is made and listed, and how often it was listed. */
async function walked({ shows, late = false, longest = 0, times = 1, inOne = 1 }: Listing) {
  let [reads, isMade] = [0, false]
  const listed = (exchange: Answered, tokens: readonly Item[]): Exchange => {
    const json = { tokens }
    return { ...exchange, received: { ...exchange.received, json, text: JSON.stringify(json) } }
  }
  const between = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      isMade ||= sent.method === 'POST' && sent.path.endsWith('/tokens')
      if (!isMade || sent.method !== 'GET' || !sent.path.endsWith('/tokens') || !exchange.answered) return exchange
      return listed(exchange, shows(Object(exchange.received.json).tokens, ++reads))
    },
  })
  const walking = await openWalking({ between, judgedBy: (own) => ({ ...own, settle: 1 }) })
  onTestFinished(() => walking.close())
  const { contract, session } = walking
  Object.assign(session, { pause: async () => {}, late })
  if (longest > 0) session.longest.set('listTokens', new Map([['tokens', longest]]))
  const findings = []
  for (let time = 0; time < times; time++) {
    const walk = [call(contract.operation('createToken')), call(contract.operation('listTokens'))]
    findings.push((await walking.walk(Array.from({ length: inOne }, () => walk).flat())).finding)
  }
  return { findings: findings.flatMap((finding) => finding ?? []), reads }
}

const lacking =
  (length: number) =>
  ([one = {}]: readonly Item[]) =>
    others(length, one)

test('a list of many may be cut off', async () => {
  expect(await walked({ shows: lacking(50) })).toEqual({ findings: [], reads: 1 })
  expect((await walked({ shows: lacking(49) })).findings).toMatchObject([{ code: 'lacks' }])
})

test('not where a longer one was shown', async () => {
  expect((await walked({ shows: lacking(50), longest: 51 })).findings).toMatchObject([{ code: 'lacks' }])
  expect((await walked({ shows: lacking(50), longest: 50 })).findings).toEqual([])
})

test('what a list lacked counts once a longer one lacks it too: the first was not cut off', async () => {
  const first =
    (length: number) =>
    (ours: readonly Item[], read: number): readonly Item[] =>
      read === 1 ? lacking(60)(ours) : [...ours.slice(-1), ...lacking(length - 1)(ours)]
  expect((await walked({ shows: first(61), inOne: 2 })).findings).toMatchObject([{ code: 'lacks' }])
  expect((await walked({ shows: first(60), inOne: 2 })).findings).toEqual([])
})

test('how long a list was is remembered', async () => {
  const { findings } = await walked({
    shows: (ours, read) => [...(read === 1 ? ours : []), ...others(60 - read, ours[0] ?? {})],
    times: 2,
  })
  expect(findings).toMatchObject([{ code: 'lacks', operation: 'listTokens' }])
})

test('where reads were late it is looked at again, and what is wrong then counts', async () => {
  const misnamed = (ours: readonly Item[], read: number) =>
    read < 3 ? lacking(60)(ours) : [...ours.map((one) => ({ ...one, name: 'another' })), ...lacking(60)(ours)]
  expect((await walked({ shows: misnamed, late: true })).findings).toMatchObject([
    { path: 'tokens[PersonalToken].name' },
  ])
  expect((await walked({ shows: misnamed })).findings).toEqual([])
})

test('but not for ever where nothing ever comes', async () => {
  expect(await walked({ shows: lacking(60), late: true, times: 5 })).toEqual({ findings: [], reads: 3 * 9 + 2 })
})
