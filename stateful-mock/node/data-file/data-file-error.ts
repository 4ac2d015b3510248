/** A data file that cannot be used: one sentence for whoever named it. */
export class DataFileError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataFileError'
  }
}
