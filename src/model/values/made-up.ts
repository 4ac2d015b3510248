import type { GapValues } from '../../contract/generated/gaps.ts'
import { memo } from '../../contract/memo.ts'

/** An id nobody had before, in one of the usual forms. */
export function madeId(
  form: GapValues['general.id-format'],
  entity: string,
  { seed, nowMs }: { readonly seed: string; readonly nowMs: number },
  number: number,
): string {
  switch (form) {
    case 'prefixed':
      return `${prefixOf(entity)}_${scrambled(seed, number, 12)}`
    case 'uuid':
      return uuid(scrambled(seed, number, 32, HEXADECIMAL))
    case 'ulid':
      return timePart(nowMs) + scrambled(seed, number, 16, CROCKFORD)
    case 'number':
      return String(number)
  }
}

export const madeSecret = (prefix: string, length: number, seed: string, number: number): string =>
  `${prefix}_${scrambled(seed, number, length)}`

/** Kinds that would share the last word of their name with another. */
const OWN_PREFIXES: Readonly<Record<string, string>> = {
  OncallService: 'svc',
  UptimeService: 'ups',
  RegistrationToken: 'reg',
  UptimeExportToken: 'exp',
  EmailSendKey: 'snd',
  SendKeyId: 'ski',
}

/** OncallIncident -> inc: the last word of the entity, shortened. */
const prefixOf = memo((entity: string) => {
  const own = OWN_PREFIXES[entity]
  if (own !== undefined) return own
  const words = entity.match(/[A-Z][a-z]+/g) ?? [entity]
  return (words.at(-1) ?? entity).slice(0, 3).toLowerCase()
})

/** Version 4 (RFC 9562, 5.4): all random but the version and the variant. */
function uuid(digits: string): string {
  const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4]
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`)
}

/** The first ten characters of a ULID are its instant. */
function timePart(atMs: number): string {
  let rest = atMs
  let text = ''
  for (let index = 0; index < 10; index++) {
    text = CROCKFORD.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz'
const HEXADECIMAL = '0123456789abcdef'
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A string that looks random and depends only on seed and number (splitmix64-like mixing on 32 bits). */
function scrambled(seed: string, number: number, length: number, letters = LETTERS): string {
  let state = number >>> 0
  for (const letter of seed) state = mix(state ^ (letter.codePointAt(0) ?? 0))
  const codes: number[] = []
  for (let index = 0; index < length; index++) {
    state = mix(state + 0x9e3779b9 + index)
    codes.push(letters.charCodeAt((state >>> 8) % letters.length))
  }
  return String.fromCharCode(...codes)
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
