import { expect, test } from 'vitest'
import { SENDING_SCRIPTS } from '../../../src/conformance/areas/email/scripts/sending.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { advance, type Script, script, used } from '../../../src/conformance/script/script.ts'
import { rowsOf } from '../../../src/conformance/shadow/rows.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'

/** The walks in which a credential is used on two days. */
const usedAgain = (scripts: readonly Script[], gaps: Profile['gaps'] = {}, mistake?: Mistake) =>
  found(
    mistake,
    (_, all) =>
      scripts
        .flatMap(({ walks }) => walks(all) ?? [])
        .filter((walk) => walk.filter((goal) => goal.kind === 'event' && goal.event === 'credentialUsed').length === 2)
        .filter((walk) => walk.some((goal) => goal.kind === 'event' && goal.event === 'advanceClock')),
    [],
    gaps,
  )

/** Shows each time of a use as it was first shown. */
function firstUse(): Mistake {
  let first: string | undefined
  return {
    answered({ received }) {
      const [shown] = /"lastUsedAt":"[^"]+"/.exec(received.text) ?? []
      first ??= shown
      const text = first ? received.text.replace(/"lastUsedAt":"[^"]+"/g, first) : received.text
      return text === received.text ? received : as(received, received.status, JSON.parse(text))
    },
  }
}

test.concurrent.for([
  ['listSendKeys', 'sendKeys[EmailSendKey].lastUsedAt', SENDING_SCRIPTS],
  ['listRegistryKeys', 'keys[RegistryKey].lastUsedAt', CREDENTIAL_SCRIPTS],
] as const)('%s shows the first use of a key for ever (%s)', async ([operation, path, scripts]) => {
  const seen = await usedAgain(scripts, {}, firstUse())
  expect(seen).toMatchObject({ code: 'value', operation, path, severity: 'warning' })
})

test.concurrent.for([{}, { 'email.key-last-used-at': 'never' }])(
  'nothing is found of a target that shows the last use, or none: %j',
  async (gaps) => {
    expect(await usedAgain(SENDING_SCRIPTS, gaps)).toBeUndefined()
  },
)

/** A token that is used again within a second, and looked at when that is long ago. */
const usedTwiceAtOnce = script(['createExportToken', 'listExportTokens'], (call) => {
  const use = used('export-token', 'createExportToken token', -1, ({ shadow }) => {
    const [token] = rowsOf(shadow.world, 'UptimeExportToken')
    return token && { id: token.id }
  })
  const list = call('listExportTokens')
  return [[call('createExportToken'), use, list, use, advance('P1D'), advance('PT2H'), list]]
})

test.concurrent('nothing is found of a use that is as old as the one before it, however late anybody looks', async () => {
  expect(await usedAgain([usedTwiceAtOnce])).toBeUndefined()
})
