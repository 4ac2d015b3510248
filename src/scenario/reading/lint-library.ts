import { parseYaml } from '../../contract/files/yaml-file.ts'
import type { ChecklistLine } from '../../contract/source.ts'
import { didYouMean } from '../../contract/text/did-you-mean.ts'
import type { Arazzo, ScenarioNotes } from '../arazzo.ts'

/** The description of a scenario at the top of its file. */
export interface Head {
  readonly file: string
  readonly title: string
  readonly notes: ScenarioNotes
}

/** Reads no further than the steps, which is all it takes to look a whole library over quickly. */
export function readHead(text: string, file: string): Head {
  const [head = ''] = text.split(/^workflows:/m)
  const value = parseYaml(head, file).value as Partial<Arazzo> | null
  return { file, title: value?.info?.title ?? '', notes: value?.['x-understudy'] ?? {} }
}

interface Known {
  readonly checklist: Readonly<Record<string, ChecklistLine>>
  readonly rules: ReadonlySet<string>
}

/** Checks that a library of scenarios agrees with the checklist and the rules. */
export function lintLibrary({ checklist, rules }: Known, heads: readonly Head[]): { check: string; message: string }[] {
  const shown = new Set(heads.flatMap(({ notes }) => notes.checklist ?? []))
  const lines = Object.entries(checklist)
  return [
    ...lines
      .filter(([id, { unshown }]) => unshown === undefined && !shown.has(id))
      .map(([id]) => ({ check: 'scenarios-show-checklist', message: `no scenario shows ${id}` })),
    ...lines
      .filter(([id, { unshown }]) => unshown !== undefined && shown.has(id))
      .map(([id]) => ({
        check: 'scenarios-show-checklist',
        message: `${id} is marked unshown, and a scenario shows it`,
      })),
    ...heads.flatMap((head) => ruleMistakes(head, rules)).map((message) => ({ check: 'scenario-rules', message })),
  ]
}

function ruleMistakes({ file, notes }: Head, known: ReadonlySet<string>): string[] {
  const named = (notes.rules ?? []).flat()
  if (named.length === 0) return [`${file} names no rule that it is about`]
  return named
    .filter((id) => !known.has(id))
    .map((id) => `${file}: there is no rule ${id}${didYouMean(id, [...known])}`)
}
