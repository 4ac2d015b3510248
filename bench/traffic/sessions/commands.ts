import { ended, understudy } from './command.ts'
import type { Session } from './session.ts'
import type { Kind } from './targets.ts'
import { startWatch } from './watch-command.ts'

/** One of our other commands, with `watch` between it and its target. Outside events pass there too. */
export const commandThroughWatch = (command: Command, { name, open }: Kind): Session => ({
  name: `${command.name} on ${name}`,
  async run() {
    const target = await open()
    const watch = await startWatch(target.url, target.profile)
    const profile = target.profile === undefined ? [] : ['--profile', target.profile]
    try {
      await ended(understudy(...command.args(watch.url), ...profile), ...command.codes)
      return await watch.end()
    } finally {
      await target.close()
    }
  },
})

export interface Command {
  readonly name: string
  args(url: string): readonly string[]
  /** How it may end. */
  readonly codes: readonly number[]
}

export const verify = (requests: number, seed: number): Command => ({
  name: 'verify',
  args: (url) => ['verify', url, '--seed', String(seed), '--requests', String(requests)],
  codes: [0],
})

/** The library of scenarios; on a target that differs from what one assumes, it fails there. */
export const replay: Command = {
  name: 'replay',
  args: (url) => ['replay', 'scenarios', '--target', url],
  codes: [0, 1],
}

/** Learning needs a profile to start from, so it is for candidates only. */
export const learn: Command = {
  name: 'learn',
  args: (url) => ['learn', url, '--runs', '20'],
  codes: [0],
}
