import { expect, test } from 'vitest'
import { JOINING_SCRIPTS } from '../../../../src/conformance/areas/clusters/scripts/joining.ts'
import type { Drawing } from '../../../../src/conformance/kit/drawing.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import type { Walk } from '../../../../src/conformance/script/goal.ts'
import { advance } from '../../../../src/conformance/script/script.ts'
import { isObject } from '../../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

/** A target whose nodes are never ready. */
const neverReady: Mistake = {
  answered({ received }) {
    const { json, status } = received
    if (!isObject(json) || !Array.isArray(json.nodes)) return received
    return as(received, status, { nodes: json.nodes.map((node) => ({ ...node, ready: false })) })
  },
}

/** A node joins, and is looked at some time later. */
const joined =
  (...later: Walk): Plan =>
  (_, all) => {
    const list = all.get('listNodes')
    const walk = JOINING_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).find((goals) =>
      goals.some((goal) => goal.kind === 'event' && goal.event === 'nodeJoins'),
    )
    const upTo = walk?.findIndex((goal) => goal.kind === 'event' && goal.event === 'nodeJoins') ?? -1
    return walk && list ? [[...walk.slice(0, upTo + 1), ...later, call(list)]] : []
  }

test.concurrent('how soon a node is ready is open', async () => {
  expect(await found(neverReady, joined(), [])).toBeUndefined()
})

test.concurrent('but it is ready some day', async () => {
  expect(await found(neverReady, joined(advance('P1D')), [])).toMatchObject({
    operation: 'listNodes',
    path: 'nodes[Node].ready',
  })
})

/** A target that lists no nodes at all. */
const neverListed: Mistake = {
  answered: ({ received }) =>
    isObject(received.json) && Array.isArray(received.json.nodes)
      ? as(received, received.status, { nodes: [] })
      : received,
}

/** As above, but the node is not ready when it joins. */
const comingIn =
  (...later: Walk): Plan =>
  (test, all) =>
    joined(...later)(test, all).map((walk) =>
      walk.map((goal) =>
        goal.kind === 'event'
          ? { ...goal, body: (drawing: Drawing) => ({ ...(goal.body?.(drawing) as object), ready: undefined }) }
          : goal,
      ),
    )

test.concurrent('a node that is still coming in may not be listed yet', async () => {
  expect(await found(neverListed, comingIn(), [])).toBeUndefined()
})

test.concurrent('but it is listed some day, and at once if it is ready', async () => {
  const missing = { operation: 'listNodes', path: 'nodes' }
  expect(await found(neverListed, comingIn(advance('P1D')), [])).toMatchObject(missing)
  expect(await found(neverListed, joined(), [])).toMatchObject(missing)
})
