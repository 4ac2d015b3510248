import { expect, test } from 'vitest'
import { type PageWalk, pages, pagesMeanwhile } from '../../../../../src/conformance/areas/email/checks/pages.ts'
import { withMemory } from '../../../../../src/conformance/shadow/memories.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** The first page was read, of two messages. */
const WALK: PageWalk = {
  filters: '{"credential":"actor:owner"}',
  first: ['m2', 'm1'],
  seen: ['m2', 'm1'],
  isContinued: false,
  cursor: 'next',
  known: 2,
}

/** What is found when the next page shows a message again, and so many are known by then. */
function found(known: number) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const rows = Array.from({ length: known }, (_, seq) => ({ id: `m${seq}`, org: 'acme', seq, domainId: 'd' }))
  const changes = rows.map((row) => ({ kind: 'put', table: 'EmailMessage', row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  const body = { messages: [{ id: 'm1' }] }
  const given = answered({ operation: 'listMessages', body, shadow: withMemory({ ...shadow, world }, pages, WALK) })
  const next = { ...given, request: { ...given.request, query: { cursor: 'next' } } }
  const codes = (all: readonly { readonly code: string }[]) => all.map(({ code }) => code)
  return { stated: codes(pages.look(next, WALK).found), implied: codes(pagesMeanwhile.look(next, undefined).found) }
}

test('a page repeats nothing of the page before; while mail comes in, that is only to be expected', () => {
  expect(found(2)).toEqual({ stated: ['page-repeats'], implied: [] })
  expect(found(3)).toEqual({ stated: [], implied: ['page-repeats'] })
})
