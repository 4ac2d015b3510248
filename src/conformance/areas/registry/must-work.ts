import type { MustWorkEvents } from '../../area-judge/must-work.ts'

/** An image is pushed with a key that may push (Authentication, point 5). */
export const REGISTRY_MUST_WORK: MustWorkEvents = {
  imagePushed: { rules: ['REG-22'], evidence: 'impossible', applies: () => true },
}
