import { type Script, script } from '../../script/script.ts'

export const IAM_SCRIPTS: readonly Script[] = [
  // The catalog is for managers, and holds what there is at the moment (Endpoints, IAM, row 1).
  script(['getIamCatalog'], (call) => [[call('getIamCatalog', { manner: 'lesser' })]]),
  script(['getIamCatalog', 'createUptimeService', 'createRegistry'], (call) => [
    [call('createUptimeService'), call('createUptimeService'), call('getIamCatalog')],
    [call('createRegistry'), call('createRegistry'), call('getIamCatalog')],
  ]),
  // New resources appear and deleted ones disappear, also those shown before (the same row).
  script(['getIamCatalog', 'createRegistry', 'deleteRegistry'], (call) => {
    const two = [call('createRegistry'), call('createRegistry')]
    return [
      [...two, call('getIamCatalog'), call('deleteRegistry'), call('getIamCatalog')],
      [...two, call('deleteRegistry'), call('getIamCatalog')],
      [call('createRegistry'), call('getIamCatalog')],
    ]
  }),
]
