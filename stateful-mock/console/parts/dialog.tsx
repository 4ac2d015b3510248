import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A dialog that the browser itself keeps focus in. */
export function Dialog({
  title,
  close,
  children,
  wide,
}: {
  title: string
  close: () => void
  children: ComponentChildren
  wide?: boolean
}) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} class={wide ? 'dialog wide' : 'dialog'} aria-label={title} onClose={close}>
      <header class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={() => element.current?.close()}>
          ×
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  )
}
