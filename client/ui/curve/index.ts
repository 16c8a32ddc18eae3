/** Charts of values over a key: storage over level, discharge over opening for several levels. */
export { CurveChart } from './CurveChart.tsx'
export type { CurveDrawing } from './plot.ts'
export type { Curve, CurveAxis, CurveLine, CurveMark } from './types.ts'
