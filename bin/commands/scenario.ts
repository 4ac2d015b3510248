import { Command } from 'commander'
import { scenarioExportCommand } from './scenario-export.ts'
import { scenarioImportCommand } from './scenario-import.ts'
import { scenarioListCommand } from './scenario-list.ts'

export function scenarioCommand(): Command {
  return new Command('scenario')
    .description('list, export and import scenarios')
    .helpCommand(false)
    .addCommand(scenarioListCommand())
    .addCommand(scenarioExportCommand())
    .addCommand(scenarioImportCommand())
}
