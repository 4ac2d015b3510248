import { Command, CommanderError } from 'commander'
import { MistakesError } from '../src/contract/files/mistakes.ts'
import { Unusable } from '../src/target/opening/unusable.ts'
import { visible } from '../src/target/writing/visible.ts'
import type { ExitCode } from './command-line/exit-code.ts'
import { UsageError } from './command-line/usage-error.ts'
import { version } from './command-line/version.ts'
import { printable } from './terminal/printable.ts'

type Finish = (code: ExitCode) => void

/** Each brings what it needs along, so that none waits for what another one needs. */
const COMMANDS: Readonly<Record<string, (finish: Finish) => Promise<Command>>> = {
  demo: async (finish) => (await import('./commands/demo.ts')).demoCommand(finish),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  verify: async (finish) => (await import('./commands/verify.ts')).verifyCommand(finish),
  merge: async (finish) => (await import('./commands/merge.ts')).mergeCommand(finish),
  compare: async (finish) => (await import('./commands/compare.ts')).compareCommand(finish),
  matrix: async () => (await import('./commands/matrix.ts')).matrixCommand(),
  learn: async (finish) => (await import('./commands/learn.ts')).learnCommand(finish),
  replay: async (finish) => (await import('./commands/replay.ts')).replayCommand(finish),
  watch: async (finish) => (await import('./commands/watch.ts')).watchCommand(finish),
  judge: async (finish) => (await import('./commands/judge.ts')).judgeCommand(finish),
  record: async () => (await import('./commands/record.ts')).recordCommand(),
  scenario: async () => (await import('./commands/scenario.ts')).scenarioCommand(),
  doctor: async (finish) => (await import('./commands/doctor.ts')).doctorCommand(finish),
  init: async () => (await import('./commands/init.ts')).initCommand(),
  spec: async (finish) => (await import('./commands/spec.ts')).specCommand(finish),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  completions: async () =>
    (await import('./commands/completions.ts')).completionsCommand(() => makeProgram([], () => {})),
}

/** Runs the command line and says how it ended; errors are one sentence on standard error. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0
  const finish = (result: ExitCode) => {
    code = result
  }
  try {
    const program = await makeProgram(args, finish)
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    return explain(error)
  }
}

/** With the command that is asked for; with all of them when somebody asks for help, or for one there is not. */
export async function makeProgram(args: readonly string[], finish: Finish): Promise<Command> {
  const program = new Command('understudy')
    .description('Stateful mock and contract tests for the Organization Operations Control API.')
    .version(version(), '-v, --version', 'print the version')
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError('(add --help to see the options)')
  const [asked = ''] = args[0] === 'help' ? args.slice(1) : args
  const commands = Object.hasOwn(COMMANDS, asked) ? [COMMANDS[asked]] : Object.values(COMMANDS)
  for (const command of commands) if (command) program.addCommand(await command(finish))
  for (const command of everyCommand(program)) command.exitOverride()
  return program
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError || error instanceof Unusable || error instanceof MistakesError) {
    tell(error.message)
    return 2
  }
  const details = process.env.UNDERSTUDY_DEBUG
    ? `\n${(error as Error).stack}`
    : ' Set UNDERSTUDY_DEBUG=1 for a stack trace.'
  tell(`Internal error in Understudy: ${(error as Error).message}.${details}`)
  return 2
}

const tell = (text: string): void => void process.stderr.write(`${printable(visible(text))}\n`)
