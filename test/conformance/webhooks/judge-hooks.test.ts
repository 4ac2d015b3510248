import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { RECEIVER_LOOKS } from '../../../src/conformance/areas/email/webhooks/receiver-looks.ts'
import type { Hook } from '../../../src/conformance/session/receiver.ts'
import { withMemory } from '../../../src/conformance/shadow/memories.ts'
import { newShadow } from '../../../src/conformance/shadow/shadow.ts'
import { judgeHooks } from '../../../src/conformance/webhooks/judge-hooks.ts'
import { emptyWorld } from '../../../src/model/empty-world.ts'
import { apply, type Change } from '../../../src/model/world/world.ts'

const BEFORE = 'whsec_before-the-rotation'
const AFTER = 'whsec_after-the-rotation'

const signed = (secret: string, text: string) => ({
  text,
  answered: 200,
  headers: { 'x-signature': createHmac('sha256', secret).update(text).digest('hex') },
})

/** A look right after the rotation: one payload has come, of before it. */
const look = (arrived: number | undefined) => ({
  endpointId: 'e1',
  mark: 'm1',
  messages: new Set<string>(),
  arrived,
  formerSecret: BEFORE,
  closed: undefined,
})

const endpoint = {
  closed: undefined,
  events: [],
  secret: AFTER,
  formerSecret: BEFORE,
  otherSecrets: [],
  predicted: 2,
  known: 1,
  repeated: 1,
} as const

function said(arrived: number | undefined, ...secrets: readonly string[]): string[] {
  const shadow = newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), 'x1')
  const looked = withMemory(shadow, RECEIVER_LOOKS, [look(arrived)])
  const hooks = secrets.map((secret) => signed(secret, '{"type":"sent"}'))
  return judgeHooks(looked, endpoint, 'm1', { hooks, log: undefined, deadlineGiven: true }).map(({ code }) => code)
}

test('what is sent once more after a rotation is signed with the new secret', () => {
  expect(said(1, BEFORE, AFTER)).toEqual([])
  expect(said(1, BEFORE, BEFORE)).toEqual(['old-secret'])
  expect(said(1, BEFORE, 'whsec_of-somebody-else')).toEqual(['not-new-secret'])
})

test('what was on its way at the look proves nothing', () => {
  expect(said(undefined, BEFORE, BEFORE)).toEqual([])
})

test('a payload that was refused first has not arrived yet', () => {
  const shadow = newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), 'x1')
  const open = { ...endpoint, repeated: 0 }
  const refused = { ...signed(AFTER, '{"type":"sent"}'), answered: 503 }
  const codes = (hooks: readonly Hook[], state: string) =>
    judgeHooks(shadow, open, 'm1', {
      hooks,
      log: [{ state, attempts: 1, lastStatus: undefined }],
      deadlineGiven: true,
    }).map(({ code }) => code)
  expect(codes([refused], 'pending')).toEqual([])
  expect(codes([refused], 'failed')).toEqual([])
  expect(codes([refused], 'delivered')).toEqual(['never-arrived'])
  expect(codes([refused, signed(AFTER, '{"type":"sent"}')], 'pending')).toEqual(['arrival-untold'])
})

test('a delivery carries the payload of its own message', () => {
  const { world, ...shadow } = newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), 'x1')
  const messages = ['first@reader.example', 'second@reader.example'].map((address, seq) => ({
    ...{ kind: 'put', table: 'EmailMessage' },
    row: { id: `message-${seq}`, org: 'acme', seq, to: [address] },
  }))
  const known = { ...shadow, world: apply(world, messages as unknown as Change[]) }
  const log = [0, 0, 1].map((of) => ({ state: 'delivered', attempts: 1, lastStatus: 200, messageId: `message-${of}` }))
  const codes = (...texts: readonly string[]) =>
    judgeHooks(known, { ...endpoint, predicted: 3, formerSecret: undefined }, 'm1', {
      ...{ log, deadlineGiven: true },
      hooks: texts.map((text) => signed(AFTER, text)),
    }).map(({ code }) => code)
  expect(codes('{"id":"message-0"}', '{"id":"message-1"}', '{"id":"message-0"}')).toEqual([])
  expect(codes('{"id":"message-0"}', '{"id":"message-1"}', '{"id":"message-1"}')).toEqual(['told-of-another'])
  // A payload that names nothing may be about anything.
  expect(codes('{"id":"message-0"}', '{"id":"message-1"}', '{"kind":"sent"}')).toEqual([])
})

test('what is delivered to an endpoint is signed with its own secret, also where another one has the same address', () => {
  const shadow = newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), 'x1')
  const other = 'whsec_of-another-endpoint'
  const one = { ...endpoint, formerSecret: undefined, otherSecrets: [other], repeated: 0 }
  const log = [{ state: 'delivered', attempts: 1, lastStatus: 200 }]
  const codes = (secrets: readonly string[], told: typeof log | undefined = log) => {
    const hooks = secrets.map((secret) => signed(secret, '{"type":"sent"}'))
    return judgeHooks(shadow, one, 'm1', { hooks, log: told, deadlineGiven: true }).map(({ code }) => code)
  }
  expect(codes([other, other])).toEqual(['secret-of-another'])
  expect(codes([other, AFTER])).toEqual([])
  expect(codes([AFTER, 'whsec_'])).toEqual(['secret-of-nobody'])
  // In a scheme that is not made out, and where nothing was delivered to this one.
  expect(codes(['whsec_in-another-scheme'])).toEqual([])
  expect(codes([other], [])).not.toContain('secret-of-another')
})

test('the secret itself is in no webhook, neither as it is nor in a longer text', () => {
  const shadow = newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), 'x1')
  const own = { ...endpoint, formerSecret: undefined, repeated: 0 }
  const said = (hook: Hook) =>
    judgeHooks(shadow, own, 'm1', { hooks: [hook], log: undefined, deadlineGiven: true }).map(({ code }) => code)
  const right = signed(AFTER, '{"type":"sent"}')
  expect(said(right)).toEqual([])
  expect(said({ ...right, headers: { ...right.headers, 'x-key': `secret=${AFTER}` } })).toEqual(['secret'])
  expect(said(signed(AFTER, `{"type":"sent","key":"${AFTER}"}`))).toEqual(['secret'])
})
