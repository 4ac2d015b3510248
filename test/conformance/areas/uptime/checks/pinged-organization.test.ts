import { expect, test } from 'vitest'
import { pingedOrganization } from '../../../../../src/conformance/areas/uptime/checks/pinged-organization.ts'
import { answered } from '../../../../support/answered.ts'

const ping = (shown: string, org: string) => ({
  ...answered({
    operation: 'pingUptime',
    body: { service: 'uptime', org: shown, schemaEpoch: '1', time: '2026-03-01' },
  }),
  org,
})

/** What is found in a ping of globex, after one of acme. */
function found(shown: string) {
  const { memory } = pingedOrganization.look(ping('acme', 'acme'), pingedOrganization.start)
  return pingedOrganization.look(ping(shown, 'globex'), memory).found
}

test('a ping names the organization of the caller, in whatever form, but not another one', () => {
  expect(found('globex')).toEqual([])
  expect(found('Example Ltd')).toEqual([])
  expect(found('acme')).toMatchObject([{ path: 'org', actual: 'acme', rules: ['UPT-02'] }])
})

test('nor is it told by the name that another one was told, where it has been told its own', () => {
  const { look, start } = pingedOrganization
  const told = [ping('Example Ltd', 'acme'), ping('Globe plc', 'globex')]
  const memory = told.reduce((before, one) => look(one, before).memory, start)
  expect(look(ping('Globe plc', 'globex'), memory).found).toEqual([])
  expect(look(ping('Globe', 'globex'), memory).found).toEqual([])
  expect(look(ping('Example Ltd', 'globex'), memory).found).toMatchObject([
    { path: 'org', expected: 'Globe plc', actual: 'Example Ltd' },
  ])
})

test('two organizations may be called the same', () => {
  const { look, start } = pingedOrganization
  const { memory } = look(ping('Example Ltd', 'acme'), start)
  expect(look(ping('Example Ltd', 'globex'), memory).found).toEqual([])
})
