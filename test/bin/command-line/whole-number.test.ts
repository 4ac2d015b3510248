import { expect, test } from 'vitest'
import { understudy } from '../../support/command.ts'

const NOWHERE = 'http://127.0.0.1:1'

test.each([
  ...['concurrency', 'rate', 'time-limit', 'requests', 'max-steps'].map((option) => `verify ${NOWHERE} --${option}`),
  ...['requests', 'time-limit'].map((option) => `compare ${NOWHERE} ${NOWHERE} --${option}`),
  `learn ${NOWHERE} --profile none.yaml --max-steps`,
  `doctor ${NOWHERE} --time-limit`,
  `watch --target ${NOWHERE} --exchanges`,
  'spec explore tokens --seconds',
  'spec explore tokens --worlds',
])('%s: 0, -1 and 1.5 are refused, and the least is named', async (line) => {
  for (const value of ['0', '-1', '1.5']) {
    const { code, out, err } = await understudy(...line.split(' '), value)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`argument '${value}' is invalid. It must be a whole number, and 1 is the least.`)
  }
})

test('0 stays where it says something: no random sequences, no waiting, the seed 0', async () => {
  const { err } = await understudy(
    'verify',
    NOWHERE,
    '--profile',
    'none.yaml',
    '--runs',
    '0',
    '--wait',
    '0',
    '--seed',
    '0',
  )
  expect(err).toBe('Cannot read none.yaml: there is no such file.\n')
})

test('watch for no time at all is refused', async () => {
  const { code, err } = await understudy('watch', '--target', NOWHERE, '--port', '0', '--for', '0s')
  expect(code).toBe(2)
  expect(err).toContain("argument '0s' is invalid. Use a number above 0 with s, m or h, for example 60s.")
})
