import type { Reader } from '../../../../world/reader.ts'
import { ImpossibleEvent } from '../../../event-answer.ts'

/** Below this come addresses that a network keeps for itself. */
const FIRST_HOST = 10

/** An address for a load balancer that no other has. */
export function freeAddress(reader: Reader): string {
  const range = reader.fill('clusters.load-balancer-addresses')
  const [network = '', bits] = range.split('/')
  // A symbol is not a range: the target will show the address.
  if (bits === undefined) return range
  const taken = new Set(
    [...reader.newest('Cluster', 'everywhere')].flatMap(({ managedLoadBalancers }) =>
      managedLoadBalancers.loadBalancers.map(({ ip }) => ip),
    ),
  )
  const hosts = 2 ** (32 - Number(bits)) - 1
  for (let host = Math.min(FIRST_HOST, hosts - 1); host < hosts; host++) {
    const address = addressAt(network, host)
    if (!taken.has(address)) return address
  }
  throw new ImpossibleEvent('not-possible', `no address of ${range} is free`)
}

function addressAt(network: string, host: number): string {
  const start = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return [24, 16, 8, 0].map((shift) => Math.floor((start + host) / 2 ** shift) % 256).join('.')
}
