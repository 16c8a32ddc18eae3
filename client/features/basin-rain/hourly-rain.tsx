import { DECIMALS, NOTHING, number, time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import { useWidth } from '../../ui/use-width.ts'
import css from './basin-rain.module.css'

/** Width until it has been measured, px. */
const USUAL = 468
const H = 150
const LEFT = 34
const TOP = 18
const BOTTOM = 20

/** Scale that ends at a round depth, mm. */
function roundDepth(most: number): number {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500]
  return steps.find((s) => s >= most) ?? Math.ceil(most / 500) * 500
}

interface Props {
  hours: readonly number[]
  values: readonly (number | null)[]
  /** The present instant, at which the last hour ends. */
  at: number
  zone: string
  label: string
  radar: boolean
}

/** Hourly rain as bars hanging from the top, as on the operating chart; missing hours are hatched. */
export function HourlyRain({ hours, values, at, zone, label, radar }: Props) {
  const { t } = useText()
  const [host, measured] = useWidth()
  const W = measured || USUAL
  const most = Math.max(0, ...values.map((v) => v ?? 0))
  const top = roundDepth(most)
  const width = (W - LEFT) / hours.length
  const y = (mm: number) => TOP + (mm / top) * (H - TOP - BOTTOM)
  const clockOf = (end: number) =>
    end > at ? t('basinRain.running', { time: time(at, zone) }) : time(end, zone)
  const words = (i: number) =>
    `${clockOf(hours[i])}: ${values[i] === null ? NOTHING : `${number(values[i], DECIMALS.rain)} mm`}`
  return (
    <figure ref={host} className={css.chart} data-radar={radar || undefined}>
      <figcaption>{label}</figcaption>
      <svg width={W} height={H} aria-hidden>
        <defs>
          <pattern
            id="rain-missing"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0V6" className={css.hatch} />
          </pattern>
        </defs>
        {[0, top / 2, top].map((mm) => (
          <g key={mm}>
            <path d={`M${LEFT} ${y(mm)}H${W}`} className={css.line} />
            <text x={LEFT - 6} y={y(mm) + 4} textAnchor="end">
              {number(mm, mm % 1 === 0 ? 0 : 1)}
            </text>
          </g>
        ))}
        <text x={0} y={11}>
          mm
        </text>
        {values.map((v, i) => {
          const x = LEFT + i * width
          const clock = time(hours[i], zone)
          return (
            <g key={hours[i]}>
              <rect x={x} y={TOP} width={width} height={H - TOP - BOTTOM} fill="transparent">
                <title>{words(i)}</title>
              </rect>
              {v === null
                ? // The hour that has just begun is not missing yet.
                  hours[i] <= at && (
                    <rect
                      x={x + 1}
                      y={TOP}
                      width={width - 2}
                      height={H - TOP - BOTTOM}
                      fill="url(#rain-missing)"
                      pointerEvents="none"
                    />
                  )
                : v > 0 && (
                    <rect
                      x={x + 1}
                      y={TOP}
                      width={width - 2}
                      height={Math.max(1.5, y(v) - TOP)}
                      className={css.bar}
                      pointerEvents="none"
                    />
                  )}
              {clock.endsWith(':00') && Number(clock.slice(0, 2)) % 6 === 0 && (
                <text x={x + width} y={H - 4} textAnchor={i === hours.length - 1 ? 'end' : 'middle'}>
                  {clock}
                </text>
              )}
            </g>
          )
        })}
        {most === 0 && values.every((v, i) => v !== null || hours[i] > at) && (
          <text x={LEFT + (W - LEFT) / 2} y={H / 2} textAnchor="middle">
            {t('basinRain.none')}
          </text>
        )}
      </svg>
      <PlainTable
        className="sr"
        label={label}
        rows={hours}
        rowKey={(end) => end}
        columns={[
          { id: 'hour', head: t('basinRain.hour'), rowHeader: true, cell: clockOf },
          {
            id: 'depth',
            head: 'mm',
            cell: (_end, i) => (values[i] === null ? NOTHING : number(values[i], DECIMALS.rain)),
          },
        ]}
      />
    </figure>
  )
}
