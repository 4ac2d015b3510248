import { type Tone, toneOf, toneOfStatus } from './tone.ts'

/** A state as a word with a sign, so that colour is never the only thing that tells. */
export function Chip({ text, tone = toneOf(text), large }: { text: string; tone?: Tone; large?: boolean }) {
  return (
    <span class={`chip chip-${tone}${large ? ' chip-large' : ''}`}>
      <Sign tone={tone} />
      {text}
    </span>
  )
}

export const StatusChip = ({ status }: { status: number }) => (
  <span class={`chip chip-${toneOfStatus(status)} chip-status`}>{status === 0 ? 'dropped' : status}</span>
)

function Sign({ tone }: { tone: Tone }) {
  return (
    <svg class="sign" viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
      {tone === 'good' && <circle cx="4" cy="4" r="4" />}
      {tone === 'bad' && <path d="M4 0l4 8H0z" />}
      {tone === 'busy' && <path d="M4 0a4 4 0 1 1-4 4h4z" />}
      {(tone === 'calm' || tone === 'plain') && (
        <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" stroke-width="1.5" />
      )}
    </svg>
  )
}
