import { control, got } from '../client/control.ts'
import { attempt } from '../parts/toast.tsx'
import { goTo } from '../session/route.ts'
import { sandbox } from '../session/session.ts'

/** A second world that goes on from an entry of this one's journal, or from now. */
export async function forkAt(entry: number | undefined): Promise<void> {
  const from = sandbox.peek()
  await attempt(
    async () => {
      const name = await freeName(entry === undefined ? `${from}-fork` : `${from}-from-${entry}`)
      const body = { name, ...(entry !== undefined && { entry }) }
      await got(control.POST('/_understudy/sandboxes/{sandbox}/fork', { params: { path: { sandbox: from } }, body }))
      goTo(['overview'], { sandbox: name, at: undefined })
    },
    entry === undefined ? 'Forked. You are in the fork now' : `Forked from entry ${entry}. You are in the fork now`,
  )
}

export async function freeName(wanted: string): Promise<string> {
  const { sandboxes } = await got(control.GET('/_understudy/sandboxes'))
  const taken = new Set(sandboxes.map(({ name }) => name))
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`
    if (!taken.has(name)) return name
  }
}
