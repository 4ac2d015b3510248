import { LiveMode } from '../live/live-mode.ts'
import type { Mock } from '../sandboxes/mock.ts'
import type { MockOptions } from '../server/mock-options.ts'
import { assembleNodeMock } from './assemble-node-mock.ts'
import { openDataFile } from './data-file/data-file.ts'

/** A mock in Node, without sockets, with everything that any of them needs. */
export const makeNodeMock = (options: MockOptions): Mock => assembleNodeMock(options, { openDataFile, LiveMode })
