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
export const isAddress = (hostname: string): boolean =>
  isIPv4(hostname) || (/^\[.*:.*\]$/.test(hostname) && URL.canParse(`http://${hostname}/`))

const NUMBER = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${NUMBER}(?:\\.${NUMBER}){3}$`)

const isIPv4 = (text: string): boolean => IPV4.test(text)
