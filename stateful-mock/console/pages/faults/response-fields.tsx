import { type Signal, useSignal } from '@preact/signals'
import type { Schemas } from '../../client/control.ts'
import { TextArea } from '../../forms/inputs.tsx'

/** The texts for the response of a fault. */
export interface ResponseTexts {
  readonly body: Signal<string>
  readonly headers: Signal<string>
}

export const useResponseTexts = (): ResponseTexts => ({ body: useSignal(''), headers: useSignal('') })

type Given = Pick<Schemas['FaultRequest'], 'body' | 'jsonBody' | 'headers'>

/** The same as the control interface takes it: JSON as JSON, anything else as text. */
export const responseOf = ({ body, headers }: ResponseTexts): Given => ({
  ...(body.value !== '' && bodyOf(body.value)),
  ...(headers.value !== '' && { headers: headersIn(headers.value) }),
})

function bodyOf(text: string): Pick<Given, 'body' | 'jsonBody'> {
  try {
    return { jsonBody: JSON.parse(text) }
  } catch {
    return { body: text }
  }
}

/** Lines of a name, a colon and a value. */
const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', ...rest] = line.split(':')
        return [name.trim(), rest.join(':').trim()]
      }),
  )

/** The body and headers that a fault answers with. */
export function ResponseFields({ body, headers }: ResponseTexts) {
  return (
    <>
      <TextArea label="Response body" optional value={body} placeholder="the usual error" />
      <TextArea label="Response headers" optional value={headers} placeholder="Retry-After: 30" />
    </>
  )
}
