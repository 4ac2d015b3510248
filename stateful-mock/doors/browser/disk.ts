/** Worlds live as long as the page. */
export function openDisk(): never {
  throw new Error('a data file needs Node')
}
