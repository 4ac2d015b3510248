import { expect, test } from 'vitest'
import { SCHEDULE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/schedules.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { SAME_IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/same-image.ts'
import { personalByNarrowed } from '../../../src/conformance/plan/by-own-token.ts'
import { lifetimesAsked } from '../../../src/conformance/plan/lifetimes-asked.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { unknownBeside } from '../../../src/conformance/plan/nearly-named.ts'
import { leftWithNothing } from '../../../src/conformance/plan/scoped.ts'
import { isObject, type Json } from '../../../src/contract/json.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const items = (json: unknown, field: string): Record<string, unknown>[] => {
  const list = isObject(json) ? json[field] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}

const bodyOf = ({ body }: Sent): Readonly<Record<string, Json>> => {
  const json: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
  return isObject(json) ? (json as Readonly<Record<string, Json>>) : {}
}

/** The keys that were given to narrowed tokens, as they are shown. */
function narrowedKeys() {
  const keys = new Set<string>()
  const note: NonNullable<Mistake['answered']> = ({ sent, received }) => {
    const isNarrowed = sent.method === 'POST' && sent.path.endsWith('/tokens') && bodyOf(sent).scope !== undefined
    if (isNarrowed && isObject(received.json)) keys.add(`Bearer ${received.json.key}`)
    return received
  }
  return { keys, note }
}

const asAdmin = (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, authorization: 'Bearer admin' } })

