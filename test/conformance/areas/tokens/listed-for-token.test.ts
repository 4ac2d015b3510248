import { expect, onTestFinished, test } from 'vitest'
import { TOKENS_SCRIPTS } from '../../../../src/conformance/areas/tokens/scripts.ts'
import { openWalking } from '../../../support/walking.ts'

test('a token that lists only itself shows so beside another one of its owner', async () => {
  const walking = await openWalking({ gaps: { 'tokens.listed-for-token': 'itself' } })
  onTestFinished(() => walking.close())
  const walks = TOKENS_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? [])
  const [walk = []] = walks.filter((one) =>
    one.some((goal) => goal.kind === 'call' && goal.operation.id === 'getTokenScopeOptions' && goal.bearer),
  )
  expect((await walking.walk(walk)).finding).toBeUndefined()
  expect([...(walking.session.coverage.observations.get('tokens.listed-for-token')?.keys() ?? [])]).toEqual([
    '"itself"',
  ])
})
