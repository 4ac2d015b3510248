import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { jsonOf, type RecordedExchange } from '../recording/recorded-exchange.ts'
import { apiPath } from './api-path.ts'
import { ImportMistake } from './import-mistake.ts'
import { answerWith, filledIn, type Kept, keptIn, keptValue } from './postman-variables.ts'

type Fields = { readonly [key: string]: unknown }

export const isPostman = (file: unknown): boolean => isObject(file) && Array.isArray(file.item) && isObject(file.info)

/** A request of a collection, with its folders flattened. */
interface Item {
  readonly request: Fields
  readonly auth: unknown
  readonly script: string
  /** A saved response, if there is one. */
  readonly example: Fields | undefined
}

/**
 * The requests of a Postman collection (v2.1) in their order, as if each had been sent. Where no response was saved,
 * the success that the contract describes is taken for the answer; what a script keeps of it links later requests.
 */
export function postmanExchanges(file: unknown, contract: Contract): RecordedExchange[] {
  if (!isObject(file) || !Array.isArray(file.item)) throw new ImportMistake('it has no item')
  const variables = new Map(
    listOf(file.variable).flatMap(({ key, value }) => (isScalar(value) ? [[String(key), String(value)] as const] : [])),
  )
  return itemsIn(file.item, file.auth).map((item) => {
    const sent = sentBy(item, variables, contract)
    const kept = keptIn(item.script)
    const answered = item.example ? exampleOf(item.example) : successOf(contract, sent, kept)
    const body = jsonOf(answered.answer)
    for (const { name, path } of kept) {
      const value = keptValue(body, path)
      if (value !== undefined) variables.set(name, value)
    }
    return { ...sent, ...answered }
  })
}

/** Folders in folders, as deep as anybody has them. */
const DEEPEST = 100

function itemsIn(list: readonly unknown[], auth: unknown, depth = 0): Item[] {
  if (depth > DEEPEST) throw new ImportMistake(`its folders are nested more than ${DEEPEST} levels deep`)
  return list.map(fieldsOf).flatMap((one): Item[] => {
    const own = one.auth ?? auth
    if (Array.isArray(one.item)) return itemsIn(one.item, own, depth + 1)
    const request = typeof one.request === 'string' ? { method: 'GET', url: one.request } : fieldsOf(one.request)
    if (request.url === undefined) return []
    const [example] = listOf(one.response)
    return [{ request, auth: request.auth ?? own, script: scriptOf(one.event), example }]
  })
}

const scriptOf = (events: unknown): string =>
  listOf(events)
    .filter(({ listen }) => listen === 'test')
    .flatMap(({ script }) => fieldsOf(script).exec ?? [])
    .join('\n')

type Sent = Pick<RecordedExchange, 'method' | 'path' | 'headers' | 'body'>

function sentBy({ request, auth }: Item, variables: ReadonlyMap<string, string>, contract: Contract): Sent {
  const method = String(request.method ?? 'GET').toUpperCase()
  const { mode, raw } = fieldsOf(request.body)
  const headers = listOf(request.header)
    .filter(({ disabled }) => disabled !== true)
    .map(({ key, value }) => [String(key).toLowerCase(), filledIn(String(value ?? ''), variables)])
  return {
    method,
    path: placed(method, filledIn(urlOf(request.url), variables), contract),
    headers: { ...credentialOf(fieldsOf(auth), variables), ...Object.fromEntries(headers) },
    body: mode === 'raw' && typeof raw === 'string' ? filledIn(raw, variables) : '',
  }
}

/** With the variables of the path in place; one without a value is a variable like any other. */
function urlOf(url: unknown): string {
  const { raw, variable } = typeof url === 'string' ? { raw: url, variable: undefined } : fieldsOf(url)
  const values = new Map(listOf(variable).map(({ key, value }) => [String(key), isScalar(value) ? String(value) : '']))
  return String(raw ?? '').replace(/(?<=\/):([A-Za-z_]\w*)/g, (_, name: string) => values.get(name) || `{{${name}}}`)
}

/** The path of a request. A variable for the base URL may end anywhere before the operation's own part. */
function placed(method: string, url: string, { routes }: Contract): string {
  const path = apiPath(url.replace(/^\{\{[^{}]*\}\}/, ''))
  const known = (one: string) => routes.match(method, one.replace(/\?.*$/, '')).found === 'operation'
  return ['', '/api/v1', '/api'].map((prefix) => prefix + path).find(known) ?? path
}

function credentialOf(auth: Fields, variables: ReadonlyMap<string, string>): Record<string, string> {
  const given = (kind: string) =>
    new Map(listOf(auth[kind]).map(({ key, value }) => [String(key), String(value ?? '')]))
  if (auth.type === 'bearer') return { authorization: filledIn(`Bearer ${given('bearer').get('token')}`, variables) }
  if (auth.type !== 'apikey' || given('apikey').get('in') === 'query') return {}
  const name = given('apikey').get('key') || 'authorization'
  return { [name.toLowerCase()]: filledIn(given('apikey').get('value') ?? '', variables) }
}

type Answered = Pick<RecordedExchange, 'status' | 'answerHeaders' | 'answer'>

const exampleOf = ({ code, body, header }: Fields): Answered => ({
  status: typeof code === 'number' ? code : 200,
  answerHeaders: Object.fromEntries(
    listOf(header).map(({ key, value }) => [String(key).toLowerCase(), String(value ?? '')]),
  ),
  answer: typeof body === 'string' ? body : '',
})

/** An answer that holds the values a script keeps, each under the name of its variable. */
function successOf({ routes }: Contract, { method, path }: Sent, kept: readonly Kept[]): Answered {
  const route = routes.match(method, path.replace(/\?.*$/, ''))
  const status = route.found === 'operation' ? route.operation.success.status : 0
  const answer = answerWith(kept.map((one) => ({ path: one.path, value: `{{${one.name}}}` })))
  return { status, answerHeaders: {}, answer: kept.length > 0 ? JSON.stringify(answer) : '' }
}

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
