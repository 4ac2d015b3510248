export interface ScenarioFile {
  readonly path: string
  /** Of the file, without folder and ending. */
  readonly name: string
  /** Its folder; in the library, its area. */
  readonly folder: string
}

/** Files that hold scenarios. */
export interface ScenarioFiles {
  /** Those in a folder and below, in the order of their paths; none when there is no such folder. */
  list(folder: string): readonly ScenarioFile[]
  read(path: string): string
  modifiedMs(path: string): number
  pathIn(folder: string, name: string): string
  /** Makes the folder if there is none. */
  write(folder: string, name: string, text: string): void
}
