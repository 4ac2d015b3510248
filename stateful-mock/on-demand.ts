import { createRequire } from 'node:module'

// What most servers need later or never: importing it all takes a while, and every start would wait for that.
export const nodeCrypto = () => process.getBuiltinModule('node:crypto')
export const nodeZlib = () => process.getBuiltinModule('node:zlib')
export const yamlLibrary = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')
