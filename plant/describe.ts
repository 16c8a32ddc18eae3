/** Sông An Vân: the invented reservoir of the demo, as it is set up from nothing. */
import type { DescriptionSeed } from '#contract/description.ts'
import { BASIN_AREA, CATCHMENTS, DAM, RING } from './basin/map.ts'
import { mapLayers } from './basin/water.ts'
import { LEVELS } from './dam/levels.ts'
import { EVAPORATION, SEEPAGE } from './dam/storage.ts'
import { SENSOR_ITEMS } from './description/sensors.ts'
import { PROVINCE, STATIONS } from './description/stations.ts'
import { tables } from './description/tables.ts'
import { GATES, POSITIONS, REPORT, UNITS } from './description/equipment.ts'
import { SENSORS } from './sensors/list.ts'

export const HYDRO_CODE = 'SONGANVAN'

export function demoDescription(): DescriptionSeed {
  const longitudes = RING.map(([longitude]) => longitude)
  const latitudes = RING.map(([, latitude]) => latitude)
  const margin = 0.03
  return {
    hydroCode: HYDRO_CODE,
    plant: {
      name: 'Thủy điện Sông An Vân',
      river: 'Sông An Vân',
      province: PROVINCE,
      address: `xã Sơn Tây Hạ, tỉnh ${PROVINCE}`,
      zone: 'Asia/Ho_Chi_Minh',
      ...DAM,
      levels: { ...LEVELS },
      basinArea: BASIN_AREA,
      basin: RING.map(([longitude, latitude]): [number, number] => [longitude, latitude]),
      mapBounds: {
        startLongitude: Math.min(...longitudes) - margin,
        startLatitude: Math.min(...latitudes) - margin,
        endLongitude: Math.max(...longitudes) + margin,
        endLatitude: Math.max(...latitudes) + margin,
      },
      dayStart: 0,
      rainDayStart: 0,
      catchments: CATCHMENTS.map((catchment) => ({ ...catchment })),
      mapLayers: mapLayers(),
    },
    positions: structuredClone(POSITIONS),
    gates: structuredClone(GATES),
    units: structuredClone(UNITS),
    stations: structuredClone(STATIONS),
    sensors: structuredClone(SENSOR_ITEMS),
    tables: tables(),
    parameters: {
      interval: 300,
      window: 3600,
      inflowMethod: 3,
      movingPoints: 5,
      smoothing: 300,
      operation: 'automatic',
      inflowSeries: null,
      allowSuspect: false,
      evaporation: [...EVAPORATION],
      seepage: SEEPAGE,
      seepageReturns: true,
      envFlow: null,
      envSeries: null,
      levelRate: 1,
    },
    // A lake that moves by centimetres a day is scaled to the data; its limits are one click away.
    settings: {
      waterLevelMin: null,
      waterLevelMax: null,
      levelAxis: 'data',
      dischargeOutChart: 'left',
      hiddenLines: [],
      thresholds: ['dead', 'normal', 'designedFlood'],
      cameraPath: null,
    },
    series: SENSORS.map(({ code, name, unit, kind, every }) => ({
      code,
      name,
      unit,
      kind,
      step_s: Math.max(every, REPORT),
    })),
  }
}
