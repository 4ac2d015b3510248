import { isIP, isIPv4 } from 'node:net'

/** The host of a Host or Origin header, without its port; undefined when there is none. */
export function hostnameOf(authority: string | undefined): string | undefined {
  try {
    return new URL(authority?.includes('://') ? authority : `http://${authority ?? ''}`).hostname.toLowerCase()
  } catch {
    return undefined
  }
}

/** A name that always means this machine. `127.evil.example` is not one. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return isIPv4(hostname) && hostname.startsWith('127.')
}

/** An address that was not looked up, so nobody can have made the name point here. */
export const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
