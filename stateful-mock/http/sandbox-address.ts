import { parseTarget, type Target } from './request-target.ts'
import type { WireRequest } from './wire.ts'

type Named = Pick<WireRequest, 'target' | 'headers'>

/** The sandbox that a request is for, and the request without its name. */
export interface SandboxAddress<Request extends Named> {
  /** Undefined: the usual one. */
  readonly name: string | undefined
  /** The prefix of its path. */
  readonly prefix: string
  readonly request: Request
}

const HEADER = 'x-understudy-sandbox'
const PREFIX = /^\/sandboxes\/([^/?#]*)(?=[/?#]|$)/

/** By its header or by its path; a sentence when these contradict each other. */
export function sandboxAddressOf<Request extends Named>(
  request: Request,
): SandboxAddress<Request> | { readonly error: string } {
  const named = request.headers[HEADER]
  if (!request.target.includes('/sandboxes/')) return { name: named, prefix: '', request }
  const { path, query }: Target = parseTarget(request.target)
  const [prefix, name] = PREFIX.exec(path) ?? []
  if (prefix === undefined || name === undefined) return { name: named, prefix: '', request }
  if (named !== undefined && named !== name)
    return { error: `the path selects the sandbox ${name}, but the header selects ${named}` }
  const target = (path.slice(prefix.length) || '/') + (query === '' ? '' : `?${query}`)
  return { name, prefix, request: { ...request, target } }
}
