import type { Drawing } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'

const slugAt = (place: number) => (drawing: Drawing) => {
  const slug = own(drawing, 'Registry').at(place)?.slug
  return slug === undefined ? undefined : { slug }
}

/** Our oldest registry, as a path parameter. */
export const first = slugAt(0)
/** Our newest registry, as a path parameter. */
export const last = slugAt(-1)
/** The one before it, as a path parameter. */
export const beforeLast = slugAt(-2)
