/** True for an address of this machine. */
export const isLoopback = (hostname: string): boolean => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/i.test(hostname)
