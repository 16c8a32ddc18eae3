import { useText } from '../../lib/text/index.ts'
import textCss from '../../ui/text.module.css'

interface Place {
  name: string | null
  series: string | null
  station: string | null
  station_name: string | null
}

/** What a check is about: the station or position, and its series. */
export function Where({ place }: { place: Place }) {
  const { t } = useText()
  const name = place.station_name ?? place.name ?? t('qualityPage.plant')
  return (
    <div>
      <div>{name}</div>
      {place.series && <div className={textCss.small}>{place.series}</div>}
    </div>
  )
}

/** The place's display name in one line. */
export function usePlaceName(): (place: Place) => string {
  const { t } = useText()
  return (place) => place.station_name ?? place.name ?? place.series ?? t('qualityPage.plant')
}
