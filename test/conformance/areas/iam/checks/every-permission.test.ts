import { expect, onTestFinished, test } from 'vitest'
import { itemsOf } from '../../../../../src/conformance/compare/comparison.ts'
import { call } from '../../../../../src/conformance/plan/looks.ts'
import { openWalking } from '../../../../support/walking.ts'

type Service = Readonly<Record<string, unknown>>

/** What is found in a permission catalog whose services were changed on the way. */
async function foundIn(changed: (services: readonly Service[]) => readonly Service[]) {
  const walking = await openWalking({
    between: (client) => ({
      ...client,
      async send(sent) {
        const exchange = await client.send(sent)
        if (!exchange.answered || !sent.path.endsWith('/iam/permissions')) return exchange
        const json = { services: changed(itemsOf(Object(exchange.received.json).services)) }
        return { ...exchange, received: { ...exchange.received, json, text: JSON.stringify(json) } }
      },
    }),
  })
  onTestFinished(() => walking.close())
  return (await walking.walk([call(walking.contract.operation('listPermissions'))])).finding
}

test('every permission of a built-in role is in the catalog of permissions', async () => {
  expect(await foundIn((services) => services)).toBeUndefined()
  expect(await foundIn((services) => services.filter(({ service }) => service !== 'clusters'))).toMatchObject({
    code: 'lacks',
    entity: 'permission',
    severity: 'failure',
    id: expect.stringMatching(/^clusters\./),
  })
})
