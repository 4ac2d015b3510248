import type { ComponentChildren } from 'preact'

/** A page: its title, what can be done with it, and the rest. */
export function Page({
  title,
  about,
  tools,
  children,
}: {
  title: ComponentChildren
  about?: ComponentChildren
  tools?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <>
      <header class="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {about && <p class={typeof about === 'string' ? 'about words' : 'about'}>{about}</p>}
        </div>
        {tools && <div class="tools">{tools}</div>}
      </header>
      {children}
    </>
  )
}

export function Panel({
  title,
  tools,
  children,
  class: extra = '',
}: {
  title: ComponentChildren
  tools?: ComponentChildren
  children: ComponentChildren
  class?: string
}) {
  return (
    <section class={`panel ${extra}`}>
      <header class="panel-head">
        <h2>{title}</h2>
        {tools}
      </header>
      <div class="panel-body">{children}</div>
    </section>
  )
}

export function Tabs<Name extends string>({
  names,
  chosen,
  choose,
  label,
}: {
  names: readonly Name[]
  chosen: Name
  choose: (name: Name) => void
  label: string
}) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class={name === chosen ? 'segment on' : 'segment'}
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
