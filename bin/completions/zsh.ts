import { bashCompletions } from './bash.ts'
import type { CommandWords } from './command-words.ts'

/** zsh runs completion functions of bash once it is asked to. */
export const zshCompletions = (commands: readonly CommandWords[]): string =>
  `# Completions of understudy for zsh: source <(understudy completions zsh)
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashCompletions(commands)}`
