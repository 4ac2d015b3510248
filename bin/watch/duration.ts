import { InvalidArgumentError } from 'commander'

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** `60s`, `5m`, `1h`; a number alone is in seconds. In milliseconds. */
export function duration(text: string): number {
  const [, number, unit = 's'] = /^(\d+)(ms|s|m|h)?$/.exec(text) ?? []
  if (!Number(number)) throw new InvalidArgumentError('Use a number above 0 with s, m or h, for example 60s.')
  return Number(number) * (UNITS[unit] ?? 0)
}
