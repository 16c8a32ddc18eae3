import { useEffect, useId, useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { chartNumber } from '../chart/format.ts'
import { useWidth } from '../use-width.ts'
import css from './CurveChart.module.css'
import { CurveCursor, CurveAxes, shapeOf } from './Axes.tsx'
import { curveIndexAt, readCurveAt } from './geometry.ts'
import { lastOfAll, layOutCurve, stopsOf, type CurveDrawing } from './plot.ts'

interface CurveChartProps {
  /** Accessible description. */
  label: string
  /** Laid out again only when it changes. */
  drawing: CurveDrawing
  height?: number
  /** Initial position of the cursor, such as the present level. */
  at?: number | null
  /** Text where nothing can be drawn. */
  empty: string
}

/** Curves with their axes, and the values of all at one key in a strip above. */
export function CurveChart({ label, drawing, height = 320, at: usual, empty }: CurveChartProps) {
  const { curves, keyAxis, valueAxis, secondAxis, upright } = drawing
  const [host, width] = useWidth()
  const [picked, setPicked] = useState<number | null>(null)
  const [dragging, setDragging] = useState(false)
  const id = useId()
  const stops = useMemo(() => stopsOf(curves), [curves])
  // Resets the cursor for another table.
  useEffect(() => setPicked(null), [stops])
  const at = picked ?? usual ?? lastOfAll(curves)

  const drawn = curves.some((c) => c.key.length > 1)
  const plot = useMemo(
    () => (width > 0 && drawn ? layOutCurve(drawing, width, height) : null),
    [width, height, drawing, drawn],
  )

  function read(key: number) {
    const low = stops[0]
    const high = stops[stops.length - 1]
    setPicked(Math.min(high, Math.max(low, key)))
  }

  function point(e: PointerEvent<SVGSVGElement>) {
    if (!plot || (e.pointerType !== 'mouse' && !dragging && e.type !== 'pointerdown')) return
    const box = e.currentTarget.getBoundingClientRect()
    const px = upright ? e.clientY - box.top : e.clientX - box.left
    const key = plot.key.of(px)
    // Resolution of one pixel.
    const fine = Math.abs(plot.key.of(px + 1) - key)
    const digits = Math.max(0, Math.min(keyAxis.decimals, Math.ceil(-Math.log10(fine))))
    read(Number(key.toFixed(digits)))
  }

  function press(e: KeyboardEvent) {
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const i = curveIndexAt(stops, at)
    const on = i >= 0 && stops[i] === at
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: 10,
      PageDown: -10,
      Home: -stops.length,
      End: stops.length,
    }
    const step = steps[e.key]
    if (step === undefined) return
    e.preventDefault()
    const from = step < 0 && !on ? i + 1 : i
    read(stops[Math.max(0, Math.min(stops.length - 1, from + step))])
  }

  const readings = curves.map((curve) => {
    const axis = curve.second && secondAxis ? secondAxis : valueAxis
    const value = readCurveAt(curve, at)
    return { curve, axis, value, text: value === null ? '-' : chartNumber(value, axis.decimals) }
  })
  const announcement = [
    `${keyAxis.name} ${chartNumber(at, keyAxis.decimals)} ${keyAxis.unit}`,
    ...readings.map(({ curve, text, axis }) => `${curve.name}: ${text} ${text === '-' ? '' : axis.unit}`),
  ].join('; ')

  return (
    <figure className={css.chart} aria-label={label} data-ready={plot !== null || !drawn}>
      <div className={css.strip} aria-hidden="true">
        <span className={css.cell}>
          <span className={css.name}>{keyAxis.name}</span>
          <span>
            <b>{Number.isFinite(at) ? chartNumber(at, keyAxis.decimals) : '-'}</b> {keyAxis.unit}
          </span>
        </span>
        {readings.map(({ curve, axis, text }) => (
          <span key={curve.id} className={css.cell}>
            <span className={css.name}>
              <i style={{ background: curve.color }} />
              {curve.name}
            </span>
            <span>
              <b>{text}</b> {axis.unit}
            </span>
          </span>
        ))}
      </div>
      <div
        ref={host}
        className={css.plot}
        style={{ height }}
        {...(drawn
          ? {
              tabIndex: 0,
              role: 'slider',
              'aria-label': `${label}: ${keyAxis.name}`,
              'aria-orientation': upright ? ('vertical' as const) : ('horizontal' as const),
              'aria-valuemin': stops[0],
              'aria-valuemax': stops[stops.length - 1],
              'aria-valuenow': at,
              'aria-valuetext': announcement,
              onKeyDown: press,
            }
          : {})}
      >
        {!drawn && <p className={css.empty}>{empty}</p>}
        {plot && (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerDown={(e) => {
              setDragging(true)
              e.currentTarget.setPointerCapture(e.pointerId)
              point(e)
            }}
            onPointerMove={point}
            onPointerUp={() => setDragging(false)}
            onPointerCancel={() => setDragging(false)}
          >
            <CurveAxes plot={plot} drawing={drawing} />
            <clipPath id={id}>
              <rect
                x={plot.left}
                y={plot.top}
                width={plot.right - plot.left}
                height={plot.bottom - plot.top}
              />
            </clipPath>
            <g clipPath={`url(#${id})`}>
              {plot.paths.map(({ curve, d }) => (
                <path
                  key={curve.id}
                  d={d}
                  className={css.line}
                  data-second={curve.second || undefined}
                  style={{ stroke: curve.color }}
                />
              ))}
            </g>
            {plot.marks.map((m, i) => (
              <path key={i} className={css.mark} data-tone={m.tone} d={shapeOf(m)}>
                <title>{m.label}</title>
              </path>
            ))}
            {plot.ends.map((end) => (
              <text key={end.curve.id} x={plot.right + 6} y={end.y + 4} className={css.end}>
                {end.curve.name}
              </text>
            ))}
            {plot.tags.map((tag) => (
              <text key={tag.curve.id} x={tag.x} y={tag.y - 8} textAnchor="middle" className={css.end}>
                {tag.curve.tag}
              </text>
            ))}
            <CurveCursor plot={plot} upright={upright} at={at} readings={readings} />
          </svg>
        )}
      </div>
    </figure>
  )
}
