import type { Contract } from '../../../src/contract/contract.ts'
import { withBindings } from '../../../src/contract/description/with-bindings.ts'
import { memo } from '../../../src/contract/memo.ts'
import { parseTarget } from '../../http/request-target.ts'
import { emptyAnswer, NO_REASON } from '../../http/wire.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SandboxStep } from './sandbox-exchange.ts'

/** Serves the description of the API, with the profile's bindings in place. */
export const serveDescription: SandboxStep = (exchange, next) => {
  const { method, target } = exchange.request
  const { path } = parseTarget(target)
  if (path !== '/openapi.json' && path !== '/openapi.yaml') return next(exchange)
  if (method === 'OPTIONS') return emptyAnswer(204, NO_REASON, { Allow: 'GET, HEAD, OPTIONS' })
  if (method !== 'GET' && method !== 'HEAD') return next(exchange)
  const { contract, mock } = exchange.sandbox
  return path === '/openapi.json'
    ? { status: 200, headers: JSON_HEADERS, body: jsonText(contract), why: NO_REASON }
    : { status: 200, headers: YAML_HEADERS, body: yamlText(contract)(mock.platform), why: NO_REASON }
}

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' }
const YAML_HEADERS = { 'Content-Type': 'application/yaml; charset=utf-8' }

const boundDescription = (contract: Contract) => withBindings(contract.source.api, contract.profile.bindings)

const jsonText = memo((contract: Contract) => JSON.stringify(boundDescription(contract), null, 2))

const yamlText = memo((contract: Contract) => memo((platform: Platform) => platform.toYaml(boundDescription(contract))))
