import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EPSG_CHOICES, crsOfEpsg } from '#core/geo/crs.ts'
import { parseGrid, parsePlace, placeOfGrid, type GeoPlace } from '#core/geo/place.ts'
import { useText } from '../../lib/text/index.ts'
import { itemsCss } from '../../parts/described-items/index.ts'

/** Metric coordinate systems, as used on drawings of dams. */
const SYSTEMS = EPSG_CHOICES.filter((epsg) => crsOfEpsg(epsg)?.kind === 'tm')
/** Bounds of Viet Nam: a wrong central meridian places a dam outside. */
const LAND = { south: 8, north: 24, west: 102, east: 110 }

const isLand = ({ latitude: lat, longitude: lon }: GeoPlace) =>
  lat >= LAND.south && lat <= LAND.north && lon >= LAND.west && lon <= LAND.east

/** Input of coordinates as on drawings: both angles in one text, or northing and easting of VN-2000. */
export function OtherPlace({ onPlace }: { onPlace: (place: GeoPlace) => void }) {
  const { t } = useText()
  const [text, setText] = useState('')
  const [epsg, setEpsg] = useState<number | null>(null)
  const grid = parseGrid(text)

  function take(next: string, system: number | null) {
    const metres = parseGrid(next)
    const place = metres ? system !== null && placeOfGrid(metres, system) : parsePlace(next)
    if (place && (!metres || isLand(place))) onPlace(place)
  }
  const far = grid !== null && epsg !== null && !isLand(placeOfGrid(grid, epsg)!)
  const unread = text.trim() !== '' && grid === null && parsePlace(text) === null

  return (
    <div className={itemsCss.row}>
      <TextInput
        label={t('setup.otherPlace')}
        description={t('setup.otherPlaceHint')}
        placeholder={`14°58'12" 108°21'30"`}
        autoComplete="off"
        value={text}
        onChange={(e) => {
          setText(e.currentTarget.value)
          take(e.currentTarget.value, epsg)
        }}
        error={unread ? t('setup.otherPlaceWrong') : undefined}
      />
      {grid && (
        <Select
          label={t('setup.gridSystem')}
          description={t('setup.gridSystemHint')}
          searchable
          data={SYSTEMS.map((code) => ({ value: String(code), label: crsOfEpsg(code)!.name }))}
          value={epsg === null ? null : String(epsg)}
          onChange={(v) => {
            const system = v === null ? null : Number(v)
            setEpsg(system)
            take(text, system)
          }}
          error={far ? t('setup.gridFar') : undefined}
        />
      )}
    </div>
  )
}
