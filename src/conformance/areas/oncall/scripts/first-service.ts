import type { Drawing } from '../../../kit/drawing.ts'
import type { Body } from '../../../script/script.ts'

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

/** What is asked for is about the first service. */
export const ofFirstService: Body = (drawing, plain) => {
  const serviceId = firstService(drawing)?.id
  return serviceId === undefined ? undefined : { ...plain, serviceId }
}
