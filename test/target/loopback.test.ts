import { expect, test } from 'vitest'
import { isLoopback } from '../../src/target/loopback.ts'

test.for([
  ['http://127.0.0.1', true],
  ['http://127.1', true],
  ['http://127.8.9.10:80', true],
  ['http://LOCALHOST', true],
  ['http://[::1]:80', true],
  ['http://127.evil.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.evil.example', false],
  ['http://203.0.113.9', false],
] as const)('%s: %s', ([url, own]) => {
  expect(isLoopback(new URL(url).hostname)).toBe(own)
})
