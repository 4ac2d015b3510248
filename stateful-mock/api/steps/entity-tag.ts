import type { Hashes } from '../../platform/platform.ts'

/** The tag of a representation. */
export const entityTag = (hashes: Hashes, body: string): string => `"${hashes.sha256(body, 'base64url').slice(0, 22)}"`

/** True if a list of tags, as in If-Match and If-None-Match, holds this one (RFC 9110, 13.1). */
export function holdsTag(list: string, tag: string): boolean {
  return list.trim() === '*' || list.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
