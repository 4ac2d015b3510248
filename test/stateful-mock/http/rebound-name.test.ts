import { expect, test } from 'vitest'
import { reboundName } from '../../../stateful-mock/http/rebound-name.ts'

test.each([
  ['localhost:4010'],
  ['localhost.:4010'],
  ['127.0.0.1:4010'],
  ['[::1]:4010'],
  ['192.168.1.7'],
  ['mock:4010'],
  ['mock.shop.svc:4010'],
  ['mock.shop.svc.cluster.local'],
  ['host.docker.internal:4010'],
  ['app.localhost'],
  ['shop.test'],
  ['MOCK.Acme.com:4010'],
])('%s is not somebody else’s', (host) => {
  expect(reboundName(host, ['mock.acme.com'])).toBeUndefined()
})

test.each([
  ['evil.com:4010', 'evil.com'],
  ['evil.com.', 'evil.com'],
  ['127.0.0.1.evil.com', '127.0.0.1.evil.com'],
  ['localhost.evil.com', 'localhost.evil.com'],
  ['mock.acme.com.evil.com', 'mock.acme.com.evil.com'],
])('%s may be', (host, name) => {
  expect(reboundName(host, ['mock.acme.com'])).toBe(name)
})
