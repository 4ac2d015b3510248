import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunningMock } from '../../../stateful-mock/create-mock.ts'
import { ended, understudy } from './command.ts'
import type { Seen } from './session.ts'
import { seenIn } from './watch-command.ts'

/** `understudy judge` on a HAR file of traffic to a mock. */
export async function judgedRecording(file: string, mock: RunningMock): Promise<Seen> {
  const profile = join(dirname(file), 'profile.yaml')
  writeFileSync(profile, JSON.stringify(profileOf(mock)))
  const report = join(dirname(file), 'judged.json')
  await ended(understudy('judge', file, '--profile', profile, '--report', `json=${report}`), 0, 1)
  return seenIn(report)
}

/** Who the callers are, as somebody would write it down; JSON is YAML too. */
const profileOf = ({ callers }: RunningMock) => ({
  name: 'the recorded mock',
  actors: Object.fromEntries(
    callers.map(({ name, role, organization, headers }) => [name, { role, organization, headers }]),
  ),
})
