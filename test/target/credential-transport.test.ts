import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { credentialTransport } from '../../src/target/credential-transport.ts'

const sentBy = (headers: Readonly<Record<string, string>>, gaps: Profile['gaps'] = {}) =>
  credentialTransport(loadContract(source, { ...EMPTY_PROFILE, gaps }), { owner: headers })

const BEARER = { header: 'Authorization', prefix: 'Bearer ' }

test('a token is sent as the actors send theirs', () => {
  expect(sentBy({ authorization: 'Token abc' })).toEqual({ header: 'authorization', prefix: 'Token ' })
  expect(sentBy({ 'x-api-key': 'abc' })).toEqual({ header: 'x-api-key', prefix: '' })
})

test('a cookie or a password is for people: a token is sent as usual then', () => {
  expect(sentBy({ Cookie: 'session=abc' })).toEqual(BEARER)
  expect(sentBy({ Authorization: 'Basic YWRhOmFiYw==' })).toEqual(BEARER)
})

test('the profile has the last word', () => {
  const pinned = { 'general.credential-transport': { header: 'X-Token' } }
  expect(sentBy({ Cookie: 'session=abc' }, pinned)).toEqual({ header: 'X-Token', prefix: '' })
})
