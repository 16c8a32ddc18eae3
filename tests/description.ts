import type { Description, Version } from '#core/description/index.ts'
import type { DescriptionSeed, Item } from '#contract/description.ts'

/** Converts a seed to the description that core reads, always in force. */
export function describeSeed(seed: DescriptionSeed): Description {
  const version = <T>({ id, body }: Item<T>): Version<T> => ({
    id,
    version: `v.${id}`,
    from: -Infinity,
    to: null,
    body,
  })
  return {
    hydroCode: seed.hydroCode,
    plant: [version({ id: 'plant', body: seed.plant })],
    parameters: [version({ id: 'parameters', body: seed.parameters })],
    positions: seed.positions.map(version),
    gates: seed.gates.map(version),
    units: seed.units.map(version),
    stations: seed.stations.map(version),
    sensors: (seed.sensors ?? []).map(version),
    tables: seed.tables.map(version),
    checks: (seed.checks ?? []).map(version),
    calendars: (seed.calendars ?? []).map(version),
    tariffs: (seed.tariffs ?? []).map(version),
    deductions: (seed.deductions ?? []).map(version),
    settings: seed.settings ? [version({ id: 'settings', body: seed.settings })] : [],
  }
}
