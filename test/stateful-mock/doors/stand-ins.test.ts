import * as nodeBuffer from 'node:buffer'
import * as nodeCrypto from 'node:crypto'
import * as nodeHttp from 'node:http'
import * as nodeNet from 'node:net'
import * as nodePath from 'node:path'
import * as nodeUtil from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as buffer from '../../../stateful-mock/doors/browser/buffer.ts'
import * as crypto from '../../../stateful-mock/doors/browser/crypto.ts'
import { STATUS_CODES } from '../../../stateful-mock/doors/browser/http.ts'
import * as net from '../../../stateful-mock/doors/browser/net.ts'
import * as path from '../../../stateful-mock/doors/browser/path.ts'
import * as util from '../../../stateful-mock/doors/browser/util.ts'
import { deflateRawSync, inflateRawSync } from '../../../stateful-mock/doors/browser/zlib.ts'

const bytes = fc.uint8Array({ maxLength: 200 })
const agree = (property: fc.IProperty<[Uint8Array]> | fc.IProperty<[string]> | fc.IProperty<[Uint8Array, string]>) =>
  fc.assert(property as fc.IProperty<unknown>, { numRuns: 200, seed: 11 })

test('digests are Node’s', () => {
  agree(
    fc.property(bytes, fc.string({ unit: 'grapheme' }), (key, text) => {
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        const own = crypto.createHash('sha256').update(text).digest(form)
        expect(own).toBe(nodeCrypto.createHash('sha256').update(text).digest(form))
        const keyed = crypto.createHmac('sha256', key).update(text).digest(form)
        expect(keyed).toBe(nodeCrypto.createHmac('sha256', key).update(text).digest(form))
      }
    }),
  )
  const long = 'a'.repeat(100_000)
  expect(crypto.createHash('sha256').update(long).digest('hex')).toBe(
    nodeCrypto.createHash('sha256').update(long).digest('hex'),
  )
})

test('bytes and texts turn into each other as in Node', () => {
  agree(
    fc.property(bytes, (given) => {
      expect(buffer.isUtf8(given)).toBe(nodeBuffer.isUtf8(given))
      const [own, theirs] = [new buffer.Buffer(given), Buffer.from(given)]
      for (const form of ['utf8', 'hex', 'base64', 'base64url'] as const)
        expect(own.toString(form)).toBe(theirs.toString(form))
      const part = buffer.Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      expect([...part]).toEqual([...given])
    }),
  )
  agree(
    fc.property(fc.oneof(fc.base64String(), fc.string()), (text) => {
      expect(buffer.Buffer.byteLength(text)).toBe(Buffer.byteLength(text))
      const plain = text.replaceAll(/[^\w+/-]/g, '')
      expect([...buffer.Buffer.from(plain, 'base64url')]).toEqual([...Buffer.from(plain, 'base64url')])
    }),
  )
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b)
  expect(new buffer.Buffer(marked).toString()).toBe(Buffer.from(marked).toString())
})

test('addresses, paths, likeness and reason phrases are Node’s', () => {
  const hosts = ['127.0.0.1', '127.0.0.256', '1.2.3', '01.2.3.4', '::1', 'fe80::1', ':::', 'localhost', '', 'a:b']
  for (const host of hosts) {
    expect(net.isIPv4(host), host).toBe(nodeNet.isIPv4(host))
    expect(net.isIP(host), host).toBe(nodeNet.isIP(host))
  }
  for (const file of ['a/b/c.yaml', 'c.yaml', 'a/b']) {
    expect(path.basename(file)).toBe(nodePath.basename(file))
    expect(path.dirname(file)).toBe(nodePath.dirname(file))
  }
  expect(path.join('a', 'b')).toBe(nodePath.join('a', 'b'))
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(util.isDeepStrictEqual(a, structuredClone(a))).toBe(true)
      expect(util.isDeepStrictEqual(a, b)).toBe(nodeUtil.isDeepStrictEqual(a, b))
    }),
  )
  expect(STATUS_CODES).toEqual(nodeHttp.STATUS_CODES)
  expect(inflateRawSync(deflateRawSync('zwölf\nBoxkämpfer')).toString()).toBe('zwölf\nBoxkämpfer')
})
