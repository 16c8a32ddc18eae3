import type { Pane } from '../../ui/chart/index.ts'

/** Colours of the lines of stations, by their type. */
export const STATION_COLORS: Record<number, string> = {
  1: 'rain',
  2: 'level',
  3: 'inflow',
  4: 'inflow',
  5: 'inflow',
  7: 'storage',
}
export const ALARM_LEVELS = ['I', 'II', 'III']

/** Alarm levels as lines of a chart, coloured once they are reached. reached: number of the highest, 0 none. */
export const alarmLines = (
  alarms: readonly { value: number; i: number }[],
  reached: number,
  label: (level: string) => string,
): Pane['lines'] =>
  alarms.map(({ value, i }) => ({
    axis: 'y',
    value,
    label: label(ALARM_LEVELS[i]),
    tone: reached <= i ? 'normal' : i === 0 ? 'warn' : 'alarm',
  }))
