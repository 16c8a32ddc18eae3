/** What the chart of the wall reads: so many hours, thinned to a width of so many pixels. */
export const CHART_HOURS = 24
export const CHART_PX = 1000
