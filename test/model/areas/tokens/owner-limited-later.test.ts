import { describe, expect, test } from 'vitest'
import type { EventBody } from '../../../../src/model/request/operation-types.ts'
import { makeTokens } from './world.ts'

type Grants = EventBody<'roleChanges'>['grants']

/** A member who can be limited, with two uptime services to be limited to. */
function makeOwner(limitedTo?: (shop: string) => NonNullable<Grants>) {
  const tokens = makeTokens()
  const { call, mint, happen, service } = tokens
  const [shop, blog] = [service('owner', 'Shop'), service('owner', 'Blog')]
  const limit = (grants: NonNullable<Grants>) => happen('roleChanges', { userId: 'usr_member', grants })
  if (limitedTo) limit(limitedTo(shop))
  const rename = (who: string, id: string) =>
    call('renameUptimeService', who, { parameters: { id }, body: { name: `${id} renamed` } }).status
  const token = (body: object = {}): string => mint('member', body).body.key
  return { ...tokens, shop, blog, limit, rename, token }
}

const editor = (...resourceIds: string[]) => [{ role: 'uptime.editor', resourceIds }]

describe('a token does no more than its owner does now (Authentication, point 2)', () => {
  test('a narrowed one stops with the grants of its owner', () => {
    const { token, rename, limit, shop } = makeOwner()
    const key = token({ scope: [{ role: 'uptime.editor' }] })
    expect(rename(key, shop)).toBe(200)
    limit([])
    expect([rename('member', shop), rename(key, shop)]).toEqual([403, 403])
  })

  test('one narrowed to a resource stops when its owner is moved to another', () => {
    const { token, rename, limit, call, shop, blog } = makeOwner((one) => editor(one))
    const key = token({ scope: editor(shop) })
    expect([rename(key, shop), rename(key, blog)]).toEqual([200, 403])
    limit(editor(blog))
    expect([rename(key, shop), rename(key, blog)]).toEqual([403, 403])
    expect(call('listUptimeServices', key).body.services).toEqual([])
  })

  test('one that is not narrowed follows its owner', () => {
    const { token, rename, limit, shop, blog } = makeOwner((one) => editor(one))
    const key = token()
    expect([rename(key, shop), rename(key, blog)]).toEqual([200, 403])
    limit(editor(blog))
    expect([rename(key, shop), rename(key, blog)]).toEqual([403, 200])
  })

  test('the rest of a scope goes on where the owner keeps it', () => {
    const { token, rename, limit, call, shop } = makeOwner()
    const key = token({ scope: [{ role: 'uptime.editor' }] })
    limit([{ role: 'uptime.reader', resourceIds: [shop] }])
    expect(rename(key, shop)).toBe(403)
    expect(call('listUptimeServices', key).body.services).toMatchObject([{ id: shop }])
    expect(call('getTokenScopeOptions', key).body.resources).toMatchObject([{ id: shop }])
  })

  test('what a token mints goes no further either', () => {
    const { token, rename, limit, mint, shop, blog } = makeOwner()
    const key = token({ scope: editor(shop, blog) })
    limit(editor(blog))
    expect(mint(key, { scope: editor(shop) }).status).toBe(403)
    const child: string = mint(key).body.key
    expect([rename(child, shop), rename(child, blog)]).toEqual([403, 200])
  })
})

test('that it keeps to what its owner was limited to is open', () => {
  const { token, rename, limit, setGap, shop, blog } = makeOwner((one) => editor(one))
  const [narrowed, whole] = [token({ scope: editor(shop) }), token()]
  limit(editor(blog))
  setGap('tokens.owner-limited-later', 'as-created')
  for (const key of [narrowed, whole]) expect([rename(key, shop), rename(key, blog)]).toEqual([200, 403])
})

test('the open point is asked only once the owner is limited otherwise', () => {
  const { token, call, limit, blog } = makeOwner((one) => editor(one))
  const key = token()
  const asked = () => call('listUptimeServices', key).outcome.gaps.includes('tokens.owner-limited-later')
  expect(asked()).toBe(false)
  limit(editor(blog))
  expect(asked()).toBe(true)
})

test('the list shows what limits its owner, if that is chosen', () => {
  const { token, list, setGap, shop } = makeOwner((one) => editor(one))
  token()
  expect(list('member')).toMatchObject([{ scope: [] }])
  setGap('tokens.unrestricted-shown', 'owner-grants')
  expect(list('member')).toMatchObject([
    { scope: [{ role: 'uptime.editor', roleName: 'Uptime editor', resourceIds: [shop] }] },
  ])
})
