import type { DescribedNoun } from '#contract/changes.ts'
import { useCan } from '../../lib/app-state.ts'

/** Kinds of items that the account may restore: this takes the kind's own permission and that of the settings. */
export function useMayRestore(): (noun: DescribedNoun) => boolean {
  const settings = useCan('settings.update')
  const information = useCan('information.update')
  const stations = useCan('stations.update')
  const sensors = useCan('sensor.update')
  const tables = useCan('interpolate.update')
  const quality = useCan('quality.update')
  return (noun) => {
    if (!settings) return false
    switch (noun) {
      case 'parameters':
      case 'settings':
        return true
      case 'station':
        return stations
      case 'sensor':
        return sensors
      case 'table':
        return tables
      case 'check':
        return quality
      default:
        return information
    }
  }
}
