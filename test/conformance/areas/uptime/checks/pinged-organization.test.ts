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
