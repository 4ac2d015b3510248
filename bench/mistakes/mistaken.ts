import { join } from 'node:path'
import { mistakenCopy } from './mistaken-copy.ts'
import { withMistakes } from './switched-on.ts'

type Decide = typeof import('../../src/model/decide.ts')
type Advance = typeof import('../../src/model/advance.ts')
type CreateMock = typeof import('../../stateful-mock/create-mock.ts')
type MakeMock = typeof import('../../stateful-mock/node/node-mock.ts')
type AnswerRequest = typeof import('../../stateful-mock/server/answer-request.ts')

/** The functions of the model. */
export type ModelFunctions = Pick<Decide, 'decide' | 'decideEvent'> & Pick<Advance, 'advance'>

/** The model with mistakes: give it the ids of rules, and you get one that breaks them. */
export async function mistakenModel(): Promise<(ids: readonly string[]) => ModelFunctions> {
  const [{ decide, decideEvent }, { advance }] = await Promise.all([
    fromCopy<Decide>('src/model/decide.ts'),
    fromCopy<Advance>('src/model/advance.ts'),
  ])
  return (ids) => ({
    decide: (...given) => withMistakes(ids, () => decide(...given)),
    decideEvent: (...given) => withMistakes(ids, () => decideEvent(...given)),
    advance: (...given) => withMistakes(ids, () => advance(...given)),
  })
}

/** The mock with mistakes. It makes those that were switched on by `withMistakes` around it. */
export async function mistakenMock(): Promise<
  Pick<CreateMock, 'createMock'> & Pick<MakeMock, 'makeNodeMock'> & Pick<AnswerRequest, 'answerRequest'>
> {
  const [{ createMock }, { makeNodeMock }, { answerRequest }] = await Promise.all([
    fromCopy<CreateMock>('stateful-mock/create-mock.ts'),
    fromCopy<MakeMock>('stateful-mock/node/node-mock.ts'),
    fromCopy<AnswerRequest>('stateful-mock/server/answer-request.ts'),
  ])
  return { createMock, makeNodeMock, answerRequest }
}

const fromCopy = <Module>(path: string): Promise<Module> => import(join(mistakenCopy(), path))
