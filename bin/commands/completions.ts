import { Argument, Command } from 'commander'
import { examples } from '../command-line/examples.ts'
import { bashCompletions } from '../completions/bash.ts'
import { commandWords } from '../completions/command-words.ts'
import { fishCompletions } from '../completions/fish.ts'
import { zshCompletions } from '../completions/zsh.ts'
import { print } from '../terminal/output.ts'

const SHELLS = { bash: bashCompletions, zsh: zshCompletions, fish: fishCompletions }

export function completionsCommand(wholeProgram: () => Promise<Command>): Command {
  const command = new Command('completions')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .action(async (shell: keyof typeof SHELLS) => print(SHELLS[shell](commandWords(await wholeProgram()))))
  return examples(command, [
    'source <(understudy completions bash)',
    'source <(understudy completions zsh)',
    'understudy completions fish | source',
  ])
}
