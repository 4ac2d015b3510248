import { type Answered, answeredWith } from '../../src/conformance/shadow/answered.ts'
import { newShadow, type Shadow } from '../../src/conformance/shadow/shadow.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { emptyWorld } from '../../src/model/empty-world.ts'
import { received } from '../../src/target/received.ts'

const contract = loadContract(source)

interface Given {
  readonly operation: string
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly shadow?: Shadow
  readonly sent?: unknown
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly intent?: Answered['intent']
}

/** What is believed of a target of which nothing is known yet. */
export const blankShadow = (at: string): Shadow =>
  newShadow(emptyWorld({ nowMs: Date.parse(at), values: 'symbolic' }), new Map(), 'salt')

/** An answer as checks see it, to the owner of acme. */
export function answered(given: Given): Answered {
  const {
    operation,
    status = 200,
    body,
    headers = {},
    shadow,
    sent,
    parameters = {},
    query = {},
    intent = 'plain',
  } = given
  const request = { operation: contract.operation(operation), credential: 'actor:owner', parameters, query }
  return answeredWith({
    contract,
    shadow: shadow ?? blankShadow('2026-03-01T10:00:00Z'),
    request: { ...request, body: sent },
    received: received(
      status,
      { 'content-type': 'application/json', ...headers },
      body === undefined ? '' : JSON.stringify(body),
    ),
    intent,
    org: 'acme',
  })
}
