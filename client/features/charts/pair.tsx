import { useMemo } from 'react'
import type { Column } from '#contract/fields.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import type { ChartTexts, SeriesKind } from '../../ui/chart/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Scatter } from '../../ui/scatter/index.ts'
import { Failed } from '../../ui/state.tsx'
import type { Tail } from '../../parts/time-chart/tail.ts'
import textCss from '../../ui/text.module.css'
import css from './charts.module.css'
import { dataOf, screenOf, type KnownSeries } from './model.ts'
import { pairsOf, type PairSide } from './pairs.ts'
import { usePair, type ChartSpan } from './queries.ts'

interface Props {
  n: number
  x: string | null
  y: string | null
  known: ReadonlyMap<string, KnownSeries>
  span: ChartSpan
  zone: string
  /** Step between two computed values, ms. */
  interval: number
  texts: ChartTexts
  /** px; absent: the default. */
  height?: number
}

const KINDS: Record<Column['kind'], SeriesKind> = {
  instant: 'line',
  mean: 'mean',
  step: 'step',
  total: 'bars',
}
const NO_TAIL: Tail = new Map()
/** Points further apart than this many steps are not joined. */
const HOLE = 3

/** X-Y chart of two series over the range of the page. */
export function Pair({ n, x, y, known, span, zone, interval, texts, height }: Props) {
  const { t, language } = useText()
  const query = usePair(x, y, span)
  const [ofX, ofY] = [x === null ? undefined : known.get(x), y === null ? undefined : known.get(y)]
  const data = query.data
  const pairs = useMemo(() => {
    if (!data || x === null || y === null || !ofX || !ofY) return null
    const side = (code: string, of: KnownSeries): PairSide | null => {
      const column = data.series[code]
      if (!column) return null
      const { factor } = screenOf(of.unit, language)
      const step = of.step_s !== null ? of.step_s * 1000 : interval
      const series = dataOf(column, NO_TAIL, code, factor)
      return { data: series, kind: KINDS[of.kind], maxGap: column.raw ? HOLE * step : Infinity }
    }
    const [a, b] = [side(x, ofX), side(y, ofY)]
    return a && b ? pairsOf(a, b, data.from, data.to) : null
  }, [data, x, y, ofX?.unit, ofY?.unit, interval, language])
  const thinned = [x, y].some((code) => code !== null && data?.series[code]?.raw === false)

  const title = t('charts.pane', { n })
  if (x === null || y === null || !ofX || !ofY)
    return (
      <section className={css.pairPane} aria-label={title}>
        <h3 className={css.pairTitle}>{title}</h3>
        <p className={css.note}>{t('charts.pairNone')}</p>
      </section>
    )
  const label = t('charts.pairName', { y: ofY.label, x: ofX.label })
  const quantity = (of: KnownSeries) => {
    const { unit, decimals } = screenOf(of.unit, language)
    return { name: of.label, unit, decimals }
  }
  return (
    <section className={css.pairPane} aria-label={title}>
      <h3 className={css.pairTitle}>
        {title} <span className={textCss.aside}>{label}</span>
      </h3>
      {query.error && !data ? (
        <Failed what={label} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <Scatter
            label={label}
            points={pairs ?? NONE}
            x={quantity(ofX)}
            y={quantity(ofY)}
            zone={zone}
            language={language}
            texts={texts}
            shadesText={t('charts.shades')}
            group="charts"
            height={height}
            emptyText={t('charts.pairEmpty')}
            loading={query.isFetching && !pairs}
          />
          {(thinned || (pairs?.lacking ?? 0) > 0) && (
            <p className={css.lacking} role="status">
              <Icon name="missing" size={14} />
              {[
                thinned && t('charts.pairThinned'),
                pairs && pairs.lacking > 0 && t('charts.pairLacking', { n: number(pairs.lacking, 0) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
        </>
      )}
    </section>
  )
}

const NONE = { t: new Float64Array(0), x: new Float64Array(0), y: new Float64Array(0) }
