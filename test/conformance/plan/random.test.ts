import { expect, onTestFinished, test } from 'vitest'
import { isRead } from '../../../src/conformance/plan/looks.ts'
import { drawOnTheme } from '../../../src/conformance/plan/random.ts'
import { themes } from '../../../src/conformance/plan/themes.ts'
import { openWalking } from '../../support/walking.ts'

const SEQUENCES = 12

test('a random sequence looks at what it made, and others act in between', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const theme = themes(walking.of('uptime')).find(({ name }) => name === 'uptime')
  if (!theme) throw new Error('there is no theme of the whole area')
  let [made, seen, byOthers] = [0, 0, 0]
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const length = { seed, steps: 15 }
    const { trace, finding } = await walking.draw(drawOnTheme(walking.session, theme, walking.cast, length))
    expect(finding, `seed ${seed}`).toBeUndefined()
    const steps = trace.map(({ step, exchange }) => ({
      operation: step.kind === 'request' ? walking.contract.operation(step.operation) : undefined,
      actor: step.kind === 'request' ? step.actor : undefined,
      isMade: exchange?.answered === true && exchange.received.status === 201,
    }))
    byOthers += steps.filter(({ actor }) => actor === walking.cast.outsider).length
    for (const [index, { operation, actor, isMade }] of steps.entries()) {
      if (operation?.does !== 'create' || !isMade || actor !== walking.cast.main) continue
      made++
      const later = steps.slice(index + 1).flatMap((step) => step.operation ?? [])
      if (later.some((read) => isRead(read) && read.entity === operation.entity)) seen++
    }
  }
  expect(made).toBeGreaterThan(SEQUENCES)
  expect(seen / made).toBeGreaterThan(0.9)
  expect(byOthers).toBeGreaterThan(0)
})
