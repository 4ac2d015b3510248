import type { Fault } from './fault.ts'
import { as, event, inShop, owner, registry } from './steps.ts'

const key = (more: object = {}) =>
  owner('createRegistryKey', { params: inShop, body: { name: 'ci', mode: 'pull', ...more } })
const keys = owner('listRegistryKeys', { params: inShop })
const rule = (more: object = {}) =>
  owner('createOidcRule', {
    params: inShop,
    body: { issuer: 'https://ci.example', audience: 'us', subjectPattern: 'repo:*', mode: 'pull', ...more },
  })
const upstream = (host = '$upstream') =>
  owner('setUpstreamCredential', { params: { ...inShop, host }, body: { username: 'ann', password: 'pw-1' } })
const login = (body: object = {}) => owner('createLoginCredential', { body })
const used = (more: object) => event('credentialUsed', { kind: 'registry-key', ...more })

/** Faults of registries and the access to them. */
export const REGISTRY_FAULTS: readonly Fault[] = [
  {
    name: 'own-slug-twice',
    rule: 'REG-03',
    what: 'an organization creates the same slug twice',
    minimal: [registry(), registry()],
    shows: { at: 'status', correct: 409, faulty: { accepted: true } },
  },
  {
    name: 'slug-unique-per-organization',
    rule: 'REG-03',
    what: 'two organizations have the same slug',
    minimal: [registry(), registry('shop', 'outsider')],
    shows: { at: 'status', correct: 409, faulty: { accepted: true } },
  },
  {
    name: 'reserved-slug-accepted',
    rule: 'REG-03',
    what: 'a reserved slug is given away',
    minimal: [registry('$reserved')],
    shows: { at: 'status', correct: 409, faulty: { accepted: true } },
  },
  {
    name: 'registry-without-payment',
    rule: 'REG-04',
    what: 'a registry is created without an active payment method',
    minimal: [event('paymentMethodChanges', { active: false }), registry()],
    shows: { at: 'status', correct: { refused: true }, faulty: { accepted: true } },
  },
  {
    name: 'detail-without-usage',
    rule: 'REG-02',
    what: 'one registry is shown in the shape of the list',
    minimal: [registry(), owner('getRegistry', { params: inShop })],
    shows: { at: 'body.usedBytes', correct: 0, faulty: { absent: true } },
  },
  {
    name: 'foreign-registry-served',
    rule: 'GEN-04',
    what: "another organization's registry can be read",
    minimal: [registry(), as('outsider', 'getRegistry', { params: inShop })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'login-lasts-a-day',
    rule: 'REG-06',
    what: 'a login credential works for a day',
    minimal: [
      registry(),
      login(),
      event('advanceClock', { by: 'PT2H' }),
      event('credentialUsed', { kind: 'login-credential', secret: '$1.password', registry: 'shop' }),
    ],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'login-narrowing-ignored',
    rule: 'REG-06',
    what: 'a credential narrowed to one registry is for all',
    minimal: [registry(), registry('lab'), login({ registry: 'shop' })],
    shows: { at: 'body.scope.length', correct: 1, faulty: 2 },
  },
  {
    name: 'pull-only-ignored',
    rule: 'REG-06',
    what: 'a pull-only credential may write',
    minimal: [registry(), login({ pullOnly: true })],
    shows: { at: 'body.scope.0.mode', correct: 'pull', faulty: 'readwrite' },
  },
  {
    name: 'login-without-access',
    rule: 'REG-06',
    what: 'somebody without registry access gets a login credential',
    minimal: [
      event('roleChanges', { userId: '$user.member', grants: [] }),
      as('member', 'createLoginCredential', { body: {} }),
    ],
    shows: { at: 'status', correct: 403, faulty: { accepted: true } },
  },
  {
    name: 'logout-without-effect',
    rule: 'REG-12',
    what: 'a revoked login credential still works',
    variants: ['a'],
    minimal: [
      login(),
      owner('revokeLoginCredential', { params: { keyId: '$0.username' } }),
      event('credentialUsed', { kind: 'login-credential', secret: '$0.password' }),
    ],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'key-secret-listed',
    rule: 'REG-09',
    what: 'the list of keys shows their secrets',
    minimal: [registry(), key(), keys],
    shows: { at: 'body.keys.0.secret', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'key-prefixes-lost',
    rule: 'REG-10',
    what: 'a key forgets its prefixes',
    minimal: [registry(), key({ repoPrefixes: ['web/'] }), keys],
    shows: { at: 'body.keys.0.repoPrefixes.0', correct: 'web/', faulty: { absent: true } },
  },
  {
    name: 'key-mode-widened',
    rule: 'REG-10',
    what: 'a pull key is listed as readwrite',
    minimal: [registry(), key(), keys],
    shows: { at: 'body.keys.0.mode', correct: 'pull', faulty: 'readwrite' },
  },
  {
    name: 'key-minted-by-member',
    rule: 'REG-10',
    what: 'a key is minted without registry.key.admin',
    minimal: [registry(), as('member', 'createRegistryKey', { params: inShop, body: { name: 'ci', mode: 'pull' } })],
    shows: { at: 'status', correct: { refused: true }, faulty: { accepted: true } },
  },
  {
    name: 'key-revocation-without-effect',
    rule: 'REG-18',
    what: 'a revoked key still works',
    minimal: [
      registry(),
      key(),
      owner('revokeRegistryKey', { params: { ...inShop, keyId: '$1.keyId' } }),
      used({ secret: '$1.secret' }),
    ],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'pull-key-pushes',
    rule: 'REG-22',
    what: 'a pull key may push',
    minimal: [registry(), key(), used({ secret: '$1.secret', for: 'push' })],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'key-beyond-prefix',
    rule: 'REG-22',
    what: 'a key works outside its prefixes',
    minimal: [registry(), key({ repoPrefixes: ['web/'] }), used({ secret: '$1.secret', repository: 'db/main' })],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'issuer-any-text',
    rule: 'REG-15',
    what: 'the issuer of a rule need not be a URI',
    minimal: [registry(), rule({ issuer: 'our ci' })],
    shows: { at: 'status', correct: { refused: true }, faulty: { accepted: true } },
  },
  {
    name: 'rule-mode-widened',
    rule: 'REG-15',
    what: 'a pull rule becomes readwrite',
    minimal: [registry(), rule()],
    shows: { at: 'body.mode', correct: 'pull', faulty: 'readwrite' },
  },
  {
    name: 'rule-id-as-text',
    rule: 'REG-15, GEN-02',
    what: 'the id of a rule is a string',
    minimal: [registry(), rule()],
    shows: { at: 'body.id', correct: { type: 'number' }, faulty: { type: 'string' } },
  },
  {
    name: 'rule-stays',
    rule: 'REG-15',
    what: 'a deleted rule is still listed',
    minimal: [
      registry(),
      rule(),
      owner('deleteOidcRule', { params: { ...inShop, id: '$1.id' } }),
      owner('listOidcRules', { params: inShop }),
    ],
    shows: { at: 'body.rules.length', correct: 0, faulty: 1 },
  },
  {
    name: 'upstream-password-listed',
    rule: 'REG-19',
    what: 'the list of upstream credentials shows passwords',
    minimal: [registry(), upstream(), owner('listUpstreamCredentials', { params: inShop })],
    shows: { at: 'body.upstreamCredentials.0.password', correct: { absent: true }, faulty: 'pw-1' },
  },
  {
    name: 'upstream-outside-catalog',
    rule: 'REG-20',
    what: 'a credential is stored for a host that is no catalog upstream',
    minimal: [registry(), upstream('nowhere.example')],
    shows: { at: 'status', correct: { refused: true }, faulty: { accepted: true } },
  },
  {
    name: 'upstream-login-stays',
    rule: 'REG-19',
    what: 'a deleted upstream credential is still listed',
    minimal: [
      registry(),
      upstream(),
      owner('deleteUpstreamCredential', { params: { ...inShop, host: '$upstream' } }),
      owner('listUpstreamCredentials', { params: inShop }),
    ],
    shows: { at: 'body.upstreamCredentials.length', correct: 0, faulty: 1 },
  },
]
