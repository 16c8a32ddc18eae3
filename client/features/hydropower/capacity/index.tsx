import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { grade, STALE } from '#core/quality/index.ts'
import { DECIMALS, number, timeNear, unit } from '../../../lib/format.ts'
import { useItems } from '../../../lib/items.ts'
import { useKnown, usePresent } from '../../../lib/known.ts'
import { useZone } from '../../../lib/reservoir.ts'
import { useText } from '../../../lib/text/index.ts'
import { Dialog } from '../../../ui/dialog/index.tsx'
import { Icon } from '../../../ui/icon/index.tsx'
import { Empty, Loaded } from '../../../ui/state.tsx'
import { useIndicators } from '../../../parts/live-data/queries.ts'
import { usePeriod } from '../../../parts/described-items/index.ts'
import { LookUp } from '../look-up.tsx'
import { useStorageTable } from '../queries.ts'
import { curveOf, readStorage, type StorageCurve } from '../storage-curve.ts'
import { AtMarks, StorageChart } from '../storage.tsx'
import layoutCss from '../../../ui/layout.module.css'
import css from './capacity.module.css'

const TABLES = '/settings/interpolate'
const HEIGHT = 380

/** Level and capacity by the table in force, with the present level, and fields to convert between them. */
export default function CapacityPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const known = useKnown()
  const when = known ? { at: known.local, known: known.local } : {}
  const table = useStorageTable(true, known?.local)
  const levels = useItems('plant', when).data?.[0]?.body.levels
  const period = usePeriod()
  const curve = useMemo(() => (table.data ? curveOf(table.data) : null), [table.data])
  const level = useIndicators().data?.lake_level
  const now = level?.value ?? null
  return (
    <Dialog
      panel
      opened
      title={t('panels.name.capacity')}
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={table} what={t('panels.name.capacity')} height={HEIGHT + 160}>
        {(inForce) =>
          inForce === null || curve === null ? (
            <>
              <Empty
                icon="water"
                title={t('hydropower.storageNone')}
                hint={t('hydropower.storageNoneHint')}
              />
              <Link to={TABLES}>{t('hydropower.toTables')}</Link>
            </>
          ) : (
            <>
              <Present
                curve={curve}
                z={now}
                t={level?.t ?? null}
                q={level?.quality ?? 0}
                normal={levels?.normal}
              />
              <StorageChart curve={curve} levels={levels} now={now} height={HEIGHT} />
              <LookUp curve={curve} />
              {levels && (
                <div
                  className={`${layoutCss.scrollAcross} ${css.marks}`}
                  tabIndex={0}
                  role="group"
                  aria-label={t('hydropower.storageTable')}
                >
                  <AtMarks curve={curve} levels={levels} />
                </div>
              )}
              <p className={css.note}>
                {t('hydropower.storageName')}: {inForce.name} · {period(inForce)}
              </p>
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

interface PresentProps {
  curve: StorageCurve
  z: number | null
  t: number | null
  q: number
  normal: number | undefined
}

/** Level, capacity and area of the lake, and their time. */
function Present({ curve, z, t: at, q, normal }: PresentProps) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const present = usePresent()
  if (z === null || at === null) return <p className={css.note}>{t('lookUp.noLevel')}</p>
  const found = readStorage(curve, z)
  const full = normal === undefined ? null : readStorage(curve, normal)
  const old = grade(q) === STALE
  const million = unit('storage', language)
  return (
    <p className={css.present} data-old={old || undefined}>
      {old && <Icon name="stale" size={14} />}
      <span>
        {t(old ? 'lookUp.nowLate' : 'lookUp.nowIs', { time: timeNear(at, present, zone, language) })}:
      </span>
      <span>
        <b>{number(z, DECIMALS.level)}</b> m
      </span>
      {found ? (
        <>
          <span>
            <b>{number(found.volume, 2)}</b> {million}
          </span>
          <span>
            <b>{number(found.area, 2)}</b> km²
          </span>
          {full && full.volume > found.volume && (
            <span className={css.free}>
              {t('lookUp.free')}:{' '}
              <span>
                <b>{number(full.volume - found.volume, 2)}</b> {million}
              </span>
            </span>
          )}
        </>
      ) : (
        <span className={css.free}>{t('lookUp.outsideNow')}</span>
      )}
    </p>
  )
}
