import { RAIN_STATIONS } from '../basin/map.ts'

/** Logger and channel of each series of the plant. */
export const PORTS: Readonly<Record<string, string>> = {
  'level.reservoir.1': 'DAP/RS485-1',
  'level.upstream': 'DAP/RS485-2',
  'level.reservoir.2': 'DAP/AI1',
  'gate.1.opening': 'DAP/AI2',
  'gate.2.opening': 'DAP/AI3',
  'gate.3.opening': 'DAP/AI4',
  'gate.bottom.opening': 'DAP/AI5',
  'capacity.scada': 'DAP/SCADA',
  'level.downstream': 'NM/AI1',
  'unit.1.power': 'NM/RS485-1',
  'unit.2.power': 'NM/RS485-2',
  'level.bavan': 'SONG/RS485-1',
  'discharge.bavan': 'SONG/RS485-2',
  'battery.song': 'SONG/BAT',
  ...Object.fromEntries(
    RAIN_STATIONS.flatMap(({ code }) => [
      [`rain.${code}`, `MUA-${code.toUpperCase()}/DI1`],
      [`battery.${code}`, `MUA-${code.toUpperCase()}/BAT`],
    ]),
  ),
}
