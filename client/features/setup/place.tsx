import { lazy, Suspense } from 'react'
import { Skeleton } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { NumberField, itemsCss } from '../../parts/described-items/index.ts'

const PlaceMap = lazy(() => import('../../ui/map/index.ts').then((m) => ({ default: m.PlaceMap })))
const DECIMALS = 6
/** What the map shows before a place is known: Viet Nam and its rivers. */
const SHOWN = { startLongitude: 102, startLatitude: 8, endLongitude: 110, endLatitude: 24 }

/** The place of the dam, and how much land drains to it. */
export function PlaceFields({ form }: { form: AnyForm }) {
  const { t } = useText()
  const longitude = form.number('plant.longitude')
  const latitude = form.number('plant.latitude')
  const value = longitude === null || latitude === null ? null : { longitude, latitude }
  return (
    <>
      <div className={itemsCss.row}>
        <NumberField
          form={form}
          path="plant.latitude"
          label={t('fieldOf.plant.latitude')}
          description={t('setup.latitudeHint')}
          unit="°"
        />
        <NumberField
          form={form}
          path="plant.longitude"
          label={t('fieldOf.plant.longitude')}
          description={t('setup.longitudeHint')}
          unit="°"
        />
        <NumberField
          form={form}
          path="plant.basinArea"
          label={t('fieldOf.plant.basinArea')}
          description={t('setup.basinHint')}
          unit="km²"
        />
      </div>
      <Suspense fallback={<Skeleton height={320} radius={6} />}>
        <PlaceMap
          value={value}
          bounds={SHOWN}
          fields={false}
          kind="reservoir"
          name={String(form.get('plant.name') ?? '')}
          label={t('setup.map')}
          onChange={(place) => {
            form.set('plant.longitude', { typed: String(Number(place.longitude.toFixed(DECIMALS))) })
            form.set('plant.latitude', { typed: String(Number(place.latitude.toFixed(DECIMALS))) })
          }}
        />
      </Suspense>
    </>
  )
}
