import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { version } from '../command-line/version.ts'
import { readables } from './resources.ts'
import { CONTRACT_TOOLS } from './tools/contract-tools.ts'
import { JUDGE_TOOLS } from './tools/judge-tools.ts'
import { MOCK_TOOLS } from './tools/mock-tools.ts'
import { REQUEST_TOOLS } from './tools/request-tools.ts'
import { SCENARIO_TOOLS } from './tools/scenario-tools.ts'
import type { McpSession } from './tools/session.ts'
import type { Tool } from './tools/tool.ts'

const TOOLS: readonly Tool[] = [...MOCK_TOOLS, ...REQUEST_TOOLS, ...CONTRACT_TOOLS, ...SCENARIO_TOOLS, ...JUDGE_TOOLS]

const INSTRUCTIONS =
  'A stateful mock of an organization control API, and a judge for implementations of it. start_mock, then call_operation, cause_event and move_clock; explain says what a rule, gap or operation is; verify tests an implementation.'

/** A server with everything registered, for one client. */
export function makeMcpServer(session: McpSession): McpServer {
  const server = new McpServer({ name: 'understudy', version: version() }, { instructions: INSTRUCTIONS })
  for (const tool of TOOLS) addTool(server, tool, session)
  for (const { name, uri, title, mimeType, read } of readables())
    server.registerResource(name, uri, { title, mimeType }, (asked) => ({
      contents: [{ uri: asked.href, mimeType, text: read() }],
    }))
  return server
}

function addTool(server: McpServer, tool: Tool, session: McpSession): void {
  const { name, description, readOnly, properties, required = [], run } = tool
  const inputSchema = fromJsonSchema<Record<string, unknown>>({
    type: 'object',
    properties,
    required: [...required],
    additionalProperties: false,
  })
  server.registerTool(name, { description, inputSchema, annotations: { readOnlyHint: readOnly } }, async (args) => {
    try {
      const said = await run(args, session)
      const text = typeof said === 'string' ? said : JSON.stringify(said, null, 2)
      return { content: [{ type: 'text', text: session.redacted(text) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: session.redacted((error as Error).message) }] }
    }
  })
}
