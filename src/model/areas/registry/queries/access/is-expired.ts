import type { RegistryKeyRow } from '../../state/index.ts'

export const isExpired = ({ expiresAtMs }: Pick<RegistryKeyRow, 'expiresAtMs'>, atMs: number): boolean =>
  expiresAtMs !== undefined && expiresAtMs <= atMs
