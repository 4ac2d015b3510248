import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { writeOrExplain } from '../../files/write-file.ts'
import { makeCertificate } from './make-certificate.ts'

/** Names under which clients on this machine reach the mock. */
const USUAL = ['localhost', '127.0.0.1', '::1']
/** Addresses to listen on that nobody connects to. */
const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** A certificate for the usual names and these, and the file that tells clients to trust it; a temporary one unless it is named. */
export function generatedTls(names: readonly string[], file: string | undefined) {
  const hosts = [...new Set([...USUAL, ...names])].filter((name) => !EVERYWHERE.has(name))
  const { cert, key, ca } = makeCertificate(hosts)
  const path = file === undefined ? join(mkdtempSync(join(tmpdir(), 'understudy-')), 'ca.pem') : resolve(file)
  writeOrExplain(path, ca)
  const remove = () => {
    if (file === undefined) rmSync(dirname(path), { recursive: true, force: true })
  }
  return { options: { tls: { cert, key } }, ca: path, remove }
}
