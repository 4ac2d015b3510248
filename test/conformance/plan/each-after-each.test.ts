import { expect, onTestFinished, test } from 'vitest'
import { eachAfterEach } from '../../../src/conformance/plan/each-after-each.ts'
import { isRead, looksAmong } from '../../../src/conformance/plan/looks.ts'
import { openWalking } from '../../support/walking.ts'

test.each(['uptime', 'email'])('everything that can be done in %s is done after everything else', async (area) => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const operations = walking.of(area)
  const pairs = new Set<string>()
  for (const walk of eachAfterEach(operations, looksAmong(operations))) {
    const { trace, finding } = await walking.walk(walk)
    expect(finding).toBeUndefined()
    const done = trace.map(({ step }) => (step.kind === 'event' ? step.event : step.operation))
    for (const [place, one] of done.entries()) for (const later of done.slice(place + 1)) pairs.add(`${one}, ${later}`)
  }
  const missing = (ids: readonly string[], others: readonly string[]) =>
    ids.flatMap((one) => others.filter((other) => one !== other && !pairs.has(`${one}, ${other}`)))
  const writes = operations.filter((operation) => !isRead(operation))
  const lasting = writes.filter(({ does }) => does !== 'delete').map(({ id }) => id)
  expect(missing(lasting, lasting)).toEqual([])
  // What happens outside comes before and after them as well.
  const event = area === 'email' ? 'messageBounced' : 'probeResult'
  expect([...missing(lasting, [event]), ...missing([event], lasting)]).toEqual([])
  // Each deletion comes after some and before others.
  for (const { id } of writes.filter(({ does }) => does === 'delete')) {
    expect(missing(lasting, [id]).length).toBeLessThan(lasting.length)
    expect(missing([id], lasting).length).toBeLessThan(lasting.length)
  }
})
