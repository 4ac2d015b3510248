/** 0 done or conforms; 1 does not conform; 2 wrong usage or unreadable input. */
export type ExitCode = 0 | 1 | 2
