import { Command } from 'commander'
import { loadContract } from '../../src/contract/contract.ts'
import { lintSpec } from '../../src/contract/lint.ts'
import { lintRules } from '../../src/model/lint-rules.ts'
import { RULES } from '../../src/model/model.ts'
import { freshSource } from '../contract.ts'
import { examples } from '../examples.ts'
import type { ExitCode } from '../exit-code.ts'
import { paint, print, printJson, table } from '../output.ts'

export function lintCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('lint')
    .description('check that the description, machines, gaps and checklist fit together')
    .option('--json', 'print the findings as JSON')
    .action(({ json }: { json?: boolean }) => {
      const source = freshSource()
      const { operations } = loadContract(source)
      const findings = [...lintSpec(source), ...lintRules(source, [...operations.values()], RULES)]
      if (json) printJson(findings)
      else if (findings.length > 0) print(table(findings.map(({ check, message }) => [paint('red', check), message])))
      else
        print(
          `${paint('green', 'ok')}  ${Object.keys(source.checklist).length} checklist lines, ${source.machines.length} machines, ${Object.keys(source.gaps).length} gaps and ${RULES.length} rules fit together`,
        )
      finish(findings.length > 0 ? 1 : 0)
    })
  return examples(command, ['understudy spec lint', 'understudy spec lint --json'])
}
