import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import { getHydroInformation } from '#contract/basic.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { DECIMALS, NOTHING, number, onScreen, timeNear, unit } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useRead } from '../../lib/query.ts'
import { useReservoir, useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { isLate, LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { useIndicators } from '../../parts/live-data/queries.ts'
import { capacityAt, rungs, type Information, type Rung } from './rungs.ts'
import css from './reservoir.module.css'

/** The reservoir and its dam at a glance: what it is, and its levels from the top down with what it holds at them. */
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
  const held = useReservoir().data
  // What the board says of the same moment, not what was calculated last.
  const figures = useIndicators().data
  const level = figures?.lake_level
  const storage = figures?.total_capacity
  const zone = useZone() ?? 'UTC'
  const present = usePresent()
  const old =
    level !== undefined && held != null && isLate(level, LATE_INTERVALS * held.interval * 1000, present)
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
      <table className={css.levels}>
        <thead>
          <tr>
            <th scope="col">{t('reservoir.level')}</th>
            <th scope="col">m</th>
            <th scope="col">
              {t('hydropower.storageVolume')} <span>{unit('storage', language)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rungs(data, level?.t == null ? null : level.value).map((rung) =>
            rung.name === 'now' ? (
              <tr key="now" className={css.now}>
                <th scope="row">
                  <Icon name={old ? 'stale' : 'live'} size={14} />{' '}
                  {t(old ? 'lookUp.nowLate' : 'lookUp.nowIs', {
                    time: timeNear(level!.t!, present, zone, language),
                  })}
                </th>
                <td>{number(rung.z, DECIMALS.level)}</td>
                <td>{number(onScreen(storage!.value, storage!.unit), DECIMALS.storage)}</td>
              </tr>
            ) : (
              <Row key={rung.name} rung={rung} held={held} />
            ),
          )}
        </tbody>
      </table>
    </>
  )
}

/** A level of the reservoir, what it holds there, or why that is not known. */
function Row({ rung, held }: { rung: Exclude<Rung, { name: 'now' }>; held: Hydro | null | undefined }) {
  const { t } = useText()
  const capacity = held ? capacityAt(held, rung) : null
  const why =
    capacity === null || 'value' in capacity
      ? null
      : capacity.why === 'none'
        ? t('reservoir.noTable')
        : t(`reservoir.${capacity.why}`, { z: number(capacity.end, DECIMALS.level) })
  return (
    <tr>
      <th scope="row">
        {t(`fieldOf.plant.levels.${rung.name}`)}
        {why && <small className={css.why}>{why}</small>}
      </th>
      <td>{number(rung.z, DECIMALS.level)}</td>
      <td>{number(capacity && 'value' in capacity ? capacity.value : null, DECIMALS.storage)}</td>
    </tr>
  )
}