/** What is right of one and not of another beside it: one that is there and one that is not, one used and one not. */
const CASES: readonly Case[] = [
  {
    name: 'an override that another schedule has as well',
    mistake() {
      const paths = new Map<string, string>()
      return {
        asked(sent) {
          if (sent.method !== 'POST' || !sent.path.endsWith('/overrides')) return sent
          const path = paths.get(sent.body ?? '') ?? sent.path
          paths.set(sent.body ?? '', path)
          return { ...sent, path }
        },
      }
    },
    plan: walksOf(SCHEDULE_SCRIPTS, calls('addOverride', 'removeOverride')),
    seen: { operation: 'listSchedules', severity: 'failure' },
  },
  {
    name: 'a registry that tells the secrets of its keys when it has to stay',
    mistake() {
      let secret: unknown
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST' && isObject(received.json)) secret = received.json.secret ?? secret
          return received.status === 409 ? as(received, 409, { error: `not empty: { key: '${secret}' }` }) : received
        },
      }
    },
    plan: walksOf(IMAGE_SCRIPTS, calls('createRegistryKey', 'deleteRegistry')),
    seen: { operation: 'deleteRegistry', rules: ['GEN-06'], severity: 'failure' },
  },
  {
    name: 'an upstream that is in no catalog, beside one that is',
    mistake() {
      let known: string | undefined
      return {
        asked(sent) {
          const [, host] = /upstream-credentials\/([^/?]+)$/.exec(sent.path) ?? []
          if (sent.method !== 'PUT' || host === undefined) return sent
          if (known === undefined) known = host
          return { ...sent, path: sent.path.replace(host, known) }
        },
      }
    },
    plan: (operations) => unknownBeside(operations, looksAmong(operations)),
    ids: ['createRegistry', 'listUpstreams', 'setUpstreamCredential', 'listUpstreamCredentials'],
    seen: { operation: 'setUpstreamCredential', severity: 'failure' },
  },
  {
    name: "somebody else's tokens, listed for a narrowed one",
    mistake() {
      const { keys, note } = narrowedKeys()
      const isByNarrowed = ({ method, headers }: Sent) => method === 'GET' && keys.has(headers.authorization ?? '')
      return { answered: note, asked: (sent) => (isByNarrowed(sent) ? asAdmin(sent) : sent) }
    },
    plan: (operations, all) => personalByNarrowed(operations, all, looksAmong(operations)),
    ids: ['createToken', 'listTokens'],
    seen: { operation: 'listTokens', severity: 'failure' },
  },
  {
    name: "somebody else's paging settings, shown to a narrowed token",
    mistake() {
      const { keys, note } = narrowedKeys()
      const isByNarrowed = ({ method, headers }: Sent) => method === 'GET' && keys.has(headers.authorization ?? '')
      return { answered: note, asked: (sent) => (isByNarrowed(sent) ? asAdmin(sent) : sent) }
    },
    plan: (operations, all) => personalByNarrowed(operations, all, looksAmong(operations)),
    ids: ['getPagingSettings', 'savePagingSettings'],
    seen: { operation: 'getPagingSettings', severity: 'failure' },
  },
  {
    name: 'a lifetime that is asked for in vain',
    mistake: () => ({
      asked(sent) {
        if (sent.method !== 'POST' || !sent.path.endsWith('/tokens')) return sent
        const { expiresIn: _, ...rest } = bodyOf(sent)
        return { ...sent, body: JSON.stringify(rest) }
      },
    }),
    plan: (operations) => lifetimesAsked(operations, looksAmong(operations)),
    ids: ['createToken', 'listTokens'],
    seen: { operation: 'listTokens', code: 'value', path: 'tokens[PersonalToken].expiresAt', severity: 'warning' },
  },
  {
    name: 'a registration token that always lasts as long',
    mistake: () => ({
      asked(sent) {
        if (sent.method !== 'POST' || !sent.path.endsWith('/registration-tokens')) return sent
        return { ...sent, body: JSON.stringify({ ...bodyOf(sent), expiresIn: 3600 }) }
      },
    }),
    plan: (operations) => lifetimesAsked(operations, looksAmong(operations)),
    ids: ['createCluster', 'createRegistrationToken', 'listRegistrationTokens'],
    seen: { operation: 'listRegistrationTokens', code: 'value', severity: 'warning' },
  },
  {
    name: 'a use of one key that shows on another',
    mistake: () => ({
      answered({ sent, received }) {
        const keys = items(received.json, 'keys')
        const lastUsedAt = keys.find((key) => key.lastUsedAt)?.lastUsedAt
        if (sent.method !== 'GET' || lastUsedAt === undefined) return received
        return as(received, received.status, { keys: keys.map((key) => ({ ...key, lastUsedAt })) })
      },
    }),
    plan: walksOf(CREDENTIAL_SCRIPTS, calls('createRegistryKey', 'listRegistryKeys')),
    seen: { operation: 'listRegistryKeys', code: 'unset', severity: 'warning' },
  },
  {
    name: 'an image that goes from another registry as well',
    mistake() {
      const slugs: string[] = []
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST' && sent.path.endsWith('/registries')) slugs.push(String(bodyOf(sent).slug))
          return received
        },
        async besides({ sent }, client) {
          const [, slug = ''] = /registries\/([^/]+)\/tags\?.*purge=true/.exec(sent.path) ?? []
          const [other] = slugs.filter((one) => one !== slug)
          if (sent.method !== 'DELETE' || slug === '' || other === undefined) return
          await client.send({
            ...sent,
            headers: { authorization: 'Bearer outsider' },
            path: sent.path.replace(slug, other),
          })
        },
      }
    },
    plan: walksOf(SAME_IMAGE_SCRIPTS, calls('deleteTag')),
    seen: { operation: 'listManifests', severity: 'failure' },
  },
  {
    name: 'a tag that has moved and shows when it was made',
    mistake() {
      let first: unknown
      return {
        answered({ sent, received }) {
          const tags = items(received.json, 'tags')
          if (sent.method !== 'GET' || tags.length === 0 || !sent.path.includes('/tags')) return received
          first ??= tags[0]?.updatedAt
          return as(received, received.status, { tags: tags.map((tag) => ({ ...tag, updatedAt: first })) })
        },
      }
    },
    plan: walksOf(SAME_IMAGE_SCRIPTS, (walk) => !calls('deleteTag')(walk)),
    seen: { operation: 'listTags', path: 'tags[RegistryTag].updatedAt', rules: ['REG-08'], severity: 'warning' },
  },
  {
    name: 'all the others, shown to whoever was narrowed to one that has gone',
    mistake() {
      let isGone = false
      return {
        asked(sent) {
          isGone ||= sent.method === 'DELETE'
          return isGone && sent.method === 'GET' && sent.headers.authorization === 'Bearer member'
            ? asAdmin(sent)
            : sent
        },
      }
    },
    plan: (operations, all) => leftWithNothing(operations, all).filter((walk) => !calls('createToken')(walk)),
    ids: ['createDomain', 'listDomains', 'deleteDomain'],
    seen: { operation: 'listDomains', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 4))('$name: that is seen', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})

test.concurrent.each(['seconds', 'minutes', 'hours', 'days'])('a lifetime may be counted in %s', async (unit) => {
  const plan: Case['plan'] = (operations) => lifetimesAsked(operations, looksAmong(operations))
  const gaps = { 'tokens.expires-in-unit': unit }
  expect(await found(undefined, plan, ['createToken', 'listTokens'], gaps)).toBeUndefined()
})
