import type { Drawing } from '../../../kit/drawing.ts'

/** The lent service that walks about paging keep to, as a path parameter. */
export const firstService = ({ vocabulary }: Drawing) => {
  const [id] = vocabulary.oncallServices ?? []
  return id === undefined ? undefined : { id }
}
