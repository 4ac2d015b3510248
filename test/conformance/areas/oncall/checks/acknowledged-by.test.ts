import { expect, onTestFinished, test } from 'vitest'
import { PAGING_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/paging.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Client } from '../../../../../src/target/client.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { openWalking } from '../../../../support/walking.ts'

/** Somebody acknowledges, and the incident is looked at. */
const isMeant = (walk: Walk): boolean =>
  walk
    .map((goal) => (goal.kind === 'call' ? goal.operation.id : ''))
    .join()
    .endsWith('acknowledgeIncident,getIncident')

/** The one who was paged is taken for the one who acknowledged. */
const marking =
  (change: (detail: Readonly<Record<string, unknown>>) => object) =>
  (client: Client): Client => ({
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      if (!exchange.answered || sent.method !== 'GET' || !/\/incidents\/[^/]+$/.test(sent.path)) return exchange
      const { status, json } = exchange.received
      return { ...exchange, received: as(exchange.received, status, change(Object(json))) }
    },
  })

async function found(place: string, change: (detail: Readonly<Record<string, unknown>>, owner: string) => object) {
  let owner = ''
  const walking = await openWalking({
    gaps: { 'oncall.acknowledged-by-place': place },
    between: marking((detail) => change(detail, owner)),
  })
  onTestFinished(() => walking.close())
  owner = Object.values(walking.contract.profile.actors)[0]?.label ?? ''
  const walks = PAGING_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(isMeant)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  return findings
}

const WRONG = { code: 'value', severity: 'failure', rules: ['ONC-20'] }

test.each(['detail', 'timeline', 'nowhere'])(
  'nothing is wrong with who acknowledged, shown here: %s',
  async (place) => {
    expect(await found(place, (detail) => detail)).toEqual([undefined])
  },
)

test('an incident that is acknowledged may name who opened it', async () => {
  expect(await found('nowhere', (detail, owner) => ({ ...detail, author: owner, by: { label: owner } }))).toEqual([
    undefined,
  ])
})

test('an acknowledgement is marked with whoever made it, in a field of its own', async () => {
  const wrong = await found('detail', (detail, owner) => ({ ...detail, acknowledgedBy: { label: owner } }))
  expect(wrong).toMatchObject([{ ...WRONG, path: 'acknowledgedBy' }])
})

test('an acknowledgement is marked with whoever made it, in the timeline', async () => {
  const wrong = await found('timeline', (detail, owner) => ({
    ...detail,
    timeline: [detail.timeline].flat().map((entry) => ({ ...Object(entry), byLabel: owner })),
  }))
  expect(wrong).toMatchObject([WRONG])
})
