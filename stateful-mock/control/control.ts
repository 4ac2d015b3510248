import type { Contract } from '../../src/contract/contract.ts'
import { didYouMean } from '../../src/contract/mistakes.ts'
import { makeRoutes, type Routes } from '../../src/contract/routes.ts'
import { corsHeaders } from '../http/cors.ts'
import { parseTarget } from '../http/target.ts'
import { type Answer, emptyAnswer, jsonAnswer, type WireRequest } from '../http/wire.ts'
import type { Mock } from '../mock.ts'
import { advanceClock, getClock, setClock } from './clock.ts'
import { causeEvent, isKnownEvent } from './events.ts'
import { listGaps, setGap, unsetGap } from './gaps.ts'
import { foreign } from './guard.ts'
import type { ControlAnswer, ControlHandler } from './handler.ts'
import { getHealth } from './health.ts'
import { listIdentities } from './identities.ts'
import { listPages } from './pages.ts'
import { readControlRequest } from './read-request.ts'
import { clearRequests, getRequest, listRequests } from './requests.ts'
import { listRules } from './rules.ts'
import { exportWorld, listSeeds, resetWorld } from './worlds.ts'

/** What is built so far, by operation of the control description; outside events come besides. */
const HANDLERS: Readonly<Record<string, ControlHandler>> = {
  getClock,
  setClock,
  advanceClock,
  resetWorld,
  listSeeds,
  exportWorld,
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
}

/** A request to the control interface, from the guard to its answer. */
export function answerControl(mock: Mock, request: WireRequest): Answer {
  const refused = foreign(request, mock.host)
  if (refused) return jsonAnswer(403, { error: refused })
  const answer = controlled(mock, request)
  const { origin } = request.headers
  return origin === undefined ? answer : { ...answer, headers: { ...answer.headers, ...corsHeaders(request, origin) } }
}

function controlled(mock: Mock, request: WireRequest): Answer {
  const { path, query } = parseTarget(request.target)
  const sandbox = request.headers['x-understudy-sandbox']
  if (sandbox !== undefined && sandbox !== 'default') return jsonAnswer(501, { error: 'this mock has one world only' })
  const match = routesOf(mock.contract).match(request.method === 'HEAD' ? 'GET' : request.method, path)
  if (match.found === 'nothing') return unknownOperation(mock.contract, path)
  if (match.found === 'path') return otherMethod(request.method, path, match.methods)
  const { operation, parameters } = match
  const handler = HANDLERS[operation.id] ?? (isKnownEvent(operation) ? causeEvent : undefined)
  const why = { operation: operation.id, rules: [], gaps: [] }
  if (!handler) return jsonAnswer(501, { error: `${operation.id} is not built yet` }, why)
  const read = readControlRequest(operation, parameters, query, request)
  if ('error' in read) return jsonAnswer(400, { error: read.error }, why)
  const answer: ControlAnswer = handler(mock, read)
  if (answer.status === 204) return emptyAnswer(204, why)
  return jsonAnswer(answer.status, 'error' in answer ? { error: answer.error } : answer.body, why)
}

function unknownOperation(contract: Contract, path: string): Answer {
  const known = [...contract.controlOperations.values()].map((operation) => operation.path)
  return jsonAnswer(501, { error: `the control interface has nothing at ${path}${didYouMean(path, known)}` })
}

function otherMethod(method: string, path: string, methods: readonly string[]): Answer {
  const allow = { Allow: [...methods, 'OPTIONS'].join(', ') }
  if (method === 'OPTIONS') return emptyAnswer(204, undefined, allow)
  return jsonAnswer(405, { error: `${path} does not take ${method}, only ${methods.join(', ')}` }, undefined, allow)
}

const routes = new WeakMap<Contract, Routes>()

function routesOf(contract: Contract): Routes {
  const known = routes.get(contract) ?? makeRoutes(contract.controlOperations.values())
  routes.set(contract, known)
  return known
}
