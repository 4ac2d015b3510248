import type { ComponentChildren } from 'preact'
import { link } from '../world/live.ts'
import type { Loaded } from '../world/use-loaded.ts'

/** Nothing here yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  )
}

export function Problem({ text, again }: { text: string; again?: () => void }) {
  const notBuilt = /not built|one world only/.test(text)
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{notBuilt ? 'This mock cannot do that.' : 'Something went wrong.'}</strong> {text}
      </p>
      {again && (
        <button type="button" class="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** The loaded value, the error, or a placeholder while it loads. */
export function Shown<T>({
  of,
  title,
  children,
}: {
  of: Loaded<T>
  /** For a page that has no other until it is there. */
  title?: string
  children: (data: T) => ComponentChildren
}) {
  if (of.data !== undefined)
    return (
      <>
        {of.problem !== undefined && link.value !== 'lost' && (
          <Problem text={`This may be out of date: ${of.problem}`} again={of.again} />
        )}
        {children(of.data)}
      </>
    )
  if (of.problem !== undefined)
    return (
      <>
        {title !== undefined && <h1>{title}</h1>}
        <Problem text={of.problem} again={of.again} />
      </>
    )
  return (
    <p class="loading" aria-busy="true">
      Loading
    </p>
  )
}
