/**
 * True for a web URL without a host, or with a port that there is not. What browsers read into one with other slashes
 * than two (https:///a is https://a/ to them) is not in it.
 */
export const isUnusable = (url: string): boolean =>
  /^https?:/i.test(url) && !(/^https?:\/\/[^/?#\\]/i.test(url) && URL.canParse(url))
