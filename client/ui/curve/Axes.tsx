import css from './CurveChart.module.css'
import { lineText, type CurveDrawing, type CurvePlot } from './plot.ts'
import type { Curve, CurveAxis, CurveMark } from './types.ts'

const FONT = 12

/** Limits that require action differ in outline, not only in colour. */
export function shapeOf({ x, y, tone }: { x: number; y: number; tone: CurveMark['tone'] }): string {
  if (tone === 'now') return `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z`
  if (tone === 'warn') return `M${x} ${y - 6}l6 10.500h-12z`
  return `M${x - 5} ${y - 5}h10v10h-10z`
}

/** Axes, grid, labels and limits. */
export function CurveAxes({ plot, drawing }: { plot: CurvePlot; drawing: CurveDrawing }) {
  const { left, right, top, bottom, key, value, second } = plot
  const { upright, keyAxis, valueAxis, secondAxis } = drawing
  const up = upright ? key : value
  const across = upright ? value : key
  const [upAxis, acrossAxis] = upright ? [keyAxis, valueAxis] : [valueAxis, keyAxis]
  const titled = (axis: CurveAxis) => (axis.unit ? `${axis.name} (${axis.unit})` : axis.name)
  return (
    <g className={css.axes}>
      {up.ticks.map(({ at, text }) => (
        <g key={at}>
          <path className={css.grid} d={`M${left} ${up.px(at)}H${right}`} />
          <text x={left - 8} y={up.px(at) + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {across.ticks.map(({ at, text }) => (
        <g key={at}>
          <path className={css.grid} d={`M${across.px(at)} ${top}V${bottom}`} />
          <text x={across.px(at)} y={bottom + 16} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <path className={css.axis} d={`M${left} ${top}V${bottom}H${right}`} />
      <text x={8} y={second ? 12 : 14} className={css.title}>
        {titled(upAxis)}
      </text>
      <text x={right} y={bottom + 34} textAnchor="end" className={css.title}>
        {titled(acrossAxis)}
      </text>
      {second && secondAxis && (
        <>
          <text x={right} y={12} textAnchor="end" className={css.title}>
            {titled(secondAxis)}
          </text>
          <path className={css.axis} d={`M${left} ${top}H${right}`} />
          {second.ticks.map(({ at, text }) => (
            <text key={at} x={second.px(at)} y={top - 8} textAnchor="middle">
              {text}
            </text>
          ))}
        </>
      )}
      {plot.lines.map(({ line, at, label }) =>
        upright ? (
          <g key={line.label} className={css.level}>
            <path d={`M${left} ${at}H${right}`} />
            <text x={right + 6} y={label + 4}>
              {lineText(line, keyAxis)}
            </text>
          </g>
        ) : (
          <g key={line.label} className={css.level}>
            <path d={`M${at} ${top}V${bottom}`} />
            <text x={at + 4} y={top + FONT}>
              {line.label}
            </text>
          </g>
        ),
      )}
    </g>
  )
}

/** The key at which the strip reads. */
export function CurveCursor({
  plot,
  upright,
  at,
  readings,
}: {
  plot: CurvePlot
  upright: boolean
  at: number
  readings: { curve: Curve; value: number | null }[]
}) {
  if (!(at >= plot.key.range.min - 1e-9 && at <= plot.key.range.max + 1e-9)) return null
  const k = plot.key.px(at)
  return (
    <g className={css.cursor}>
      <path d={upright ? `M${plot.left} ${k}H${plot.right}` : `M${k} ${plot.top}V${plot.bottom}`} />
      {readings.map(({ curve, value }) => {
        if (value === null) return null
        const v = plot.scaleFor(curve).px(value)
        return (
          <circle
            key={curve.id}
            cx={upright ? v : k}
            cy={upright ? k : v}
            r={3.5}
            style={{ fill: curve.color }}
          />
        )
      })}
    </g>
  )
}
