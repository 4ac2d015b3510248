/** A file that cannot be imported: one sentence that says why. */
export class ImportMistake extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportMistake'
  }
}
