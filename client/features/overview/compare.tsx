import { Button } from '@mantine/core'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { HOUR, MINUTE } from '#core/time/units.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { getHistory } from '#contract/readings.ts'
import { readOptions } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { TimeChart } from '../../ui/chart/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Failed } from '../../ui/state.tsx'
import { curveStyle, paneOf, SERIES_OF } from './curves.ts'
import { MOST, QUANTITIES, SPANS, type Quantity, type Span } from './fields.ts'
import { sorted, type Shown } from './model.ts'
import css from './overview.module.css'
import { SpanChoice } from './span-choice.tsx'

/** px that a curve is thinned to: charts are no wider than a screen. */
const PX = 1200
const HEIGHT = 460
/** The present end of the chart moves on, and values are read again, ms. */
const TICK = MINUTE
/** Most hours that come as hourly sums of rain. */
const HOURS = 1000

interface Props {
  all: readonly Shown[]
  of: readonly string[]
  what: Quantity
  span: Span
  show: (part: { of?: readonly string[]; what?: Quantity; span?: Span }) => void
}

/** One quantity of several reservoirs in one chart. */
export function Compare({ all, of, what, span, show }: Props) {
  const { t, language } = useText()
  const known = useMemo(() => new Map(all.map((s) => [s.row.hydro_code, s.row])), [all])
  const chosen = of.flatMap((code) => known.get(code) ?? [])
  const full = chosen.length >= MOST
  const others = sorted(all, 'name', language).filter((s) => !of.includes(s.row.hydro_code))
  const worst = () => sorted(all, 'trouble', language).slice(0, MOST)
  const river = () => {
    const first = chosen[0] ?? sorted(all, 'river', language)[0].row
    return sorted(all, 'river', language)
      .filter((s) => s.row.basin === first.basin)
      .slice(0, MOST)
  }
  const put = (rows: readonly Shown[]) => show({ of: rows.map((s) => s.row.hydro_code) })
  return (
    <div className={css.compare}>
      <div className={css.tools}>
        <Choice
          aria-label={t('overview.compareWhat')}
          value={what}
          data={QUANTITIES.map((value) => ({ value, label: t(`overview.quantity.${value}`) }))}
          onChange={(value) => show({ what: value as Quantity })}
          w={230}
        />
        <SpanChoice span={span} onChoose={(next) => show({ span: next })} />
      </div>
      <div className={css.chosen} role="group" aria-label={t('overview.compareWhich', { max: MOST })}>
        {chosen.map((row, i) => (
          <button
            key={row.hydro_code}
            type="button"
            className={css.chip}
            aria-label={t('overview.remove', { name: row.hydro_name })}
            title={t('overview.remove', { name: row.hydro_name })}
            onClick={() => show({ of: of.filter((code) => code !== row.hydro_code) })}
          >
            <i
              style={{ background: `var(--${curveStyle(i).color})` }}
              data-dashed={curveStyle(i).dashed || undefined}
            />
            {row.hydro_name}
            <Icon name="close" size={14} />
          </button>
        ))}
        {full ? (
          <small className={css.full}>{t('overview.compareFull', { max: MOST })}</small>
        ) : (
          <Choice
            aria-label={t('overview.compareAdd')}
            placeholder={t('overview.compareAdd')}
            leftSection={<Icon name="plus" size={16} />}
            value={null}
            data={others.map((s) => ({ value: s.row.hydro_code, label: s.row.hydro_name }))}
            limit={200}
            onChange={(code) => show({ of: [...of, code] })}
            w={220}
          />
        )}
        <Button size="compact-sm" variant="default" onClick={() => put(worst())}>
          {t('overview.compareWorst')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => put(river())}>
          {t('overview.compareRiver')}
        </Button>
      </div>
      {chosen.length === 0 ? (
        <Empty
          roomy
          icon="chart"
          title={t('overview.compareNone')}
          hint={t('overview.compareNoneHint', { max: MOST })}
        />
      ) : (
        <CompareChart chosen={chosen} what={what} span={span} />
      )}
    </div>
  )
}

function CompareChart({
  chosen,
  what,
  span,
}: {
  chosen: readonly OverviewRow[]
  what: Quantity
  span: Span
}) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const now = Math.floor(useNow(TICK) / TICK) * TICK
  const length = SPANS[span] * HOUR
  // Rain is summed from whole hours on.
  const from = what === 'rain' ? Math.floor((now - length) / HOUR) * HOUR : now - length
  const results = useQueries({
    queries: chosen.map((row) => ({
      ...readOptions(
        getHistory,
        {
          body: { series: [SERIES_OF[what]], from, to: now, px: PX, ...(what === 'rain' && { rows: HOURS }) },
        },
        { hydro: row.hydro_code, quiet: true, kept: false },
      ),
      placeholderData: keepPreviousData,
    })),
  })
  const answers = results.map((r) => r.data)
  const failed = results.flatMap((r, i) => (r.error ? [{ row: chosen[i], error: r.error }] : []))
  const loading = results.some((r) => r.data === undefined && r.isFetching)
  const panes = useMemo(
    () => [
      paneOf(
        what,
        chosen.map((row, i) => ({ row, column: answers[i]?.series[SERIES_OF[what]] ?? null })),
        from,
        language,
        t('overview.normalLine'),
      ),
    ],
    // The list of answers is a new one with every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [what, chosen.map((r) => `${r.hydro_code} ${r.normal_volume}`).join(), language, ...padded(answers)],
  )
  const notDrawn = what === 'fill' ? chosen.filter((row) => !row.normal_volume) : []
  const label = t('overview.compareChart', { what: t(`overview.quantity.${what}`) })
  if (failed.length === chosen.length)
    return (
      <Failed what={label} error={failed[0].error} retry={() => results.forEach((r) => void r.refetch())} />
    )
  return (
    <>
      {failed.length > 0 && (
        <p className={css.notice} role="alert">
          <Icon name="warning" size={16} />
          {t('overview.compareFailed', { names: failed.map((f) => f.row.hydro_name).join(', ') })}
        </p>
      )}
      {notDrawn.length > 0 && (
        <p className={css.notice} role="status">
          <Icon name="info" size={16} />
          {t('overview.compareNoFull', { names: notDrawn.map((r) => r.hydro_name).join(', ') })}
        </p>
      )}
      <TimeChart
        panes={panes}
        from={from}
        to={now}
        now={now}
        live
        zone={zone}
        label={label}
        height={HEIGHT}
        loading={loading}
      />
    </>
  )
}

/** As many as there can be: what a memo depends on must not change its length. */
const padded = <T,>(list: readonly T[]) => Array.from({ length: MOST }, (_, i) => list[i])
