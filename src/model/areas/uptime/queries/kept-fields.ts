import type { Reader } from '../../../world/reader.ts'
import type { HttpCheck, TcpCheck } from '../state/index.ts'

interface Checks {
  readonly http?: HttpCheck | undefined
  readonly tcp?: TcpCheck | undefined
}

/** The checks a monitor of a kind keeps of those it was given; what the other kind's gets is open. */
export function checksKept(reader: Reader, kind: 'tcp' | 'http', { http, tcp }: Checks) {
  const own = kind === 'http' ? { http, tcp: undefined } : { http: undefined, tcp }
  if ((kind === 'http' ? tcp : http) === undefined) return own
  return reader.gap('uptime.check-of-other-kind') === 'keep' ? { http, tcp } : own
}

/** The vantages a monitor keeps of those it was given. */
export function vantagesKept(reader: Reader, given: readonly string[]): readonly string[] {
  const unique = [...new Set(given)]
  if (unique.length === given.length) return given
  return reader.gap('uptime.duplicate-vantages') === 'merge' ? unique : given
}

/** An empty serviceId, where it is taken, means no service. */
export function serviceNamed(reader: Reader, given: string | undefined): string | undefined {
  return given === '' && reader.gap('uptime.empty-service-id') === 'no-service' ? undefined : given
}
