import { expect, test } from 'vitest'
import { brokenWhenSwitched } from '../../../src/conformance/plan/after-switch.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { madeAfterwards } from '../../../src/conformance/plan/scoped.ts'
import { isObject } from '../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

/** A target that takes anything for an endpoint that is switched off. */
function carelessWhileOff(): Mistake {
  let shown: unknown
  return {
    answered({ sent: { method, path }, received }) {
      if (method !== 'PATCH' || !path.includes('/email/webhooks/')) return received
      if (received.status < 300) shown = received.json
      const isOff = isObject(shown) && shown.disabled === true
      return received.status === 400 && isOff ? as(received, 200, shown) : received
    },
  }
}

/** A target that grants what is new to everybody who was narrowed before. */
function sharingWhatIsNew(): Mistake {
  let [narrowed, isNew, newest] = [false, false, {}]
  return {
    answered({ sent: { method, path, headers }, received }) {
      if (method === 'POST' && path.endsWith('/tokens')) narrowed = true
      if (method === 'POST' && path.endsWith('/email/domains')) [isNew, newest] = [narrowed, Object(received.json)]
      const { json } = received
      const isNarrowed = !/ (owner|admin|outsider)$/.test(String(headers.authorization))
      return isNew && isNarrowed && path.endsWith('/email/domains') && isObject(json) && Array.isArray(json.domains)
        ? as(received, received.status, { domains: [...json.domains, newest] })
        : received
    },
  }
}

const CASES: readonly (readonly [string, () => Mistake, Plan, readonly string[], string])[] = [
  [
    'a change of what is switched off is looked at like any other',
    carelessWhileOff,
    (operations) => brokenWhenSwitched(operations, looksAmong(operations)),
    ['createWebhook', 'updateWebhook', 'listWebhooks'],
    'updateWebhook',
  ],
  [
    'what is made later is none of what somebody was narrowed to',
    sharingWhatIsNew,
    madeAfterwards,
    ['createDomain', 'listDomains'],
    'listDomains',
  ],
]

test.concurrent.each(sampled(CASES, 3))('%s', async (_, mistake, plan, ids, operation) => {
  expect(await found(mistake(), plan, ids)).toMatchObject({ operation, severity: 'failure' })
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
