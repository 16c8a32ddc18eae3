import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { chartDateTime, chartNumber } from '../chart/format.ts'
import { join, others, type Linked } from '../chart/link.ts'
import { indexAt } from '../chart/read.ts'
import { downloadText, fileName } from '../chart/save.ts'
import type { ChartTexts, ChartLanguage } from '../chart/types.ts'
import { useWidth } from '../use-width.ts'
import { saveScatterCsv, saveScatterPng, svgText } from './files.ts'
import { layOutScatter, nearestPoint, SHADES, type ScatterPoints, type ScatterQuantity } from './plot.ts'
import textCss from '../text.module.css'
import css from './Scatter.module.css'

interface ScatterProps {
  /** Accessible name, and name of saved files. */
  label: string
  points: ScatterPoints
  x: ScatterQuantity
  y: ScatterQuantity
  zone: string
  language: ChartLanguage
  texts: ChartTexts
  /** 'from the oldest to the newest', beside the shades. */
  shadesText: string
  /** Shares the cursor with time charts of this group. */
  group: string
  emptyText: string
  loading?: boolean
  height?: number
}

const REACH = 24
/** From the oldest to the newest. */
const shade = (i: number) =>
  `color-mix(in oklab, var(--outflow) ${Math.round((100 * i) / (SHADES - 1))}%, var(--rain))`

