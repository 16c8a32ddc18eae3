/** What the chart of the wall is asked for. */
export const CHART_HOURS = 24
export const CHART_PX = 1000
