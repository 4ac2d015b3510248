import { expect, test } from 'vitest'
import { eventStep } from '../../../src/conformance/draw/event-step.ts'
import type { Drawing } from '../../../src/conformance/kit/drawing.ts'
import { emptyWorld } from '../../../src/model/empty-world.ts'
import { apply, type Change } from '../../../src/model/world/world.ts'

const row = (table: string, fields: Readonly<Record<string, unknown>>) =>
  ({ kind: 'put', table, row: { org: 'acme', seq: 1, ...fields } }) as unknown as Change

const world = apply(emptyWorld({ nowMs: 0, values: 'symbolic' }), [
  row('EmailSendKey', { id: 'sk1', secret: 'usk_1' }),
  row('RegistryKey', { id: 'k1', keyId: 'k1', name: 'ci', registry: 'apps', secret: 'urk_1' }),
  row('LoginCredential', { id: 'l1', username: 'ci', password: 'pw_1' }),
  row('OncallAlertSource', { id: '⟦OncallAlertSource#3⟧', name: 'nagios', token: 'ust_1' }),
])
const drawing = { shadow: { world }, cast: { main: 'owner' } } as unknown as Drawing
const told = (event: string, body: unknown) => eventStep(drawing, event, body).body

test.each([
  ['credentialUsed', { kind: 'send-key', secret: 'usk_1' }, { id: 'sk1' }],
  ['credentialUsed', { kind: 'registry-key', secret: 'urk_1', for: 'push' }, { id: 'k1', registry: 'apps' }],
  ['credentialUsed', { kind: 'registry-key', secret: 'urk_1', registry: 'other' }, { id: 'k1' }],
  ['credentialUsed', { kind: 'login-credential', secret: 'pw_1' }, { username: 'ci' }],
  ['messageSent', { sendKeyId: 'sk1' }, { secret: 'usk_1' }],
  ['imagePushed', { registry: 'apps', keyId: 'k1' }, { secret: 'urk_1' }],
  // What nobody has shown yet is not told, nor is anything said of what is not known.
  ['credentialUsed', { kind: 'alert-source', secret: 'ust_1' }, {}],
  ['credentialUsed', { kind: 'send-key', secret: 'usk_2' }, {}],
  ['alertFires', { alert: 'cpu' }, {}],
])('%s %o is told with %o', (event, body, beside) => {
  expect(told(event, body)).toEqual({ ...beside, ...body })
})
