import { SERIES_COLORS, type SeriesColor } from '#contract/views.ts'
import { CODES, type ColumnName } from '../../parts/time-chart/chart-model.ts'

export type AxisSide = 'left' | 'right'

/** An account's settings of one line of the chart; absent: the reservoir's. */
export interface LineSettings {
  axis?: AxisSide
  color?: SeriesColor
}

/**
 * Dashboard settings of an account, kept in its browser until it signs out. Settings for all accounts of the
 * reservoir (lines hidden at first, the side of the outflow) are interface settings.
 */
export interface DashboardSettings {
  /** Whether the chart is shown. */
  left: boolean
  /** Whether the dam section and the tables are shown. */
  right: boolean
  series: Partial<Record<ColumnName, LineSettings>>
}

export const STANDARD_SETTINGS: DashboardSettings = { left: true, right: true, series: {} }

const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v)

/** Parses stored settings; invalid parts take their defaults. */
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
  // A dashboard of neither part would have no way to switch one on.
  return { left, right: kept.right !== false || !left, series }
}

/** Changes one line; settings equal to the reservoir's are dropped. */
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
