import type { ReactNode } from 'react'
import type { OverviewRow } from '#contract/overview.ts'
import { DECIMALS, direction, duration, number, signed, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { DataTable, RowMark, RowName, type Column, type RowGroup } from '../../ui/table/index.ts'
import { LevelBar } from './level-bar.tsx'
import { grouped, type Grouping, type Shown } from './model.ts'
import css from './overview.module.css'
import { Sparkline } from './spark.tsx'
import { StateSign, useReason } from './state.tsx'
import { SumLine } from './sums.tsx'
import { RowValue } from './value.tsx'
import { useWindowWords } from './window.ts'

/** Height of a row, px, about: on a phone it is a card. */
const ROW = 62

interface Props {
  shown: readonly Shown[]
  now: number
  group: Grouping
  onOpen: (row: OverviewRow) => void
  empty: ReactNode
}

/** All reservoirs in lines, those in view drawn; cards on a phone. */
export function ReservoirTable({ shown, now, group, onOpen, empty }: Props) {
  const { t, language } = useText()
  const here = useProfile().hydro_code
  const reasonOf = useReason(now)
  const windowOf = useWindowWords()
  // One window for all is named once, in the head; else each row names its own.
  const windows = new Set(shown.flatMap(({ row }) => row.inflow_window ?? []))
  const common = windows.size === 1 ? windowOf([...windows][0]) : null
  const flow = (id: 'inflow' | 'outflow_mean', under: (s: Shown) => ReactNode): Column<Shown> => ({
    id,
    head: t(`overview.column.${id}`, { window: common ?? windowOf(null) }),
    headClassName: css.flow,
    align: 'number',
    value: ({ row }) => row[id].value,
    cell: (s) => (
      <div>
        <RowValue of={s.row[id]} shown={s} decimals={DECIMALS.flow} />
        <small className={css.under}>{under(s)}</small>
      </div>
    ),
  })
  const columns: Column<Shown>[] = [
    {
      id: 'name',
      head: t('overview.column.name'),
      rowHeader: true,
      value: ({ row }) => row.hydro_name,
      cell: ({ row }) => (
        <>
          <RowName name={row.hydro_name} onOpen={() => onOpen(row)} />
          {row.hydro_code === here && <RowMark>{t('overview.here')}</RowMark>}
          <small className={css.where}>
            {row.river} · {row.province}
          </small>
        </>
      ),
    },
    {
      id: 'state',
      head: t('overview.column.state'),
      headClassName: css.stateColumn,
      phoneLabel: null,
      value: (s) => [t(`overview.state.${s.state}`), reasonOf(s)].filter(Boolean).join(': '),
      cell: (s) => <StateSign of={s} now={now} />,
    },
    {
      id: 'level',
      head: t('overview.column.level'),
      headClassName: css.levelColumn,
      phoneLabel: t('overview.column.level'),
      align: 'number',
      value: ({ row }) => row.level.value,
      cell: (s) => (
        <div>
          <span className={css.level}>
            <RowValue of={s.row.level} shown={s} decimals={DECIMALS.level} />
          </span>
          <Trend perHour={s.late ? null : s.row.level_trend} />
        </div>
      ),
    },
    {
      id: 'limits',
      head: t('overview.column.limits'),
      headClassName: css.limitsColumn,
      phoneLabel: null,
      cell: ({ row, late }) => <LevelBar row={row} late={late} />,
    },
    {
      id: 'fill',
      head: `${t('overview.column.fill')} (%, ${unit('storage', language)})`,
      headClassName: css.fillColumn,
      phoneLabel: `${t('overview.column.fill')} (%, ${unit('storage', language)})`,
      align: 'number',
      value: ({ row }) => row.fill_percent.value,
      cell: (s) => (
        <div>
          <RowValue of={s.row.fill_percent} shown={s} decimals={DECIMALS.percent} unit=" %" />
          <small className={css.under}>
            {/* One mark for both: the percent is that of the volume. */}
            {s.row.fill_percent.value === null ? (
              <RowValue of={s.row.capacity} shown={s} decimals={DECIMALS.storage} />
            ) : (
              number(s.row.capacity.value, DECIMALS.storage)
            )}
          </small>
        </div>
      ),
    },
    {
      id: 'day',
      head: t('overview.column.day'),
      headClassName: css.sparkColumn,
      className: css.sparkColumn,
      phoneLabel: null,
      cell: ({ row, late }) => <Sparkline row={row} now={now} late={late} />,
    },
    flow('inflow', ({ row }) =>
      common === null && row.inflow_window !== null ? windowOf(row.inflow_window) : null,
    ),
    flow('outflow_mean', (s) => (
      <>
        {t('overview.instant')} <RowValue of={s.row.outflow} shown={s} decimals={DECIMALS.flow} />
      </>
    )),
    {
      id: 'power',
      head: t('overview.column.power'),
      headClassName: css.figure,
      align: 'number',
      value: ({ row }) => row.power.value,
      cell: (s) => <RowValue of={s.row.power} shown={s} decimals={DECIMALS.power} />,
    },
    {
      id: 'rain',
      head: t('overview.column.rain'),
      headClassName: css.figure,
      align: 'number',
      value: ({ row }) => row.rain_24h.value,
      // A sum of a day: what of it did not come is PARTIAL, and rain may come less often than levels.
      cell: (s) => <RowValue of={s.row.rain_24h} shown={s} decimals={1} late={s.late} />,
    },
    {
      id: 'age',
      head: t('overview.column.age'),
      headClassName: css.ageColumn,
      align: 'number',
      value: ({ row }) => row.last_reading,
      cell: ({ row, late }) => (
        <span className={css.age} data-late={late || undefined}>
          {row.last_reading === null
            ? t('overview.noData')
            : t('overview.ago', { time: duration(now - row.last_reading, language) })}
        </span>
      ),
    },
  ]
  const groups: RowGroup<Shown>[] | undefined =
    group === 'none'
      ? undefined
      : grouped(shown, group).map(({ name, rows, sum }) => ({
          key: name,
          head: <SumLine name={name} sum={sum} />,
          headClassName: css.groupHead,
          rows,
        }))
  return (
    <DataTable
      label={t('overview.reservoirs')}
      className={css.table}
      rows={groups ? undefined : shown}
      groups={groups}
      rowKey={(s) => s.row.hydro_code}
      manyOf={ROW}
      attributes={(s) => ({ 'data-state': s.state })}
      columns={columns}
      empty={empty}
    />
  )
}

/** How fast the level rises or falls, cm an hour. */
function Trend({ perHour }: { perHour: number | null }) {
  const cm = perHour === null ? null : perHour * 100
  const way = direction(cm, DECIMALS.trend)
  if (way === null) return <small className={css.noTrend}>&nbsp;</small>
  return (
    <small className={css.under}>
      <Icon name={way === 'up' ? 'rising' : way === 'down' ? 'falling' : 'steady'} size={12} />{' '}
      {signed(cm, DECIMALS.trend)} cm/h
    </small>
  )
}
