/** The URL of a candidate itself, by that of the proxy in front of it. */
export const behind = new Map<string, string>()
