import type { Sent } from '../exchange.ts'
import { quoteShell, shellVariable } from './shell.ts'

/** The callers whose credentials a line may contain: the headers of each, by name. */
export type Callers = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A line to paste into a shell. A credential becomes a variable, such as $OWNER: no report shows one. */
export function curl(sent: Sent, url: string, callers: Callers): string {
  const headers = Object.entries(sent.headers)
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `-H ${headerWord(name, value, callers)}`)
  const body = sent.body === undefined ? [] : [`--data-raw ${quoteShell(sent.body)}`]
  return [
    'curl',
    '-i',
    ...(sent.method === 'GET' ? [] : ['-X', quoteMethod(sent.method)]),
    ...headers,
    ...body,
    quoteShell(url + sent.path),
  ].join(' ')
}

const quoteMethod = (method: string): string => (/^[A-Z]+$/.test(method) ? method : quoteShell(method))

function headerWord(name: string, value: string, callers: Callers): string {
  const lower = name.toLowerCase()
  const own = Object.entries(callers).flatMap(([caller, headers]) =>
    Object.entries(headers).map(([header, credential]) => ({ caller, header: header.toLowerCase(), credential })),
  )
  const carries = lower === 'authorization' || own.some(({ header }) => header === lower)
  if (!carries) return quoteShell(`${name}: ${value}`)
  const caller = own.find(({ header, credential }) => header === lower && credential === value)?.caller ?? 'credential'
  const isBeside = !CARRIERS.has(lower) && own.some((one) => one.caller === caller && CARRIERS.has(one.header))
  if (isBeside && CHOOSES.test(name)) return quoteShell(`${name}: ${value}`)
  const [scheme = ''] = /^\w+ (?=\S+$)/.exec(value) ?? []
  return `${quoteShell(`${name}: ${scheme}`)}"$${shellVariable(isBeside ? `${caller}-${name}` : caller)}"`
}

const CARRIERS: ReadonlySet<string> = new Set(['authorization', 'cookie'])

/** A header beside a credential that says for whom its caller acts: no secret. */
const CHOOSES = /account|acting|organi[sz]ation|project|tenant|workspace/i
