import type { Contract } from '../../src/contract/contract.ts'
import { withBindings } from '../../src/contract/description/with-bindings.ts'
import { type Answer, emptyAnswer, NO_REASON, type WireRequest } from '../http/wire.ts'
import { yamlLibrary } from '../on-demand.ts'

/** The description of the API, with the profile's bindings in place. */
export function answerDescription(contract: Contract, method: WireRequest['method'], path: string): Answer | undefined {
  if (path !== '/openapi.json' && path !== '/openapi.yaml') return undefined
  if (method === 'OPTIONS') return emptyAnswer(204, NO_REASON, { Allow: 'GET, HEAD, OPTIONS' })
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const { json, yaml } = textsOf(contract)
  return path === '/openapi.json'
    ? { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: json, why: NO_REASON }
    : { status: 200, headers: { 'Content-Type': 'application/yaml; charset=utf-8' }, body: yaml, why: NO_REASON }
}

interface Texts {
  readonly json: string
  readonly yaml: string
}

const written = new WeakMap<Contract, Texts>()

function textsOf(contract: Contract): Texts {
  const known = written.get(contract)
  if (known) return known
  const document = withBindings(contract.source.api, contract.profile.bindings)
  const texts = {
    json: JSON.stringify(document, null, 2),
    yaml: yamlLibrary().stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 }),
  }
  written.set(contract, texts)
  return texts
}
