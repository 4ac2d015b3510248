import { ALONE, isAlone, type Lanes, meet } from './lanes.ts'

export interface Job<T> {
  readonly lanes: Lanes
  readonly run: () => Promise<T>
}

/**
 * Runs jobs concurrently and returns their results in the order of the jobs. Jobs that meet run one after the other. Those that
 * meet most others come first, so that the few that may run beside them are still there; those that run alone come last. A
 * job that was not started has no result.
 */
export async function inLanes<T>(
  jobs: readonly Job<T>[],
  most: number,
  mayStart: () => boolean,
): Promise<(T | undefined)[]> {
  const done: (T | undefined)[] = jobs.map(() => undefined)
  const running = new Map<number, Promise<void>>()
  const met = jobs.map(({ lanes }) => jobs.filter((other) => meet(lanes, other.lanes)).length)
  const place = (index: number) => (alone(jobs[index]) ? 1 : -(met[index] ?? 0))
  const waiting = [...jobs.keys()].toSorted((a, b) => place(a) - place(b) || a - b)
  while (waiting.length > 0 && mayStart()) {
    const next = waiting.findIndex((index) => isFree(jobs, running, index))
    if (running.size >= most || next < 0) {
      await Promise.race(running.values())
      continue
    }
    const [index = 0] = waiting.splice(next, 1)
    const job = jobs[index] as Job<T>
    const work = job.run().then((result) => {
      done[index] = result
      running.delete(index)
    })
    running.set(index, work)
  }
  await Promise.all(running.values())
  return done
}

const alone = (job: Job<unknown> | undefined): boolean => job !== undefined && isAlone(job.lanes)

function isFree(jobs: readonly Job<unknown>[], running: ReadonlyMap<number, unknown>, index: number): boolean {
  const own = jobs[index]?.lanes ?? ALONE
  return [...running.keys()].every((other) => !meet(own, jobs[other]?.lanes ?? ALONE))
}
