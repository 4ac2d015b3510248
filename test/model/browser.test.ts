import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import fc from 'fast-check'
import { chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { FULL } from '../support/judged-candidate.ts'
import { type Played, play } from './browser/play.ts'

/** Example bodies and made-up identifiers for any operation: most are refused, many are not. */
function requests(count: number): Played[] {
  const operations = [...loadContract(source).operations.values()].filter(
    ({ parameters }) => !parameters.some((parameter) => parameter.in === 'query' && parameter.required),
  )
  const arbitrary = fc.record({
    operation: fc.constantFrom(...operations),
    credential: fc.constantFrom('owner', 'admin', 'member', 'outsider', null),
    id: fc.constantFrom('svc_checkout', '1', 'nope'),
    plain: fc.boolean(),
  })
  return fc.sample(arbitrary, { seed: 7, numRuns: count }).map(({ operation, credential, id, plain }) => ({
    operation: operation.id,
    credential,
    parameters: Object.fromEntries(
      operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, id]),
    ),
    body: plain ? (operation.body?.example ?? null) : operation.body ? {} : null,
  }))
}

async function bundled(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'browser/play.ts'),
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  return output[0].code
}

test('the model in a real browser page gives the same bytes as in Node', async () => {
  const code = await bundled()
  expect(code).not.toMatch(/from ["']node:/)
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/play.js' ? 'text/javascript' : 'text/html')
    response.end(request.url === '/play.js' ? code : '<!doctype html><title>model</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const browser = await chromium.launch({
    args: sparticuz.args,
    executablePath: await sparticuz.executablePath(),
    headless: true,
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const asked = requests(FULL ? 10_000 : 1000)
  const shown = await page.evaluate(`import('/play.js').then(({ play }) => play(${JSON.stringify(asked)}))`)
  const here = play(asked)
  expect(shown).toBe(here)
  expect(JSON.parse(here).filter(([status]: [number]) => status < 300).length).toBeGreaterThan(asked.length / 8)
})
