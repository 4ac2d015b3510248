import { type Signal, useSignal } from '@preact/signals'
import { control, got } from '../../client/control.ts'
import { attempt } from '../../parts/toast.tsx'
import { goTo } from '../../session/route.ts'
import { DEFAULT_SANDBOX } from '../../session/session.ts'
import { followSandbox } from '../../world/follow.ts'

/** Plays a scenario into a sandbox. */
export interface Player {
  readonly target: Signal<string>
  /** The index of the last step that was played. */
  readonly reached: number | undefined
  readonly busy: boolean
  readonly playTo: (step: string, index: number) => void
  readonly playAllAndEnter: (lastIndex: number) => void
  readonly enter: () => void
}

export function usePlayer(name: string): Player {
  const target = useSignal(name.slice(0, 60))
  const reached = useSignal<number | undefined>(undefined)
  const busy = useSignal(false)
  const play = async (body: { sandbox: string; upToStep?: string }, index: number) => {
    busy.value = true
    const done = await attempt(async () => {
      const params = { path: { scenario: name } }
      await got(control.POST('/_understudy/scenarios/{scenario}/load', { params, body }))
      reached.value = index
      followSandbox()
    })
    busy.value = false
    return done
  }
  const enter = () => {
    const sandbox = target.value === DEFAULT_SANDBOX ? undefined : target.value
    goTo(['overview'], { sandbox, at: undefined, actor: undefined })
  }
  return {
    target,
    reached: reached.value,
    busy: busy.value,
    playTo: (step, index) => void play({ sandbox: target.value, upToStep: step }, index),
    playAllAndEnter: async (lastIndex) => {
      if (await play({ sandbox: target.value }, lastIndex)) enter()
    },
    enter,
  }
}
