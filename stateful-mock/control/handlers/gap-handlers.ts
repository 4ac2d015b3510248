import type { GapId } from '../../../src/contract/generated/gaps.ts'
import { type Json, sameJson } from '../../../src/contract/json.ts'
import { validatorFor } from '../../../src/contract/schema/schema-compiler.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import type { LiveGaps } from '../../gaps/live-gaps.ts'
import { type ControlAnswer, type ControlHandler, done } from './control-handler.ts'

export const listGaps: ControlHandler = ({ holder: { gaps } }, { query: { area, changed } }) => {
  const all = [...gaps.contract.definitions.keys()].map((id) => described(gaps, id))
  const shown = all.filter(
    (gap) =>
      (area === undefined || gap.id.startsWith(`${area}.`)) &&
      (changed === undefined || changed === !sameJson(gap.value, gap.default)),
  )
  return done({ gaps: shown })
}

export const setGap: ControlHandler = ({ holder }, { parameters, body }) =>
  withGap(holder.gaps, parameters.gap, (id, schema) => {
    const { value } = body as { value: Json }
    const wrong = validatorFor(schema)(value)[0]
    if (wrong) return { status: 400, error: wrong.message }
    holder.setGap(id, value)
    return done(described(holder.gaps, id))
  })

export const unsetGap: ControlHandler = ({ holder }, { parameters }) =>
  withGap(holder.gaps, parameters.gap, (id) => {
    holder.setGap(id, undefined)
    return done(described(holder.gaps, id))
  })

type Schema = Parameters<typeof validatorFor>[0]

function withGap(
  { contract: { definitions } }: LiveGaps,
  name = '',
  then: (id: GapId, schema: Schema) => ControlAnswer,
): ControlAnswer {
  const definition = definitions.get(name as GapId)
  if (definition) return then(name as GapId, definition.schema)
  return { status: 404, error: `there is no gap ${name}${didYouMean(name, [...definitions.keys()])}` }
}

function described(gaps: LiveGaps, id: GapId) {
  const definition = gaps.contract.definitions.get(id)
  return { id, ...definition, value: gaps.value(id), source: gaps.source(id) }
}
