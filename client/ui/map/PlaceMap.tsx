import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { degreesText, parseDegrees } from './degrees.ts'
import textCss from '../text.module.css'
import layoutCss from '../layout.module.css'
import css from './map.module.css'
import { MapView } from './MapView.tsx'
import type { Base, Bounds, LonLat, MapMark, MapMarkKind, MapPlace } from './types.ts'

interface Props {
  value: MapPlace | null
  onChange: (place: MapPlace) => void
  /** The symbol and name of the place. */
  kind?: MapMarkKind
  name?: string
  bounds?: Bounds | null
  base?: Base | null
  basin?: readonly LonLat[] | null
  /** Other places, for orientation. */
  others?: readonly MapMark[]
  /** The two fields above the map; absent: the form has its own. */
  fields?: boolean
  errors?: { longitude?: string; latitude?: string }
  /** Called with whether a field is not a longitude or latitude; null: both are valid. */
  onInvalid?: (axis: keyof MapPlace | null) => void
  readOnly?: boolean
  height?: number
  label?: string
}

const AXES = ['longitude', 'latitude'] as const

/** Chooses a place by a click, by dragging the point, or by typing longitude and latitude. */
export function PlaceMap({
  value,
  onChange,
  kind = 'level',
  name = '',
  bounds,
  base,
  basin,
  others,
  fields = true,
  errors = {},
  onInvalid,
  readOnly = false,
  height = 320,
  label,
}: Props) {
  const { t } = useText()
  const [longitude, latitude] = [value?.longitude, value?.latitude]
  const content = useMemo(
    () => ({
      base,
      basin,
      bounds,
      marks: others,
      place:
        longitude === undefined || latitude === undefined
          ? null
          : { at: [longitude, latitude] as const, kind, name },
    }),
    [base, basin, bounds, others, longitude, latitude, kind, name],
  )
  return (
    <div className={layoutCss.column}>
      {fields && (
        <Fields value={value} onChange={onChange} errors={errors} onInvalid={onInvalid} readOnly={readOnly} />
      )}
      <MapView
        label={label ?? t('map.choose')}
        content={content}
        height={height}
        hint={readOnly ? undefined : t(fields ? 'map.placeHint' : 'map.clickHint')}
        onPick={readOnly ? undefined : onChange}
      />
    </div>
  )
}

/** Longitude and latitude as text. Typed text stays while it parses to the value. */
function Fields({
  value,
  onChange,
  errors,
  onInvalid,
  readOnly,
}: Required<Pick<Props, 'value' | 'onChange' | 'errors' | 'readOnly'>> & Pick<Props, 'onInvalid'>) {
  const { t } = useText()
  const [typed, setTyped] = useState({
    longitude: value ? degreesText(value.longitude) : '',
    latitude: value ? degreesText(value.latitude) : '',
  })
  // The point was moved on the map: the fields follow.
  const [seen, setSeen] = useState(value)
  if (value?.longitude !== seen?.longitude || value?.latitude !== seen?.latitude) {
    setSeen(value)
    if (value)
      setTyped((now) => {
        const same = (axis: keyof MapPlace) => parseDegrees(now[axis], axis) === value[axis]
        return {
          longitude: same('longitude') ? now.longitude : degreesText(value.longitude),
          latitude: same('latitude') ? now.latitude : degreesText(value.latitude),
        }
      })
  }

  function type(axis: keyof MapPlace, text: string) {
    const next = { ...typed, [axis]: text }
    setTyped(next)
    const parsed = {
      longitude: parseDegrees(next.longitude, 'longitude'),
      latitude: parseDegrees(next.latitude, 'latitude'),
    }
    const wrong = AXES.find((a) => parsed[a] === null) ?? null
    onInvalid?.(wrong)
    if (parsed.longitude !== null && parsed.latitude !== null)
      onChange({ longitude: parsed.longitude, latitude: parsed.latitude })
  }

  return (
    <div className={css.fields}>
      {AXES.map((axis) => (
        <TextInput
          key={axis}
          label={t(`map.${axis}`)}
          value={typed[axis]}
          readOnly={readOnly}
          autoComplete="off"
          rightSection={<span className={textCss.muted}>°</span>}
          error={
            errors[axis] ??
            (typed[axis].trim() !== '' && parseDegrees(typed[axis], axis) === null
              ? t(`map.${axis}Wrong`)
              : undefined)
          }
          onChange={(e) => type(axis, e.currentTarget.value)}
        />
      ))}
    </div>
  )
}
