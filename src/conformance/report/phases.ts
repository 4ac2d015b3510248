/**
 * reach: the target answers and takes each actor's credential. walk: every operation, every transition and stated
 * refusal, shortest first. parallel: requests at the same time. invalid: broken and exotic values. random: sequences
 * on themes, weighted towards what is uncovered; the open-ended one, so it comes last. clean-up: after each sequence.
 */
export const PHASES = ['reach', 'walk', 'parallel', 'invalid', 'random', 'clean-up'] as const
export type Phase = (typeof PHASES)[number]
