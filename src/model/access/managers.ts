import type { Caller } from '../identity/identity.ts'

/** Grant management and the contacts are for owners and admins (Authentication, point 3). */
export const MANAGERS: readonly string[] = ['owner', 'admin']

export const manages = ({ role }: Caller): boolean => MANAGERS.includes(role)
