import { type Script, script } from './script.ts'

/** What is there at the moment, and whose it is. */
export const LIVE_RESOURCE_SCRIPTS: readonly Script[] = [
  // The catalog holds what is live: what came appears, what went goes (Endpoints, IAM, row 1).
  script(['getIamCatalog', 'createRegistry', 'deleteRegistry'], 'iam', (call) => [
    [call('createRegistry'), call('createRegistry'), call('deleteRegistry'), call('getIamCatalog')],
    [call('createRegistry'), call('getIamCatalog')],
  ]),
  // Contacts are the organization's own (Conventions).
  script(['getContacts', 'updateContacts'], 'organization', (call) => [
    [call('updateContacts'), call('getContacts', { manner: 'neighbour' })],
  ]),
]
