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

/** What is said of a configuration of one token that two people were given, each in their organization. */
function saidOfTwo(here: { org: string; user: string }, there: { org: string; user: string }): string[] {
  const given = ({ org, user }: typeof here) => {
    const body = { kubeconfig: 'apiVersion: v1\nusers:\n  - user:\n      token: t0ken\n', expiresIn: 60 }
    const one = answered({ operation: 'getKubeconfig', body })
    const owner = { organization: org, role: 'owner', user, headers: {} } as const
    const profile = { ...one.contract.profile, actors: { owner } }
    return { ...one, org, contract: { ...one.contract, profile } }
  }
  const { memory } = kubeconfig.look(given(here), [])
  return kubeconfig.look(given(there), memory).found.map(({ code }) => code)
}

test('nobody is given the token of somebody in another organization', () => {
  expect(saidOfTwo({ org: 'acme', user: 'ann' }, { org: 'globex', user: 'bob' })).toEqual(['identifier'])
})

test('one person may have one token everywhere, and an organization one for everybody', () => {
  expect(saidOfTwo({ org: 'acme', user: 'ann' }, { org: 'globex', user: 'ann' })).toEqual([])
  expect(saidOfTwo({ org: 'acme', user: 'ann' }, { org: 'acme', user: 'bob' })).toEqual([])
})
