type Control = typeof import('../control/answer-control.ts')

let loaded: Control | undefined

/** The control interface, which the first request to it loads: a server is sooner there without it. */
export function withControl<T>(use: (control: Control) => T | Promise<T>): T | Promise<T> {
  if (loaded) return use(loaded)
  return import('../control/answer-control.ts').then((control) => {
    loaded = control
    return use(control)
  })
}
