import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'
import { EMPTY_PROFILE, type Profile } from '../../../src/contract/profile.ts'
import { escapeXml } from '../../../src/contract/text/escape-xml.ts'
import { exchangeSecrets } from '../../../src/target/writing/exchange-secrets.ts'
import { profileSecrets } from '../../../src/target/writing/profile-secrets.ts'
import { makeRedactor } from '../../../src/target/writing/redactor.ts'
import { quoteShell } from '../../../src/target/writing/shell.ts'

const actor = (value: string) => ({ role: 'owner', organization: 'acme', headers: { authorization: value } })
const redactorOf = (profile: Partial<Profile>) => makeRedactor(profileSecrets({ ...EMPTY_PROFILE, ...profile }))

test('a credential is replaced wherever it stands, with its scheme and without', () => {
  const { text } = redactorOf({ actors: { owner: actor('Bearer s3cr3t-0123456789') } })
  expect(text('curl -H "Bearer s3cr3t-0123456789" then s3cr3t-0123456789')).toBe(
    'curl -H "[credential of owner]" then [credential of owner]',
  )
})

test("the mock's easy words stay words", () => {
  expect(redactorOf({ actors: { owner: actor('Bearer owner') } }).text('the owner did it')).toBe('the owner did it')
})

test('a secret is recognised in every form that somebody might give it', () => {
  const secret = 'S3cr/t "öf+Acme\\'
  const { text } = makeRedactor([{ value: secret, instead: '[it]' }])
  for (const form of [
    secret,
    secret.toLowerCase(),
    secret.toUpperCase(),
    [...secret].join(' '),
    JSON.stringify(secret),
    JSON.stringify(secret).replaceAll('/', '\\/'),
    JSON.stringify(secret).replaceAll(/[/ö+]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
    escapeXml(secret),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    encodeURIComponent(secret).replace('S3', '%53%33'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(`somebody:${secret}`).toString('base64'),
    Buffer.from(`ab${secret}cd`).toString('base64'),
  ])
    expect(text(`before ${form} after`), form).toMatch(/^before .*\[it\].* after$/)
})

test('whatever a secret holds, nothing of its letters in a row is left', () => {
  const letters = fc.string({ unit: 'binary', minLength: 8, maxLength: 40 }).map((text) => text.toWellFormed())
  fc.assert(
    fc.property(
      letters.filter((text) => text.replace(/\s/g, '').length >= 8),
      fc.string(),
      (secret, around) => {
        const { text } = makeRedactor([{ value: secret, instead: '[it]' }])
        expect(text(around + secret + around)).toContain('[it]')
      },
    ),
  )
})

test('strings at any depth and names of keys are looked at; the rest of a value stays', () => {
  const { value } = makeRedactor([{ value: 'hunter2hunter2', instead: '[it]' }])
  expect(value({ a: [{ 'x hunter2hunter2': 1, b: 'hunter2hunter2' }], c: null, d: true })).toEqual({
    a: [{ 'x [it]': 1, b: '[it]' }],
    c: null,
    d: true,
  })
})

test('a profile names what came from the environment, its credentials and the token of the provider', () => {
  const text = `
name: x
actors:
  owner: { role: owner, organization: acme, headers: { authorization: "Basic \${LOGIN}" } }
vocabulary:
  provider: { accountSid: AC1, authToken: 0a1b2c3d4e5f, fromNumber: "+1555" }
  domainSuffix: "\${SUFFIX}"
`
  const login = Buffer.from('me:pass word').toString('base64')
  const environment = { LOGIN: login, SUFFIX: 'hidden.example', UNUSED: 'nothing-of-ours' }
  const profile = readProfile(source, { text, file: 'x.yaml', environment })
  const redactor = makeRedactor(profileSecrets(profile))
  expect(redactor.text(`0a1b2c3d4e5f ${login} pass word hidden.example nothing-of-ours`)).toBe(
    '[provider.authToken] [credential of owner] [credential of owner] [value of SUFFIX] nothing-of-ours',
  )
})

test('an exchange names its credential and the secrets in its bodies', () => {
  const contract = loadContract(source)
  const secrets = exchangeSecrets(contract, {
    method: 'POST',
    path: '/api/v1/tokens?x=1',
    headers: { Authorization: 'Bearer minted-0123456789' },
    body: '{"name":"ci"}',
    answer: { status: 201, body: { id: 't1', key: 'ust_0123456789' } },
  })
  expect(secrets).toEqual([
    { value: 'Bearer minted-0123456789', instead: '[credential]' },
    { value: 'minted-0123456789', instead: '[credential]' },
    { value: 'ust_0123456789', instead: '[key of createToken]' },
  ])
})

test('a secret with a quote is recognised in a line for a shell', () => {
  const { text } = makeRedactor([{ value: "it's-5ecret-0123", instead: '[it]' }])
  expect(text(`curl --data-raw ${quoteShell(`{"authToken":"it's-5ecret-0123"}`)}`)).not.toMatch(/5ecret|0123/)
})

test('a secret is recognised where a text was cut in the middle of it, and nowhere else by its beginning', () => {
  const { text } = makeRedactor([{ value: 'tok_0123456789abcdef', instead: '[it]' }])
  for (let length = 6; length < 20; length++)
    expect(text(`{"token":"${'tok_0123456789abcdef'.slice(0, length)}…`)).toBe('{"token":"[it]…')
  expect(text('its prefix is tok_01234567')).toBe('its prefix is tok_01234567')
  expect(text('tok_01234567, and so on…')).toBe('tok_01234567, and so on…')
})
