import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command } from 'commander'
import { limitPatterns } from '../../src/scenario/criteria/limited-patterns.ts'
import { examples } from '../command-line/examples.ts'
import { makeMcpServer } from '../mcp/server.ts'
import { McpSession } from '../mcp/tools/session.ts'

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'serve the mock and the judge to AI tools, over the Model Context Protocol on standard input and output',
    )
    .action(async () => {
      limitPatterns()
      const session = new McpSession()
      const { close } = serveStdio(() => makeMcpServer(session))
      await new Promise<void>((resolve) => {
        process.stdin.once('end', resolve)
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      await session.close()
      await close()
    })
  return examples(command, ['understudy mcp', 'claude mcp add understudy -- npx understudy mcp'])
}
