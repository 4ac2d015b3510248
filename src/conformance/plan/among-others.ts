import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import type { Walk } from '../script/goal.ts'
import type { Manner } from '../script/manner.ts'
import { times } from '../script/script.ts'
import { call, type Looks, lastInPath } from './looks.ts'
import { references } from './several.ts'

/** More than a page of what everybody has. */
const MORE = 21

/** What costs nobody anything, though some of it cannot be deleted. */
const CHEAP: ReadonlySet<string> = new Set(['free', 'permanent'])

/** What is ours is listed among ours, however much others make after it. */
export const amongOthers = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, entity, cost }) => does === 'create' && entity !== undefined && CHEAP.has(cost))
    .filter((create) => !lastInPath(create) && references(create).every(({ place }) => !place.required))
    .map((create): Walk => {
      const others: Manner = factsOf(create.id).personal ? 'colleague' : 'neighbour'
      return [call(create), ...times(MORE, () => call(create, others)), ...looks(create)]
    })
