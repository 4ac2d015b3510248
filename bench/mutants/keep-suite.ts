import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SuiteSequence } from '../../src/conformance/suite/suite-sequence.ts'

const FOLDER = join(import.meta.dirname, '../../src/conformance/suite/generated')
const NOTE =
  '// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.\n'

/** Adds sequences to the suite of an area. */
export function keepSuite(area: string, added: readonly SuiteSequence[]): void {
  mkdirSync(FOLDER, { recursive: true })
  const sequences = [...known(area), ...added].toSorted((a, b) => b.tells - a.tells)
  const lines = sequences.map(
    ({ tells, steps }) =>
      `  {\n    tells: ${tells},\n    steps: [\n${steps.map((step) => `      ${lineOf(step)},\n`).join('')}    ],\n  },\n`,
  )
  const type = `import type { SuiteSequence } from '../suite-sequence.ts'\n\n`
  writeFileSync(
    join(FOLDER, `${area}.ts`),
    `${NOTE}${type}export const ${area.toUpperCase()}_SUITE: readonly SuiteSequence[] = [\n${lines.join('')}]\n`,
  )
  const areas = readdirSync(FOLDER)
    .filter((name) => name !== 'index.ts')
    .map((name) => name.replace('.ts', ''))
  const imports = areas.map((name) => `import { ${name.toUpperCase()}_SUITE } from './${name}.ts'\n`)
  const all = areas.map((name) => `  ${name}: ${name.toUpperCase()}_SUITE,\n`)
  const index = `export const SUITES: Readonly<Record<string, readonly SuiteSequence[]>> = {\n${all.join('')}}\n`
  writeFileSync(join(FOLDER, 'index.ts'), `${NOTE}${type.trim()}\n${imports.join('')}\n${index}`)
}

/** The sequences that are there already: each step stands in a line of its own. */
function known(area: string): SuiteSequence[] {
  let text: string
  try {
    text = readFileSync(join(FOLDER, `${area}.ts`), 'utf8')
  } catch {
    return []
  }
  const sequences = text.split(/^ {4}tells: /m).slice(1)
  return sequences.map((one) => ({
    tells: Number.parseInt(one, 10),
    steps: [...one.matchAll(/^ {6}(\{.*\}),$/gm)].map(
      ([, line = '']) => JSON.parse(line) as SuiteSequence['steps'][number],
    ),
  }))
}

/** JSON in one line, with room to read. */
const lineOf = (step: SuiteSequence['steps'][number]): string =>
  JSON.stringify(step, undefined, 1).replace(/\n\s*/g, ' ')
