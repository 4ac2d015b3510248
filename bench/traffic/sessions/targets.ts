import { join } from 'node:path'
import type { Json } from '../../../src/contract/json.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { mockOptions } from '../../eyesight/judge-mock.ts'
import type { Candidate, Variant } from '../candidates.ts'

/** A running target without faults. */
export interface CleanTarget {
  readonly url: string
  /** The file of its profile; a mock needs none. */
  readonly profile?: string
  close(): Promise<unknown>
}

export interface Kind {
  readonly name: string
  open(): Promise<CleanTarget>
}

export const aCandidate = (candidate: Candidate, variant: Variant): Kind => ({
  name: `${candidate.name}-${variant}`,
  async open() {
    const { url, close } = await candidate.start({ variant, faults: [] })
    return { url, profile: join(candidate.folder, `profile-${variant}.yaml`), close }
  },
})

export const aMock = (name: string, gaps: Readonly<Record<string, Json>>): Kind => ({
  name,
  open: () => createMock(mockOptions(gaps)),
})
