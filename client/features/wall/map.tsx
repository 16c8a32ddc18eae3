import { StillMap } from '../station-map/index.tsx'
import css from './map.module.css'
import { Scaled } from './scaled.tsx'

/** As wide as its least words, 12 px on a desk, may be for the size at which they are read from four metres. */
const WIDTH = 1000

/** The map of the stations, enlarged with all that is written on it. */
export default function MapPane() {
  return (
    <Scaled className={css.host} width={WIDTH}>
      {(factor) => (
        <div className={css.map}>
          {/* The picture is as sharp as it was mounted. */}
          <StillMap key={factor} still={factor} />
        </div>
      )}
    </Scaled>
  )
}
