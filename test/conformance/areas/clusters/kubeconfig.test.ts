import { expect, test } from 'vitest'
import { kubeconfig } from '../../../../src/conformance/areas/clusters/checks/kubeconfig.ts'
import { answered } from '../../../support/answered.ts'

const said = (text: string) =>
  kubeconfig
    .look(answered({ operation: 'getKubeconfig', body: { kubeconfig: text, expiresIn: 60 } }), [])
    .found.map(({ code }) => code)

test('a client configuration in the usual form has a token in it', () => {
  expect(said('apiVersion: v1\nkind: Config\nusers: []\n')).toEqual(['value'])
  expect(said('apiVersion: v1\nusers:\n  - user:\n      token: t\n')).toEqual([])
  expect(said('{"apiVersion":"v1","users":[{"user":{"client-certificate-data":"c"}}]}')).toEqual([])
})

test('another form is open', () => {
  expect(said('somewhere:8443 s3cr3t')).toEqual([])
})
