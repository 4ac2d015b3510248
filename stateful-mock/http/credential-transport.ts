import type { GapValues } from '../../src/contract/generated/gaps.ts'
import { decodePart } from './request-target.ts'

type Transport = GapValues['general.credential-transport']
type Headers = Readonly<Record<string, string>>

/** The credential that headers carry the usual way: a header, with its scheme if there is one, or a cookie. */
export function readCredential(headers: Headers, { header, scheme, cookie }: Transport): string | undefined {
  return inHeader(headers[header.toLowerCase()], scheme) ?? (cookie ? inCookie(headers.cookie, cookie) : undefined)
}

/** The name of a scheme is case-insensitive (RFC 9110, 11.1). */
function inHeader(given: string | undefined, scheme: string | undefined): string | undefined {
  const value = given?.trim()
  if (!value) return undefined
  if (!scheme) return value
  if (value.startsWith(`${scheme} `) && !/\s/.test(value.slice(scheme.length + 1)))
    return value.slice(scheme.length + 1)
  const [named = '', ...rest] = value.split(/\s+/)
  return named.toLowerCase() === scheme.toLowerCase() ? rest.join(' ') || undefined : undefined
}

function inCookie(given: string | undefined, name: string): string | undefined {
  for (const pair of given?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    return (decodePart(value) ?? value) || undefined
  }
  return undefined
}

/** The headers that carry a credential, for whoever is to send one. */
export function credentialHeaders(credential: string, { header, scheme }: Transport): Headers {
  return { [header]: scheme ? `${scheme} ${credential}` : credential }
}
