import { expect, onTestFinished, test } from 'vitest'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { switched } from '../../../src/conformance/plan/switched.ts'
import type { Client } from '../../../src/target/client.ts'
import { ORGANIZATION_HEADER, withColleagueElsewhere } from '../../support/colleague-elsewhere.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

async function found(between: (headers: Readonly<Record<string, string>>) => (client: Client) => Client) {
  let lets: (client: Client) => Client = (client) => client
  const walking = await openWalking({
    gaps: { 'general.acting-organization': 'header' },
    judgedBy: withColleagueElsewhere,
    between: (client) => ({ ...client, send: (sent, held) => lets(client).send(sent, held) }),
  })
  onTestFinished(() => walking.close())
  const { user: userId, organization, headers = {} } = walking.contract.profile.actors.elsewhere ?? {}
  await walking.session.driver.cause('roleChanges', { organization, userId, role: 'owner' })
  lets = between(headers)
  const operations = walking.of('email').filter(({ id }) => id === 'listDomains')
  const walks = switched(operations, looksAmong(operations), ({ event }) => event === 'entitlementChanges')
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  return findings
}

/** Whoever belongs to an organization that is enabled gets in everywhere. */
const letsIn =
  ({ [ORGANIZATION_HEADER]: _, ...own }: Readonly<Record<string, string>>) =>
  (client: Client): Client => ({
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      const [credential] = Object.values(own)
      const isTheirs = Object.values(sent.headers ?? {}).includes(String(credential))
      return exchange.answered && isTheirs && exchange.received.status === 403
        ? { ...exchange, received: as(exchange.received, 200, { domains: [] }) }
        : exchange
    },
  })

test('an organization that is not enabled gets nothing, though one of its people belongs to one that is', async () => {
  expect(await found(() => (client) => client)).toEqual([undefined])
  expect(await found(letsIn)).toMatchObject([{ operation: 'listDomains', severity: 'failure' }])
})
