/** What people write on a status page. */
export const UPDATES = [
  'We are looking into it.',
  'We have found the cause and are working on a fix.',
  'A fix is being rolled out. Some requests may still fail.',
  'Everything works again. We keep an eye on it.',
  'A provider of ours has trouble; we wait for them.',
  'Some of you may see errors. Please try again in a few minutes.',
  'All data is safe; only the pages are slow.',
  'It was an expired certificate. We are sorry.',
] as const
