import { Command } from 'commander'
import type { ExitCode } from '../command-line/exit-code.ts'
import { bundleCommand } from './spec-bundle.ts'
import { diagramCommand } from './spec-diagram.ts'
import { exploreCommand } from './spec-explore.ts'
import { gapsCommand } from './spec-gaps.ts'
import { lintCommand } from './spec-lint.ts'
import { operationsCommand } from './spec-operations.ts'
import { rulesCommand } from './spec-rules.ts'

export function specCommand(finish: (code: ExitCode) => void): Command {
  return new Command('spec')
    .description('look at the contract itself')
    .helpCommand(false)
    .addCommand(lintCommand(finish))
    .addCommand(bundleCommand())
    .addCommand(operationsCommand())
    .addCommand(rulesCommand())
    .addCommand(gapsCommand())
    .addCommand(diagramCommand())
    .addCommand(exploreCommand(finish))
}
