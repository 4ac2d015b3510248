import { DAY, HOUR, MINUTE } from '../../kit/durations.ts'
import { idToken } from '../../kit/id-token.ts'
import { isPushed } from '../follows/images.ts'
import type { Hand } from '../hand/hand.ts'
import { name } from '../words/vocabulary.ts'
import { newName, type Staple } from './staple.ts'

const ISSUER = 'https://token.actions.githubusercontent.com'

/** A registry with keys that are used, revoked, had by OIDC and expired. */
export const REGISTRY_STAPLES: readonly Staple[] = [
  [
    25 * DAY,
    (hand) => {
      const made = hand.ask('createRegistry', { body: { slug: newName(hand, 'registry', '-') } })
      if (!made) return
      for (let push = 1; push <= 3; push++) hand.after(push * 2 * DAY, () => isPushed(hand, made.slug))
      hand.after(HOUR, () => keys(hand, made.slug))
      hand.after(2 * HOUR, () => exchanges(hand, made.slug))
    },
  ],
]

function keys(hand: Hand, slug: string): void {
  const mint = (of: string) => hand.ask('createRegistryKey', { parameters: { slug }, body: { name: of, mode: 'pull' } })
  const used = mint('deploy')
  const lost = mint('contractor laptop')
  if (used)
    hand.after(20 * DAY, () =>
      hand.happens('credentialUsed', { kind: 'registry-key', secret: used.secret, registry: slug }),
    )
  if (lost) hand.after(6 * DAY, () => hand.ask('revokeRegistryKey', { parameters: { slug, keyId: lost.keyId } }))
}

/** A build in a CI system gets a key for its ID token: some time ago, and just now. */
function exchanges(hand: Hand, slug: string): void {
  const { growing } = hand
  const sub = `repo:${name('repository', growing.ordinal('rule'), growing.salt, '/')}:ref:refs/heads/main`
  hand.ask('createOidcRule', {
    parameters: { slug },
    body: { name: 'main', issuer: ISSUER, audience: slug, subjectPattern: sub, mode: 'readwrite' },
  })
  for (const ms of [3 * DAY, growing.endMs - hand.nowMs - 3 * MINUTE])
    hand.after(ms, () => {
      const exp = Math.floor(hand.nowMs / 1000) + 300
      const token = idToken({ iss: ISSUER, aud: slug, sub, exp })
      hand.ask('exchangeOidcToken', { credential: token, body: { registry: slug, token } })
    })
}
