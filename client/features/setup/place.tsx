import { lazy, Suspense } from 'react'
import { Skeleton } from '@mantine/core'
import { parseAngle } from '#core/geo/place.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { FieldsOf, NumberField, itemsCss } from '../../parts/described-items/index.ts'
import { OtherPlace } from './other-place.tsx'

const PlaceMap = lazy(() => import('../../ui/map/index.ts').then((m) => ({ default: m.PlaceMap })))
const DECIMALS = 6
/** Initial view of the map: Viet Nam and its rivers. */
const SHOWN = { startLongitude: 102, startLatitude: 8, endLongitude: 110, endLatitude: 24 }

/** Converts typed angles such as 14°58'12" to degrees. */
function readAngles(form: AnyForm): void {
  for (const axis of ['latitude', 'longitude'] as const) {
    const typed = form.get(`plant.${axis}`)
    if (typeof typed !== 'string' || typeof parseDecimal(typed) === 'number') continue
    const value = parseAngle(typed, axis)
    if (value !== null) form.setNumber(`plant.${axis}`, value)
  }
}

/** Step: location of the dam, and its catchment area. */
export function PlaceFields({ form }: { form: AnyForm }) {
  const { t } = useText()
  const longitude = form.number('plant.longitude')
  const latitude = form.number('plant.latitude')
  const value = longitude === null || latitude === null ? null : { longitude, latitude }
  return (
    <>
      <FieldsOf form={form} noun="plant" under="plant.">
        <div className={itemsCss.row} onBlur={() => readAngles(form)}>
          <NumberField path="latitude" description={t('setup.latitudeHint')} />
          <NumberField path="longitude" description={t('setup.longitudeHint')} />
          <NumberField path="basinArea" description={t('setup.basinHint')} />
        </div>
      </FieldsOf>
      <OtherPlace
        onPlace={(place) => {
          form.setNumber('plant.latitude', place.latitude)
          form.setNumber('plant.longitude', place.longitude)
        }}
      />
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
