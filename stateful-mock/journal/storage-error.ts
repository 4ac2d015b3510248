/** Something could not be stored, so it has not happened. */
export class StorageError extends Error {
  readonly why: string

  constructor(why: string) {
    super(`nothing was changed, since the data file cannot be written: ${why}`)
    this.why = why
    this.name = 'StorageError'
  }
}
