import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import { getHydroInformation } from '#contract/basic.ts'
import { DECIMALS, NOTHING, number, onScreen, timeNear, unit } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useRead } from '../../lib/query.ts'
import { useReservoir, useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import { isLate, LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { useIndicators } from '../../parts/live-data/queries.ts'
import { capacityAt, rungs, type Information, type LevelRung } from './rungs.ts'
import css from './reservoir.module.css'

/** Overview of the reservoir and its dam, with its levels from the top down and the storage at each. */
export default function ReservoirPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const information = useRead(
    getHydroInformation,
    { body: {} },
    { select: (data) => data as unknown as Information, staleTime: 5 * MINUTE, quiet: true },
  )
  return (
    <Dialog
      panel
      title={t('reservoir.title')}
      opened
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={information} what={t('reservoir.title')} height={420}>
        {(data) => <Inside data={data} />}
      </Loaded>
    </Dialog>
  )
}

function Inside({ data }: { data: Information }) {
  const { t, language } = useText()
  const reservoir = useReservoir().data
  // The values that the dashboard shows now, not those of the last calculation.
  const figures = useIndicators().data
  const level = figures?.lake_level
  const storage = figures?.total_capacity
  const zone = useZone() ?? 'UTC'
  const present = usePresent()
  const old =
    level !== undefined &&
    reservoir != null &&
    isLate(level, LATE_INTERVALS * reservoir.interval * 1000, present)
  const capacityOf = (rung: LevelRung) => (reservoir ? capacityAt(reservoir, rung) : null)
  const place = `${data.latitude.toFixed(4)}, ${data.longitude.toFixed(4)}`
  return (
    <>
      <dl className={css.about}>
        {(
          [
            ['name', data.hydro_name],
            ['river', data.river || NOTHING],
            ['province', data.province || NOTHING],
            ['place', place],
            ['basinArea', `${number(data.basin_area, DECIMALS.area)} km²`],
          ] as const
        ).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`reservoir.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PlainTable
        className={css.levels}
        rows={rungs(data, level?.t == null ? null : level.value)}
        rowKey={(rung) => rung.name}
        attributes={(rung) => ({ className: rung.name === 'now' ? css.now : undefined })}
        columns={[
          {
            id: 'name',
            head: t('reservoir.level'),
            rowHeader: true,
            cell: (rung) =>
              rung.name === 'now' ? (
                <>
                  <Icon name={old ? 'stale' : 'live'} size={14} />{' '}
                  {t(old ? 'lookUp.nowLate' : 'lookUp.nowIs', {
                    time: timeNear(level!.t!, present, zone, language),
                  })}
                </>
              ) : (
                <>
                  {t(`fieldOf.plant.levels.${rung.name}`)}
                  <WhyUnknown capacity={capacityOf(rung)} />
                </>
              ),
          },
          { id: 'level', head: 'm', cell: (rung) => number(rung.z, DECIMALS.level) },
          {
            id: 'storage',
            head: (
              <>
                {t('hydropower.storageVolume')} <span>{unit('storage', language)}</span>
              </>
            ),
            cell: (rung) => {
              if (rung.name === 'now')
                return number(onScreen(storage!.value, storage!.unit), DECIMALS.storage)
              const capacity = capacityOf(rung)
              return number(capacity && 'value' in capacity ? capacity.value : null, DECIMALS.storage)
            },
          },
        ]}
      />
    </>
  )
}

/** Why the storage at a level is unknown. */
function WhyUnknown({ capacity }: { capacity: ReturnType<typeof capacityAt> | null }) {
  const { t } = useText()
  if (capacity === null || 'value' in capacity) return null
  return (
    <small className={css.why}>
      {capacity.why === 'none'
        ? t('reservoir.noTable')
        : t(`reservoir.${capacity.why}`, { z: number(capacity.end, DECIMALS.level) })}
    </small>
  )
}
