import type { Contract } from '../../src/contract/contract.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { corsHeaders } from '../http/cors.ts'
import { parseTarget } from '../http/request-target.ts'
import { type Answer, emptyAnswer, jsonAnswer, type Why, type WireRequest } from '../http/wire.ts'
import type { Mock, Sandbox } from '../sandboxes/mock.ts'
import { isRefused, type Refused } from '../world/refused.ts'
import { controlRoutes } from './control-operation.ts'
import { advanceClock, getClock, setClock, setProgress } from './handlers/clock-handlers.ts'
import { compareSandboxes } from './handlers/compare-handlers.ts'
import type { ControlAnswer, ControlHandler } from './handlers/control-handler.ts'
import { listWebhookDeliveries } from './handlers/delivery-handlers.ts'
import { causeEvent, isKnownEvent } from './handlers/event-handlers.ts'
import { armFault, clearFaults, disarmFault, listFaults } from './handlers/fault-handlers.ts'
import { listGaps, setGap, unsetGap } from './handlers/gap-handlers.ts'
import { getHealth } from './handlers/health-handlers.ts'
import { listIdentities } from './handlers/identity-handlers.ts'
import {
  getJournalEntry,
  getWorldAt,
  listJournal,
  listMarks,
  markJournal,
  undoJournal,
} from './handlers/journal-handlers.ts'
import { listPages } from './handlers/page-handlers.ts'
import { rehearse } from './handlers/rehearse-handlers.ts'
import { clearRequests, getRequest, listRequests } from './handlers/request-handlers.ts'
import { listRules } from './handlers/rule-handlers.ts'
import {
  createSandbox,
  dropSandbox,
  forkSandbox,
  getSandbox,
  listSandboxes,
  resetSandbox,
} from './handlers/sandbox-handlers.ts'
import {
  getScenario,
  listScenarios,
  loadScenario,
  saveJournalAsScenario,
  saveScenario,
} from './handlers/scenario-handlers.ts'
import { streamHappenings } from './handlers/stream-handlers.ts'
import { exportWorld, importWorld, listSeeds, resetWorld } from './handlers/world-handlers.ts'
import { foreign } from './origin-guard.ts'
import { readControlRequest } from './read-control-request.ts'

/** The handlers, by operation of the control description; outside events come besides. */
const HANDLERS: Readonly<Record<string, ControlHandler>> = {
  getClock,
  setClock,
  advanceClock,
  setProgress,
  resetWorld,
  listSeeds,
  exportWorld,
  importWorld,
  listSandboxes,
  createSandbox,
  getSandbox,
  dropSandbox,
  forkSandbox,
  resetSandbox,
  listJournal,
  getJournalEntry,
  getWorldAt,
  undoJournal,
  compareWorlds: compareSandboxes,
  listMarks,
  markJournal,
  saveJournalAsScenario,
  listScenarios,
  saveScenario,
  getScenario,
  loadScenario,
  listIdentities,
  getHealth,
  listGaps,
  setGap,
  unsetGap,
  listRules,
  listRequests,
  getRequest,
  clearRequests,
  listPages,
  listFaults,
  armFault,
  clearFaults,
  disarmFault,
  listWebhookDeliveries,
  streamHappenings,
  rehearse,
}

/** About the server as a whole: they need no sandbox to be in, and make none. */
const SERVER_WIDE = new Set([
  'listSandboxes',
  'createSandbox',
  'getSandbox',
  'dropSandbox',
  'forkSandbox',
  'resetSandbox',
  'listSeeds',
  'listScenarios',
  'saveScenario',
  'getScenario',
  'getHealth',
])

/** A request to the control interface, from the guard to its answer. */
export function answerControl(mock: Mock, request: WireRequest, name: string | undefined): Answer | Promise<Answer> {
  const refused = foreign(request, mock)
  if (refused) return jsonAnswer(403, { error: refused })
  const answer = controlled(mock, request, name)
  const { origin } = request.headers
  if (origin === undefined) return answer
  const shared = (given: Answer) => ({ ...given, headers: { ...given.headers, ...corsHeaders(request, origin) } })
  return answer instanceof Promise ? answer.then(shared) : shared(answer)
}

const controlled = (mock: Mock, request: WireRequest, name: string | undefined): Answer | Promise<Answer> =>
  answered(mock.contract, request, (operation) =>
    SERVER_WIDE.has(operation) ? mock.sandboxes.defaultSandbox : mock.sandboxes.use(name),
  )

/** The same in a sandbox that is at hand, and need not have a name. */
export const answerControlIn = (sandbox: Sandbox, request: WireRequest): Answer | Promise<Answer> =>
  answered(sandbox.contract, request, () => sandbox)

function answered(
  contract: Contract,
  request: WireRequest,
  sandboxFor: (operation: string) => Sandbox | Refused,
): Answer | Promise<Answer> {
  const { path, query } = parseTarget(request.target)
  const match = controlRoutes(contract).match(request.method === 'HEAD' ? 'GET' : request.method, path)
  if (match.found === 'nothing') return unknownOperation(contract, path)
  if (match.found === 'path') return otherMethod(request.method, path, match.methods)
  const { operation, parameters } = match
  const handler = HANDLERS[operation.id] ?? (isKnownEvent(operation) ? causeEvent : undefined)
  const why = { operation: operation.id, rules: [], gaps: [] }
  if (!handler) return jsonAnswer(501, { error: `${operation.id} is not implemented yet` }, why)
  const read = readControlRequest(operation, parameters, query, request)
  if ('error' in read) return jsonAnswer(400, { error: read.error }, why)
  const sandbox = sandboxFor(operation.id)
  if (isRefused(sandbox)) return jsonAnswer(sandbox.refused, { error: sandbox.error }, why)
  const answer = handler(sandbox, read)
  return answer instanceof Promise ? answer.then((given) => shown(given, why)) : shown(answer, why)
}

function shown(answer: ControlAnswer, why: Why): Answer {
  if (answer.status === 204) return emptyAnswer(204, why)
  if ('stream' in answer)
    return { status: answer.status, headers: answer.headers, body: undefined, stream: answer.stream, why }
  return jsonAnswer(answer.status, 'error' in answer ? { error: answer.error } : answer.body, why)
}

function unknownOperation(contract: Contract, path: string): Answer {
  const known = [...contract.controlOperations.values()].map((operation) => operation.path)
  if (/^\/_understudy\/?$/.test(path))
    return jsonAnswer(404, { error: `there is nothing at this path, only below it: ${rooms(known)}` })
  return jsonAnswer(404, { error: `the control interface has nothing at ${path}${didYouMean(path, known)}` })
}

/** For whoever opens the address that a mock prints at its start. */
const rooms = (paths: readonly string[]): string =>
  [...new Set(paths.map((path) => path.split('/', 3).join('/')))].sort().join(', ')

function otherMethod(method: string, path: string, methods: readonly string[]): Answer {
  const allow = { Allow: [...methods, 'OPTIONS'].join(', ') }
  if (method === 'OPTIONS') return emptyAnswer(204, undefined, allow)
  return jsonAnswer(405, { error: `${path} does not support ${method}, only ${methods.join(', ')}` }, undefined, allow)
}
