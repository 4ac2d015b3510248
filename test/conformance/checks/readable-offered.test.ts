import { expect, test } from 'vitest'
import { SCOPE_SCRIPTS } from '../../../src/conformance/areas/tokens/scopes.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'

const isOfDomains = (walk: Walk): boolean =>
  walk.some((goal) => 'operation' in goal && goal.operation.id === 'getDomain')
const narrowed: Plan = (_, all) => SCOPE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(isOfDomains)

/** Whoever can read only one thing is offered nothing. */
const offeringNone: Mistake = {
  answered({ received }) {
    const { roles, resources } = Object(received.json) as {
      roles?: unknown
      resources?: readonly { service: string }[]
    }
    const domains = resources?.filter(({ service }) => service === 'email') ?? []
    const others = resources?.filter(({ service }) => service !== 'email')
    return domains.length === 1 ? as(received, 200, { roles, resources: others }) : received
  },
}

test.concurrent('whoever has just read a thing of a kind that others are offered is offered it', async () => {
  expect(await found(undefined, narrowed, [])).toBeUndefined()
  expect(await found(offeringNone, narrowed, [])).toMatchObject({
    operation: 'getTokenScopeOptions',
    rules: ['TOK-05'],
  })
})
