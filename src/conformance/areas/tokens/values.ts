import fc from 'fast-check'
import { leftOut, type PlainValues } from '../../kit/plain-values.ts'

export const TOKENS_VALUES: PlainValues = {
  createToken: {
    fields: {
      expiresIn: ({ sampler }) => sampler.draw(fc.integer({ min: 60, max: 360 })),
      // Narrowing a token needs roles and resources that the target knows: twists and scripts see to that.
      scope: leftOut,
    },
  },
}
