import { createPublicKey, createVerify, type JsonWebKey } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { ISSUERS } from '../../../src/conformance/session/issuer.ts'
import { startReceiver } from '../../../src/conformance/session/receiver.ts'
import { idToken } from '../../../src/conformance/step/id-token.ts'

async function started() {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  return { receiver, issuer: `${receiver.url}/${ISSUERS}/heron-1` }
}
const json = async (url: string) => Object(await (await fetch(url)).json())

/** True if one of the keys signed a token. */
function isSigned(token: string, [key]: readonly JsonWebKey[]): boolean {
  const [head, claims, signature = ''] = token.split('.')
  const check = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  return check.verify(createPublicKey({ key: { ...key }, format: 'jwk' }), signature, 'base64url')
}

test('an issuer of the judge says where its keys are, and they are those that sign', async () => {
  const { receiver, issuer } = await started()
  const discovery = await json(`${issuer}/.well-known/openid-configuration`)
  expect(discovery).toMatchObject({ issuer, id_token_signing_alg_values_supported: ['RS256'] })
  expect([...receiver.issuersAsked]).toEqual([])
  const { keys } = await json(discovery.jwks_uri)
  expect([...receiver.issuersAsked]).toEqual([issuer])
  expect(isSigned(idToken({ iss: issuer }, 'issuer'), keys)).toBe(true)
  expect(isSigned(idToken({ iss: issuer }, 'stranger'), keys)).toBe(false)
})

test('what is sent to other addresses is a webhook as before', async () => {
  const { receiver, issuer } = await started()
  await fetch(`${receiver.url}/mark-1`, { method: 'POST', body: '{}' })
  await fetch(`${issuer}/.well-known/jwks.json`, { method: 'POST', body: '{}' })
  expect(receiver.received('mark-1')).toHaveLength(1)
  expect([...receiver.issuersAsked]).toEqual([])
})
