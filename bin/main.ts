import { Command, CommanderError } from 'commander'
import { learnCommand } from './commands/learn.ts'
import { recordCommand } from './commands/record.ts'
import { replayCommand } from './commands/replay.ts'
import { scenarioCommand } from './commands/scenario.ts'
import { serveCommand } from './commands/serve.ts'
import { specCommand } from './commands/spec.ts'
import { verifyCommand } from './commands/verify.ts'
import type { ExitCode } from './exit-code.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

/** Runs the command line and says how it ended; errors are one sentence on standard error. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0
  const program = makeProgram((result) => {
    code = result
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    return explain(error)
  }
}

function makeProgram(finish: (code: ExitCode) => void): Command {
  const program = new Command('understudy')
    .description('Stands in for the Organization Operations Control API and judges anything that claims to be it.')
    .version(version(), '-v, --version', 'print the version')
    .helpCommand(false)
    .showHelpAfterError('(run it with --help to see what is possible)')
  program
    .addCommand(serveCommand())
    .addCommand(verifyCommand(finish))
    .addCommand(learnCommand(finish))
    .addCommand(replayCommand(finish))
    .addCommand(recordCommand())
    .addCommand(scenarioCommand())
    .addCommand(specCommand(finish))
  for (const command of everyCommand(program)) command.exitOverride()
  return program
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError) {
    console.error(error.message)
    return 2
  }
  const details = process.env.UNDERSTUDY_DEBUG ? `\n${(error as Error).stack}` : ' Set UNDERSTUDY_DEBUG=1 to see where.'
  console.error(`Understudy itself failed: ${(error as Error).message}.${details}`)
  return 2
}
