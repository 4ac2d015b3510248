import { expect, test } from 'vitest'
import { type Driver, EventRefused } from '../../../src/target/driver.ts'
import { judgedMock } from '../../support/judged-mock.ts'

/** A driver whose target turns an event away. */
const refusing =
  (refused: string, status: number) =>
  (own: Driver): Driver => ({
    ...own,
    async cause(event, body) {
      if (event === refused) throw new EventRefused(status, 'not as things are')
      return own.cause(event, body)
    },
  })

test.for([
  ['oncall', 'alertFires'],
  ['registry', 'imagePushed'],
] as const)('%s: %s has to work when nothing is in its way', async ([area, event]) => {
  const run = { areas: [area], bail: true, maxRequests: 1500 }
  const { failures } = await judgedMock({ ...run, driver: refusing(event, 409) })
  expect(failures.map(({ finding }) => finding)).toMatchObject([{ code: 'kept-out', operation: event }])
  // What a driver cannot do says nothing of the target.
  const { failures: none } = await judgedMock({ ...run, maxRequests: 300, driver: refusing(event, 500) })
  expect(none).toEqual([])
})
