import { useId } from 'react'
import type { ImportReport } from '#contract/imports.ts'
import { upToSix } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import textCss from '../../ui/text.module.css'
import css from './imports.module.css'
import { localText } from './words.ts'

type Picture = NonNullable<ImportReport['columns'][number]['picture']>

const WIDTH = 400
const HEIGHT = 60
/** Minimum height of the trace, so that a constant level is visible. */
const THIN = 2

interface Props {
  name: string
  unit: string
  picture: Picture
  from: string | null
  to: string | null
}

/** Thumbnail of an imported series: its range over time, and its gaps. */
export function RecordPicture({ name, unit, picture, from, to }: Props) {
  const { t, language } = useText()
  const hatch = useId()
  const values = [...picture.low, ...picture.high].filter((v) => v !== null)
  const least = Math.min(...values)
  const most = Math.max(...values)
  const n = picture.low.length
  const x = (i: number) => (i / n) * WIDTH
  const y = (v: number) => (most === least ? HEIGHT / 2 : HEIGHT - ((v - least) / (most - least)) * HEIGHT)
  const bars = picture.low.flatMap((low, i) => {
    const high = picture.high[i]
    if (low === null || high === null) return []
    // Extended to the previous span's range, so that the trace is connected.
    const before = picture.low[i - 1] ?? null
    const top = y(before === null ? high : Math.max(high, before))
    const bottom = y(before === null ? low : Math.min(low, picture.high[i - 1]!))
    return [
      `M${x(i)} ${Math.max(0, top - THIN / 2)}H${x(i + 1)}V${Math.max(bottom, top) + THIN / 2}H${x(i)}Z`,
    ]
  })
  const empty = emptySpans(picture.low)
  const share = empty.reduce((sum, [begin, end]) => sum + end - begin, 0) / n
  return (
    <figure className={css.record}>
      <figcaption>
        <strong>{name}</strong>
        <span className={textCss.small}>
          {t('imports.picture.range', { low: upToSix(least), high: upToSix(most), unit })}
          {empty.length > 0 && ` · ${t('imports.picture.empty', { share: upToSix(Math.ceil(share * 100)) })}`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('imports.picture.label', { name })}
      >
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="6" className={css.hatch} />
          </pattern>
        </defs>
        {empty.map(([begin, end]) => (
          <rect
            key={begin}
            x={x(begin)}
            width={x(end) - x(begin)}
            height={HEIGHT}
            fill={`url(#${hatch})`}
            data-gap
          />
        ))}
        <path d={bars.join('')} className={css.trace} />
      </svg>
      <div className={css.recordEnds}>
        <span>{from === null ? '' : localText(from, language)}</span>
        <span>{to === null ? '' : localText(to, language)}</span>
      </div>
    </figure>
  )
}

/** Runs of spans without readings, [first, last + 1). */
function emptySpans(low: readonly (number | null)[]): [number, number][] {
  const found: [number, number][] = []
  low.forEach((v, i) => {
    if (v !== null) return
    const last = found.at(-1)
    if (last?.[1] === i) last[1] = i + 1
    else found.push([i, i + 1])
  })
  return found
}
