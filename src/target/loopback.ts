/** Whether an address is this machine's own. */
export const isLoopback = (hostname: string): boolean => /^(127\.|localhost$|\[::1\]$)/.test(hostname)
