/** Gates and units. */
import { RADIAL } from '../dam/spillway.ts'
import { TURBINE } from '../dam/turbine.ts'
import { normal } from '../truth/random.ts'
import type { Sensor } from './sensor.ts'

const GATES: Sensor[] = Array.from({ length: RADIAL.count }, (_, gate) => ({
  code: `gate.${gate + 1}.opening`,
  name: `Độ mở cửa van cung ${gate + 1}`,
  unit: 'm',
  kind: 'step' as const,
  every: 300,
  resolution: 0.01,
  gate,
  sense: ({ truth, i }) => truth.opening[gate][i],
}))

const BOTTOM: Sensor = {
  code: 'gate.bottom.opening',
  name: 'Độ mở cống xả đáy, dòng chảy tối thiểu',
  unit: 'm',
  kind: 'step',
  every: 300,
  resolution: 0.001,
  gate: RADIAL.count,
  sense: ({ truth, i }) => truth.bottomOpening[i],
}

const UNITS: Sensor[] = Array.from({ length: TURBINE.count }, (_, unit) => ({
  code: `unit.${unit + 1}.power`,
  name: `Công suất tổ máy H${unit + 1}`,
  unit: 'MW',
  kind: 'instant' as const,
  every: 60,
  resolution: 0.01,
  sense: ({ truth, i }, t, seed) => {
    const power = truth.unitPower[unit][i] / 1000
    return power === 0 ? 0 : power * (1 + 0.0005 * normal(seed, t / 1000, 621 + unit))
  },
}))

export const EQUIPMENT: Sensor[] = [...GATES, BOTTOM, ...UNITS]
