import type { Contract } from '../contract/contract.ts'
import { isObject, type Json } from '../contract/json.ts'
import type { Criterion } from '../scenario/arazzo.ts'
import type { Finding } from './finding.ts'
import { successSchema } from './judge-answer.ts'
import type { Sequence } from './sequence.ts'
import { reference } from './step.ts'
import { thingsIn } from './things.ts'

/** What the last step of a saved failure must show; references are those of steps (`⟪3#/id⟫`). */
export interface Criteria {
  readonly criteria: readonly Criterion[]
  /** Whether they tell an implementation that keeps the rule from one that breaks it. */
  readonly telling: boolean
}

type Look = (failed: Failed) => Criterion[] | undefined

interface Failed {
  readonly contract: Contract
  readonly finding: Finding
  readonly sequence: Sequence
  /** The body of the last answer. */
  readonly body: unknown
  readonly success: Criterion
}

/** What a correct implementation answers to the last step, as far as Arazzo has words for it. */
export function failureCriteria(
  contract: Contract,
  finding: Finding,
  sequence: Sequence,
  statusCondition: string,
): Criteria {
  const exchange = sequence.trace.at(-1)?.exchange
  const body = exchange?.answered ? exchange.received.json : undefined
  const success = { condition: statusCondition }
  const found = LOOKS[finding.check]?.({ contract, finding, sequence, body, success })
  return { criteria: found ?? [success], telling: found !== undefined }
}

const REFUSED = '$statusCode >= 400 && $statusCode < 500'

const status: Look = ({ finding }) => [
  { condition: /^\d{3}$/.test(finding.expected) ? `$statusCode == ${finding.expected}` : REFUSED },
]

/** How each check is put into a criterion; undefined where that cannot be done. */
const LOOKS: Readonly<Record<string, Look>> = {
  refusal: status,
  status,
  accepted: ({ success }) => [success],
  'server-error': () => [{ condition: '$statusCode < 500' }],
  machine: (failed) => leftClosedState(failed) ?? withoutField(failed),
  schema: wrongShape,
  secret: shownSecret,
  body: (failed) => wrongList(failed) ?? wrongField(failed),
  outside: outsideLook,
  'raw-message': ({ success, finding }) =>
    finding.subject === 'content type'
      ? [success, { context: '$response.header.content-type', condition: '^message/rfc822', type: 'regex' }]
      : undefined,
}

const test = (condition: string): Criterion => ({
  context: '$response.body',
  condition: `$[?${condition}]`,
  type: 'jsonpath',
})

/** Refused, or still in the closed state. */
function leftClosedState({ contract, finding, sequence, body, success }: Failed): Criterion[] | undefined {
  const [, entity, before, after] = /^(\w+) (\w+) -> (\w+)$/.exec(finding.subject) ?? []
  const observed = contract.machines.find((machine) => machine.entity === entity && machine.observe !== null)?.observe
  if (!observed) return undefined
  if (contract.operations.get(finding.operation)?.does !== 'list')
    return [{ condition: `$statusCode >= 400 || $response.body#/${observed} == '${before}'` }]
  const item = ourItem(contract, finding.operation, sequence, body, ({ [observed]: state }) => state === after)
  return item && [success, test(`count(@.${item.list}[?${item.is} && @.${observed} == '${after}']) == 0`)]
}

/** A state that sets a field shows it. */
function withoutField({ contract, finding, success }: Failed): Criterion[] | undefined {
  const [, entity, field] = /^(\w+)\.(\w+)$/.exec(finding.subject) ?? []
  const [, state] = / is (\w+) without /.exec(finding.message) ?? []
  const observed = contract.machines.find((machine) => machine.entity === entity && machine.observe !== null)?.observe
  const operation = contract.operations.get(finding.operation)
  if (!field || !operation) return undefined
  if (operation.does !== 'list') return [success, { condition: `$response.body#/${field} != null` }]
  const [list] = Object.keys(successSchema(operation)?.properties ?? {})
  return list && observed
    ? [success, test(`count(@.${list}[?@.${observed} == '${state}' && !@.${field}]) == 0`)]
    : undefined
}

/** A field that is missing, or of another type. */
function wrongShape({ finding, success }: Failed): Criterion[] | undefined {
  if (finding.rules.includes('GEN-01')) return [{ condition: REFUSED }, { condition: '$response.body#/error != null' }]
  const [, where, wrong = ''] = /: (\S+) (.*)$/.exec(finding.message) ?? []
  if (!where) return undefined
  const path = where.split('.')
  const field = path.at(-1) ?? ''
  if (!path.every((part) => /^\w+$/.test(part))) return undefined
  if (wrong === 'is required') {
    const parent = query(path.slice(0, -1))
    return path.some(isPlace)
      ? [success, test(`count(${parent}) == count(${parent}.${field})`)]
      : [success, { condition: `$response.body#/${path.join('/')} != null` }]
  }
  const pattern = patternFor(wrong)
  // Every field of that name, wherever it is.
  return pattern && !isPlace(field)
    ? [success, { context: '$response.body', condition: `^(?![\\s\\S]*"${field}":(?!${pattern}))`, type: 'regex' }]
    : undefined
}

