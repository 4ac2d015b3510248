import type { Contract } from '../../contract/contract.ts'
import type { Answered } from './answered.ts'

type Actor = Contract['profile']['actors'][string]

/** The actor of the profile who sent a request in person; a token stands for nobody here. */
export const actorOf = ({ contract, request: { credential } }: Pick<Answered, 'contract' | 'request'>) =>
  Object.entries(contract.profile.actors).find(([name]) => credential === `actor:${name}`)?.[1] as Actor | undefined
