import type { Drawing } from '../../../kit/drawing.ts'

const serviceAt =
  (place: number) =>
  ({ vocabulary }: Drawing) => {
    const id = vocabulary.oncallServices?.[place]
    return id === undefined ? undefined : { id }
  }

/** The lent service that walks about paging keep to, as a path parameter. */
export const firstService = serviceAt(0)
/** Another lent service, where there is one. */
export const secondService = serviceAt(1)
