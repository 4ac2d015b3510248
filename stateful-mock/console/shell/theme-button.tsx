import { type Theme, theme } from '../session/session.ts'

/** Goes round the colours: as the system has them, dark, light. */
export function ThemeButton() {
  const next: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
  return (
    <button
      type="button"
      class="plain theme"
      aria-label={`Colours: ${theme.value}. Change to ${next[theme.value]}`}
      title={`Colours: ${theme.value}`}
      onClick={() => {
        theme.value = next[theme.value]
      }}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" />
        <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
      </svg>
    </button>
  )
}
