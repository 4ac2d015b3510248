import { expect, test } from 'vitest'
import { castOf } from '../../../src/conformance/kit/cast.ts'
import { EMPTY_PROFILE, type Profile } from '../../../src/contract/profile.ts'

const actor = (organization: string, role: 'owner' | 'admin' | 'member', user: string) => ({
  organization,
  role,
  user,
  headers: { authorization: `Bearer ${user}` },
})
const nobody = { organization: 'acme', role: 'member', headers: {} } as const

const castWith = (actors: Profile['actors']) => castOf({ profile: { ...EMPTY_PROFILE, actors } })

test('the first actor with a credential plays the main part, the others are told by organization and role', () => {
  const actors = {
    nobody,
    ada: actor('acme', 'owner', 'ada'),
    again: actor('acme', 'member', 'ada'),
    eve: actor('other', 'owner', 'eve'),
    bo: actor('acme', 'admin', 'bo'),
    cy: actor('acme', 'member', 'cy'),
  }
  expect(castWith(actors)).toEqual({
    main: 'ada',
    outsider: 'eve',
    intruder: 'eve',
    colleague: 'bo',
    manager: 'bo',
    lesser: 'cy',
    nobody: 'nobody',
  })
})

test('parts that nobody can play stay open', () => {
  expect(castWith({ ada: actor('acme', 'owner', 'ada') })).toEqual({
    main: 'ada',
    outsider: undefined,
    colleague: undefined,
    manager: undefined,
    lesser: undefined,
    nobody: undefined,
  })
  expect(castWith({ nobody }).main).toBe('')
})

test('a colleague who belongs to another organization as well plays two parts', () => {
  const actors = {
    ada: actor('acme', 'owner', 'ada'),
    cy: actor('acme', 'member', 'cy'),
    elsewhere: actor('other', 'owner', 'cy'),
  }
  expect(castWith(actors)).toMatchObject({ otherHalf: undefined, dual: 'cy', dualElsewhere: 'elsewhere' })
})

test('one credential for two organizations is told by another header, and an intruder belongs to neither of ours', () => {
  const dex = (organization: string) => ({
    ...actor(organization, 'member', 'dex'),
    headers: { authorization: 'Bearer dex', 'x-acting': organization },
  })
  const actors = {
    ada: actor('acme', 'owner', 'ada'),
    dex: dex('acme'),
    elsewhere: dex('other'),
    eve: actor('other', 'owner', 'eve'),
  }
  expect(castWith(actors)).toMatchObject({ outsider: 'elsewhere', chooser: 'dex', intruder: 'eve' })
  const { eve: _, ...without } = actors
  expect(castWith(without).intruder).toBeUndefined()
  // Each organization has a credential of its own.
  const apart = { ...actors, elsewhere: actor('other', 'member', 'dex') }
  expect(castWith({ ...apart, dex: { ...actors.dex, headers: { cookie: 'dex=1' } } }).chooser).toBeUndefined()
})

test('one credential is also told by the header that the profile says it travels in', () => {
  const dex = (organization: string) => ({
    ...actor(organization, 'member', 'dex'),
    headers: { 'x-key': 'dex', 'x-acting': organization },
  })
  const actors = { ada: actor('acme', 'owner', 'ada'), dex: dex('acme'), elsewhere: dex('other') }
  const carried = (gaps: Profile['gaps']) => castOf({ profile: { ...EMPTY_PROFILE, actors, gaps } }).chooser
  expect(carried({ 'general.credential-transport': { header: 'X-Key', prefix: '' } })).toBe('dex')
  expect(carried({})).toBeUndefined()
})

test('somebody who has the role of another of us is their peer', () => {
  const actors = {
    ada: actor('acme', 'owner', 'ada'),
    again: actor('acme', 'owner', 'ada'),
    cy: actor('acme', 'member', 'cy'),
    eve: actor('other', 'member', 'eve'),
    dan: actor('acme', 'member', 'dan'),
  }
  expect(castWith(actors)).toMatchObject({ lesser: 'cy', peer: 'dan', peerOf: 'lesser' })
  expect(castWith({ ...actors, flo: actor('acme', 'owner', 'flo') })).toMatchObject({ peer: 'flo', peerOf: 'main' })
  expect(castWith({ ...actors, dan: actors.eve })).toMatchObject({ peer: undefined, peerOf: undefined })
})
