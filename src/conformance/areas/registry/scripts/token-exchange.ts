import type { RegistryOidcRuleRow } from '../../../../model/areas/registry/state/index.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Body, type Call, type Script, script, secretOf, times, used } from '../../../script/script.ts'
import { ISSUERS } from '../../../session/issuer.ts'
import { idToken, type Signer } from '../../../step/id-token.ts'

type Claims = Readonly<Record<string, unknown>>
/** The claims that are otherwise than a rule says, of the newest rule and the one before it. */
type Otherwise = (rule: RegistryOidcRuleRow, before: RegistryOidcRuleRow | undefined) => Claims | undefined

/** A token for the newest access rule, with some claims otherwise. */
function token(drawing: Drawing, otherwise: Otherwise, signer: Signer | undefined): string | undefined {
  const [rule, before] = own(drawing, 'RegistryOidcRule').toReversed()
  const claims = rule && otherwise(rule, before)
  if (!claims) return undefined
  const now = Math.floor(drawing.shadow.world.nowMs / 1000)
  const fitting = { iss: rule.issuer, aud: rule.audience, sub: rule.subjectPattern, iat: now - 60, exp: now + 3600 }
  // Without a receiver nobody can ask us for keys, so a signature says nothing.
  return idToken({ ...fitting, ...claims }, signer ?? (drawing.receiverUrl === undefined ? 'nobody' : 'issuer'))
}

const AS_IT_SAYS: Otherwise = () => ({})

const trade =
  (otherwise: Otherwise = AS_IT_SAYS, signer?: Signer): Body =>
  (drawing) => {
    const [registry, made] = [newest(drawing, 'RegistryOidcRule')?.registry, token(drawing, otherwise, signer)]
    return made && { registry, token: made }
  }

/** Only where a token was traded before: a target that trusts none of ours shows nothing by refusing another. */
const afterOne =
  (body: Body): Body =>
  (drawing, plain) =>
    own(drawing, 'RegistryKey').some(({ mintedVia }) => mintedVia === 'oidc') ? body(drawing, plain) : undefined

/** What a rule says of each claim of a token. */
const SAID_OF = { iss: 'issuer', aud: 'audience', sub: 'subjectPattern' } as const
type Claim = keyof typeof SAID_OF

/**
 * So many rules that trust issuers of ours, where the target can reach us. Whether such an address may be trusted is open:
 * where it is not, another issuer has to do. They may say the same of some claims.
 */
function rules(call: Call, count: number, alike: readonly Claim[] = []): Goal[] {
  const made = (place: number, issuer: (drawing: Drawing) => string | undefined): Goal =>
    call('createOidcRule', {
      intent: 'exotic',
      body: (drawing, plain) => {
        const chosen = issuer(drawing)
        const there = own(drawing, 'RegistryOidcRule')
        if (there.length > place || chosen === undefined) return undefined
        const [first] = there
        const same = first ? alike.map((claim) => [SAID_OF[claim], first[SAID_OF[claim]]]) : []
        return { ...plain, issuer: chosen, ...Object.fromEntries(same) }
      },
    })
  return times(count, (place) => [made(place, oursIn), made(place, anyIn)]).flat()
}

const oursIn = (drawing: Drawing) => drawing.receiverUrl && `${drawing.receiverUrl}/${ISSUERS}/${plainName(drawing)}`
const anyIn = (drawing: Drawing) => `https://${plainName(drawing)}.example.com`

/** What the rule before the newest says of some claims. */
const asBefore =
  (...claims: readonly Claim[]): Otherwise =>
  (_, before) =>
    before && Object.fromEntries(claims.map((claim) => [claim, before[SAID_OF[claim]]]))

/** Every mixture of two rules that is neither of them. */
const MIXTURES: readonly Otherwise[] = [
  ...[asBefore('iss'), asBefore('aud'), asBefore('sub')],
  ...[asBefore('iss', 'aud'), asBefore('iss', 'sub'), asBefore('aud', 'sub')],
]

