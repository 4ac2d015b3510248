/** Pages that are about no area. */
export const PLACES = [
  ['requests', 'Requests'],
  ['time', 'Time'],
  ['story', 'Story'],
  ['compare', 'Compare'],
  ['faults', 'Faults'],
  ['scenarios', 'Scenarios'],
  ['gaps', 'Gaps'],
  ['webhooks', 'Webhooks'],
  ['pages', 'Pages'],
  ['charts', 'Charts'],
  ['try', 'Try it'],
] as const
