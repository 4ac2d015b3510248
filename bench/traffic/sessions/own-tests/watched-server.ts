/** Stands in for a candidate's `server` module in its own tests. */
import { appendFileSync } from 'node:fs'
import { startWatch } from '../watch-command.ts'
import { behind } from './urls.ts'

interface Candidate {
  readonly url: string
  close(): Promise<unknown>
}
interface StartOptions {
  readonly variant?: string
  readonly faults?: readonly string[]
}

const original = new URL(import.meta.url).searchParams.get('for') ?? ''
const server = (await import(original)) as { startCandidate(options: StartOptions): Promise<Candidate> }

/** A faulty candidate is not watched: what would be found there is no false alarm. */
export async function startCandidate(options: StartOptions = {}): Promise<Candidate> {
  const candidate = await server.startCandidate(options)
  const { variant = 'a', faults = [] } = options
  if (faults.length > 0) return candidate
  const profile = new URL(`./profile-${variant}.yaml`, original)
  const watch = await startWatch(candidate.url, profile.pathname)
  behind.set(watch.url, candidate.url)
  return {
    ...candidate,
    url: watch.url,
    async close() {
      appendFileSync(process.env.UNDERSTUDY_SEEN ?? '', `${JSON.stringify(await watch.end())}\n`)
      await candidate.close()
    },
  }
}
