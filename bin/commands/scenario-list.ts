import { Command } from 'commander'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { type Scenario, tagsOf } from '../../src/scenario/scenario.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { LIBRARY } from '../files/library.ts'
import { readScenarios, shownFile } from '../files/scenario-files.ts'
import { print, printJson, table } from '../terminal/output.ts'

export function scenarioListCommand(): Command {
  const command = new Command('list')
    .description('list the scenarios in a folder (default: the built-in library)')
    .argument('[folder]', 'folder to look in')
    .option('--tag <tag>', 'only scenarios with this tag, or of this area')
    .option('--json', 'print JSON')
    .action((folder: string | undefined, { tag, json }: { tag?: string; json?: boolean }) => {
      const all = readScenarios(contractWith(undefined), [folder ?? LIBRARY])
      const chosen = tag === undefined ? all : all.filter((scenario) => tagsOf(scenario).includes(tag))
      if (tag !== undefined && chosen.length === 0) throw new UsageError(noneTagged(tag, all))
      if (json) printJson(chosen.map(described))
      else print(`${table(chosen.map(row))}\n\n${chosen.length} ${chosen.length === 1 ? 'scenario' : 'scenarios'}`)
    })
  return examples(command, ['understudy scenario list', 'understudy scenario list --tag terminal'])
}

const row = (scenario: Scenario): string[] => [
  `${scenario.folder}/${scenario.name}`,
  (scenario.notes.tags ?? []).join(' '),
  (scenario.notes.checklist ?? []).join(' '),
  scenario.title,
]

function described(scenario: Scenario) {
  const { name, folder, title, notes, steps, file } = scenario
  const { checklist = [], why, gaps = {} } = notes
  return {
    name,
    folder,
    title,
    why,
    tags: tagsOf(scenario),
    checklist,
    gaps,
    steps: steps.length,
    file: shownFile(file),
  }
}

function noneTagged(tag: string, all: readonly Scenario[]): string {
  const tags = [...new Set(all.flatMap(tagsOf))].sort()
  return `No scenario has the tag ${tag}${didYouMean(tag, tags)}; there are ${tags.join(', ')}.`
}
