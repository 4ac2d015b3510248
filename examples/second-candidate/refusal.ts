/** A refusal: becomes a response with this status and the body {error: message}. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function refuse(status: number, message: string): never {
  throw new Refusal(status, message)
}
