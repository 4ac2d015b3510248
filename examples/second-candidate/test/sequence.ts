import { type Choice, choicesOf, type Who } from '../choices.ts'
import driver from '../driver.mjs'
import type { Shows, Step } from '../fault.ts'
import { operationsOf } from '../routes.ts'

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: unknown
}
interface Request {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly raw?: string
}

/** Calls operations of one candidate by name, as one of the built-in people. */
export function makeClient(url: string, variant: string) {
  const choice = choicesOf(variant)
  const operations = operationsOf(choice)

  async function call(as: Who | 'nobody', operation: string, request: Request = {}): Promise<Answer> {
    const [method, template] = operations[operation] ?? []
    if (!method || template === undefined) throw new Error(`no operation ${operation}`)
    const { params = {}, query = {}, body, raw } = request
    const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const { header, prefix } = choice.credential
    const response = await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: as === 'nobody' ? {} : { [header]: prefix + choice.sessions[as] },
      ...(method === 'GET' ? {} : { body: raw ?? (body === undefined ? null : JSON.stringify(body)) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    return {
      status: response.status,
      type,
      body: type.startsWith('application/json') ? JSON.parse(text) : text || undefined,
    }
  }
  return { call, choice, operations, url }
}

export type Client = ReturnType<typeof makeClient>

/** Replaces $ references by values; throws when one leads nowhere. */
export function resolved(value: unknown, answers: readonly (Answer | undefined)[], choice: Choice): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, answers, choice))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, answers, choice)]))
  if (typeof value !== 'string' || !value.startsWith('$')) return value
  const [first = '', ...path] = value.slice(1).split('.')
  const found = NAMED[first]?.(choice, path) ?? look(answers[Number(first)]?.body, path)
  if (found === undefined) throw new Error(`${value} leads nowhere`)
  return found
}

const NAMED: Record<string, (choice: Choice, path: readonly string[]) => unknown> = {
  user: ({ userIds }, [who]) => look(userIds, [who ?? '']),
  eventType: ({ eventTypes }, [kind]) => look(eventTypes, [kind ?? '']),
  role: ({ roleId }, [service = '', level = '']) => roleId(service, level),
  upstream: ({ upstreams }) => upstreams[1]?.host,
  reserved: ({ reservedSlugs }) => reservedSlugs[0],
  daysAgo: (_, [days]) => new Date(Date.now() - Number(days) * 86_400_000).toISOString(),
  version: ({ variant, versions }, [which = '']) => {
    if (which === 'ancient') return variant === 'a' ? '1.20.0' : 'v1.20'
    if (which === 'unknown') return variant === 'a' ? '1.30.99' : 'v1.28.99'
    return which === 'newest' ? versions.at(-1) : versions[Number(which)]
  },
}

function look(from: unknown, path: readonly string[]): unknown {
  const keys = path.join('.').replaceAll('.at(-1)', '.$last').split('.').filter(Boolean)
  return keys.reduce<unknown>((value, key) => {
    if (Array.isArray(value) && key === '$last') return value.at(-1)
    return value === null || value === undefined ? undefined : (value as Record<string, unknown>)[key]
  }, from)
}

/** The sentence of a refusal, if there is one. */
export const errorOf = ({ body }: Answer): unknown => look(body, ['error'])

/** Runs steps (holes are skipped); returns their answers. An event that cannot happen answers its status. */
export async function runSteps(client: Client, steps: readonly (Step | undefined)[]): Promise<(Answer | undefined)[]> {
  const outside = driver(client)
  const answers: (Answer | undefined)[] = []
  for (const step of steps) answers.push(step && (await runStep(step)))
  return answers

  async function runStep(step: Step): Promise<Answer> {
    if (!('event' in step))
      return client.call(step.as, step.operation, resolved(step, answers, client.choice) as Request)
    try {
      const body = resolved(step.with, answers, client.choice) as object
      return { status: 200, type: '', body: await outside[step.event]?.(body) }
    } catch (error) {
      if (!(error instanceof Error) || !('status' in error)) throw error
      return { status: Number(error.status), type: '', body: { error: error.message } }
    }
  }
}

/** The value a sequence shows. */
export function shownValue({ at }: Shows, answers: readonly (Answer | undefined)[]): unknown {
  return look(answers.at(-1), at.split('.'))
}

/** Whether a shown value is the described one. */
export function fits(
  value: unknown,
  wanted: unknown,
  answers: readonly (Answer | undefined)[],
  choice: Choice,
): boolean {
  if (wanted === null || typeof wanted !== 'object') return value === resolved(wanted, answers, choice)
  if ('refused' in wanted) return typeof value === 'number' && value >= 400 && value < 500
  if ('accepted' in wanted) return typeof value === 'number' && value >= 200 && value < 300
  if ('absent' in wanted) return value === undefined
  if ('present' in wanted) return value !== undefined
  if ('type' in wanted) return typeof value === wanted.type
  if ('includes' in wanted) return String(value).includes(String(wanted.includes))
  return 'not' in wanted && value !== resolved(wanted.not, answers, choice)
}
