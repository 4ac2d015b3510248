import { dirname, relative } from 'node:path'
import { copyOfSources, type SourceFile } from './copy-of-sources.ts'
import type { Mistake } from './mistake.ts'
import { MISTAKES } from './mistakes.ts'

/** Changes that every copy has, so that each mistake can be switched on separately. */
const PREPARED: readonly Mistake[] = [
  {
    // Refusals need no mistake each: one that is broken is not asked.
    file: 'src/model/decide.ts',
    right: 'waived?.has(rule.id)',
    wrong: 'waived?.has(rule.id) || mistaken(rule.id)',
  },
  {
    // Nor is it when a node joins by an event.
    file: 'src/model/areas/clusters/events/nodes.ts',
    right: 'rulesIn(joining)',
    wrong: 'rulesIn(joining).filter((rule) => !mistaken(rule.id))',
  },
]

interface Edit extends Pick<Mistake, 'file' | 'right' | 'within' | 'needs'> {
  readonly by: string
}

const EDITS: readonly Edit[] = [
  ...PREPARED.map(({ wrong, ...place }) => ({ ...place, by: `(${wrong})` })),
  ...Object.entries(MISTAKES).flatMap(([id, mistakes]) =>
    mistakes.map(({ wrong, ...place }) => ({ ...place, by: either(id, place.right, wrong) })),
  ),
]

/**
 * The folder of a copy of the sources in which every mistake is built in, and none is made unless it is switched on
 * (`switched-on.ts`). The sources themselves know nothing of mistakes.
 */
export function mistakenCopy(): string {
  folder ??= copyOfSources('mistaken', withEdits)
  return folder
}

/** The sources are read once: who loads several modules gets them from one copy. */
let folder: string | undefined

function withEdits(sources: readonly SourceFile[]): readonly SourceFile[] {
  const astray = EDITS.filter(({ file }) => !sources.some(({ path }) => path === file))
  if (astray.length > 0) throw new Error(`mistakes in files that are not there: ${astray.map(({ file }) => file)}`)
  return [...sources.map(edited), SWITCH, CHECKED]
}

/** Answers whether the mistake about a rule is to be made. */
const SWITCH: SourceFile = {
  path: 'src/mistaken.ts',
  text: `const KEY = Symbol.for('understudy.mistakes')
const shared = globalThis as { [KEY]?: { getStore(): ReadonlySet<string> | undefined } }
export const mistaken = (id: string): boolean => shared[KEY]?.getStore()?.has(id) ?? false
`,
}

/** Lets `tsc -p` check it as the sources are checked, except that a mistake may leave something without use. */
const CHECKED: SourceFile = {
  path: 'tsconfig.json',
  text: JSON.stringify({
    extends: '../../../tsconfig.json',
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ['src/model'],
    exclude: [],
  }),
}

function edited(source: SourceFile): SourceFile {
  const { path } = source
  const edits = EDITS.filter(({ file }) => file === path)
  if (edits.length === 0) return source
  const text = edits.reduce(
    (before, { within, right, by }) =>
      within === undefined ? replaced(before, right, by) : replaced(before, within, replaced(within, right, by)),
    source.text,
  )
  const needs = new Set(edits.flatMap((edit) => edit.needs?.split('\n\n') ?? []))
  const from = relative(dirname(path), SWITCH.path)
  const imported = `import { mistaken } from '${from.startsWith('.') ? from : `./${from}`}'`
  return { path, text: [imported, ...needs, text].join('\n') }
}

/** A wrong statement goes before the right one, which it leaves unreached; else one of two expressions is evaluated. */
function either(id: string, right: string, wrong: string): string {
  if (wrong === '') return `if (!mistaken('${id}')) ${right}`
  if (/^(if \(.*\) )?return\b/.test(wrong)) return `if (mistaken('${id}')) { ${wrong} }\n${right}`
  return `(mistaken('${id}') ? (${wrong}) : (${right}))`
}

function replaced(text: string, right: string, by: string): string {
  const parts = text.split(right)
  if (parts.length !== 2) throw new Error(`a mistake is to stand in one place, not in ${parts.length - 1}: ${right}`)
  return parts.join(by)
}
