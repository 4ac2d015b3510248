import type { Shadow } from '../shadow/shadow.ts'
import type { Step } from '../step/step.ts'

/** Chooses the next step from the shadow and the responses so far; undefined ends the sequence. */
export type Drawer = (shadow: Shadow, index: number, salt: string, answers: readonly unknown[]) => Step | undefined
