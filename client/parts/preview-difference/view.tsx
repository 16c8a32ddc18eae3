import { Skeleton } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { Preview } from '#contract/preview.ts'
import { NOTHING, date, dateTime, number, signed, type Language } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './difference.module.css'
import { groupsOf, isSoldChanged, unchanged, type Group } from './model.ts'

const Chart = lazy(() => import('./chart.tsx'))
const CHART_HEIGHT = 480

/** What changes: how often, by how much, and as a chart. */
export function DifferenceView({ data }: { data: Preview }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const time = (ms: number) => dateTime(ms, zone, language)
  const span = { from: time(data.from), to: time(data.to) }
  const standing = data.standing > 0 && (
    <p className={`${textCss.hint} ${css.note}`}>
      <Icon name="lock" size={14} />
      {t('difference.standing', { n: number(data.standing, 0) })}
    </p>
  )
  const sold = data.sold && isSoldChanged(data.sold) && (
    <SoldFigures sold={data.sold} zone={zone} language={language} />
  )
  if (data.changed === 0 && sold)
    return (
      <div className={layoutCss.column}>
        {sold}
        {standing}
      </div>
    )
  if (data.changed === 0)
    return (
      <div className={layoutCss.column}>
        <Empty
          icon={data.approved ? 'lock' : 'check'}
          title={t(data.approved ? 'difference.noneApproved' : 'difference.none')}
          hint={
            data.approved
              ? t('difference.approved')
              : data.instants === 0
                ? t('difference.noInstants')
                : t('difference.noneHint', { n: number(data.instants, 0), ...span })
          }
        />
        {standing}
      </div>
    )
  const same = unchanged(data.figures)
  return (
    <div className={layoutCss.column}>
      <p className={css.head}>
        <strong>
          {t('difference.some', { changed: number(data.changed, 0), n: number(data.instants, 0) })}
        </strong>
        <span className={textCss.note}>{t('difference.span', span)}</span>
      </p>
      {data.approved && (
        <p className={`${textCss.hint} ${css.note}`}>
          <Icon name="lock" size={14} />
          {t('difference.approved')}
        </p>
      )}
      {standing}
      <Figures groups={groupsOf(data.figures, language)} zone={zone} language={language} />
      {sold}
      {same.length > 0 && (
        <p className={`${textCss.hint} ${css.note}`}>
          {t('difference.same', { list: same.map((code) => texts.difference.of[code]).join(', ') })}
        </p>
      )}
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} aria-busy aria-label={t('difference.chart')} />}>
        <Chart data={data} height={CHART_HEIGHT} />
      </Suspense>
    </div>
  )
}

interface SoldLine {
  key: 'energy' | 'missing' | 'revenue'
  before: number
  after: number
  unit: string
  decimals: number
}

/** Energy and revenue of whole days, before and after. */
function SoldFigures({
  sold,
  zone,
  language,
}: {
  sold: NonNullable<Preview['sold']>
  zone: string
  language: Language
}) {
  const { t, texts } = useText()
  const words = texts.difference
  const lines: SoldLine[] = [
    { key: 'energy', ...sold.kwh, unit: 'kWh', decimals: 1 },
    ...(sold.missing.before === sold.missing.after
      ? []
      : [
          {
            key: 'missing' as const,
            before: 100 * sold.missing.before,
            after: 100 * sold.missing.after,
            unit: '%',
            decimals: 1,
          },
        ]),
    ...(sold.vnd ? [{ key: 'revenue' as const, ...sold.vnd, unit: 'VND', decimals: 0 }] : []),
  ]
  return (
    <div className={layoutCss.scrollAcross} tabIndex={0} role="group" aria-label={words.sold}>
      <PlainTable
        className={`${layoutCss.table} ${css.table}`}
        numberClass={textCss.number}
        label={words.sold}
        rowKey={(l) => l.key}
        groups={[
          {
            key: 'sold',
            rows: lines,
            headClassName: css.group,
            head: (
              <>
                {words.sold}
                <span>
                  {t('difference.soldOf', {
                    from: date(sold.from, zone, language),
                    to: date(sold.to - 1, zone, language),
                  })}
                </span>
              </>
            ),
          },
        ]}
        columns={[
          { id: 'quantity', head: words.quantity, rowHeader: true, cell: (l) => words.soldWhat[l.key] },
          {
            id: 'before',
            head: words.beforeHead,
            align: 'number',
            cell: (l) => number(l.before, l.decimals),
          },
          { id: 'after', head: words.afterHead, align: 'number', cell: (l) => number(l.after, l.decimals) },
          {
            id: 'by',
            head: words.byHead,
            align: 'number',
            attributes: () => ({ 'data-by': true }),
            cell: (l) => signed(l.after - l.before, l.decimals),
          },
          { id: 'unit', head: words.unit, cell: (l) => l.unit },
        ]}
      />
    </div>
  )
}

interface FiguresProps {
  groups: Group[]
  zone: string
  language: Language
}

/** Before, after and difference of each changed quantity; also for a finished run. */
export function Figures({ groups, zone, language }: FiguresProps) {
  const { t, texts } = useText()
  const words = texts.difference
  return (
    <div className={layoutCss.scrollAcross} tabIndex={0} role="group" aria-label={words.figures}>
      <PlainTable
        className={`${layoutCss.table} ${css.table}`}
        numberClass={textCss.number}
        label={words.figures}
        rowKey={(l) => l.key}
        groups={groups.map((g) => ({
          key: g.code,
          rows: g.lines,
          headClassName: css.group,
          head: (
            <>
              {words.of[g.code]}
              <span>
                {t('difference.at', { changed: number(g.changed, 0), n: number(g.instants, 0) })}
                {g.onlyQuality && ` · ${words.onlyQuality}`}
                {g.known > 0 && ` · ${t('difference.gained', { n: number(g.known, 0) })}`}
              </span>
              {g.known < 0 && (
                <span className={css.lost}>
                  <Icon name="warning" size={14} />
                  {t('difference.lost', { n: number(-g.known, 0) })}
                </span>
              )}
            </>
          ),
        }))}
        columns={[
          {
            id: 'quantity',
            head: words.quantity,
            rowHeader: true,
            cell: (l) =>
              l.at === null
                ? words[l.key]
                : t('difference.largestAt', { time: dateTime(l.at, zone, language) }),
          },
          {
            id: 'before',
            head: words.beforeHead,
            align: 'number',
            cell: (l) => number(l.before, l.decimals),
          },
          { id: 'after', head: words.afterHead, align: 'number', cell: (l) => number(l.after, l.decimals) },
          {
            id: 'by',
            head: words.byHead,
            align: 'number',
            attributes: () => ({ 'data-by': true }),
            cell: (l) => (l.by === null ? NOTHING : signed(l.by, l.decimals)),
          },
          {
            id: 'unit',
            head: words.unit,
            className: `${textCss.muted} ${textCss.nowrap}`,
            cell: (l) => l.unit,
          },
        ]}
      />
    </div>
  )
}
