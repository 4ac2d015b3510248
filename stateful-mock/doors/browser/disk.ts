/** Worlds live as long as the page. */
export function openDataFile(): never {
  throw new Error('a data file needs Node')
}
