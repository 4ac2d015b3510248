import { limitPatterns } from '../../src/scenario/criteria/limited-patterns.ts'
import type { Mock } from '../sandboxes/mock.ts'
import { type ExtraParts, makeMock } from '../server/make-mock.ts'
import type { MockOptions } from '../server/mock-options.ts'
import { nodePlatform } from './node-platform.ts'

/** A mock in Node, without sockets. */
export function assembleNodeMock(options: MockOptions, extra: ExtraParts): Mock {
  limitPatterns()
  return makeMock(options, nodePlatform, extra)
}
