import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { MistakesError } from '../../../src/contract/files/mistakes.ts'
import { asCurl } from '../../../src/scenario/exports/curl.ts'
import { quoteJavaScript } from '../../../src/scenario/exports/javascript.ts'
import { asVitest } from '../../../src/scenario/exports/vitest.ts'
import { readScenario } from '../../../src/scenario/reading/read-scenario.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import { FULL } from '../../support/judged-candidate.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { contract } from '../support.ts'

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme-composite' }),
  fc.string({
    unit: fc.constantFrom("'", '"', '\\', '$', '`', '(', ')', '{', '}', '\n', '\r', '\u2028', ';', '#', '*', '/', 'a'),
  }),
  fc.constantFrom(
    '$(touch here)',
    '`touch here`',
    "'; touch here; '",
    'a\ntouch here\n#',
    '}; touch here; {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is the point
    '${globalThis.here = 1}',
    '*/ globalThis.here = 1 /*',
    'a\u2028globalThis.here = 1',
    '"); globalThis.here = 1; ("',
  ),
)

/** A scenario somebody else wrote, with odd text wherever text is free. */
const foreign = fc.record({
  title: nasty,
  name: nasty,
  standard: nasty,
  description: nasty,
  wanted: nasty,
  payload: fc.dictionary(fc.oneof(nasty, fc.constant('__proto__')), nasty, { maxKeys: 4 }),
})

function written({
  title,
  name,
  standard,
  description,
  wanted,
  payload,
}: typeof foreign extends fc.Arbitrary<infer T> ? T : never): Scenario {
  const literal = `'${wanted.replace(/['\\]/g, '\\$&')}'`
  const step = {
    stepId: 'open',
    description,
    operationId: '$sourceDescriptions.api.openIncident',
    parameters: [{ name: 'Authorization', in: 'header', value: `Bearer {$inputs.owner} ${wanted}` }],
    requestBody: { payload: { ...payload, serviceId: '$inputs.owner' } },
    successCriteria: [
      { condition: '$statusCode == 201' },
      { condition: `$response.body#/title != ${literal}` },
      { condition: `/${wanted.replace(/[^a-z]/g, '\\/')}[/]?/i`, context: '$response.body#/id', type: 'regex' },
    ],
    outputs: { id: '$response.body#/id' },
  }
  const document = {
    arazzo: '1.0.1',
    info: { title: title || 'x', version: '1' },
    sourceDescriptions: [{ name: 'api', url: './openapi.yaml', type: 'openapi' }],
    workflows: [
      {
        workflowId: 'odd',
        inputs: {
          type: 'object',
          properties: {
            owner: { type: 'string', default: standard },
            [`x${name}`]: { type: 'string', default: standard },
          },
        },
        steps: [step],
      },
    ],
  }
  try {
    return readScenario(contract, { text: stringify(document), file: 'odd.arazzo.yaml' })
  } catch (error) {
    // What is refused need not be written.
    return fc.pre(!(error instanceof MistakesError)) as never
  }
}

test('as a shell script, foreign text is text', () => {
  const folder = temporaryFolder()
  const file = join(temporaryFolder(), 'script.sh')
  fc.assert(
    fc.property(foreign, (parts) => {
      // A stand-in that answers 201 without asking anybody.
      const script = asCurl(written(parts), contract).replace(
        'set -eu',
        `set -eu\ncurl() { printf '{"id":"i"}\\n201'; }`,
      )
      writeFileSync(file, script)
      const { status, stderr } = spawnSync('sh', [file], { cwd: folder, encoding: 'utf8' })
      expect({ status, stderr, made: readdirSync(folder) }).toEqual({ status: 0, stderr: '', made: [] })
    }),
    { numRuns: FULL ? 60 : 15 },
  )
})

test('as a Vitest file, foreign text is text', async () => {
  await fc.assert(
    fc.asyncProperty(foreign, async (parts) => {
      const code = asVitest(written(parts), contract)
      const { diagnostics = [] } = ts.transpileModule(code, {
        reportDiagnostics: true,
        compilerOptions: { allowJs: true },
      })
      expect(diagnostics.map(({ messageText }) => messageText)).toEqual([])
      let tested: Promise<void> = Promise.resolve()
      const sent: unknown[] = []
      const run = new Function('expect', 'test', 'fetch', code.replace(/^import .*\n/, ''))
      const fetched = async (_: string, { body }: { body: string }) => {
        sent.push(JSON.parse(body))
        return Response.json({ id: parts.wanted, title: 'other' }, { status: 201 })
      }
      const ignoring = new Proxy(() => ({ toMatch() {}, toBe() {}, toEqual() {} }), {})
      run(
        ignoring,
        (_: string, __: unknown, body: () => Promise<void>) => {
          tested = body()
        },
        fetched,
      )
      await tested
      expect(sent).toEqual([JSON.parse(JSON.stringify({ ...parts.payload, serviceId: parts.standard }))])
      expect(globalThis).not.toHaveProperty('here')
    }),
    { numRuns: FULL ? 100 : 30 },
  )
})

test('any JSON value as JavaScript is that value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read: unknown = new Function(`return ${quoteJavaScript(value as never)}`)()
      expect(JSON.stringify(read)).toBe(JSON.stringify(value))
    }),
  )
})