/** The same where both rules say the same of one claim, or of two. */
const MIXTURES_OF_ALIKE: readonly { readonly alike: readonly Claim[]; readonly mixtures: readonly Otherwise[] }[] = [
  { alike: ['iss'], mixtures: [asBefore('aud'), asBefore('sub')] },
  { alike: ['aud'], mixtures: [asBefore('iss'), asBefore('sub')] },
  { alike: ['sub'], mixtures: [asBefore('iss'), asBefore('aud')] },
  { alike: ['iss', 'aud'], mixtures: [] },
  { alike: ['iss', 'sub'], mixtures: [] },
  { alike: ['aud', 'sub'], mixtures: [] },
]

/** Subjects that have something of the one that a rule names. */
const NEAR: readonly Otherwise[] = [
  ({ subjectPattern: sub }) => ({ sub: `${sub}-fork` }),
  ({ subjectPattern: sub }) => ({ sub: `a-${sub}` }),
  ({ subjectPattern: sub }) => ({ sub: sub.slice(0, -1) }),
  ({ subjectPattern: sub }) => ({ sub: sub.toUpperCase() }),
]

/** Issuers and audiences that have something of the ones that a rule names: no pattern is said of these. */
const NOT_QUITE: readonly Otherwise[] = [
  ({ audience }) => ({ aud: `${audience}-staging` }),
  ({ audience }) => ({ aud: `a-${audience}` }),
  ({ audience }) => ({ aud: audience.slice(0, -1) }),
  ({ audience }) => ({ aud: [`${audience}-staging`, `a-${audience}`] }),
  ({ issuer }) => ({ iss: `${issuer}-b` }),
  ({ issuer }) => ({ iss: issuer.slice(0, -1) }),
]

const OTHERS: readonly Claims[] = [{ iss: 'https://another.example.com' }, { aud: 'another' }, { sub: 'another' }]

/** No audience at all, or several that are none of the rule's: one that has it among others may do or not. */
const AUDIENCES: readonly Claims[] = [{ aud: undefined }, { aud: [] }, { aud: ['another', 'a-third'] }]

/** Something that the rule of the newest key allows. */
const allowed = (drawing: Drawing) => {
  const registry = newest(drawing, 'Registry')?.slug
  const [prefix = ''] = newest(drawing, 'RegistryOidcRule')?.repoPrefixes ?? []
  return registry === undefined ? undefined : { registry, repository: `${prefix}app` }
}

/** The key that was given last is used where the rule allows it. */
const usedIn = (from: string): Goal =>
  used('registry-key', from, -1, (drawing) => {
    const asked = allowed(drawing)
    return asked && { ...asked, for: 'pull' }
  })
const pulls = usedIn('exchangeOidcToken secret')
const anywhere: Body = (_, { repoPrefixes: _prefixes, ...plain }) => plain

/** The same at the data plane itself. */
const pullsByDoor = (call: Call): Goal =>
  call('authorizeDataPlane', {
    manner: 'nobody',
    body: (drawing) => {
      const [asked, username] = [allowed(drawing), tradedKey(drawing)?.keyId]
      const password = secretOf(drawing, 'exchangeOidcToken secret')
      return asked && username && password && { ...asked, username, password, action: 'pull' }
    },
  })

const tradedKey = (drawing: Drawing) => {
  const key = own(drawing, 'RegistryKey').findLast(({ mintedVia }) => mintedVia === 'oidc')
  return key && { slug: key.registry, keyId: key.id }
}

