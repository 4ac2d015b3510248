import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { builtMsw } from '../../../scripts/build-msw.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { buildPath } from '../../../src/contract/routes.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { understudy } from '../../../stateful-mock/doors/msw.ts'
import { freshSandbox } from '../../../stateful-mock/doors/sandbox/fresh-sandbox.ts'
import { leavePage, sharedPage } from '../../support/shared-page.ts'
import { type Asked, play } from './page/play.ts'

const FULL = process.env.UNDERSTUDY_FULL === '1'
const CLOCK = { frozenAt: '2026-03-05T09:00:00Z' }

/** Any operation with its example, or with nothing in it, by anybody. */
function requests(count: number): Asked[] {
  const operations = [...loadContract(source).operations.values()]
  const arbitrary = fc.record({
    operation: fc.constantFrom(...operations),
    actor: fc.constantFrom('owner', 'admin', 'member', 'outsider'),
    id: fc.constantFrom('svc_checkout', 'prod', '1', 'nope'),
    plain: fc.boolean(),
    prefer: fc.constantFrom(undefined, undefined, undefined, 'code=409'),
  })
  return fc.sample(arbitrary, { seed: 5, numRuns: count }).map(({ operation, actor, id, plain, prefer }) => {
    const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, id])
    const body = operation.body && (plain ? operation.body.example : {})
    return {
      method: operation.method,
      path: buildPath(operation, Object.fromEntries(names)),
      actor,
      ...(prefer !== undefined && { headers: { prefer } }),
      ...(body !== undefined && { body }),
    }
  })
}

/** The door as a browser gets it, in one script with MSW and what plays on it. */
async function script(door: string): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'page/main.ts'),
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'door',
        resolveId: (id) => (id.endsWith('/doors/msw.ts') ? '\0door' : null),
        load: (id) => (id === '\0door' ? door : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}

async function served(code: string): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', url === '/main.js' ? 'text/javascript' : 'text/html')
    response.end(url === '/main.js' ? code : '<!doctype html><title>understudy</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('in a page, in Node without a server and over HTTP, the answers are the same', async () => {
  const door = await builtMsw()
  expect(ofNode(door)).toEqual([])
  const asked = requests(FULL ? 5000 : 400)

  const mock = await createMock({ clock: CLOCK })
  onTestFinished(() => mock.close())
  const sandbox = await freshSandbox(mock, 'play', undefined)
  const overHttp = { ...sandbox, actor: (name: string) => ({ ...sandbox.actor(name), fetch: byHttp(sandbox, name) }) }
  const expected = await play(overHttp, asked)
  const successes = expected.match(/\[20[0-4],/g) ?? []
  expect(successes.length).toBeGreaterThan(asked.length / 8)

  const inNode = understudy({ clock: CLOCK })
  onTestFinished(() => inNode.close())
  expect(comparable(await play(inNode, asked))).toEqual(comparable(expected))

  const page = await sharedPage()
  onTestFinished(() => leavePage(page))
  await page.goto(await served(await script(door)))
  const call = `import('/main.js').then(({ understudy, play }) => play(understudy(${JSON.stringify({ clock: CLOCK })}), ${JSON.stringify(asked)}))`
  expect(comparable((await page.evaluate(call)) as string)).toEqual(comparable(expected))
})

/** Where a script gets something from Node, or asks for it. */
const ofNode = (code: string) => code.match(/["'`]node:\w+|getBuiltinModule/g) ?? []

/** A real request of a real client. */
const byHttp = ({ url, actor }: Awaited<ReturnType<typeof freshSandbox>>, name: string) => {
  const { headers } = actor(name)
  return (input: string | URL | Request, init: RequestInit = {}) =>
    fetch(url + String(input), { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
}

/** What a connection adds, and what says in which sandbox something was. */
const CONNECTION = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

const comparable = (played: string): unknown =>
  JSON.parse(played, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !CONNECTION.has(name)))
      : value,
  )
