import type Collection from 'ol/Collection.js'
import type Feature from 'ol/Feature.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type Point from 'ol/geom/Point.js'
import PointerInteraction from 'ol/interaction/Pointer.js'

/** px around a point within which it is grabbed. */
const REACH = 18

/**
 * Drags the only point of a collection. OpenLayers' own interaction reads canvas pixels, which is slow and causes
 * browser warnings; this finds the point by distance.
 */
export class DragPoint extends PointerInteraction {
  constructor(
    points: Collection<Feature<Point>>,
    listeners: { over(is: boolean): void; drag(is: boolean): void; drop(at: number[]): void },
  ) {
    const grabbed = (e: MapBrowserEvent): Point | null => {
      const point = points.getLength() > 0 ? points.item(0).getGeometry() : undefined
      if (!point) return null
      const [x, y] = e.map.getPixelFromCoordinate(point.getCoordinates())
      return Math.hypot(x - e.pixel[0], y - e.pixel[1]) <= REACH ? point : null
    }
    let dragged: Point | null = null
    super({
      handleDownEvent(e) {
        dragged = grabbed(e)
        if (dragged) listeners.drag(true)
        return dragged !== null
      },
      handleDragEvent: (e) => dragged?.setCoordinates(e.coordinate),
      handleMoveEvent: (e) => listeners.over(grabbed(e) !== null),
      handleUpEvent() {
        listeners.drag(false)
        if (dragged) listeners.drop(dragged.getCoordinates())
        dragged = null
        return false
      },
    })
  }
}
