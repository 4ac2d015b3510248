/** The console's connection to the mock. */
export interface Transport {
  readonly fetch: (input: string | Request, init?: RequestInit) => Promise<Response>
  /** The mock's address for clients, in links and curl lines. */
  readonly address: string
  /** True if it runs in this page, where no client can reach it. */
  readonly inPage: boolean
}

let current: Transport = {
  fetch: (input, init) => fetch(input, init),
  address: location.origin,
  inPage: false,
}

/** Has to be called before anything is asked. */
export function reachMockBy(transport: Transport): void {
  current = transport
}

export const fetchFromMock: Transport['fetch'] = (input, init) => current.fetch(input, init)

export const mockAddress = (): string => current.address

export const mockIsInPage = (): boolean => current.inPage
