import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BUILT, builtConsole } from '../../../scripts/build-console.ts'
import { ask, startedMock } from '../support.ts'

test('the console that is kept is the one its sources make, and small', async () => {
  const files = await builtConsole()
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(BUILT, name), 'utf8') === text, `${name} is stale: npm run build:console`).toBe(true)
  expect(gzipSync(Object.values(files).join('')).length).toBeLessThan(200_000)
})

test('the mock serves the console, which may load from nowhere else, and does not log it', async () => {
  const mock = await startedMock()
  const page = await fetch(`${mock.url}/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  const wanted = [...(await page.text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(wanted).toEqual(['/console/icon.svg', '/console/app.css', '/console/contract.json', '/console/app.js'])
  for (const path of wanted) expect((await fetch(`${mock.url}${path}`)).status, path).toBe(200)
  expect((await ask(mock, 'GET', '/_understudy/requests')).body).toEqual({ requests: [] })
  expect((await fetch(`${mock.url}/`, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${mock.url}/console/other.js`)).status).toBe(404)
})

test('what the console knows of the contract is this mock’s own', async () => {
  const mock = await startedMock()
  const told = (await ask(mock, 'GET', '/console/contract.json')).body as {
    operations: { id: string; path: string }[]
    machines: unknown[]
  }
  expect(told.operations.map(({ id }) => id)).toEqual([...mock.contract.operations.keys()])
  expect(told.machines).toHaveLength(mock.contract.machines.length)
})
