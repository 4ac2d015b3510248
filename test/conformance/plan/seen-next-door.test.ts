import { expect, test } from 'vitest'
import { NAMESAKE_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/namesakes.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import { isObject } from '../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'

/** The walks of some scripts that call all of these, and have no more goals. */
const walks =
  (scripts: readonly Script[], ids: readonly string[], most: number): Plan =>
  (_, all) =>
    scripts
      .flatMap((script) => script.walks(all) ?? [])
      .filter((walk) => walk.length <= most)
      .filter((walk) => ids.every((id) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id)))

const NODES = walks(NAMESAKE_SCRIPTS, ['deleteNode'], 10)

test('a refusal tells nobody in which cluster of others a node is', async () => {
  let ours = ''
  const telling: Mistake = {
    answered({ sent, received }) {
      const isOurs = sent.headers.authorization === 'Bearer owner' && sent.method === 'POST'
      if (isOurs && sent.path.endsWith('/clusters') && isObject(received.json)) ours = String(received.json.name)
      const isUnknown = sent.method === 'DELETE' && received.status === 404
      return isUnknown ? as(received, 404, { error: `this node is in the cluster ${ours}` }) : received
    },
  }
  expect(await found(telling, NODES, [])).toMatchObject({
    operation: 'deleteNode',
    entity: 'Cluster',
    why: 'elsewhere',
  })
  expect(await found(undefined, NODES, [])).toBeUndefined()
})

const USED = walks(IMAGE_SCRIPTS, ['createRegistry', 'getRegistry'], 6)

test('what a registry uses is told, also beyond its quota', async () => {
  const capped: Mistake = {
    answered({ received }) {
      const { usedBytes, storageQuotaBytes } = isObject(received.json) ? received.json : {}
      const isBeyond = Number(usedBytes) > Number(storageQuotaBytes)
      return isBeyond ? as(received, 200, { ...Object(received.json), usedBytes: storageQuotaBytes }) : received
    },
  }
  expect(await found(capped, USED, [])).toMatchObject({ operation: 'getRegistry', severity: 'failure' })
  expect(await found(undefined, USED, [])).toBeUndefined()
})
