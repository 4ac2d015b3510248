import type { Deed, Fault } from './fault.ts'

/** The destination of a request: its world, and its path in the contract. */
export interface Route {
  readonly sandbox: string
  /** The prefix before /api/v1. */
  readonly prefix: string
  /** Below /api/v1; undefined for anything else. */
  readonly path: string | undefined
  /** Without the sandbox. */
  readonly whole: string
}

export function routeOf(pathname: string, sandboxHeader: string | undefined): Route {
  const prefix = /^\/sandboxes\/[^/]+/.exec(pathname)?.[0] ?? ''
  const whole = pathname.slice(prefix.length)
  const sandbox = prefix ? prefix.slice('/sandboxes/'.length) : (sandboxHeader ?? '')
  return { sandbox, prefix, whole, path: whole.startsWith('/api/v1/') ? whole.slice('/api/v1'.length) : undefined }
}

/** The world that a request starts over, if it does. */
export function resetBy(method: string, { sandbox, whole }: Route): string | undefined {
  if (method === 'POST' && whole === '/_understudy/reset') return sandbox
  const named = /^\/_understudy\/sandboxes\/([^/]+)(\/reset)?$/.exec(whole)
  return named && method === (named[2] ? 'POST' : 'DELETE') ? named[1] : undefined
}

export interface Found {
  readonly deed: Deed
  readonly at: Readonly<Record<string, string>>
}

/** The deed of a fault for a request. */
export function deedFor(fault: Fault | undefined, method: string, path: string): Found | undefined {
  for (const [pattern, deed] of Object.entries(fault?.deeds ?? {})) {
    const at = matched(pattern, `${method} ${path}`)
    if (at) return { deed, at }
  }
  return undefined
}

function matched(pattern: string, line: string): Record<string, string> | undefined {
  const source = pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const groups = new RegExp(`^${source}$`).exec(line)
  if (!groups) return undefined
  return Object.fromEntries(Object.entries(groups.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]))
}
