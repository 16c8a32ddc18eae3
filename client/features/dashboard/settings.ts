import { SERIES_COLORS, type SeriesColor } from '#contract/views.ts'
import { CODES, type ColumnName } from '../../parts/time-chart/chart-model.ts'

export type AxisSide = 'left' | 'right'

/** What an account has set of one line of the chart; absent: as the reservoir has it. */
export interface LineSettings {
  axis?: AxisSide
  color?: SeriesColor
}

/**
 * Dashboard settings of an account, kept in its browser until it signs out. Settings for all accounts of the reservoir
 * (lines hidden at first, the side of the outflow) are interface settings.
 */
export interface DashboardSettings {
  /** The chart. */
  left: boolean
  /** The section of the dam and the tables. */
  right: boolean
  series: Partial<Record<ColumnName, LineSettings>>
}

export const STANDARD_SETTINGS: DashboardSettings = { left: true, right: true, series: {} }

const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v)

/** Settings of whatever was kept: what makes no sense is as the standard has it. */
export function readDashboardSettings(kept: unknown): DashboardSettings {
  if (!isRecord(kept)) return STANDARD_SETTINGS
  const series: DashboardSettings['series'] = {}
  for (const name of Object.keys(CODES) as ColumnName[]) {
    const line = isRecord(kept.series) && Object.hasOwn(kept.series, name) ? kept.series[name] : null
    if (!isRecord(line)) continue
    const read: LineSettings = {}
    if (line.axis === 'left' || line.axis === 'right') read.axis = line.axis
    const color = SERIES_COLORS.find((c) => c === line.color)
    if (color) read.color = color
    if (read.axis || read.color) series[name] = read
  }
  const left = kept.left !== false
  // A dashboard of neither part has nothing to be switched on with.
  return { left, right: kept.right !== false || !left, series }
}

/** One line set otherwise; what is as the reservoir has it is not kept. */
export function withLine(
  settings: DashboardSettings,
  name: ColumnName,
  part: LineSettings,
  usual: { axis: AxisSide; color: string },
): DashboardSettings {
  const line = { ...settings.series[name], ...part }
  if (line.axis === usual.axis) delete line.axis
  if (line.color === usual.color) delete line.color
  const { [name]: _, ...others } = settings.series
  return { ...settings, series: line.axis || line.color ? { ...others, [name]: line } : others }
}
