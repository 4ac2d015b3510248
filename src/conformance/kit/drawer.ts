import type { Shadow } from '../shadow/shadow.ts'
import type { Step } from '../step/step.ts'

/** Decides the next step from what the shadow believes, and the answers so far; undefined ends the sequence. */
export type Drawer = (shadow: Shadow, index: number, salt: string, answers: readonly unknown[]) => Step | undefined
