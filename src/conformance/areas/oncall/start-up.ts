import type { StartRow, StartUp } from '../../area-judge/start-up.ts'

export const ONCALL_START_UP: StartUp = {
  /** Services that are lent: what they are called, and since when they are there, the first look tells. */
  rows: async ({ vocabulary: { oncallServices = [] } }) =>
    oncallServices.map(
      (id): StartRow => ({
        table: 'OncallService',
        of: 'ours',
        row: {
          id,
          name: `⟦name of ${id}⟧`,
          createdAt: `⟦time of ${id}⟧`,
          escalationPolicyId: undefined,
        },
      }),
    ),
  choices({ incidentStatusFilter = {} }) {
    const filters = Object.entries(incidentStatusFilter).map(([status, value]) => [value, status])
    return { 'oncall.status-filter-values': filters.length > 0 ? Object.fromEntries(filters) : undefined }
  },
}
