import { networkInterfaces } from 'node:os'
import { isLoopback } from '../../stateful-mock/http/host-names.ts'

/** A warning for whoever lets others than this machine reach the mock; undefined when nobody else can. */
export function exposure(host: string, url: string): string | undefined {
  if (isLoopback(host) || host === '::1') return undefined
  const { protocol, port } = new URL(url)
  const everywhere = host === '0.0.0.0' || host === '::'
  const shown = everywhere ? addresses() : [host]
  const at = shown.map((address) => `${protocol}//${address.includes(':') ? `[${address}]` : address}:${port}`)
  return `Warning: reachable from other machines${everywhere ? ` on all addresses (${host})` : ''}: ${at.join(', ')}. Anyone who can reach it can use and control it.`
}

const addresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  )
