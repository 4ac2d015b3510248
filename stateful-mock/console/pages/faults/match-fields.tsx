import { type Signal, useSignal } from '@preact/signals'
import type { Schemas } from '../../client/control.ts'
import { Select, TextArea, TextInput } from '../../forms/inputs.tsx'
import { actors } from '../../world/actors.ts'

type Match = Schemas['RequestMatch']

/** The texts that select the requests of a fault; empty for any. */
export interface MatchTexts {
  readonly actor: Signal<string>
  readonly path: Signal<string>
  readonly body: Signal<string>
}

export const useMatchTexts = (): MatchTexts => ({ actor: useSignal(''), path: useSignal(''), body: useSignal('') })

/** The same as the control interface takes it; undefined when everything is left open. Throws for a body that is not JSON. */
export function matchOf({ actor, path, body }: MatchTexts): Match | undefined {
  const match: Match = {
    ...(actor.value !== '' && { actor: actor.value }),
    ...(path.value !== '' && { path: path.value }),
    ...(body.value !== '' && { body: jsonIn(body.value) }),
  }
  return Object.keys(match).length > 0 ? match : undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The request body to match is not valid JSON.')
  }
}

/** The fields that select the requests of a fault. */
export function MatchFields({ actor, path }: MatchTexts) {
  return (
    <>
      <Select
        label="Caller"
        value={actor.value}
        choose={(next) => {
          actor.value = next
        }}
        options={[['', 'Anyone'], ...actors.value.map(({ name, label }) => [name, `${name} (${label})`] as const)]}
      />
      <TextInput label="Path" optional value={path} placeholder="/api/v1/uptime/monitors/*" pattern="/.*" />
    </>
  )
}

/** The field for the expected part of the request body. */
export function MatchBody({ body }: MatchTexts) {
  return <TextArea label="Request contains" optional value={body} placeholder={'{"kind": "tcp"}'} />
}
