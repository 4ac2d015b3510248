import type { StartRow, StartUp } from '../../area-judge/start-up.ts'
import { itemsOf } from '../../compare/comparison.ts'

export const UPTIME_START_UP: StartUp = {
  async rows({ read }) {
    const catalog = await read('getUptimeCatalog')
    return [
      ...itemsOf(catalog?.intervals).map(
        (item): StartRow => ({ table: 'UptimeInterval', of: 'each', row: { ...item, id: String(item.seconds) } }),
      ),
      ...itemsOf(catalog?.vantages).map(
        (item): StartRow => ({ table: 'UptimeVantage', of: 'each', row: { ...item, id: String(item.id) } }),
      ),
    ]
  },
}
