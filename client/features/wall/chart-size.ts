/** Range of the wall's chart in hours, and the width in pixels to which it is thinned. */
export const CHART_HOURS = 24
export const CHART_PX = 1000
