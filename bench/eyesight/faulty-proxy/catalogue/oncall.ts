import { oncallIncidents } from './oncall-incidents.ts'
import { oncallPaging } from './oncall-paging.ts'
import { oncallRota } from './oncall-rota.ts'

export const oncall = [...oncallIncidents, ...oncallRota, ...oncallPaging]
