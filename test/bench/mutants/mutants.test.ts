import { expect, test } from 'vitest'
import { domainMutants } from '../../../bench/mutants/domain.ts'
import { activate, notePlaces } from '../../../bench/mutants/mutant.ts'
import { searchedPage } from '../../../bench/mutants/searched-page.ts'
import { isOpen, isShown, reason, type Tried } from '../../../bench/mutants/tried.ts'

const FILE = 'src/model/areas/uptime/x.ts'

/** The text of a source with its mutants built in, as a function. */
function built(source: string) {
  const [{ text = '', mutants = [] } = {}] = domainMutants(new Map([[FILE, source]]))
  const run = new Function('items', `${text.replaceAll(' as never', '')}; return kept`)
  return { run: (items: readonly unknown[]) => run(items), mutants }
}

test('a mutant is a change behind a switch, and its place is noted when it is passed', () => {
  const { run, mutants } = built('const kept = items.filter((item) => item > 1)')
  expect(mutants.map(({ mutator, line }) => [mutator, line])).toEqual([
    ['filter dropped', 1],
    ['only the first looked at', 1],
    ['only the last looked at', 1],
  ])
  const passed = notePlaces()
  expect(run([1, 2, 3])).toEqual([2, 3])
  expect(passed()).toEqual(expect.arrayContaining(mutants.map(({ id }) => id)))
  const results = mutants.map(({ id }) => {
    activate(id)
    return run([1, 2, 3])
  })
  activate(undefined)
  expect(results).toEqual([[1, 2, 3], [], [3]])
})

const tried = (more: Partial<Tried>): Tried => ({
  ...{ id: 'd1', file: FILE, line: 3, mutator: 'filter dropped', from: 'a', to: 'b', passed: 2, by: [] },
  best: { kind: 'same' },
  ...more,
})
const at = {
  method: 'GET',
  target: '/api/v1/uptime/monitors/mon_1?x=1',
  headers: {},
  text: '',
  atMs: 0,
  told: '',
  status: 200,
  body: '',
}

test('why a mutant was not seen', () => {
  expect(reason(tried({}))).toBe('2 sequences come there, and no answer of theirs differs')
  expect(reason(tried({ best: { kind: 'unreached' } }))).toBe('no sequence comes there')
  expect(reason(tried({ best: { kind: 'let pass', at, instead: '' } }))).toBe(
    'an answer differs, and may: GET /api/v1/uptime/monitors/…',
  )
  const event = { ...at, target: '/_understudy/events/role-changes' }
  expect(reason(tried({ best: { kind: 'driver', at: event, instead: '409 []' } }))).toBe(
    'the driver does not do an event or tell of it, which a run calls inconclusive: /_understudy/events/role-changes',
  )
  expect(reason(tried({ from: "context.gap('uptime.ping-org') === 'slug'" }))).toBe(
    'turns a choice at the open point uptime.ping-org',
  )
})

test('the page counts what is seen of what any answer shows, and lists the rest', () => {
  const page = searchedPage(
    [
      tried({ best: { kind: 'found', key: 'k', severity: 'failure', steps: 1 } }),
      tried({ id: 'd2', best: { kind: 'let pass', at, instead: '' } }),
      tried({ id: 'd3' }),
      tried({ id: 'd5', best: { kind: 'driver', at, instead: '409' } }),
      tried({ id: 'd4', best: { kind: 'open', at, instead: '', what: 'uptime.ping-org' } }),
    ],
    { of: 10, blackBox: [tried({ best: { kind: 'found', key: 'k', severity: 'failure', steps: 1 } })] },
  )
  expect(page).toContain(
    '**1 of 2 (50 %) are seen; of the 5 looked at, 1 change no answer, 1 only what is open and 1 only what the driver does.**',
  )
  expect(page).toContain(
    'Without a driver, of 1 looked at in the same way, on sequences without outside events: 1 of 1 (100 %)',
  )
  expect(page).toContain('| uptime | 5 | 1 | 1 | 1 | 2 | 1 of 2 (50 %) |')
  const [, notSeen, notCounted] = page.split(/## Visible and not seen|## Not counted/)
  expect([notSeen, notCounted].map((part) => part?.match(/x\.ts:3/g)?.length)).toEqual([1, 3])
  expect(page).toContain('only in what the contract leaves open: uptime.ping-org (GET /api/v1/uptime/monitors/…)')
})

test('a change that only turns a choice at an open point is a choice, whatever comes of it', () => {
  const turned = (from: string, best: Tried['best']) => tried({ from, best })
  const letPass = { kind: 'let pass', at, instead: '' } as const
  expect(isShown(turned("context.gap('uptime.ping-org') === 'slug'", letPass))).toBe(false)
  expect(isShown(turned("isNew && context.gap('uptime.ping-org') === 'slug'", letPass))).toBe(true)
  expect(isOpen(turned("!reader.gap('uptime.ping-org')", { ...letPass, kind: 'driver' }))).toBe(true)
})