const isPlace = (part: string): boolean => /^\d+$/.test(part)
/** Any item where the answer had a certain one. */
const query = (path: readonly string[]): string =>
  `@${path.map((part) => (isPlace(part) ? '[*]' : `.${part}`)).join('')}`

const TYPES: Readonly<Record<string, string>> = {
  'must be a string': '"',
  'must be an integer': '-?\\d+[,}\\]]',
  'must be a number': '-?\\d',
  'must be a boolean': 'true|false',
  'must be an array': '\\[',
  'must be an object': '\\{',
}

function patternFor(wrong: string): string | undefined {
  const [, values] = /^must be one of ([\w, -]+?)(?: \(|$)/.exec(wrong) ?? []
  return values
    ? values
        .split(', ')
        .map((value) => `"${value}"`)
        .join('|')
    : TYPES[wrong]
}

/** A secret stands where nothing is described, or where something else should be. */
function shownSecret({ finding, sequence, body, success }: Failed): Criterion[] | undefined {
  const secret = secretOf(sequence, finding.subject)
  const path = secret && pathOf(body, secret.value)
  if (!secret || !path?.every((part) => /^\w+$/.test(part))) return undefined
  const field = path.at(-1) ?? ''
  if (!path.some(isPlace))
    return secret.token
      ? [success, { condition: `$response.body#/${path.join('/')} != ${secret.token}` }]
      : [success, { condition: `$response.body#/${path.join('/')} == null` }]
  const last = path.findLastIndex(isPlace)
  const inside = path.slice(last + 1).join('.')
  const holders = query(path.slice(0, last))
  return secret.token
    ? [success, test(`count(${holders}[?@.${inside} == {${secret.token}}]) == 0`)]
    : [success, test(`count(${query(path.slice(0, -1))}.${field}) == 0`)]
}

/** The secret that an operation returned or was sent, and the answer that gave it. */
function secretOf({ trace }: Sequence, subject: string): { value: string; token: string | undefined } | undefined {
  const [operation, field = ''] = subject.split(' ')
  const path = field.split('.')
  const place = trace.findLastIndex(
    ({ step }, index) => step.kind === 'request' && step.operation === operation && index < trace.length - 1,
  )
  const { exchange, step } = trace[place] ?? {}
  const at = (start: unknown) => path.reduce((node, part) => (isObject(node) ? node[part] : undefined), start)
  const returned = exchange?.answered ? at(exchange.received.json) : undefined
  if (typeof returned === 'string') return { value: returned, token: reference(place, `/${path.join('/')}`) }
  const given = step?.kind === 'request' ? at(step.body) : undefined
  return typeof given === 'string' ? { value: given, token: undefined } : undefined
}

/** Where a value stands in a body. */
function pathOf(node: unknown, value: unknown, path: readonly string[] = []): string[] | undefined {
  if (node === value) return [...path]
  if (typeof node !== 'object' || node === null) return undefined
  for (const [key, child] of Object.entries(node)) {
    const found = pathOf(child, value, [...path, key])
    if (found) return found
  }
  return undefined
}

/** Something is in a list that should not be, or is not and should; or the order is wrong. */
function wrongList({ contract, finding, sequence, success }: Failed): Criterion[] | undefined {
  const [, list = ''] = /^(\w+) /.exec(finding.subject) ?? []
  const field = identifierIn(contract, finding.operation, list)
  if (!field) return undefined
  const [, id = ''] = /^\w+ (?:lacks|still holds|holds) the \w+ ([^\s,]+)/.exec(finding.message) ?? []
  const token = tokenFor(sequence, id)
  if (token)
    return [
      success,
      test(`count(@.${list}[?@.${field} == {${token}}]) == ${/^\w+ lacks/.test(finding.message) ? 1 : 0}`),
    ]
  if (/holds one thing twice$/.test(finding.message)) {
    const twice = tokenFor(sequence, finding.actual)
    return twice === undefined ? undefined : [success, test(`count(@.${list}[?@.${field} == {${twice}}]) == 1`)]
  }
  const [, cap] = /holds more than (\d+) items$/.exec(finding.message) ?? []
  if (cap) return [success, test(`count(@.${list}[*]) <= ${cap}`)]
  if (!/is not newest first$/.test(finding.message)) return undefined
  const newest = newestShown(contract, finding.operation, sequence)
  // Only where nothing newer can stand before it: the one that was made last.
  return newest === undefined ? undefined : [success, test(`@.${list}[0].${field} == {${newest}}`)]
}

/** The last thing that was made, of those in the last answer. */
function newestShown(contract: Contract, operation: string, sequence: Sequence): string | undefined {
  const last = sequence.trace.at(-1)?.exchange
  const ids = thingsIn(
    successSchema(contract.operation(operation)),
    last?.answered ? last.received.json : undefined,
  ).map(({ id }) => id)
  return sequence.trace
    .slice(0, -1)
    .flatMap((_, place) => ids.flatMap((id) => tokenIn(sequence, place, id) ?? []))
    .at(-1)
}

function identifierIn(contract: Contract, operation: string, list: string): string | undefined {
  const known = contract.operations.get(operation)
  const items = known && successSchema(known)?.properties?.[list]?.items
  return Object.entries(items?.properties ?? {}).find(([, field]) => field['x-understudy']?.identifier)?.[0]
}

/** A field has another value, is missing, or should not be there. */
function wrongField({ contract, finding, sequence, body, success }: Failed): Criterion[] | undefined {
  const [path = '', ...reason] = finding.subject.split(' ')
  const want = wanted(finding, sequence, reason.join(' '))
  if (!want) return undefined
  if (/^[\w.]+$/.test(path))
    return [success, { condition: `$response.body#/${path.replaceAll('.', '/')} ${want.operator} ${want.value}` }]
  const [, list, field] = /^(\w+)\[\w+\]\.([\w.]+)$/.exec(path) ?? []
  if (!list || !field) return undefined
  const item = ourItem(contract, finding.operation, sequence, body, (one) => {
    const value = field.split('.').reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), one)
    return shown(value) === finding.actual
  })
  const value = want.value.startsWith('⟪') ? `{${want.value}}` : want.value
  return item && [success, test(`count(@.${list}[?${item.is} && @.${field} ${want.operator} ${value}]) == 1`)]
}

