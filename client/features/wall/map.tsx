import { StillMap } from '../station-map/index.tsx'
import css from './map.module.css'
import { Scaled } from './scaled.tsx'

/** Layout width, px, at which the smallest text, 12 px on a desktop, is legible from four metres. */
const WIDTH = 1000

/** The station map, enlarged with all its labels. */
export default function MapPane() {
  return (
    <Scaled className={css.host} width={WIDTH}>
      {(factor) => (
        <div className={css.map}>
          {/* Resolution is fixed on mount. */}
          <StillMap key={factor} still={factor} />
        </div>
      )}
    </Scaled>
  )
}
