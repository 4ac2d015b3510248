import type { Operation } from '../../../src/contract/operations.ts'
import { buildPath } from '../../../src/contract/routes.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import { RULES } from '../../../src/model/model.ts'
import { UsageError } from '../../command-line/usage-error.ts'
import { inSandbox, type McpSession } from './session.ts'
import { SANDBOX, type Tool, textOf } from './tool.ts'

type Values = Readonly<Record<string, string | number>>

const ARGUMENTS = {
  operation: { type: 'string', description: 'Its id, for example openIncident; explain describes its parameters.' },
  parameters: { type: 'object', description: 'Path and query parameters by name.' },
  body: { type: 'object', description: 'The body as JSON.' },
  sandbox: SANDBOX,
} as const

const callOperation: Tool = {
  name: 'call_operation',
  description:
    'Call an operation of the API on the running mock. Returns the status, the body, and the rules and gaps that decided it.',
  readOnly: false,
  properties: {
    ...ARGUMENTS,
    as: { type: 'string', description: 'The caller, one of those from start_mock (default: owner).' },
  },
  required: ['operation'],
  async run({ operation: id, parameters, body, as: caller, sandbox }, session) {
    const operation = operationCalled(session.mock.contract.operations, String(id))
    const answer = await session.mock.fetch(pathOf(operation, parameters), {
      method: operation.method,
      headers: {
        'content-type': 'application/json',
        ...headersOf(session, textOf(caller) ?? 'owner'),
        ...inSandbox(textOf(sandbox)),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: readable(await answer.text()), ...decidedBy(session, answer.headers) }
  },
}

const causeEvent: Tool = {
  name: 'cause_event',
  description:
    'Trigger an outside event: an alert fires, a probe fails, a node joins, a message bounces. explain describes the body of an event.',
  readOnly: false,
  properties: {
    event: { type: 'string', description: 'For example alertFires.' },
    body: ARGUMENTS.body,
    sandbox: SANDBOX,
  },
  required: ['event'],
  run({ event, body = {}, sandbox }, session) {
    const { method, path } = operationCalled(eventsOf(session), String(event))
    return session.control(method, path, body, textOf(sandbox))
  },
}

const control: Tool = {
  name: 'control',
  description:
    'Call an operation of the control interface of the mock: exportWorld, compareWorlds, listJournal, undoJournal, listRequests, listPages, listWebhookDeliveries, armFault, setGap, and others.',
  readOnly: false,
  properties: ARGUMENTS,
  required: ['operation'],
  run({ operation: id, parameters, body, sandbox }, session) {
    const operation = operationCalled(session.mock.contract.controlOperations, String(id))
    if (operation.id === 'streamHappenings')
      throw new UsageError('An event stream does not end. Call listJournal or listRequests instead.')
    return session.control(operation.method, pathOf(operation, parameters), body, textOf(sandbox))
  },
}

export const REQUEST_TOOLS: readonly Tool[] = [callOperation, causeEvent, control]

export function operationCalled(operations: ReadonlyMap<string, Operation>, id: string): Operation {
  const operation = operations.get(id)
  if (!operation) throw new UsageError(`There is no operation ${id}${didYouMean(id, [...operations.keys()])}.`)
  return operation
}

const eventsOf = ({ mock }: McpSession): ReadonlyMap<string, Operation> =>
  new Map([...mock.contract.controlOperations].filter(([, { path }]) => path.startsWith('/_understudy/events/')))

function pathOf(operation: Operation, given: unknown): string {
  const values = (given ?? {}) as Values
  const needed = operation.parameters.filter(({ in: place, name }) => place === 'path' && values[name] === undefined)
  if (needed.length > 0)
    throw new UsageError(`${operation.id} needs ${needed.map(({ name }) => name).join(' and ')} among its parameters.`)
  const query = operation.parameters.flatMap(({ in: place, name }): [string, string][] =>
    place === 'query' && values[name] !== undefined ? [[name, String(values[name])]] : [],
  )
  return buildPath(operation, values) + (query.length > 0 ? `?${new URLSearchParams(query)}` : '')
}

function headersOf({ mock }: McpSession, name: string): Readonly<Record<string, string>> {
  const caller = mock.callers.find((one) => one.name === name)
  if (!caller)
    throw new UsageError(
      `There is no caller ${name}${didYouMean(
        name,
        mock.callers.map((one) => one.name),
      )}.`,
    )
  return caller.headers
}

/** The mock's reasons for its answer: each rule and each gap with its sentence. */
function decidedBy({ mock }: McpSession, headers: Headers) {
  const named = (header: string) => (headers.get(header) ?? '').split(', ').filter((id) => id !== '')
  return {
    rules: named('x-understudy-rules').map((id) => ({ id, says: RULES.find((rule) => rule.id === id)?.says })),
    gaps: named('x-understudy-gaps').map((id) => ({
      id,
      about: [...mock.contract.gaps.definitions].find(([gap]) => gap === id)?.[1].about,
    })),
  }
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