interface Wanted {
  readonly operator: '==' | '!='
  readonly value: string
}

function wanted({ expected, actual }: Finding, sequence: Sequence, reason: string): Wanted | undefined {
  if (reason === 'is missing') return { operator: '!=', value: 'null' }
  if (reason === 'is there, though nothing has set it') return { operator: '==', value: 'null' }
  if (reason !== 'has another value' || expected.endsWith('…')) return undefined
  const token = tokenFor(sequence, expected)
  if (token) return { operator: '==', value: token }
  // A name of this run will be another one next time.
  if (expected.includes(sequence.salt) || /^[[{]/.test(expected)) return undefined
  const plain = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/
  const isText = !plain.test(expected) || (!plain.test(actual) && actual !== 'nothing')
  return { operator: '==', value: isText ? `'${expected.replaceAll(/['\\]/g, '\\$&')}'` : expected }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

/** An item of the last answer that an earlier step made, and how a criterion finds it. */
function ourItem(
  contract: Contract,
  operation: string,
  sequence: Sequence,
  body: unknown,
  fits: (item: Readonly<Record<string, unknown>>) => boolean,
): { readonly list: string; readonly is: string } | undefined {
  for (const [list, items] of Object.entries(isObject(body) ? body : {})) {
    const field = identifierIn(contract, operation, list)
    for (const item of field && Array.isArray(items) ? items.filter(isObject).filter(fits) : []) {
      const token = tokenFor(sequence, String(item[field ?? '']))
      if (token) return { list, is: `@.${field} == {${token}}` }
    }
  }
  return undefined
}

/** Shorter values are found everywhere. */
const TELLING = 2

/** The reference to the first earlier answer that gave a value. */
function tokenFor(sequence: Sequence, value: string): string | undefined {
  if (value.length < TELLING) return undefined
  const places = sequence.trace.slice(0, -1).keys()
  return places.map((place) => tokenIn(sequence, place, value)).find((token) => token !== undefined)
}

function tokenIn({ trace }: Sequence, place: number, value: string): string | undefined {
  const { exchange, step } = trace[place] ?? {}
  const answer: unknown = exchange?.answered && exchange.received.status < 300 ? exchange.received.json : undefined
  if (step?.kind !== 'request' || answer === undefined) return undefined
  const path = pathOf(answer, value) ?? (isPlace(value) ? pathOf(answer, Number(value) as Json) : undefined)
  return path?.every((part) => /^\w+$/.test(part)) ? reference(place, `/${path.join('/')}`) : undefined
}

/** What an outside look reports, or that something could be caused at all. */
function outsideLook({ finding, sequence }: Failed): Criterion[] | undefined {
  if (finding.expected === 'not possible') return [{ condition: '$statusCode >= 400' }]
  if (finding.operation === 'credentialUsed')
    return [{ condition: `$response.body#/accepted == ${finding.expected === 'accepted'}` }]
  const { body } = sequence.steps.at(-1) ?? {}
  const incident = isObject(body) ? String(body.incidentId) : ''
  const [, count] = /^(\d+) pages$/.exec(finding.expected) ?? []
  if (finding.operation !== 'listPages' || !incident.startsWith('⟪') || !count) return undefined
  const enough = finding.subject === 'none' ? '> 0' : `<= ${count}`
  return [test(`count(@.pages[?@.incidentId == {${incident}}]) ${enough}`)]
}