/** The exchange is a door that the contract names without showing: only where the profile says where it is. */
export const EXCHANGE_SCRIPTS: readonly Script[] = [
  {
    ...script(['createOidcRule', 'exchangeOidcToken', 'listRegistryKeys'], (call) => {
      const exchange = (body: Body, intent: 'plain' | 'broken' | 'exotic' = 'broken') =>
        call('exchangeOidcToken', { manner: 'nobody', body, intent })
      const { first, drawn } = remembered()
      const traded = [...rules(call, 1), exchange(trade(), 'plain')]
      const tradedOfTwo = [...rules(call, 2), exchange(trade(), 'plain')]
      const refused = (otherwise: Otherwise) => exchange(afterOne(trade(otherwise)))
      return [
        [...[...traded, call('listRegistryKeys'), advance('P40D')], pulls],
        // It is one more: those that were there before stay, and stay good.
        [
          ...[...rules(call, 1), call('createRegistryKey', { body: anywhere }), exchange(trade(), 'plain')],
          ...[call('listRegistryKeys'), usedIn('createRegistryKey secret')],
        ],
        // Such a key is revoked like any other.
        [
          ...[...traded, pulls, call('revokeRegistryKey', { parameters: tradedKey })],
          ...[call('listRegistryKeys'), pulls],
        ],
        // Before one was traded as well: a target may have it the wrong way round.
        ...OTHERS.map((claims) => [
          ...[...rules(call, 1), exchange(trade(() => claims))],
          ...[exchange(trade(), 'plain'), refused(() => claims)],
        ]),
        [...traded, ...AUDIENCES.map((claims) => refused(() => claims))],
        // What one rule says counts for nothing in another.
        [...tradedOfTwo, ...MIXTURES.map(refused), call('listRegistryKeys')],
        ...MIXTURES_OF_ALIKE.map(({ alike, mixtures }) => [
          // Each of the two counts, though they say the same of some claims.
          ...[...rules(call, 2, alike), exchange(trade(), 'plain'), exchange(ofTheFirst, 'plain')],
          // The first exchange that is refused may not have been able to ask for keys.
          exchange(trade(), 'plain'),
          ...mixtures.map(refused),
        ]),
        // The older of two rules counts as well.
        [...tradedOfTwo, exchange(ofTheFirst, 'plain'), call('listRegistryKeys')],
        [...traded, ...NEAR.map(refused)],
        [...traded, ...NOT_QUITE.map(refused), call('listRegistryKeys')],
        [
          ...traded,
          ...(['nobody', 'stranger'] as const).map((signer) => exchange(trade(AS_IT_SAYS, signer), 'exotic')),
        ],
        [...traded, refused(() => ({ exp: 1_000_000_000, iat: 999_990_000 }))],
        // A rule is of one registry, and as long as it is there.
        [...traded, call('createRegistry'), exchange(afterOne(elsewhere))],
        [
          ...rules(call, 1),
          call('exchangeOidcToken', { manner: 'nobody', body: trade(), intent: 'plain', drawn }),
          ...[call('deleteOidcRule'), exchange(afterOne((drawing) => first(drawing)?.body))],
        ],
        [
          call('createRegistry'),
          exchange((drawing) => ({ registry: newest(drawing, 'Registry')?.slug, token: 'none' })),
        ],
        [exchange(({ salt }) => ({ registry: `nope-${salt}`, token: idToken({ ...FAR, aud: 'another' }) }))],
      ]
    }),
    welcomesReceiver: true,
  },
  {
    ...script(['createOidcRule', 'exchangeOidcToken', 'authorizeDataPlane', 'revokeRegistryKey'], (call) => {
      const exchange = call('exchangeOidcToken', { manner: 'nobody', body: trade(), intent: 'plain' })
      const pull = pullsByDoor(call)
      return [[...rules(call, 1), exchange, pull, call('revokeRegistryKey', { parameters: tradedKey }), pull]]
    }),
    welcomesReceiver: true,
  },
]

const FAR: Claims = { iss: 'https://another.example.com', sub: 'another', exp: 4_000_000_000 }

/** What the rule before the newest says. */
const ofTheFirst: Body = trade(asBefore('iss', 'aud', 'sub'))

/** A token for a rule of one registry, at another one. */
const elsewhere: Body = (drawing, plain) => {
  const [body, registry] = [trade()(drawing, plain), newest(drawing, 'Registry')?.slug]
  return body && registry && { ...body, registry }
}
