import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../../src/conformance/plan/looks.ts'
import type { CallGoal } from '../../../../src/conformance/script/goal.ts'
import { remembered } from '../../../../src/conformance/script/remembered.ts'
import { advance } from '../../../../src/conformance/script/script.ts'
import { openWalking } from '../../../support/walking.ts'

test.each(['keep', 'renew'])(
  'a second revocation of a key may %s its time, which shows in the next list',
  async (time) => {
    const gaps = {
      'general.repeat-delete': 'accept',
      'registry.repeat-revoke-key': 'accept',
      'registry.repeat-revoke-time': time,
    }
    const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
    onTestFinished(() => walking.close())
    const of = (id: string) => call(walking.contract.operation(id))
    const list = of('listRegistryKeys')
    const { first, drawn } = remembered()
    const once = { ...of('revokeRegistryKey'), drawn }
    const again: CallGoal = {
      ...of('revokeRegistryKey'),
      parameters: (drawing) => first(drawing)?.parameters,
      intent: 'exotic',
    }
    const made = [of('createRegistry'), of('createRegistryKey')]
    const { finding, trace } = await walking.walk([...made, once, list, advance('PT1M'), again, list])
    expect(finding).toBeUndefined()
    const shown = trace.flatMap(({ exchange, step }) =>
      step.kind === 'request' && step.operation === 'listRegistryKeys' && exchange?.answered
        ? [Object(exchange.received.json).keys[0].revokedAt]
        : [],
    )
    expect(new Set(shown).size).toBe(time === 'keep' ? 1 : 2)
  },
)
