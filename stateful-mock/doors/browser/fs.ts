function none(): never {
  throw new Error('there are no files in a browser')
}

export const existsSync = (): boolean => false
export const readdirSync = (): string[] => []

export {
  none as closeSync,
  none as copyFileSync,
  none as mkdirSync,
  none as openSync,
  none as readFileSync,
  none as readSync,
  none as rmSync,
  none as statSync,
  none as writeFileSync,
}
