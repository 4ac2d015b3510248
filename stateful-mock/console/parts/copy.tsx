import { useSignal } from '@preact/signals'

export function CopyButton({ text, what, words = 'Copy' }: { text: string; what: string; words?: string }) {
  const copied = useSignal(false)
  const copy = async () => {
    await copyText(text)
    copied.value = true
    setTimeout(() => {
      copied.value = false
    }, 1_500)
  }
  return (
    <button type="button" class="button small copy" onClick={copy} aria-label={`Copy ${what}`}>
      {copied.value ? 'Copied' : words}
    </button>
  )
}

/** The clipboard is there on secure pages only; elsewhere a field that is selected does. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(() => bySelection(text))
  bySelection(text)
}

function bySelection(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
