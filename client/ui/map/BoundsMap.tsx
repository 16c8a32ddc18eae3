import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { degreesText, parseDegrees } from './degrees.ts'
import textCss from '../text.module.css'
import layoutCss from '../layout.module.css'
import css from './map.module.css'
import { MapView } from './MapView.tsx'
import type { Bounds, LonLat, MapMark } from './types.ts'

interface Props {
  value: Bounds
  /** null: the typed text is not a box. */
  onChange: (bounds: Bounds | null) => void
  basin?: readonly LonLat[] | null
  marks?: readonly MapMark[]
  /** Server errors at a corner. */
  errors?: Partial<Record<keyof Bounds, string>>
  height?: number
}

const CORNERS = ['startLongitude', 'endLongitude', 'startLatitude', 'endLatitude'] as const
const axisOf = (corner: keyof Bounds) => (corner.endsWith('Longitude') ? 'longitude' : 'latitude')

/** Chooses the initial view of maps, by dragging the edges of a box or typing its corners. */
export function BoundsMap({ value, onChange, basin, marks, errors = {}, height = 360 }: Props) {
  const { t } = useText()
  const [typed, setTyped] = useState(() => textsOf(value))
  const [box, setBox] = useState(value)
  // The map stays while its box is dragged.
  const [view] = useState(() => wider(value))
  const content = useMemo(() => ({ basin, marks, bounds: view, box }), [basin, marks, view, box])
  const problems = problemsOf(typed)

  function take(next: Record<keyof Bounds, string>) {
    setTyped(next)
    const found = boundsOf(next)
    if (found) setBox(found)
    onChange(found)
  }
  return (
    <div className={layoutCss.column}>
      <div className={css.fields}>
        {CORNERS.map((corner) => {
          const problem = problems[corner]
          return (
            <TextInput
              key={corner}
              label={t(`map.corner.${corner}`)}
              value={typed[corner]}
              autoComplete="off"
              rightSection={<span className={textCss.muted}>°</span>}
              error={errors[corner] ?? (problem && t(`map.${problem}`))}
              onChange={(e) => take({ ...typed, [corner]: e.currentTarget.value })}
            />
          )
        })}
      </div>
      <MapView
        label={t('map.chooseBox')}
        content={content}
        height={height}
        hint={t('map.boxHint')}
        onBox={(dragged) => {
          setTyped(textsOf(dragged))
          setBox(dragged)
          onChange(dragged)
        }}
      />
    </div>
  )
}

type Texts = Record<keyof Bounds, string>

const textsOf = (b: Bounds): Texts => ({
  startLongitude: degreesText(b.startLongitude),
  endLongitude: degreesText(b.endLongitude),
  startLatitude: degreesText(b.startLatitude),
  endLatitude: degreesText(b.endLatitude),
})

function problemsOf(
  typed: Texts,
): Partial<Record<keyof Bounds, 'longitudeWrong' | 'latitudeWrong' | 'notBeyond'>> {
  const found: ReturnType<typeof problemsOf> = {}
  for (const corner of CORNERS) {
    const axis = axisOf(corner)
    if (parseDegrees(typed[corner], axis) === null) found[corner] = `${axis}Wrong`
  }
  for (const axis of ['Longitude', 'Latitude'] as const) {
    const name = axis === 'Longitude' ? 'longitude' : 'latitude'
    const [a, b] = [parseDegrees(typed[`start${axis}`], name), parseDegrees(typed[`end${axis}`], name)]
    if (a !== null && b !== null && b <= a) found[`end${axis}`] = 'notBeyond'
  }
  return found
}

function boundsOf(typed: Texts): Bounds | null {
  if (Object.keys(problemsOf(typed)).length > 0) return null
  const at = (corner: keyof Bounds) => parseDegrees(typed[corner], axisOf(corner))!
  return {
    startLongitude: at('startLongitude'),
    startLatitude: at('startLatitude'),
    endLongitude: at('endLongitude'),
    endLatitude: at('endLatitude'),
  }
}

/** Margin around the box, into which it can be dragged. */
function wider(b: Bounds): Bounds {
  const [dx, dy] = [(b.endLongitude - b.startLongitude) / 4, (b.endLatitude - b.startLatitude) / 4]
  return {
    startLongitude: Math.max(-180, b.startLongitude - dx),
    startLatitude: Math.max(-85, b.startLatitude - dy),
    endLongitude: Math.min(180, b.endLongitude + dx),
    endLatitude: Math.min(85, b.endLatitude + dy),
  }
}
