/** The part of an address before the last @. */
export const localPartOf = (address: string): string => address.slice(0, Math.max(0, address.lastIndexOf('@')))

/** The part after it, in lower case as domain names are compared. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The bare address in `Ada <ada@acme.example>`. */
export const bareAddress = (address: string): string => /<([^<>]*)>\s*$/.exec(address)?.[1] ?? address.trim()

export const isAddress = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test(text)
