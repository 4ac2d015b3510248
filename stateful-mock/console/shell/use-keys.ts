import { useEffect } from 'preact/hooks'

/**
 * Keys that work on every page: Ctrl-K (or Cmd-K) finds anything, `/` goes to the page's own search, and an arrow goes
 * into its first list.
 */
export function useKeys(openPalette: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        return openPalette()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (event.key === '/' && !isTyping(event.target)) focusFirst('main input[type="search"]', event)
      if (event.key === 'ArrowDown' && goesIntoList(event.target)) focusFirst('main .table', event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** From nowhere in particular, and from the search above the list. */
const goesIntoList = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.matches('main input[type="search"], main h1'))

function focusFirst(selector: string, event: KeyboardEvent): void {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) return
  event.preventDefault()
  element.focus()
  if (element.matches('.table')) element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }))
  else if (element instanceof HTMLInputElement) element.select()
}
