import { fileURLToPath } from 'node:url'
import { createMock, type MockOptions, type RunningMock } from '../../create-mock.ts'

/** The scenarios that come with the package, in a clone or as published. */
const LIBRARY = fileURLToPath(new URL('../../../scenarios', import.meta.url))

/** A Thursday morning. Tests that begin at the same instant see the same identifiers and times. */
export const MORNING = '2026-03-05T09:00:00Z'

/** A mock for tests: its clock stands still until somebody moves it, and it knows the library of scenarios. */
export const startTestMock = (options: MockOptions): Promise<RunningMock> =>
  createMock({ clock: { frozenAt: MORNING }, scenarios: { folders: [LIBRARY] }, ...options })
