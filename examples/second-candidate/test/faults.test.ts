import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { FAULTS } from '../faults.ts'
import { startCandidate } from '../server.ts'
import { complaintsAbout } from './differences.ts'

describe('every fault differs from the clean candidate, by the shortest sequence', () => {
  let clean: Record<'a' | 'b', Awaited<ReturnType<typeof startCandidate>>>
  before(async () => {
    clean = { a: await startCandidate({ variant: 'a' }), b: await startCandidate({ variant: 'b' }) }
  })
  after(() => Promise.all([clean.a.close(), clean.b.close()]))

  for (const fault of FAULTS)
    test(fault.name, async () => {
      assert.deepEqual(await complaintsAbout(fault, clean), [])
    })
})

test('fault names are unique and there are enough of them in every area', () => {
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length)
  const count = (area: string) => FAULTS.filter((fault) => fault.area === area).length
  assert.ok(FAULTS.length >= 80)
  assert.ok(count('registry') >= 20 && count('email') >= 25 && count('clusters') >= 15)
})

test('a fault that does not exist is refused', async () => {
  await assert.rejects(startCandidate({ faults: ['nonsense'] }), /unknown fault nonsense/)
})

test('every fault the code knows is described, and the other way round', () => {
  const folder = new URL('../', import.meta.url)
  const code = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('faults'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const known = code.flatMap((text) => [...text.matchAll(/fault\('([a-z0-9-]+)'\)/g)].map(([, name]) => name))
  assert.deepEqual([...new Set(known)].sort(), FAULTS.map(({ name }) => name).sort())
})
