import { type Body, bodyOf, readStep, rehearse } from '../../world/rehearse.ts'

const READS = [
  'listClusters',
  'listIncidents',
  'listSchedules',
  'listMonitors',
  'getEmailSettings',
  'listDomains',
  'listRegistries',
  'listTokens',
  'getIamCatalog',
  'getContacts',
] as const

/** Everything the overview shows. What the actor may not see, or what fails on purpose, is left empty. */
export async function loadOverview() {
  const answers = await rehearse(READS.map((id) => readStep(id)))
  if (answers.every(({ status }) => status >= 400)) bodyOf(answers[0])
  const read = <Id extends (typeof READS)[number]>(id: Id): Body<Id> | undefined => {
    const answer = answers[READS.indexOf(id)]
    return answer && answer.status < 400 ? (answer.body as Body<Id>) : undefined
  }
  return {
    clusters: read('listClusters')?.clusters ?? [],
    incidents: read('listIncidents')?.incidents ?? [],
    schedules: read('listSchedules')?.schedules ?? [],
    monitors: read('listMonitors')?.monitors ?? [],
    email: read('getEmailSettings'),
    domains: read('listDomains')?.domains ?? [],
    registries: read('listRegistries')?.registries ?? [],
    tokens: read('listTokens')?.tokens ?? [],
    roles: read('getIamCatalog')?.roles ?? [],
    contacts: read('getContacts'),
  }
}

export type Overview = Awaited<ReturnType<typeof loadOverview>>
