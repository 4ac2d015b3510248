import { spawn } from 'node:child_process'

/** A shell that is typed into, one command after the other, as a reader of a page would. */
export interface Shell {
  /** Types a command and returns what it printed on standard output. */
  type(command: string): Promise<string>
  /** Ends it, with everything that was started in it. */
  close(): void
}

const DONE = '--- understudy: that was it ---'

export function openShell(cwd: string, env: NodeJS.ProcessEnv): Shell {
  // In a process group of its own, so that servers that a page starts end with it.
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // The pipe closes when whoever types is gone, even if killed: then the shell ends, and takes its servers along.
  shell.stdin.write("trap 'kill -KILL 0' EXIT\n")
  let printed = ''
  let ended = false
  let heard = () => {}
  shell.on('close', () => {
    ended = true
    heard()
  })
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk
    heard()
  })

  async function answered(): Promise<string> {
    while (!printed.includes(DONE)) {
      if (ended) throw new Error(`the shell ended:\n${printed}`)
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    }
    const [output = ''] = printed.split(DONE)
    printed = ''
    return output.replaceAll('\r', '').trim()
  }

  return {
    async type(command) {
      if (command.endsWith('&')) return startServer(command)
      shell.stdin.write(`{ ${command}\n} </dev/null\ncode=$?; printf '\\n${DONE}\\n'; (exit $code)\n`)
      return answered()
    },
    close() {
      if (shell.pid === undefined) return
      try {
        process.kill(-shell.pid, 'SIGKILL')
      } catch {}
    },
  }

  /** A server's output is dropped, so that it does not mix with that of the next command. */
  async function startServer(command: string): Promise<string> {
    shell.stdin.write(`${command.slice(0, -1)} </dev/null >/dev/null 2>&1 &\n`)
    const [, port] = /--port (\d+)/.exec(command) ?? []
    for (let attempt = 0; attempt < 300; attempt++) {
      const up = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
      if (up) return ''
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${command} did not start`)
  }
}
