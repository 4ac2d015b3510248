const NUMBER = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${NUMBER}(?:\\.${NUMBER}){3}$`)

export const isIPv4 = (text: string): boolean => IPV4.test(text)

/** Whoever parses an address knows best whether it is one. */
export const isIP = (text: string): 0 | 4 | 6 =>
  isIPv4(text) ? 4 : text.includes(':') && URL.canParse(`http://[${text}]/`) ? 6 : 0
