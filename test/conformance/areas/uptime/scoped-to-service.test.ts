import { expect, onTestFinished, test } from 'vitest'
import { newest } from '../../../../src/conformance/kit/own-rows.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import type { Goal } from '../../../../src/conformance/script/goal.ts'
import { grantedAll } from '../../../../src/conformance/script/granted.ts'
import { openWalking, told } from '../../../support/walking.ts'

test('whoever is let work on one service, where that can be said, may attach a monitor to it', async () => {
  const walking = await openWalking({
    gaps: { 'iam.scopable-kinds': ['registry', 'email-domain', 'cluster', 'uptime-service'] },
    judgedBy: (own) => ({ ...own, gaps: {} }),
  })
  onTestFinished(() => walking.close())
  const operation = (id: string) => call(walking.contract.operation(id))
  const attached: Goal = {
    ...operation('createMonitor'),
    manner: 'lesser',
    body: (drawing, plain) => ({ ...Object(plain), serviceId: newest(drawing, 'UptimeService')?.id }),
  }
  const onNewest = grantedAll((drawing) => {
    const { id } = newest(drawing, 'UptimeService') ?? {}
    return id === undefined ? undefined : [{ role: 'uptime.admin', resourceIds: [String(id)] }]
  })
  const sequence = await walking.walk([operation('createUptimeService'), onNewest, attached])
  expect(told(sequence).at(-1)).toBe('createMonitor 201')
  expect(sequence.finding).toBeUndefined()
})
