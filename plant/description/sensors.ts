import type { Item, Sensor } from '#contract/description.ts'
import { RAIN_STATIONS } from '../basin/map.ts'
import { SENSORS as DEVICES } from '../sensors/list.ts'
import { GATES, POSITIONS, UNITS } from './equipment.ts'
import { PORTS } from './ports.ts'

type Short = Pick<Sensor, 'kind' | 'target' | 'plate'> & { series: string; name?: string }

/** A sensor with an id by its position in the list. */
function installed({ series, name, ...rest }: Short): Sensor {
  const device = DEVICES.find((s) => s.code === series)!
  return {
    name: name ?? device.name,
    port: PORTS[series],
    series,
    state: 'installed',
    gain: 1,
    offset: 0,
    ...rest,
  }
}

const LEVEL_PLATES: Readonly<Record<string, string>> = {
  'level.reservoir.1': 'Ra đa 80 GHz, RD-0417',
  'level.reservoir.2': 'Áp lực 0-50 m, AL-1182',
  'level.upstream': 'Ra đa 26 GHz, RD-0398',
  'level.downstream': 'Áp lực 0-20 m, AL-1190',
}

const rain = RAIN_STATIONS.map((s, i) =>
  installed({
    series: `rain.${s.code}`,
    name: `Thùng đo mưa ${s.name}`,
    kind: 1,
    target: { noun: 'station', id: `MUA_${s.code.toUpperCase()}` },
    plate: `Chao lật 0.2 mm, CM-${310 + i}`,
  }),
)

const levels = POSITIONS.map(({ id, body }) =>
  installed({
    series: body.series,
    kind: 2,
    target: { noun: 'position', id },
    plate: LEVEL_PLATES[body.series],
  }),
)

const river = [
  installed({
    series: 'level.bavan',
    kind: 2,
    target: { noun: 'station', id: 'TV_BAVAN_H' },
    plate: 'Ra đa 26 GHz, RD-0402',
  }),
  installed({
    series: 'discharge.bavan',
    kind: 7,
    target: { noun: 'station', id: 'TV_BAVAN_Q' },
    plate: 'Ra đa vận tốc mặt, VT-0071',
  }),
]

const gates = GATES.flatMap(({ id, body }) =>
  body.leaves.flatMap((outletGate) =>
    outletGate.openingSeries
      ? installed({
          series: outletGate.openingSeries,
          kind: 5,
          target: { noun: 'leaf', id: `${id}/${outletGate.id}` },
          plate: 'Bộ mã hóa tuyệt đối 13 bit',
        })
      : [],
  ),
)

const units = UNITS.map(({ id, body }) =>
  installed({
    series: body.powerSeries,
    kind: 3,
    target: { noun: 'unit', id },
    plate: 'Công tơ đo đếm, cấp 0.5',
  }),
)

/** In the store, to replace a broken one. */
const spare: Sensor = {
  name: 'Cảm biến áp lực dự phòng',
  kind: 2,
  port: '',
  target: null,
  series: null,
  state: 'not_installed',
  gain: 1,
  offset: 0,
  plate: 'Áp lực 0-50 m, AL-1207',
}

/** Every measuring device of the plant; batteries and figures of the control system have none. */
export const SENSOR_ITEMS: Item<Sensor>[] = [...rain, ...levels, ...river, ...gates, ...units, spare].map(
  (body, i) => ({ id: `CB_${String(i + 1).padStart(2, '0')}`, body }),
)
