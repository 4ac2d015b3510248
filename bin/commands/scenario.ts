import { Command } from 'commander'
import { scenarioExportCommand } from './scenario-export.ts'
import { scenarioListCommand } from './scenario-list.ts'

export function scenarioCommand(): Command {
  return new Command('scenario')
    .description('look at saved scenarios')
    .helpCommand(false)
    .addCommand(scenarioListCommand())
    .addCommand(scenarioExportCommand())
}
