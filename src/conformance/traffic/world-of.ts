import type { TimedExchange } from './timed-exchange.ts'

/** Our own mock has many worlds, told apart by a header or by how the path begins; any other target has one. */
export function worldOf({ path, headers }: TimedExchange): { readonly world: string; readonly path: string } {
  const [, inPath, rest] = /^\/sandboxes\/([^/?]+)(\/.*)$/.exec(path) ?? []
  if (inPath !== undefined && rest !== undefined) return { world: inPath, path: rest }
  return { world: headers['x-understudy-sandbox'] ?? '', path }
}
