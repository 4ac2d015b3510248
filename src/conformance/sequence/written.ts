/** The client writes a request in the next turn of the event loop, so waiting for the turn after that does not delay it. */
export const written = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
