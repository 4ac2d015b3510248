/** A credential in a header. */
export interface SentCredential {
  /** The header, and for a cookie its name: a request may have other cookies besides. */
  readonly place: string
  readonly secret: string
}

/** The credentials in a header: its value without the scheme, or each of its cookies. */
export function sentCredentials(header: string, value: string): SentCredential[] {
  if (header.toLowerCase() !== 'cookie')
    return [{ place: header.toLowerCase(), secret: value.replace(/^\w+ (?=\S)/, '') }]
  return value.split(';').flatMap((pair) => {
    const [, name = '', secret = ''] = /^\s*([^=\s]+)=(.*?)\s*$/.exec(pair) ?? []
    return secret === '' ? [] : [{ place: `cookie ${name}`, secret }]
  })
}
