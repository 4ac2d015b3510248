import { expect, onTestFinished, test } from 'vitest'
import type { Goal } from '../../../../src/conformance/script/goal.ts'
import { event } from '../../../../src/conformance/script/script.ts'
import { rowsOf } from '../../../../src/conformance/shadow/rows.ts'
import type { Client } from '../../../../src/target/client.ts'
import { openWalking, told } from '../../../support/walking.ts'

/** A login is made, ended and used; the judge knows nothing of the choices of the mock. */
async function loggedOut(keyId: string, between?: (client: Client) => Client) {
  const walking = await openWalking({
    gaps: { 'registry.login-key-id': keyId },
    judgedBy: (own) => ({ ...own, gaps: {} }),
    ...(between && { between }),
  })
  onTestFinished(() => walking.close())
  const call = (id: string): Goal => ({ kind: 'call', operation: walking.contract.operation(id) })
  const used = event('credentialUsed', ({ shadow: { world } }) => {
    const [registry, login] = [rowsOf(world, 'Registry').at(-1), rowsOf(world, 'LoginCredential').at(-1)]
    return (
      registry && login && { kind: 'login-credential', secret: login.password, registry: registry.slug, for: 'pull' }
    )
  })
  return walking.walk([...[call('createRegistry'), call('createLoginCredential'), call('revokeLoginCredential')], used])
}

test.each(['username', 'extra-field', 'extra-id'])('a login is ended by what its answer shows: %s', async (keyId) => {
  const sequence = await loggedOut(keyId)
  expect(sequence.finding).toBeUndefined()
  expect(told(sequence).slice(-2)).toEqual(['revokeLoginCredential 204', 'outside event credentialUsed'])
})

test('where it is shown in a field of its own, a login that goes on is seen', async () => {
  const forgotten = (client: Client): Client => ({
    ...client,
    // Says that the login has ended, and does nothing.
    send: async (sent, held) =>
      sent.method === 'DELETE' && sent.path.includes('/login')
        ? {
            answered: true,
            sent,
            received: { status: 204, headers: {}, text: '', json: undefined, dateMs: undefined } as never,
          }
        : client.send(sent, held),
  })
  const { finding } = await loggedOut('extra-field', forgotten)
  expect(finding).toMatchObject({ operation: 'credentialUsed', code: 'door', opens: true })
})
