import { expect, test } from 'vitest'
import { asToken, byClaims, idToken, signerOf } from '../../../src/conformance/step/id-token.ts'
import { concrete, type Step } from '../../../src/conformance/step/step.ts'

const claims = { iss: 'https://heron-salt1.example', aud: 'ci' }

test('a token stands in a step by its claims, and is made anew from them', () => {
  const said = byClaims(idToken(claims))
  expect(said).toContain('"iss":"https://heron-salt1.example"')
  expect(asToken(said)).toBe(idToken(claims))
})

test('other texts stay as they are', () => {
  for (const text of ['', 'a.b.', 'none', 'https://a.example/x.y']) expect(asToken(byClaims(text))).toBe(text)
})

test('a repeated step has a token of its own names', () => {
  const body = { token: byClaims(idToken(claims)).replaceAll('salt1', '⟪salt⟫') }
  const step: Step = {
    ...{ kind: 'request', operation: 'exchangeOidcToken', actor: 'nobody', parameters: {}, query: {}, intent: 'plain' },
    body,
  }
  expect(concrete(step, [], 'salt2')).toMatchObject({
    body: { token: idToken({ ...claims, iss: 'https://heron-salt2.example' }) },
  })
})

test('who signed it is kept', () => {
  for (const signer of ['nobody', 'issuer', 'stranger'] as const) {
    const token = idToken(claims, signer)
    expect(signerOf(token)).toBe(signer)
    expect(asToken(byClaims(token))).toBe(token)
  }
  expect(signerOf('a.b.c')).toBeUndefined()
})
