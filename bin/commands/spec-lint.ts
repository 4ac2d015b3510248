import { Command } from 'commander'
import { loadContract } from '../../src/contract/contract.ts'
import { lintSpec } from '../../src/contract/lint/lint.ts'
import { RULES } from '../../src/model/model.ts'
import { lintRules } from '../../src/model/rules/lint-rules.ts'
import { lintLibrary } from '../../src/scenario/reading/lint-library.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { freshSource } from '../files/contract.ts'
import { libraryHeads } from '../files/scenario-files.ts'
import { paint, print, printJson, table } from '../terminal/output.ts'

export function lintCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('lint')
    .description('check that the description, machines, gaps, checklist, rules and scenarios are consistent')
    .option('--json', 'print the findings as JSON')
    .action(({ json }: { json?: boolean }) => {
      const source = freshSource()
      const { operations } = loadContract(source)
      const rules = new Set(RULES.map(({ id }) => id))
      const heads = libraryHeads()
      const findings = [
        ...lintSpec(source),
        ...lintRules(source, [...operations.values()], RULES),
        ...(heads.length > 0 ? lintLibrary({ checklist: source.checklist, rules }, heads) : []),
      ]
      if (json) printJson(findings)
      else if (findings.length > 0) print(table(findings.map(({ check, message }) => [paint('red', check), message])))
      else
        print(
          `${paint('green', 'ok')}  ${Object.keys(source.checklist).length} checklist lines, ${source.machines.length} machines, ${Object.keys(source.gaps).length} gaps, ${RULES.length} rules and ${heads.length} scenarios fit together`,
        )
      finish(findings.length > 0 ? 1 : 0)
    })
  return examples(command, ['understudy spec lint', 'understudy spec lint --json'])
}
