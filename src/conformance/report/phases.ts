/**
 * reach: the target answers and takes each actor's credential. walk: every operation, every transition and stated
 * refusal, shortest first. invalid: broken and odd values. parallel: requests at the same time. random: sequences
 * on themes, weighted towards what is uncovered; the open-ended one, so it comes last. clean-up: after each sequence.
 */
export const PHASES = ['reach', 'walk', 'invalid', 'parallel', 'random', 'clean-up'] as const
export type Phase = (typeof PHASES)[number]
