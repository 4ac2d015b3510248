import { Temporal } from 'temporal-polyfill'

/** The calendar, in a browser: there nothing can be loaded later without waiting for it. */
export const temporal = () => Temporal
