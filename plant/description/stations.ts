import type { Item, Station } from '#contract/description.ts'
import { CATCHMENTS, catchmentAt, DAM, POWERHOUSE, RAIN_STATIONS, toDegrees } from '../basin/map.ts'
import { riverLevel } from '../dam/gauges.ts'
import { LEVELS } from '../dam/levels.ts'
import { PORTS } from './ports.ts'

export const PROVINCE = 'Quảng Ngãi'

type Short = Omit<Station, 'province' | 'every' | 'sensorPort'> & { every?: number }

function station(body: Short): Item<Station> {
  return { id: body.code, body: { province: PROVINCE, every: 300, sensorPort: PORTS[body.series], ...body } }
}

/** Levels of the river at 200, 400 and 800 m3/s, to the decimetre. */
const RIVER_ALARMS = [200, 400, 800].map((q) => Number(riverLevel(q).toFixed(1))) as [number, number, number]
const RIVER = toDegrees({ x: -13.3, y: -4.6 })
const VENHO = CATCHMENTS[2].code

const rain = RAIN_STATIONS.map((s) =>
  station({
    code: `MUA_${s.code.toUpperCase()}`,
    name: `Trạm mưa ${s.name}`,
    type: 1,
    address: `${s.commune}, tỉnh ${PROVINCE}`,
    ...toDegrees(s),
    basin: CATCHMENTS[catchmentAt(s)].code,
    series: `rain.${s.code}`,
    radarSeries: `radar.${s.code}`,
    thiessen: s.thiessen,
  }),
)

const at = (name: string, place: { latitude: number; longitude: number }, address: string) => ({
  name,
  ...place,
  address: `${address}, tỉnh ${PROVINCE}`,
})

const dam = (name: string) => at(name, DAM, 'xã Sơn Tây Hạ')

const levels = [
  station({
    ...dam('Mực nước hồ An Vân'),
    code: 'MN_HO',
    type: 2,
    basin: VENHO,
    series: 'level.reservoir.1',
    every: 60,
    alarms: [LEVELS.normal + 0.5, LEVELS.designedFlood, LEVELS.checkFlood],
  }),
  station({
    ...dam('Mực nước thượng lưu cửa lấy nước'),
    code: 'MN_THUONGLUU',
    type: 2,
    basin: VENHO,
    series: 'level.upstream',
    every: 60,
  }),
  station({
    ...at('Mực nước hạ lưu nhà máy', POWERHOUSE, 'xã Sơn Hạ'),
    code: 'MN_HALUU',
    type: 2,
    basin: VENHO,
    series: 'level.downstream',
    every: 60,
  }),
  station({
    ...at('Trạm thủy văn Ba Vân, mực nước', RIVER, 'xã Sơn Tây'),
    code: 'TV_BAVAN_H',
    type: 2,
    basin: 'BAVAN',
    series: 'level.bavan',
    alarms: RIVER_ALARMS,
  }),
  station({
    ...at('Trạm thủy văn Ba Vân, lưu lượng', RIVER, 'xã Sơn Tây'),
    code: 'TV_BAVAN_Q',
    type: 3,
    basin: 'BAVAN',
    series: 'discharge.bavan',
  }),
]

const gates = ['1', '2', '3', 'bottom'].map((gate) =>
  station({
    ...dam(gate === 'bottom' ? 'Độ mở cống xả đáy' : `Độ mở cửa van cung ${gate}`),
    code: gate === 'bottom' ? 'DM_XADAY' : `DM_VAN${gate}`,
    type: 6,
    basin: VENHO,
    series: `gate.${gate}.opening`,
  }),
)

const capacity = station({
  ...dam('Dung tích hồ (SCADA)'),
  code: 'DT_HO',
  type: 7,
  basin: VENHO,
  series: 'capacity.scada',
})

const batteries = [
  ...RAIN_STATIONS.map((s) =>
    station({
      ...at(`Ắc quy trạm ${s.name}`, toDegrees(s), s.commune),
      code: `AQ_${s.code.toUpperCase()}`,
      type: 8,
      basin: CATCHMENTS[catchmentAt(s)].code,
      series: `battery.${s.code}`,
      every: 900,
    }),
  ),
  station({
    ...at('Ắc quy trạm thủy văn Ba Vân', RIVER, 'xã Sơn Tây'),
    code: 'AQ_SONG',
    type: 8,
    basin: 'BAVAN',
    series: 'battery.song',
    every: 900,
  }),
]

export const STATIONS: Item<Station>[] = [...rain, ...levels, ...gates, capacity, ...batteries]
