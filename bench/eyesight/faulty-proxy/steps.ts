import type { Fields } from './fault.ts'

/**
 * One request of a minimal sequence. `$2.webhook.id` in a path or body stands for that field in the answer to the
 * second step.
 */
export interface Step {
  readonly method: string
  /** From the root. */
  readonly path: string
  readonly body?: Fields
  /** The caller: one of the seed, nobody, or one with the credential from an earlier response. */
  readonly as: string
}

const API = '/api/v1'
const CONTROL = '/_understudy'

const step = (method: string, path: string, body?: Fields): Step => ({
  method,
  path,
  as: 'owner',
  ...(body && { body }),
})

export const get = (path: string) => step('GET', API + path)
export const post = (path: string, body?: Fields) => step('POST', API + path, body)
export const put = (path: string, body: Fields) => step('PUT', API + path, body)
export const patch = (path: string, body: Fields) => step('PATCH', API + path, body)
export const remove = (path: string) => step('DELETE', API + path)

/** Something that happens outside. */
export const event = (name: string, body: Fields) => step('POST', `${CONTROL}/events/${name}`, body)
export const advance = (by: string) => step('POST', `${CONTROL}/clock/advance`, { by })
/** The deliveries to a webhook receiver. */
export const webhookAttempts = () => step('GET', `${CONTROL}/webhook-deliveries`)

export const as = (caller: string, what: Step): Step => ({ ...what, as: caller })

export const times = (count: number, ...what: readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, () => what).flat()

/** Whether a step needs more than the API. */
export const isOutside = ({ path }: Step): boolean => path.startsWith(CONTROL)

/** Whether the step only advances the clock. */
export const isTime = ({ path }: Step): boolean => path === `${CONTROL}/clock/advance`

export const told = ({ method, path, body, as: caller }: Step): string =>
  [
    caller === 'owner' ? '' : `as ${caller}:`,
    method,
    path.replace(API, '').replace(`${CONTROL}/`, 'outside: '),
    body ? JSON.stringify(body) : '',
  ]
    .filter(Boolean)
    .join(' ')
