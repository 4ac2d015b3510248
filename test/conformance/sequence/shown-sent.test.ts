import { expect, test } from 'vitest'
import { MESSAGE_LOG_SCRIPTS } from '../../../src/conformance/areas/email/scripts/message-log.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking } from '../../support/walking.ts'

const TAKEN = 'msg_taken'

/** True for a message that is sent when the quota is used up. */
const isBeyondQuota = (walk: Walk): boolean =>
  walk.some((goal) => goal.kind === 'event' && goal.event === 'quotaChanges') && walk.length > 2

/** What is found when a target takes a message beyond the quota and then shows this of it. */
async function found(shown: object) {
  const between = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!sent.path.endsWith(TAKEN) || !exchange.answered) return exchange
      return { ...exchange, received: { ...exchange.received, status: 200, json: shown, text: JSON.stringify(shown) } }
    },
  })
  const walking = await openWalking({
    between,
    judgedBy: (own) => ({ ...own, settle: 0 }),
    drivenBy: (own) => ({
      ...own,
      cause: (name, body) =>
        own.cause(name, body).catch((error: Error) => {
          if (name !== 'messageSent') throw error
          return { messageId: TAKEN, changed: [], suppressed: [] }
        }),
    }),
  })
  const operations = new Map(walking.contract.operations)
  const walks = MESSAGE_LOG_SCRIPTS.flatMap(({ walks: all }) => all(operations) ?? []).filter(isBeyondQuota)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  await walking.close()
  expect(findings.length).toBeGreaterThan(0)
  return findings.flatMap((finding) => (finding ? [{ severity: finding.severity, rules: finding.rules }] : []))
}

test('mail that goes out beyond the quota is a failure', async () => {
  const failure = { severity: 'failure', rules: ['email.quota-used-up'] }
  expect(await found({ message: { id: TAKEN, sentAt: '2026-03-01' }, events: [] })).toEqual([failure, failure, failure])
  expect(await found({ message: { id: TAKEN }, events: [{ kind: 'sent' }] })).toEqual([failure, failure, failure])
})

test('mail that is taken and waits for another day is none', async () => {
  expect(await found({ message: { id: TAKEN }, events: [] })).toEqual([])
})
