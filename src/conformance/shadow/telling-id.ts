import { isSymbol } from '../../model/world/fresh.ts'

/** Small numbers prove nothing: where ids count from one, the same number exists for other kinds and organizations. */
export const isTelling = (id: string): boolean => !isSymbol(id) && !/^\d{1,9}$/.test(id)
