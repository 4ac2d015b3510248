/** A package that may be there; undefined when it is not. Its types come with it, so the caller says what it uses. */
export async function whenInstalled<Module>(name: string): Promise<Module | undefined> {
  try {
    return (await import(name)) as Module
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
