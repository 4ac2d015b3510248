import * as yaml from 'yaml'
import * as crypto from './crypto.ts'
import * as zlib from './zlib.ts'

// In a bundle all of it is there.
export const nodeCrypto = () => crypto
export const nodeZlib = () => zlib
export const yamlLibrary = () => yaml
