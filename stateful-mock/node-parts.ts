/** Parts of Node that most servers need later or never: importing them all takes a while, and every start would wait. */
export const nodeCrypto = () => process.getBuiltinModule('node:crypto')
export const nodeZlib = () => process.getBuiltinModule('node:zlib')
