import { expect, onTestFinished, test } from 'vitest'
import { IAM_SCRIPTS } from '../../../../src/conformance/areas/iam/scripts.ts'
import type { Client } from '../../../../src/target/client.ts'
import { openWalking } from '../../../support/walking.ts'

/** The headers of somebody of another organization, whose roles everybody is offered; none: everybody has their own. */
let theirs: Readonly<Record<string, string>> = {}
const shared = (client: Client): Client => ({
  ...client,
  send: (sent) =>
    client.send(sent.path.endsWith('/scope-options') ? { ...sent, headers: { ...sent.headers, ...theirs } } : sent),
})

/** What is found in the walks about a role that another organization made. */
async function found(isShared: boolean) {
  theirs = {}
  const walking = await openWalking({ between: shared })
  onTestFinished(() => walking.close())
  if (isShared) theirs = walking.contract.profile.actors[walking.cast.outsider ?? '']?.headers ?? {}
  const walks = IAM_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter((walk) =>
    walk.some(
      (goal) => goal.kind === 'call' && goal.manner === 'neighbour' && goal.operation.id === 'getTokenScopeOptions',
    ),
  )
  const [walk = []] = walks.filter(([first]) => first?.kind === 'event')
  const { finding, trace } = await walking.walk(walk)
  expect(trace.map(({ step }) => step.kind)).toContain('event')
  return finding && { code: finding.code, operation: finding.operation }
}

test('a role that another organization made for itself is not offered here', async () => {
  expect(await found(false)).toBeUndefined()
  expect(await found(true)).toEqual({ code: 'holds', operation: 'getTokenScopeOptions' })
})
