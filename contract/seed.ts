import { z } from 'zod'
import type { MessageCode } from './messages.ts'
import { BODIES } from './seed/bodies.ts'
import { seriesSchema } from './seed/measuring.ts'
import { seedId } from './seed/rules.ts'

/**
 * A whole plant as a file, which sets up a reservoir from nothing. Issues name their path and have a message code. The
 * rules of each item of the description are in `seed/`.
 */
const items = <T extends z.ZodType>(body: T) => z.array(z.strictObject({ id: seedId, body })).default([])

export const seedSchema = z
  .strictObject({
    hydroCode: seedId,
    plant: BODIES.plant,
    positions: items(BODIES.position),
    gates: items(BODIES.gate),
    units: items(BODIES.unit),
    stations: items(BODIES.station),
    sensors: items(BODIES.sensor).optional(),
    tables: items(BODIES.table),
    parameters: BODIES.parameters,
    settings: BODIES.settings.optional(),
    checks: items(BODIES.check).optional(),
    calendars: items(BODIES.calendar).optional(),
    tariffs: items(BODIES.tariff).optional(),
    deductions: items(BODIES.deduction).optional(),
    series: z.array(seriesSchema).default([]),
  })
  .superRefine((seed, c) => {
    const invalid = (path: (string | number)[], message: MessageCode, one: string) =>
      c.addIssue({ code: 'custom', path, message, params: { code: one } })
    const codes = new Set<string>()
    seed.series.forEach(({ code }, i) => {
      if (codes.has(code)) invalid(['series', i, 'code'], 'listed_twice', code)
      codes.add(code)
    })
    const named = (path: (string | number)[], code: string | null | undefined) => {
      if (code && !codes.has(code)) invalid(path, 'not_listed', code)
    }
    for (const noun of ['positions', 'gates', 'units', 'stations', 'tables'] as const) {
      const seen = new Set<string>()
      seed[noun].forEach((item, i) => {
        if (seen.has(item.id)) invalid([noun, i, 'id'], 'listed_twice', item.id)
        seen.add(item.id)
      })
    }
    seed.positions.forEach((p, i) => named(['positions', i, 'body', 'series'], p.body.series))
    seed.gates.forEach((g, i) =>
      g.body.leaves.forEach((outletGate, k) => {
        named(['gates', i, 'body', 'leaves', k, 'openingSeries'], outletGate.openingSeries)
        named(['gates', i, 'body', 'leaves', k, 'dischargeSeries'], outletGate.dischargeSeries)
      }),
    )
    seed.units.forEach((u, i) => {
      named(['units', i, 'body', 'powerSeries'], u.body.powerSeries)
      named(['units', i, 'body', 'dischargeSeries'], u.body.dischargeSeries)
      named(['units', i, 'body', 'meterSeries'], u.body.meterSeries)
    })
    seed.stations.forEach((s, i) => named(['stations', i, 'body', 'series'], s.body.series))
    named(['parameters', 'inflowSeries'], seed.parameters.inflowSeries)
    named(['parameters', 'envSeries'], seed.parameters.envSeries)
    named(['parameters', 'meterSeries'], seed.parameters.meterSeries)
    named(['parameters', 'ownUseSeries'], seed.parameters.ownUseSeries)
    named(['parameters', 'netSeries'], seed.parameters.netSeries)
  })

export type SeedInput = z.input<typeof seedSchema>
