import { newest } from '../../../kit/own-rows.ts'
import { advance, type Body, type Item, type Script, script, used } from '../../../script/script.ts'
import { idToken } from '../../../step/id-token.ts'

/** A token for the newest access rule, with one claim otherwise. */
const fitting =
  (otherwise: Item = {}): Body =>
  (drawing) => {
    const rule = newest(drawing, 'RegistryOidcRule')
    if (!rule) return undefined
    const exp = Math.floor(drawing.shadow.world.nowMs / 1000) + 3600
    const claims = { iss: rule.issuer, aud: rule.audience, sub: rule.subjectPattern, exp, ...otherwise }
    return { registry: rule.registry, token: idToken(claims) }
  }

/** The exchange is a door that the contract names without showing: only where the profile says where it is. */
export const EXCHANGE_SCRIPTS: readonly Script[] = [
  script(['createOidcRule', 'exchangeOidcToken', 'listRegistryKeys'], (call) => {
    const exchange = (body: Body, intent: 'plain' | 'broken' = 'broken') =>
      call('exchangeOidcToken', { manner: 'nobody', body, intent })
    return [
      [
        call('createOidcRule'),
        exchange(fitting(), 'plain'),
        call('listRegistryKeys'),
        advance('P40D'),
        used('registry-key', 'exchangeOidcToken secret', -1, (drawing) => {
          const registry = newest(drawing, 'Registry')?.slug
          return registry === undefined ? undefined : { registry, repository: 'app', for: 'pull' }
        }),
      ],
      [call('createOidcRule'), exchange(fitting({ iss: 'https://another.example.com' }))],
      [call('createOidcRule'), exchange(fitting({ aud: 'another' }))],
      [call('createOidcRule'), exchange(fitting({ sub: 'another' }))],
      [call('createRegistry'), exchange((drawing) => ({ registry: newest(drawing, 'Registry')?.slug, token: 'none' }))],
      [
        call('createRegistry'),
        exchange((drawing) => ({
          registry: newest(drawing, 'Registry')?.slug,
          token: idToken({ iss: 'https://another.example.com', aud: 'another', sub: 'another', exp: 4_000_000_000 }),
        })),
      ],
      [
        exchange(({ salt }) => ({
          registry: `nope-${salt}`,
          token: idToken({ iss: 'https://another.example.com', aud: 'another', sub: 'another', exp: 4_000_000_000 }),
        })),
      ],
    ]
  }),
]
