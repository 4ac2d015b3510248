import { afterEach, expect, test } from 'vitest'
import { firstWalks } from '../../../../src/conformance/plan/walks.ts'
import type { Walk } from '../../../../src/conformance/script/goal.ts'
import { openWalking } from '../../../support/walking.ts'

let walking: Awaited<ReturnType<typeof openWalking>>
afterEach(() => walking.close())

const calls = (walk: Walk, id: string): boolean => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id)

test('keys may end with the rule that minted them, and be gone from the list then', async () => {
  walking = await openWalking({
    gaps: {
      'registry.issuer-without-keys': 'believe',
      'registry.deleted-rule-keys': 'revoke',
      'registry.revoked-key-listed': 'gone',
    },
  })
  const walks = firstWalks(walking.session, walking.of('registry')).filter(
    (walk) => calls(walk, 'exchangeOidcToken') && calls(walk, 'deleteOidcRule') && calls(walk, 'listRegistryKeys'),
  )
  expect(walks).not.toEqual([])
  for (const walk of walks) expect((await walking.walk(walk)).finding).toBeUndefined()
})
