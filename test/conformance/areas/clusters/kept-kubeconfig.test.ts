import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { RUNNING_SCRIPTS } from '../../../../src/conformance/areas/clusters/scripts/running.ts'
import type { Client } from '../../../../src/target/client.ts'
import type { Received } from '../../../../src/target/exchange.ts'
import { as } from '../../../support/mistaken-target.ts'
import { walksOf } from '../../../support/seen-case.ts'
import { openWalking } from '../../../support/walking.ts'

/** A target that writes client configurations as JSON, and hands out the same one again meanwhile. */
const keeping = (client: Client): Client => {
  const kept = new Map<string, Received>()
  return {
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      if (!exchange.answered || !sent.path.endsWith('/kubeconfig') || exchange.received.status !== 200) return exchange
      const received = kept.get(sent.path) ?? asJson(exchange.received)
      kept.set(sent.path, received)
      return { ...exchange, received }
    },
  }
}

function asJson(received: Received): Received {
  const { kubeconfig, ...rest } = Object(received.json)
  return as(received, 200, { ...rest, kubeconfig: JSON.stringify(parse(kubeconfig)) })
}

test('a client configuration that is handed out again begins its life anew, as far as anybody can tell', async () => {
  const walking = await openWalking({
    between: keeping,
    gaps: { 'clusters.kubeconfig-unit': 'minutes', 'clusters.kubeconfig-lifetime': 60 },
    judgedBy: (own) => ({ ...own, gaps: {} }),
  })
  onTestFinished(() => walking.close())
  const isMeant = walksOf(RUNNING_SCRIPTS, (walk) =>
    walk.some((goal) => goal.kind === 'event' && goal.event === 'credentialUsed' && goal.either === true),
  )
  const walks = isMeant([], new Map(walking.contract.operations))
  expect(walks).not.toEqual([])
  for (const walk of walks) expect((await walking.walk(walk)).finding).toBeUndefined()
})
