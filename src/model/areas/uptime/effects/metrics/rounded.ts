/** Three decimals are enough for a chart, and keep answers short. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000
