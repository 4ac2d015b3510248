import { control, got, sandboxHeader } from '../client/control.ts'
import { contract, type Described, type Json } from '../contract/contract.ts'
import { isRecord } from '../contract/schema-values.ts'
import { fetchFromMock, mockAddress } from '../session/transport.ts'
import { actor } from './actors.ts'
import { refresh } from './live.ts'

/** The response to a request that was really made. */
export interface Sent {
  readonly status: number
  readonly body: unknown
  readonly rules: readonly string[]
  readonly gaps: readonly string[]
  readonly ms: number
  /** The number of its journal entry, if it changed anything. */
  readonly entry: number | undefined
}

export interface Asked {
  readonly operation: Described
  readonly parameters: Readonly<Record<string, string>>
  readonly body: unknown
  /** A status that is forced, the way Prism knows. */
  readonly force?: number
}

export async function send(asked: Asked): Promise<Sent> {
  const { operation, body, force } = asked
  const headers = new Headers(sandboxHeader())
  if (!isControl(operation))
    for (const [name, value] of Object.entries(await credentialHeader())) headers.set(name, value)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (force !== undefined) headers.set('Prefer', `code=${force}`)
  const start = performance.now()
  const response = await fetchFromMock(targetOf(asked), {
    method: operation.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const ms = performance.now() - start
  refresh()
  const answered = parsed(text)
  return {
    status: response.status,
    body: answered,
    rules: listed(response, 'Rules'),
    gaps: listed(response, 'Gaps'),
    ms,
    entry: entryOf(response, answered),
  }
}

export const isControl = ({ path }: Described): boolean => path.startsWith('/_understudy')

export function targetOf({ operation, parameters }: Pick<Asked, 'operation' | 'parameters'>): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  const query = operation.parameters.flatMap(({ name, in: place }): [string, string][] => {
    const value = parameters[name]
    return place === 'query' && value !== undefined && value !== '' ? [[name, value]] : []
  })
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** The header for a credential. Its form is a gap, which the world has filled. */
async function credentialHeader(): Promise<Record<string, string>> {
  const credential = actor.peek()?.credentials[0]?.value
  if (credential === undefined) return {}
  const { gaps } = await got(control.GET('/_understudy/gaps', { params: { query: { area: 'general' } } }))
  const transport = gaps.find(({ id }) => id === 'general.credential-transport')?.value as Transport | undefined
  const { header = 'Authorization', scheme } = transport ?? { scheme: 'Bearer' }
  return { [header]: scheme ? `${scheme} ${credential}` : credential }
}

interface Transport {
  readonly header?: string
  readonly scheme?: string
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function listed({ headers }: Response, name: string): readonly string[] {
  return (headers.get(`X-Understudy-${name}`) ?? '').split(', ').filter(Boolean)
}

/** The API says it in a header, an outside event in its body. */
function entryOf({ headers }: Response, body: unknown): number | undefined {
  const told = headers.get('X-Understudy-Entry') ?? (isRecord(body) ? body.entry : undefined)
  return told === undefined || Number.isNaN(Number(told)) ? undefined : Number(told)
}

/** The same request as a line for a shell. */
export function curlOf(asked: Asked): string {
  const { operation, body, force } = asked
  const credential = actor.value?.credentials[0]?.value
  const words = ['curl', ...(operation.method === 'GET' ? [] : ['-X', operation.method])]
  if (!isControl(operation) && credential) words.push('-H', quoted(`Authorization: Bearer ${credential}`))
  for (const [name, value] of Object.entries(sandboxHeader())) words.push('-H', quoted(`${name}: ${value}`))
  if (force !== undefined) words.push('-H', quoted(`Prefer: code=${force}`))
  if (body !== undefined)
    words.push('-H', quoted('Content-Type: application/json'), '--data-raw', quoted(JSON.stringify(body)))
  return [...words, quoted(`${mockAddress()}${targetOf(asked)}`)].join(' ')
}

const quoted = (text: string): string => (/^[\w:/.@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

export const operationNamed = (id: string): Described | undefined => contract.value?.byId.get(id)
