import type { ExhaustParameters, Outlet, Group, Table, GeneratingUnit } from '#core/description/index.ts'
import { compile } from '#core/tables/index.ts'
import type { Compiled, UnitTables } from '#core/tables/index.ts'

/** An outlet of one gate for tests; its opening is in metres by default. */
export function sampleGate(
  type: Outlet['type'],
  parameters: ExhaustParameters = {},
  outletGate: Partial<Outlet['leaves'][number]> = {},
  extra: Partial<Outlet> = {},
): Outlet {
  const opening = type === 1 ? {} : { openingSeries: 'opening' }
  return {
    name: 'gate',
    type,
    method: 'auto',
    parameters,
    leaves: [{ id: 'leaf', name: '1', ...opening, ...outletGate }],
    every: 300,
    ...extra,
  }
}

/** A reaction unit at the dam toe, rated 12 MW, 20 m3/s, no generator loss. */
export function sampleUnit(extra: Partial<GeneratingUnit> = {}): GeneratingUnit {
  return {
    name: 'unit',
    type: 6,
    axis: 2,
    number: 1,
    centreElevation: 605,
    ratedPower: 12_000,
    qmax: 20,
    generatorEfficiency: 1,
    waterwayType: 1,
    waterway: 'w1',
    powerSeries: 'p',
    powerUnit: 'kW',
    method: 'auto',
    every: 300,
    ...extra,
  }
}

export function sampleCurve(group: Group, rows: number[][], extra: Partial<Table> = {}): Compiled {
  return compile({
    group,
    name: group,
    object: null,
    fileName: '',
    uploadedAt: 0,
    active: true,
    loopByYear: false,
    rows,
    units: {},
    ...extra,
  })
}

export function unitTables(tables: Partial<UnitTables>): UnitTables {
  return { hpq: null, nhpq: null, zpq: null, qeta: null, qhl: null, ...tables }
}
