import { limitPatterns } from '../../src/scenario/criteria/limited-patterns.ts'
import type { Mock } from '../sandboxes/mock.ts'
import { makeMock } from '../server/make-mock.ts'
import type { MockOptions } from '../server/mock-options.ts'
import { openDataFile } from './data-file/data-file.ts'
import { nodePlatform } from './node-platform.ts'

/** A mock in Node, without sockets. */
export function makeNodeMock(options: MockOptions): Mock {
  limitPatterns()
  return makeMock(options, nodePlatform, openDataFile)
}
