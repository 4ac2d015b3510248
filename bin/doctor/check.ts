/** The result of one check. `note`: it works, but something stays unexercised. */
export interface Check {
  readonly mark: 'ok' | 'note' | 'problem'
  /** The subject of the check. */
  readonly about: string
  readonly says: string
  /** The advice. */
  readonly next?: string
}

export const ok = (about: string, says: string): Check => ({ mark: 'ok', about, says })
export const note = (about: string, says: string, next: string): Check => ({ mark: 'note', about, says, next })
export const problem = (about: string, says: string, next: string): Check => ({ mark: 'problem', about, says, next })
