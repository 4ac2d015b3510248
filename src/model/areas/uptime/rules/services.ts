import { isObject } from '../../../../contract/json.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { sameName, spelledAlike } from '../../../request/same-name.ts'
import { refusal } from '../../../rules/rule.ts'
import { attachedMonitors } from '../queries/attached.ts'

const nameAsked = ({ body }: RefusalContext): string =>
  isObject(body) && typeof body.name === 'string' ? body.name : ''

export const serviceNameTaken = refusal({
  id: 'uptime.service-name-taken',
  says: 'Service names are unique; creating or renaming a service with a name in use is refused: 409.',
  checklist: ['UPT-04'],
  where: 'Endpoints, Uptime, rows 4 and 5; Errors, Uptime services POST and PATCH',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['createUptimeService', 'renameUptimeService'],
  when: (context) => {
    const name = nameAsked(context)
    const itself = context.named('UptimeService')?.id
    for (const service of context.newest('UptimeService', 'name', context.caller.org, spelledAlike(name)))
      if (service.id !== itself && sameName(context, service.name, name)) return 'a service with this name exists'
    return undefined
  },
})

export const renamedToItself = refusal({
  id: 'uptime.renamed-to-itself',
  says: 'Renaming a service to its current name may be refused.',
  checklist: ['UPT-04'],
  where: 'Endpoints, Uptime, row 5 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 409,
  on: ['renameUptimeService'],
  when: (context) => {
    const service = context.named('UptimeService')
    if (service?.name !== nameAsked(context)) return undefined
    return context.gap('uptime.rename-to-own-name') === 'refuse' ? 'the service has this name already' : undefined
  },
})

export const monitorsAttached = refusal({
  id: 'uptime.monitors-attached',
  says: 'A service with monitors cannot be deleted, and its monitors are not deleted.',
  checklist: ['UPT-04'],
  where: 'Endpoints, Uptime, row 6; Errors, Uptime services DELETE',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['deleteUptimeService'],
  when: (context) => {
    const service = context.named('UptimeService')
    return service && attachedMonitors(context, service) > 0 ? 'monitors are attached to this service' : undefined
  },
})
