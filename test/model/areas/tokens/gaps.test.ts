import { expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { seedIdentities } from '../../../../src/model/access/seed-identities.ts'
import { TOKENS_RULES } from '../../../../src/model/areas/tokens/rules/index.ts'
import { makeTokens } from './world.ts'

const mistaken = await mistakenModel()

type Tokens = ReturnType<typeof makeTokens>

test('expiresIn: unit, bounds, zero and absence are open', () => {
  const { mint, list, setGap } = makeTokens()
  const expiry = (body: object) => {
    const { status } = mint('owner', body)
    return status === 201 ? list('owner').at(-1)?.expiresAt : status
  }
  expect(expiry({})).toBe('2027-03-05T09:00:00Z')
  expect([expiry({ expiresIn: 0 }), expiry({ expiresIn: -1 }), expiry({ expiresIn: 315360001 })]).toEqual([
    400, 400, 400,
  ])
  setGap('tokens.expires-in-below-one', 'expires-at-once')
  expect(expiry({ expiresIn: 0 })).toBe('2026-03-05T09:00:00Z')
  setGap('tokens.expires-in-below-one', 'never-expires')
  expect(expiry({ expiresIn: -1 })).toBe('9999-12-31T23:59:59Z')
  setGap('tokens.expires-in-omitted', 'never-expires')
  expect(expiry({})).toBe('9999-12-31T23:59:59Z')
  setGap('tokens.expires-in-unit', 'days')
  expect(expiry({ expiresIn: 2 })).toBe('2026-03-07T09:00:00Z')
  // The longest life that is accepted, counted in days, ends after any year of four digits.
  expect(expiry({ expiresIn: 315360000 })).toBe('9999-12-31T23:59:59Z')
  setGap('tokens.expires-in-minimum', 3)
  expect([expiry({ expiresIn: 2 }), expiry({ expiresIn: 3 })]).toEqual([400, '2026-03-08T09:00:00Z'])
})

test('an empty scope means no narrowing, nothing at all, or is refused', () => {
  const { mint, call, setGap } = makeTokens()
  const ping = () => call('pingUptime', mint('owner', { scope: [] }).body.key).status
  expect(ping()).toBe(200)
  setGap('tokens.empty-scope', 'nothing')
  expect(ping()).toBe(403)
  setGap('tokens.empty-scope', 'refuse')
  expect(mint('owner', { scope: [] }).status).toBe(400)
})

test('empty resourceIds mean all, none, or are refused', () => {
  const { mint, call, setGap } = makeTokens()
  const body = { scope: [{ role: 'uptime.reader', resourceIds: [] }] }
  const ping = () => call('pingUptime', mint('owner', body).body.key).status
  expect(ping()).toBe(200)
  setGap('tokens.resource-ids-empty', 'none')
  expect(ping()).toBe(403)
  setGap('tokens.resource-ids-empty', 'refuse')
  expect(mint('owner', body).status).toBe(400)
})

test('a thing of ours of a kind that nothing is narrowed to is no resource of a scope', () => {
  const { mint, service } = makeTokens({ gaps: { 'iam.scopable-kinds': ['registry'] } })
  const shop = service('owner', 'Shop')
  const body = { scope: [{ role: 'uptime.reader', resourceIds: [shop] }] }
  expect(mint('owner', body)).toMatchObject({ status: 403, body: { error: `nothing can be narrowed to ${shop}` } })
})

test('resources beside a role that is not scopable, and a role named twice', () => {
  const { mint, list, service, setGap } = makeTokens()
  const shop = service('owner', 'Shop')
  const odd = { scope: [{ role: 'role_release', resourceIds: [shop] }] }
  expect(mint('owner', odd).status).toBe(400)
  setGap('tokens.resource-ids-unscopable', 'ignore')
  mint('owner', odd)
  expect(list('owner').at(-1)?.scope[0].resourceIds).toEqual([])
  const twice = { scope: [{ role: 'uptime.reader', resourceIds: [shop] }, { role: 'uptime.reader' }] }
  mint('owner', twice)
  expect(list('owner').at(-1)?.scope).toHaveLength(1)
  setGap('tokens.repeated-role', 'keep')
  mint('owner', twice)
  expect(list('owner').at(-1)?.scope).toHaveLength(2)
  setGap('tokens.repeated-role', 'refuse')
  expect(mint('owner', twice).status).toBe(400)
})

test('a token mints within its own scope, not at all, or like its owner', () => {
  const { mint, call, setGap } = makeTokens()
  const { key } = mint('owner', { scope: [{ role: 'uptime.reader' }] }).body
  expect(mint(key, { scope: [{ role: 'uptime.admin' }] }).status).toBe(403)
  const writes = (child: string) => call('createUptimeService', child, { body: { name: child } }).status
  expect(writes(mint(key).body.key)).toBe(403)
  setGap('tokens.mint-with-token', 'as-owner')
  expect(writes(mint(key).body.key)).toBe(201)
  setGap('tokens.mint-with-token', 'refuse')
  expect(mint(key).status).toBe(403)
})

test('what the list shows is open', () => {
  const { mint, list, setGap } = makeTokens({ gaps: { 'tokens.never-used': 'epoch' } })
  mint('owner', { name: 'first' })
  const { id, key } = mint('owner', { name: 'second' }).body
  expect(list('owner')[0].lastRequest).toBe('1970-01-01T00:00:00Z')
  setGap('tokens.unrestricted-shown', 'owner-role')
  expect(list('owner')[0].scope).toEqual([{ role: 'owner', roleName: 'owner', resourceIds: [] }])
  setGap('tokens.listed-for-token', 'itself')
  expect(list(key)).toMatchObject([{ id }])
  expect(list('owner')).toHaveLength(2)
  setGap('general.name-uniqueness', 'unique')
  expect(mint('owner', { name: 'first' }).status).toBe(409)
})

test('tokens of other organizations show or not', () => {
  const { mint, list, seed, setGap } = makeTokens()
  mint('owner')
  seed((world) => seedSecondOrganization(world))
  expect(list('owner at globex')).toHaveLength(1)
  setGap('tokens.listed-organizations', 'acting')
  expect(list('owner at globex')).toEqual([])
})

function seedSecondOrganization(world: Parameters<Parameters<Tokens['seed']>[0]>[0]) {
  return seedIdentities(world, [
    {
      credential: 'owner at globex',
      organization: 'globex',
      role: 'member',
      userId: 'usr_owner',
      label: 'The owner',
      email: 'owner@acme.example',
    },
  ])
}

/** A small story for each statement whose end is another when the statement is broken. */
const STORIES: Readonly<Record<string, (tokens: Tokens) => unknown>> = {
  'tokens.key-once': ({ mint, list }) => {
    mint('owner')
    return Object.keys(list('owner')[0])
  },
  'tokens.own-tokens-only': ({ mint, list }) => {
    mint('owner')
    return list('member').length
  },
  'tokens.bound-to-acting-organization': ({ mint }) => mint('owner').body.orgSlug,
  'tokens.scope-shown': ({ mint, list }) => {
    mint('owner', { scope: [{ role: 'uptime.reader' }] })
    return list('owner')[0].scope
  },
  'tokens.custom-roles-offered': ({ call }) => call('getTokenScopeOptions', 'owner').body.roles.length,
  'tokens.readable-resources-offered': ({ call, service }) => {
    service('owner', 'Shop')
    return call('getTokenScopeOptions', 'owner').body.resources
  },
  'tokens.narrowed': ({ call, mint }) => {
    const { key } = mint('owner', { scope: [{ role: 'uptime.reader' }] }).body
    return call('createUptimeService', key, { body: { name: 'Shop' } }).status
  },
}

test.each(TOKENS_RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id))(
  'broken, %s no longer holds',
  (id) => {
    const story = STORIES[id]
    if (!story) throw new Error(`no story shows ${id}`)
    expect(story(makeTokens({ model: mistaken([id]) }))).not.toEqual(story(makeTokens()))
  },
)

test('a token for reading never changes anything, whatever a write takes otherwise', () => {
  const { call, mint, setGap } = makeTokens()
  const { key } = mint('owner', { scope: [{ role: 'uptime.reader' }] }).body
  const add = (who: string) => call('createUptimeService', who, { body: { name: `made by ${who}` } }).status
  setGap('general.write-tier', 'read')
  expect([add(key), add('owner')]).toEqual([403, 201])
})
