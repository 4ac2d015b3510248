import type { Operation } from '../../contract/operations.ts'
import type { World } from '../../model/world/world.ts'
import { drawRequest } from '../draw/draw-request.ts'
import type { Drawing } from '../kit/drawing.ts'
import { changedIds } from '../shadow/changed-rows.ts'
import { tableOf } from '../shadow/rows.ts'
import type { RequestStep } from '../step/step.ts'
import { isRead, lastInPath, named } from './looks.ts'
import { queryShowing } from './showing.ts'

/** A read that may show a change, the thing it is to read if it reads one, and what it is to list else. */
interface Look {
  readonly read: Operation
  readonly id: string | undefined
  readonly listed: readonly string[]
}

/** Looks that wait; older ones were about changes that later ones have covered. */
const MOST = 12

/** What a sequence has changed, as the model has it, and not looked at since. */
export class UnseenChanges {
  readonly #reads: readonly Operation[]
  readonly #waiting = new Map<string, Look>()
  #world: World | undefined

  constructor(operations: readonly Operation[]) {
    this.#reads = operations.filter(isRead)
  }

  get any(): boolean {
    return this.#waiting.size > 0
  }

  /** Notes what is different from the world of last time. */
  note(world: World, org: string): void {
    const before = this.#world ?? world
    this.#world = world
    if (before === world) return
    for (const read of this.#reads)
      for (const entity of new Set([read.entity, named(read)])) {
        if (entity === undefined || tableOf(before, entity) === tableOf(world, entity)) continue
        const changed = changedIds(before, world, entity, org)
        if (named(read) !== entity) this.#wait({ read, id: undefined, listed: entity === read.entity ? changed : [] })
        else for (const id of changed.slice(-2)) this.#wait({ read, id, listed: [] })
      }
    for (const key of [...this.#waiting.keys()].slice(0, -MOST)) this.#waiting.delete(key)
  }

  /** A request that looks at one of them. */
  draw(drawing: Drawing): RequestStep | undefined {
    const [key, look] = drawing.sampler.pick([...this.#waiting]) ?? []
    if (key === undefined || !look) return undefined
    this.#waiting.delete(key)
    const drawn = drawRequest(drawing, look.read, { manner: 'plain' })
    if (!drawn || 'missing' in drawn) return undefined
    const name = pathOf(look.read).length === 1 ? lastInPath(look.read)?.name : undefined
    if (name === undefined || look.id === undefined)
      return { ...drawn, query: queryShowing(drawing, look.read, drawn, look.listed) }
    return { ...drawn, parameters: { ...drawn.parameters, [name]: look.id } }
  }

  #wait(look: Look): void {
    const key = `${look.read.id} ${look.id ?? ''}`
    this.#waiting.delete(key)
    this.#waiting.set(key, look)
  }
}

const pathOf = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === 'path')
