import { expect, test } from 'vitest'
import { ask, startedMock } from '../support.ts'

test.each([
  ['PUT', 'clock', { mode: 'sideways' }, 'mode must be one of real, frozen, set'],
  ['PUT', 'clock', { mode: 'sett' }, 'mode must be one of real, frozen, set (did you mean set?)'],
  ['PUT', 'clock', {}, 'mode is required'],
  ['PUT', 'clock', { mode: 'set' }, 'now is required'],
  ['PUT', 'clock', { mode: 'set', now: 'yesterday' }, 'now must be a valid date-time'],
  ['PUT', 'clock', { mode: 'real', now: '2026-03-05T09:00:00Z' }, 'unknown key now'],
  ['PUT', 'clock', 7, 'the body must be an object'],
  ['PUT', 'clock/progress', { mode: 'after-reads' }, 'reads is required'],
  ['POST', 'clock/advance', {}, 'the body needs exactly one of by, to, nextDue'],
  ['POST', 'clock/advance', { by: 'PT1S', to: 'x' }, 'the body needs exactly one of by, to, nextDue'],
  ['POST', 'clock/advance', { to: 'x' }, 'to must be a valid date-time'],
  ['POST', 'clock/advance', { nextDue: false }, 'nextDue must be true'],
  ['POST', 'faults', {}, 'where is required'],
  ['POST', 'faults', { where: { all: true } }, 'the body needs one of status, latency, drop, truncateAfterBytes'],
  ['POST', 'faults', { where: { all: true }, latency: { minMs: 200 } }, 'latency.maxMs is required'],
  ['POST', 'faults', { where: { all: true }, latency: {} }, 'latency needs exactly one of ms, minMs with maxMs'],
  ['POST', 'faults', { where: { all: true }, latency: 200 }, 'latency must be an object'],
] as const)('%s %s %j: the error is about the alternative that was meant', async (method, path, json, error) => {
  const mock = await startedMock()
  expect(await ask(mock, method, `/_understudy/${path}`, { json })).toMatchObject({ status: 400, body: { error } })
})
