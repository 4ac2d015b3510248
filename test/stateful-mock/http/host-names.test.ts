import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import { hostnameOf, isAddress, isLoopback } from '../../../stateful-mock/http/host-names.ts'

test('an address is what Node takes for one', () => {
  const hosts = ['127.0.0.1', '10.1.2.3', '[::1]', '[fe80::1]', 'localhost', 'a.example', '1.2.3.4.example', '']
  for (const host of hosts) {
    const hostname = hostnameOf(host) ?? ''
    expect(isAddress(hostname), host).toBe(isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0)
  }
  for (const text of ['127.0.0.256', '1.2.3', '01.2.3.4', '[:::]', 'a:b']) expect(isAddress(text), text).toBe(false)
})

test('a name means this machine only if it always does', () => {
  for (const name of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])
    expect(isLoopback(name)).toBe(true)
  for (const name of ['127.evil.example', '128.0.0.1', '[::2]', '']) expect(isLoopback(name)).toBe(false)
})
