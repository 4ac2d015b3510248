import type { Operation } from '../../src/contract/operations.ts'

const OPERATIONS = new Set(['importWorld', 'createSandbox'])

/** True if the body of a control operation may hold a whole world. */
export const takesWorld = ({ id }: Pick<Operation, 'id'>): boolean => OPERATIONS.has(id)
