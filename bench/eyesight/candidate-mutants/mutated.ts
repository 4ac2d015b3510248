import { FIFTH_CANDIDATE, PYTHON } from '../fifth-candidate.ts'
import { SEVENTH_CANDIDATE } from '../seventh-candidate.ts'

/** A candidate in Python that is mutated. */
export interface Mutated {
  readonly name: string
  readonly folder: string
  /** What runs it and its author's check. */
  readonly python: string
  /** The folder of its modules, and the areas to judge after a change of one, by what its path begins with. */
  readonly modules: string
  readonly areas: Readonly<Record<string, readonly string[]>>
  /** What the author's check is called with after a change that concerns an area; nothing where it has no parts. */
  readonly partOf?: (area: string) => string
}

export const MUTATED: Readonly<Record<string, Mutated>> = {
  fifth: {
    name: 'fifth candidate',
    folder: FIFTH_CANDIDATE,
    python: PYTHON,
    modules: 'app',
    areas: {
      tokens: ['tokens'],
      iam: ['iam'],
      organization: ['organization'],
      registry: ['registry'],
      data_plane: ['registry'],
      'email/': ['email'],
      'oncall/': ['oncall'],
      clusters: ['clusters'],
      uptime: ['uptime'],
      permissions: ['tokens', 'registry', 'email', 'clusters'],
      auth: ['tokens', 'registry', 'oncall'],
    },
    partOf: (area) => (area === 'iam' || area === 'organization' ? 'tokens' : area),
  },
  seventh: {
    name: 'seventh candidate',
    folder: SEVENTH_CANDIDATE,
    python: 'python3',
    modules: 'svc',
    areas: {
      auth: ['tokens', 'registry', 'oncall'],
      clusters: ['clusters'],
      mail: ['email'],
      oncall: ['oncall'],
      org: ['tokens', 'iam', 'organization'],
      outbox: ['email'],
      registry: ['registry'],
      uptime: ['uptime'],
    },
  },
}
