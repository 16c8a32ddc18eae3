import { useMemo } from 'react'
import { Link } from 'react-router'
import type { CharacteristicLevels } from '#core/description/index.ts'
import { DECIMALS, NOTHING, number, unit } from '../../lib/format.ts'
import { useItems } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { CurveChart, type CurveDrawing } from '../../ui/curve/index.ts'
import { Empty, Loaded } from '../../ui/state.tsx'
import { PlainTable, tableCss, type Column } from '../../ui/table/index.ts'
import { usePeriod } from '../../parts/described-items/index.ts'
import css from './hydropower.module.css'
import { LookUp } from './look-up.tsx'
import { useStorageTable } from './queries.ts'
import { useSeenAt } from './when.tsx'
import { curveOf, readStorage, type StorageCurve } from './storage-curve.ts'

const TABLES = '/settings/interpolate'

/** Curves of capacity and lake area in force, with the levels of the reservoir. */
export default function StorageTab() {
  const { t } = useText()
  const allowed = useCan('interpolate.view')
  const when = useSeenAt()
  const table = useStorageTable(allowed, when.at)
  const plant = useItems('plant', when)
  const period = usePeriod()
  const curve = useMemo(() => (table.data ? curveOf(table.data) : null), [table.data])
  const levels = plant.data?.[0]?.body.levels
  if (!allowed) return <Empty roomy icon="lock" title={t('hydropower.storageNoRight')} />
  return (
    <Loaded query={table} what={t('hydropower.storageChart')} height={460}>
      {(inForce) =>
        inForce === null || curve === null ? (
          <Empty icon="water" title={t('hydropower.storageNone')} hint={t('hydropower.storageNoneHint')}>
            <Link to={TABLES}>{t('hydropower.toTables')}</Link>
          </Empty>
        ) : (
          <div className={css.storage}>
            <p className={css.note}>
              {t('hydropower.storageName')}: <b>{inForce.name}</b> ·{' '}
              {t('hydropower.storageRows', { n: inForce.rows })} · {period(inForce)} ·{' '}
              <Link to={TABLES}>{t('hydropower.toTables')}</Link>
            </p>
            <StorageChart curve={curve} levels={levels} />
            <div className={css.storageRow}>
              <LookUp curve={curve} />
              {levels && <AtMarks curve={curve} levels={levels} />}
            </div>
          </div>
        )
      }
    </Loaded>
  )
}

const DRAWN = ['dead', 'normal', 'designedFlood', 'checkFlood', 'crest'] as const

export interface ChartProps {
  curve: StorageCurve
  levels: CharacteristicLevels | undefined
  /** The present level: a dot on the capacity curve, and the initial readout. */
  now?: number | null
  height?: number
}

/** Capacity and area over level, with the levels of the reservoir. */
export function StorageChart({ curve, levels, now = null, height = 440 }: ChartProps) {
  const { t, language, texts } = useText()
  const dot = useMemo(() => (now === null ? null : readStorage(curve, now)), [curve, now])
  const drawing = useMemo((): CurveDrawing => {
    const words = texts.level
    const names = {
      dead: words.dead,
      normal: words.normal,
      designedFlood: words.flood,
      checkFlood: words.check,
      crest: words.crest,
    }
    return {
      upright: true,
      keyAxis: { name: texts.hydropower.storageLevel, unit: 'm', decimals: 2 },
      valueAxis: { name: texts.hydropower.storageVolume, unit: unit('storage', language), decimals: 2 },
      secondAxis: { name: texts.hydropower.storageArea, unit: 'km²', decimals: 2 },
      curves: [
        {
          id: 'volume',
          name: texts.hydropower.storageVolume,
          color: 'var(--storage)',
          key: curve.z,
          value: curve.volume,
        },
        {
          id: 'area',
          name: texts.hydropower.area,
          color: 'var(--turbine)',
          key: curve.z,
          value: curve.area,
          second: true,
          steps: true,
        },
      ],
      lines: DRAWN.flatMap((name) => {
        const at = levels?.[name]
        return at === null || at === undefined ? [] : [{ at, label: names[name] }]
      }),
      marks: dot === null ? [] : [{ key: now!, value: dot.volume, tone: 'now', label: texts.lookUp.now }],
    }
  }, [curve, levels, language, texts, now, dot])
  return (
    <CurveChart
      label={t('hydropower.storageChart')}
      drawing={drawing}
      height={height}
      at={dot ? now : (levels?.normal ?? null)}
      empty={t('hydropower.storageNone')}
    />
  )
}

/** Capacity and area at the levels of the reservoir. */
export function AtMarks({ curve, levels }: { curve: StorageCurve; levels: CharacteristicLevels }) {
  const { t, language } = useText()
  const rows = DRAWN.flatMap((name) => {
    const z = levels[name]
    return z === null || z === undefined ? [] : [{ name, z, found: readStorage(curve, z) }]
  })
  type Row = (typeof rows)[number]
  const quantity = (name: string, unit: string, cell: (r: Row) => string): Column<Row> => ({
    id: name,
    head: (
      <>
        {name} <span>({unit})</span>
      </>
    ),
    phoneLabel: `${name} (${unit})`,
    align: 'number',
    cell,
  })
  return (
    <PlainTable
      className={tableCss.table}
      cards
      label={t('hydropower.storageTable')}
      rows={rows}
      rowKey={(r) => r.name}
      columns={[
        {
          id: 'name',
          head: t('hydropower.levels'),
          rowHeader: true,
          cell: (r) => t(`fieldOf.plant.levels.${r.name}`),
        },
        quantity(t('hydropower.storageLevel'), 'm', (r) => number(r.z, DECIMALS.level)),
        quantity(t('hydropower.storageVolume'), unit('storage', language), (r) =>
          r.found ? number(r.found.volume, 2) : NOTHING,
        ),
        quantity(t('hydropower.storageArea'), 'km²', (r) => (r.found ? number(r.found.area, 2) : NOTHING)),
      ]}
    />
  )
}
