import type { Asked } from './asked.ts'

/** When a mistake is made, told by what was asked before. `lot` lies between 0 and 1. */
export interface Circumstance {
  readonly name: string
  readonly holds: (now: Asked, before: readonly Asked[], lot: number) => boolean
}

const MINUTE = 60_000
const DAY = 86_400_000
const WRITES = new Set(['create', 'update', 'delete', 'act'])

const isWrite = ({ does }: Asked): boolean => WRITES.has(does)
const went = ({ status = 0 }: Asked): boolean => status >= 200 && status < 300
const sameThing = (now: Asked) => (one: Asked) =>
  now.subject !== '' && (one.subject === now.subject || one.made === now.subject)
const sameAct = (now: Asked) => (one: Asked) =>
  one.what === now.what && one.subject === now.subject && one.parent === now.parent
const makingOf = (now: Asked, before: readonly Asked[]) =>
  before.findLast((one) => now.subject !== '' && one.does === 'create' && went(one) && one.made === now.subject)
/** The others of its kind that were made by those who made it. */
const likes = (now: Asked, before: readonly Asked[]) => {
  const making = makingOf(now, before)
  return before.filter((one) => one.what === making?.what && went(one) && one.parent === making.parent)
}
const optionalOf = ({ optional }: Asked, lot: number) => optional[Math.floor(lot * optional.length)] ?? ''
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(texts)
      : []
const lists = (value: unknown): unknown[][] =>
  Array.isArray(value)
    ? [value, ...value.flatMap(lists)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(lists)
      : []
const nameOf = ({ body }: Asked) => body.name ?? body.slug ?? body.address ?? body.pattern ?? body.title

/** Whoever makes a mistake at the first occasion was told of by others; here are the occasions after it. */
export const CIRCUMSTANCES: readonly Circumstance[] = [
  { name: 'somebody else than the owner asks', holds: ({ caller }) => caller !== 'owner' },
  { name: 'somebody with a personal token asks', holds: ({ caller }) => caller === 'a token' },
  { name: 'somebody of two organizations asks', holds: ({ caller }) => /dual/.test(caller) },
  { name: 'a person of the other organization asks', holds: ({ caller }) => /neighbour|outsider|other/.test(caller) },
  { name: 'the same was asked before', holds: (now, before) => before.some(sameAct(now)) },
  { name: 'the same was done before', holds: (now, before) => before.filter(went).some(sameAct(now)) },
  {
    name: 'the same was refused before',
    holds: (now, before) => before.filter((one) => !went(one)).some(sameAct(now)),
  },
  {
    name: 'the last request of this kind was refused',
    holds: (now, before) => {
      const last = before.findLast(({ what }) => what === now.what)
      return last !== undefined && !went(last)
    },
  },
  {
    name: 'the thing was changed before',
    holds: (now, before) =>
      before
        .filter(went)
        .filter(({ does }) => does === 'update')
        .some(sameThing(now)),
  },
  {
    name: 'something was done with the thing before',
    holds: (now, before) =>
      before
        .filter(went)
        .filter(({ does }) => does === 'act')
        .some(sameThing(now)),
  },
  {
    name: 'the thing was just made',
    holds: (now, before) => makingOf(now, before) !== undefined && before.findLast(isWrite) === makingOf(now, before),
  },
  {
    name: 'the thing was made a day ago',
    holds: (now, before) => now.atMs - (makingOf(now, before)?.atMs ?? now.atMs) >= DAY,
  },
  {
    name: 'the thing was made minutes ago',
    holds: (now, before) => now.atMs - (makingOf(now, before)?.atMs ?? now.atMs) >= 5 * MINUTE,
  },
  {
    name: 'others of its kind were made after it',
    holds: (now, before) => likes(now, before).at(-1) !== makingOf(now, before),
  },
  {
    name: 'others of its kind were made before it',
    holds: (now, before) => makingOf(now, before) !== undefined && likes(now, before)[0] !== makingOf(now, before),
  },
  {
    name: 'one of its kind is neither the first nor the last',
    holds: (now, before) => {
      const place = likes(now, before).indexOf(makingOf(now, before) as Asked)
      return place > 0 && place < likes(now, before).length - 1
    },
  },
  {
    name: 'two of the kind are there',
    holds: (now, before) =>
      now.does === 'create' &&
      before.filter(
        (one) => one.what === now.what && went(one) && one.parent === now.parent && one.caller === now.caller,
      ).length >= 2,
  },
  {
    name: 'five of the kind are there',
    holds: (now, before) =>
      now.does === 'create' &&
      before.filter(
        (one) => one.what === now.what && went(one) && one.parent === now.parent && one.caller === now.caller,
      ).length >= 5,
  },
  {
    name: 'one of the kind was deleted before',
    holds: (now, before) => before.some((one) => one.does === 'delete' && one.entity === now.entity && went(one)),
  },
  {
    name: 'the name was used before',
    holds: (now, before) =>
      nameOf(now) !== undefined && before.some((one) => one.what === now.what && nameOf(one) === nameOf(now)),
  },
  {
    name: 'the name was used by the other organization',
    holds: (now, before) =>
      nameOf(now) !== undefined &&
      before.some((one) => one.what === now.what && nameOf(one) === nameOf(now) && one.caller !== now.caller),
  },
  { name: 'an optional field is given', holds: (now, _before, lot) => optionalOf(now, lot) in now.body },
  {
    name: 'an optional field is left out',
    holds: (now, _before, lot) => now.optional.length > 0 && !(optionalOf(now, lot) in now.body),
  },
  { name: 'two fields are given', holds: ({ body, does }) => does === 'update' && Object.keys(body).length >= 2 },
  { name: 'a list of two is given', holds: ({ body }) => lists(body).some(({ length }) => length === 2) },
  { name: 'a list of three is given', holds: ({ body }) => lists(body).some(({ length }) => length >= 3) },
  { name: 'a text of over forty letters is given', holds: ({ body }) => texts(body).some(({ length }) => length > 40) },
  { name: 'a filter is given', holds: ({ query }) => query.length > 0 },
  { name: 'two filters are given', holds: ({ query }) => query.length > 1 },
  {
    name: 'somebody else asked just before',
    holds: (now, before) => before.at(-1) !== undefined && before.at(-1)?.caller !== now.caller,
  },
  {
    name: 'somebody else changed the thing last',
    holds: (now, before) =>
      (before.filter(went).filter(isWrite).findLast(sameThing(now))?.caller ?? now.caller) !== now.caller,
  },
  { name: 'something happened from outside just before', holds: (_now, before) => before.at(-1)?.does === 'event' },
  { name: 'the clock was moved', holds: (_now, before) => before.some(({ what }) => what === 'advanceClock') },
  {
    name: 'something else of the same parent was changed last',
    holds: (now, before) => {
      const last = before.filter(went).findLast(isWrite)
      return (
        last !== undefined && last.entity === now.entity && last.subject !== now.subject && last.parent === now.parent
      )
    },
  },
]
