/** Why something about sandboxes or their journals cannot be. */
export interface Refused {
  readonly refused: 404 | 409 | 400 | 410
  readonly error: string
}

export const refused = (status: Refused['refused'], error: string): Refused => ({ refused: status, error })

export const isRefused = (value: object): value is Refused => 'refused' in value
