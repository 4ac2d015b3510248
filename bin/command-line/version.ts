import { readFileSync } from 'node:fs'

/** The version of the package, in a clone or as published. */
export function version(): string {
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      return JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')).version
    } catch {}
  }
  return 'unknown'
}
