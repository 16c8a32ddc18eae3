import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { grade, STALE } from '#core/quality/index.ts'
import { getHydroInformation } from '#contract/basic.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { call } from '../../lib/client.ts'
import { useLast } from '../../lib/feed.ts'
import { DECIMALS, NOTHING, number, timeNear, unit } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useReservoir, useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { rungs, type Information } from './rungs.ts'
import css from './reservoir.module.css'

/** The reservoir and its dam at a glance: what it is, and its levels from the top down with what it holds at them. */
export default function ReservoirPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const hydro = useProfile().hydro_code
  const information = useQuery({
    queryKey: [hydro, 'information'],
    queryFn: async ({ signal }) =>
      (await call(getHydroInformation, { body: {}, signal })) as unknown as Information,
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  })
  return (
    <Dialog
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
  const last = useLast('general.lake_level')
  const storage = useLast('general.total_capacity')
  const zone = useZone() ?? 'UTC'
  const present = usePresent()
  const old = last !== undefined && grade(last[3]) === STALE
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
            <th scope="col">{unit('storage', language)}</th>
          </tr>
        </thead>
        <tbody>
          {rungs(data, last?.[2] ?? null).map((rung) =>
            rung.name === 'now' ? (
              <tr key="now" className={css.now}>
                <th scope="row">
                  <Icon name={old ? 'stale' : 'live'} size={14} />{' '}
                  {t(old ? 'lookUp.nowLate' : 'lookUp.nowIs', {
                    time: timeNear(last![1], present, zone, language),
                  })}
                </th>
                <td>{number(rung.z, DECIMALS.level)}</td>
                <td>{number(storage?.[2] == null ? null : storage[2] * 1e-6, DECIMALS.storage)}</td>
              </tr>
            ) : (
              <tr key={rung.name}>
                <th scope="row">{t(`fieldOf.plant.levels.${rung.name}`)}</th>
                <td>{number(rung.z, DECIMALS.level)}</td>
                <td>{number(held ? capacityAt(held, rung.name) : null, DECIMALS.storage)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  )
}

function capacityAt(held: Hydro, name: string): number | null {
  if (name === 'dead') return held.dead_capacity
  if (name === 'normal') return held.normal_capacity
  return name === 'designedFlood' ? held.flood_capacity : null
}
