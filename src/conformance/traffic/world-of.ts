import type { TimedExchange } from './timed-exchange.ts'

/** The world that a request is for: the mock has one per sandbox, named by a header or a path prefix; other targets have one. */
export function worldOf({ path, headers }: TimedExchange): { readonly world: string; readonly path: string } {
  const [, inPath, rest] = /^\/sandboxes\/([^/?]+)(\/.*)$/.exec(path) ?? []
  if (inPath !== undefined && rest !== undefined) return { world: inPath, path: rest }
  return { world: headers['x-understudy-sandbox'] ?? '', path }
}
