import { expect, test } from 'vitest'
import { call } from '../../../../src/conformance/plan/looks.ts'
import { isObject } from '../../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

/** A target that shows what it expects of an HTTP monitor itself. */
const showing: Mistake = {
  answered({ received }) {
    const { json } = received
    if (!isObject(json) || !isObject(json.http)) return received
    return as(received, received.status, { ...json, http: { ...json.http, expectStatus: ['2xx'] } })
  },
}

const expecting =
  (expectStatus: readonly string[]): Plan =>
  (_, all) => {
    const create = all.get('createMonitor')
    const http = { url: 'https://shop.example.com/health', expectStatus }
    return create
      ? [[{ ...call(create), body: (_drawing, { tcp: _, ...plain }) => ({ ...plain, kind: 'http', http }) }]]
      : []
  }

test.concurrent('whoever expects no status may be shown the usual one', async () => {
  expect(await found(showing, expecting([]), [])).toBeUndefined()
})

test.concurrent('whoever expects one is shown that', async () => {
  expect(await found(showing, expecting(['301']), [])).toMatchObject({ operation: 'createMonitor' })
})
