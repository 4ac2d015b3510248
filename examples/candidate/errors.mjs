/** A refusal: becomes a response with this status and the body {error: message}. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** @param {number} status @param {string} message @returns {never} */
export function refuse(status, message) {
  throw new Refusal(status, message)
}
