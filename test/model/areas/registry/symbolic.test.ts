import { expect, test } from 'vitest'
import type { OperationId } from '../../../../src/model/request/operation-types.ts'
import { isSymbol } from '../../../../src/model/world/fresh.ts'
import { makeModel } from '../../support.ts'
import { CLAIMS, idToken } from './world.ts'

/** Answers hold placeholders, which fit no schema, so the plain model is asked. */
function makeSymbolic() {
  const { call, happen } = makeModel({ values: 'symbolic' })
  const parameters = { slug: 'storefront' }
  const ask = <Id extends OperationId>(id: Id, body?: object, query = {}) =>
    call(id, 'owner', { parameters, query, body }).body
  return { ask, happen }
}

test('in a symbolic world every fresh value is a symbol of its own', () => {
  const { ask, happen } = makeSymbolic()
  const { createdAt } = ask('createRegistry', { slug: 'storefront', displayName: 'x', region: 'eu-central' })
  const { keyId, secret } = ask('createRegistryKey', { name: 'ci', mode: 'pull', repoPrefixes: [] })
  const rule = ask('createOidcRule', {
    issuer: CLAIMS.iss,
    audience: CLAIMS.aud,
    subjectPattern: '*',
    mode: 'pull',
  })
  const traded = ask('exchangeOidcToken', { registry: 'storefront', token: idToken(CLAIMS) })
  const login = ask('createLoginCredential', {})
  const pushed = happen('imagePushed', { registry: 'storefront', repository: 'web/shop' })
  const [tag] = ask('listTags', undefined, { repo: 'web/shop' }).tags
  const [repository] = ask('listRepositories').repositories
  const [manifest] = ask('listManifests', undefined, { repo: 'web/shop' }).manifests
  const fresh = [
    createdAt,
    keyId,
    secret,
    rule.id,
    rule.createdAt,
    ...[traded.keyId, traded.secret, traded.expiresAt],
    ...[login.username, login.password, login.expiresAt],
    ...[pushed.digest, pushed.layers[0]],
    ...[tag.updatedAt, repository.createdAt, manifest.createdAt],
  ]
  expect(fresh.every(isSymbol)).toBe(true)
  expect(new Set(fresh).size).toBe(fresh.length)
  expect([tag.digest, manifest.digest]).toEqual([pushed.digest, pushed.digest])
})
