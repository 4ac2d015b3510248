/** The target cannot be used at all; the message says what to do. */
export class Unusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unusable'
  }
}
