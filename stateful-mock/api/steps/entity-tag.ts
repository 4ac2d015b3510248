import type { Hashes } from '../../platform/platform.ts'

/** The tag of a representation. */
export const entityTag = (hashes: Hashes, body: string): string => `"${hashes.sha256(body, 'base64url').slice(0, 22)}"`

/** Whether a list of tags, as If-Match and If-None-Match have it, holds this one (RFC 9110, 13.1). */
export function holdsTag(list: string, tag: string): boolean {
  return list.trim() === '*' || list.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
