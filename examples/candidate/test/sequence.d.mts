/** Calls operations of one candidate by purpose, as one of the built-in people. */
export interface Caller {
  readonly url: string
}

export function makeClient(url: string, variant: string): Caller

/** Runs steps (holes are skipped); returns their answers. Outside events go to the caller's `url`. */
export function runSteps(client: Caller, steps: readonly (object | undefined)[]): Promise<readonly unknown[]>
