import { SegmentedControl, Tabs } from '@mantine/core'
import { useState } from 'react'
import { toLocalDate } from '#core/time/index.ts'
import type { Hydro, Outlet, Waterdepth } from '#contract/dashboard.ts'
import { grade, STALE } from '#core/quality/index.ts'
import { DECIMALS, NOTHING, number, outletValue, timeNear, unit } from '../../lib/format.ts'
import { useKnown, usePresent } from '../../lib/known.ts'
import { useText } from '../../lib/text/index.ts'
import { Why } from '../../parts/explain/index.tsx'
import { heldTime } from '../../parts/live-data/held.ts'
import { LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { wireInstant, isOld } from '../../parts/live-data/present.ts'
import { useCatchments, useOutlets, useWaterdepths } from '../../parts/live-data/queries.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import { countsOf, MANY, isRelevant } from './outlets.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './tables.module.css'

/** Tabs with gates and units, level positions, and catchments. */
export function Tables({ hydro }: { hydro: Hydro }) {
  const { t } = useText()
  const outlets = useOutlets()
  const levels = useWaterdepths()
  const catchments = useCatchments()
  return (
    <Tabs defaultValue="outlets" className={css.tabs} keepMounted={false}>
      <Tabs.List aria-label={t('dashboard.details')}>
        <Tabs.Tab value="outlets">{t('dashboard.outlets')}</Tabs.Tab>
        <Tabs.Tab value="levels">{t('dashboard.waterdepths')}</Tabs.Tab>
        <Tabs.Tab value="catchments">{t('dashboard.catchments')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="outlets" className={css.body} tabIndex={0}>
        <Loaded query={outlets} what={t('dashboard.outlets')}>
          {(data) =>
            data.length ? (
              <Outlets all={data} zone={hydro.time_zone} />
            ) : (
              <Empty icon="gate" title={t('dashboard.emptyOutlets')} />
            )
          }
        </Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="levels" className={css.body} tabIndex={0}>
        <Loaded query={levels} what={t('dashboard.waterdepths')}>
          {(data) =>
            data.length ? (
              <Levels all={data} zone={hydro.time_zone} late={LATE_INTERVALS * hydro.interval * 1000} />
            ) : (
              <Empty icon="water" title={t('dashboard.emptyWaterdepths')} />
            )
          }
        </Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="catchments" className={css.body} tabIndex={0}>
        <Loaded query={catchments} what={t('dashboard.catchments')}>
          {(data) =>
            data.length ? (
              <Catchments all={data} />
            ) : (
              <Empty icon="basin" title={t('dashboard.emptyCatchments')} />
            )
          }
        </Loaded>
      </Tabs.Panel>
    </Tabs>
  )
}

function Outlets({ all, zone }: { all: Outlet[]; zone: string }) {
  const { t, texts, language } = useText()
  const now = usePresent()
  const past = useKnown() !== null
  const [which, setWhich] = useState<'all' | 'active'>('all')
  const many = all.length > MANY
  const active = all.filter(isRelevant)
  const shown = many && which === 'active' ? active : all
  const method = (o: Outlet) =>
    o.method === null ? t('table.noMethod') : (texts.table.methods[o.method - 1] ?? NOTHING)
  const groups = [
    { key: 'gates', head: t('table.gates'), className: 'sr', rows: shown.filter((o) => o.category === 2) },
    { key: 'units', head: t('table.units'), className: 'sr', rows: shown.filter((o) => o.category === 1) },
  ].filter((g) => g.rows.length > 0)
  const table = (
    <PlainTable
      className={`${layoutCss.table} ${css.table} ${css.dense}`}
      label={t('dashboard.outlets')}
      numberClass={textCss.number}
      groups={groups}
      rowKey={(o) => o.outlet_id}
      attributes={(o) => ({
        'data-idle': o.output_value === 0 || undefined,
        'data-old': grade(o.input_quality) === STALE || undefined,
        'data-passed-over': countsOf(o) !== null || undefined,
      })}
      columns={[
        {
          id: 'name',
          head: t('table.name'),
          rowHeader: true,
          attributes: (o) => ({ title: o.name }),
          cell: (o) => o.name,
        },
        {
          id: 'input',
          head: t('table.input'),
          align: 'number',
          className: css.bar,
          cell: (o) => (o.input_unit === '-' ? NOTHING : <OutletInput o={o} past={past} />),
        },
        {
          id: 'discharge',
          head: <abbr aria-label={t('table.discharge')}>Q ({unit('flow', language)})</abbr>,
          headTitle: t('table.discharge'),
          align: 'number',
          attributes: (o) => ({ title: `${t('table.method')}: ${method(o)}` }),
          cell: (o) => (
            <>
              <Why series={past ? null : o.series.output} at={o.date_string}>
                {outletValue(o.output_value)}
              </Why>
              <span className="sr">{method(o)}</span>
            </>
          ),
        },
        {
          id: 'quality',
          head: t('table.quality'),
          headHidden: true,
          headClassName: css.mark,
          className: css.mark,
          cell: (o) => <QualityMark q={o.quality} words={false} />,
        },
      ]}
      below={(o) => {
        const counts = countsOf(o)
        if (counts) return { className: css.counts, content: <Counts o={o} counts={counts} /> }
        const time = heldTime(o, zone, now, language)
        return time === null ? null : { className: css.counts, content: <Held time={time} /> }
      }}
    />
  )
  return !many ? (
    table
  ) : (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        className={css.which}
        aria-label={t('outletFilter.label')}
        value={which}
        onChange={(value) => setWhich(value as typeof which)}
        data={[
          { value: 'all', label: t('outletFilter.all', { n: all.length }) },
          { value: 'active', label: t('outletFilter.active', { n: active.length }) },
        ]}
      />
      {groups.length === 0 ? <Empty icon="gate" title={t('outletFilter.none')} /> : table}
    </>
  )
}

/** Opening of a gate or power of a unit. */
function OutletInput({ o, past }: { o: Outlet; past: boolean }) {
  return (
    <>
      <QualityMark q={o.input_quality} words={false} />{' '}
      <Why series={past ? null : o.series.input}>{outletValue(o.input_value)}</Why>{' '}
      <span className={`${textCss.small} ${css.unit}`}>{o.input_unit}</span>
      <Opening value={o.input_value} max={o.input_max} />
    </>
  )
}

/** Names the value that counts where an entered one differs from the displayed one. */
function Counts({ o, counts }: { o: Outlet; counts: NonNullable<ReturnType<typeof countsOf>> }) {
  const { t } = useText()
  const value = `${outletValue(o.given)} ${o.category === 1 ? 'MW' : 'm'}`
  return (
    <>
      <Icon name={counts === 'measured' ? 'info' : 'edited'} size={14} />{' '}
      {t(`table.counts.${counts}`, { value })}
    </>
  )
}

/** Notes that the sensor is silent and its last value is held. */
function Held({ time }: { time: string }) {
  const { t } = useText()
  return (
    <>
      <Icon name="estimated" size={14} /> {t('table.held', { time })}
    </>
  )
}

/** Opening of a gate, or load of a unit, relative to its maximum. */
function Opening({ value, max }: { value: number | null; max: number | null }) {
  if (value === null || !max) return null
  return (
    <span className={css.opening} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.max(0, (100 * value) / max))}%` }} />
    </span>
  )
}

function Levels({ all, zone, late }: { all: Waterdepth[]; zone: string; late: number }) {
  const { t, texts, language } = useText()
  const past = useKnown() !== null
  const now = usePresent()
  return (
    <PlainTable
      className={`${layoutCss.table} ${css.table}`}
      label={t('dashboard.waterdepths')}
      numberClass={textCss.number}
      rows={all}
      rowKey={(w) => w.waterdepth_id}
      attributes={(w) => ({ 'data-old': isOld(w, zone, late, now) || undefined })}
      columns={[
        {
          id: 'name',
          head: t('table.name'),
          rowHeader: true,
          attributes: (w) => ({ title: w.name }),
          cell: (w) => w.name,
        },
        {
          id: 'position',
          head: t('table.position'),
          cell: (w) => texts.table.positions[w.type - 1] ?? NOTHING,
        },
        {
          id: 'level',
          head: t('table.level'),
          align: 'number',
          cell: (w) => (
            <>
              <Why series={past ? null : w.series} at={w.date_string}>
                {outletValue(w.current_data)}
              </Why>
              <div>
                <QualityMark q={w.quality} />
              </div>
            </>
          ),
        },
        {
          id: 'time',
          head: t('table.time'),
          align: 'number',
          attributes: (w) => {
            const at = wireInstant(w.date_string, zone)
            return { title: at === null ? undefined : toLocalDate(at, zone) }
          },
          cell: (w) => {
            const at = wireInstant(w.date_string, zone)
            return at === null ? NOTHING : timeNear(at, now, zone, language)
          },
        },
      ]}
    />
  )
}

function Catchments({ all }: { all: { catchment_code: string; catchment_name: string; area: number }[] }) {
  const { t } = useText()
  const total = all.reduce((sum, c) => sum + c.area, 0)
  return (
    <PlainTable
      className={`${layoutCss.table} ${css.table}`}
      label={t('dashboard.catchments')}
      numberClass={textCss.number}
      rows={all}
      rowKey={(c) => c.catchment_code}
      columns={[
        { id: 'name', head: t('table.name'), rowHeader: true, cell: (c) => c.catchment_name },
        {
          id: 'area',
          head: t('table.area'),
          align: 'number',
          cell: (c) => number(c.area, DECIMALS.area),
        },
      ]}
      foot={
        all.length > 1
          ? [
              { content: t('dashboard.totalArea'), rowHeader: true },
              { content: number(total, DECIMALS.area), align: 'number' },
            ]
          : undefined
      }
    />
  )
}