/** One quantity against another at the same instants; a dot's shade is its time. */
export function Scatter(props: ScatterProps) {
  const { label, points, x, y, zone, language, texts, group, height = 320 } = props
  const [host, width] = useWidth()
  const [at, setAt] = useState(-1)
  const svg = useRef<SVGSVGElement>(null)
  const n = points.t.length
  const plot = useMemo(
    () => (width > 0 && n > 0 ? layOutScatter(points, x, y, width, height) : null),
    [points, x.decimals, y.decimals, width, height, n],
  )
  useEffect(() => setAt(-1), [points])

  const latest = useRef(points)
  useEffect(() => {
    latest.current = points
  }, [points])
  const [self] = useState<Linked>(() => ({
    follow: (instant) => {
      const { t } = latest.current
      if (instant === null || t.length === 0) return setAt(-1)
      const i = Math.max(0, indexAt(t, instant))
      const next = Math.min(t.length - 1, i + 1)
      const near = Math.abs(t[next] - instant) < Math.abs(t[i] - instant) ? next : i
      // Without values at that instant there is no point to mark.
      const step = t.length > 1 ? (t[t.length - 1] - t[0]) / (t.length - 1) : 0
      setAt(Math.abs(t[near] - instant) <= 2 * step ? near : -1)
    },
    goAlong: () => {},
  }))
  useEffect(() => join(group, self), [group, self])
  const point = useCallback(
    (i: number) => {
      setAt(i)
      for (const chart of others(group, self)) chart.follow(i < 0 ? null : latest.current.t[i])
    },
    [group, self],
  )

  function move(e: PointerEvent<SVGSVGElement>) {
    if (!plot) return
    const box = e.currentTarget.getBoundingClientRect()
    point(nearestPoint(plot, e.clientX - box.left, e.clientY - box.top, REACH))
  }

  function press(e: KeyboardEvent) {
    if (e.ctrlKey || e.metaKey || e.altKey || n === 0) return
    const tenth = Math.max(1, Math.round(n / 10))
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: tenth,
      PageDown: -tenth,
      Home: -n,
      End: n,
    }
    const step = steps[e.key]
    if (e.key === 'Escape') point(-1)
    if (step === undefined) return
    e.preventDefault()
    point(Math.max(0, Math.min(n - 1, (at < 0 ? n - 1 : at) + (at < 0 ? Math.min(0, step) : step))))
  }

  const shown = at >= 0 && at < n ? at : n - 1
  const time = (i: number) => chartDateTime(points.t[i], zone, language)
  const reading = (q: ScatterQuantity, of: Float64Array) =>
    `${chartNumber(of[shown], q.decimals)} ${q.unit}`.trim()
  const announcement =
    n === 0
      ? props.emptyText
      : `${time(shown)}; ${x.name} ${reading(x, points.x)}; ${y.name} ${reading(y, points.y)}`

  function save(kind: 'png' | 'svg' | 'csv') {
    const name = fileName(label, chartDateTime(points.t[n - 1], zone, 'en'), kind)
    if (kind === 'csv') return saveScatterCsv(points, [x, y], { zone, headings: texts, name })
    const text = svgText(svg.current!, { title: label, range: `${time(0)} - ${time(n - 1)} (${zone})` })
    if (kind === 'svg') downloadText(text, name, 'svg')
    else void saveScatterPng(text, name)
  }

  return (
    <figure className={css.chart} aria-label={label} aria-busy={props.loading || undefined} data-points={n}>
      <div className={css.strip}>
        <span className={css.cell}>
          <span className={css.name}>{at < 0 ? texts.latest : texts.time}</span>
          <b>{n > 0 ? time(shown) : '-'}</b>
        </span>
        {(
          [
            [x, points.x],
            [y, points.y],
          ] as const
        ).map(([q, of], i) => (
          <span key={i} className={css.cell}>
            <span className={css.name}>
              {i === 0 ? '→' : '↑'} {q.name}
            </span>
            <span>
              <b>{n > 0 ? chartNumber(of[shown], q.decimals) : '-'}</b>{' '}
              <span className={textCss.small}>{q.unit}</span>
            </span>
          </span>
        ))}
        <span className={css.shades}>
          <span className={css.name}>{props.shadesText}</span>
          <span className={css.ramp} aria-hidden="true">
            {Array.from({ length: SHADES }, (_, i) => (
              <i key={i} style={{ background: shade(i) }} />
            ))}
          </span>
        </span>
        <span className={css.tools} role="group" aria-label={label}>
          {(['png', 'svg', 'csv'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              disabled={n === 0}
              aria-label={{ png: texts.savePng, svg: texts.saveSvg, csv: texts.saveCsv }[kind]}
              title={{ png: texts.savePng, svg: texts.saveSvg, csv: texts.saveCsv }[kind]}
              onClick={() => save(kind)}
            >
              {kind.toUpperCase()}
            </button>
          ))}
        </span>
      </div>
      <div
        ref={host}
        className={css.plot}
        style={{ height }}
        {...(n > 0
          ? {
              tabIndex: 0,
              role: 'slider',
              'aria-label': `${label}: ${texts.cursor}`,
              'aria-valuemin': 1,
              'aria-valuemax': n,
              'aria-valuenow': shown + 1,
              'aria-valuetext': announcement,
              onKeyDown: press,
              onBlur: () => point(-1),
            }
          : {})}
      >
        {n === 0 && <p className={css.empty}>{props.loading ? texts.loading : props.emptyText}</p>}
        {plot && (
          <svg
            ref={svg}
            width={plot.width}
            height={height}
            viewBox={`0 0 ${plot.width} ${height}`}
            aria-hidden="true"
            onPointerMove={move}
            onPointerDown={move}
            onPointerLeave={() => point(-1)}
          >
            {plot.x.ticks.map(({ at, text }) => (
              <g key={at}>
                <path className={css.grid} d={`M${plot.x.px(at)} ${plot.top}V${plot.bottom}`} />
                <text className={css.tick} x={plot.x.px(at)} y={plot.bottom + 16} textAnchor="middle">
                  {text}
                </text>
              </g>
            ))}
            {plot.y.ticks.map(({ at, text }) => (
              <g key={at}>
                <path className={css.grid} d={`M${plot.left} ${plot.y.px(at)}H${plot.right}`} />
                <text className={css.tick} x={plot.left - 6} y={plot.y.px(at) + 4} textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            <text className={css.axis} x={plot.right} y={plot.bottom + 36} textAnchor="end">
              {`${x.name}${x.unit ? ` (${x.unit})` : ''} →`}
            </text>
            <text className={css.axis} transform={`translate(14 ${plot.top}) rotate(-90)`} textAnchor="end">
              {`${y.name}${y.unit ? ` (${y.unit})` : ''} →`}
            </text>
            {plot.trail && <path className={css.trail} d={plot.trail} />}
            {plot.dots.map(
              (d, i) => d && <path key={i} className={css.dots} d={d} style={{ stroke: shade(i) }} />,
            )}
            <g data-cursor={at >= 0 ? '' : undefined}>
              {at >= 0 && (
                <path
                  className={css.cross}
                  d={`M${plot.left} ${plot.py[shown]}H${plot.right}M${plot.px[shown]} ${plot.top}V${plot.bottom}`}
                />
              )}
              <circle className={css.ring} cx={plot.px[shown]} cy={plot.py[shown]} r="6" />
            </g>
          </svg>
        )}
      </div>
    </figure>
  )
}
