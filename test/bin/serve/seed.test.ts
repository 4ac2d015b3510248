import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractWith } from '../../../bin/files/contract.ts'
import { seedFrom } from '../../../bin/serve/seed-from.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { understudy } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const NINE = '2026-03-05T09:00:00Z'
const owner = { headers: { Authorization: 'Bearer owner' } }
const { gaps } = contractWith(undefined)

async function body(mock: Awaited<ReturnType<typeof createMock>>, path: string, init: RequestInit = owner) {
  return (await mock.fetch(path, init)).json()
}

test('a world that was exported is one that serve starts from', async () => {
  const mock = await createMock({ seed: 'acme', clock: { frozenAt: NINE } })
  const created = { method: 'POST', ...owner, body: JSON.stringify({ slug: 'mine' }) }
  await mock.fetch('/api/v1/registry/registries', {
    ...created,
    headers: { ...owner.headers, 'Content-Type': 'application/json' },
  })
  await mock.fetch('/_understudy/gaps/oncall.until', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ value: 'own-end' }),
  })
  const exported = await body(mock, '/_understudy/world', {})
  const registries = await body(mock, '/api/v1/registry/registries')
  await mock.close()

  const file = join(temporaryFolder(), 'mine.json')
  writeFileSync(file, JSON.stringify(exported))
  const { seed } = seedFrom(file, gaps)
  const again = await createMock({ seed, clock: { frozenAt: NINE } })
  expect(await body(again, '/api/v1/registry/registries')).toEqual(registries)
  expect(again.callers.map(({ name }) => name)).toContain('neighbour')
  const reset = await body(again, '/_understudy/reset', { method: 'POST' })
  expect(reset).toMatchObject({ from: { seed: file } })
  expect(await body(again, '/api/v1/registry/registries')).toEqual(registries)
  await again.close()
})

test('what is not a seed is one sentence and exit code 2', async () => {
  const folder = temporaryFolder()
  const broken = join(folder, 'broken.json')
  const other = join(folder, 'other.json')
  writeFileSync(broken, '{')
  writeFileSync(other, '{}')
  const said = async (seed: string) => {
    const { code, out, err } = await understudy('serve', '--port', '0', '--seed', seed)
    expect([code, out]).toEqual([2, ''])
    return err
  }
  expect(await said('acmee')).toBe(
    'There is no seed acmee (did you mean acme?); there are acme, empty, small, random:SEED:SIZE, and files that end in .json.\n',
  )
  expect(await said(join(folder, 'none.json'))).toBe(
    `Cannot read ${join(folder, 'none.json')}: there is no such file.\n`,
  )
  expect(await said(broken)).toMatch(/broken\.json is not JSON: .+\n$/)
  expect(await said(other)).toBe(`${other} is not a saved world: its format is not understudy-world/1.\n`)
})
