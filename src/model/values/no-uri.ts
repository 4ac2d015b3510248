/** A text without a scheme, or with nothing before the colon. */
const SCHEMELESS = /^(?:[^:]+$|:)/
/** What stands between the slashes and the path, without a user's name; blanks around the whole are not in it. */
const HOST = /^\s*[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\]*@)?([^/?#\\]*)/i

/** True for a text that is a URI by no reading: some take blanks, and encode them, but nobody does within a host. */
export const isNoUri = (text: string): boolean => SCHEMELESS.test(text) || / /.test(HOST.exec(text.trim())?.[1] ?? '')
