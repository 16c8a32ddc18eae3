import type OlMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import type { LonLat } from './types.ts'

/** Elements anchored to places of the map, moved with every frame. */
export class Anchors {
  private readonly elements = new Map<HTMLElement, number[]>()
  private readonly map: OlMap

  constructor(map: OlMap) {
    this.map = map
    map.on('postrender', () => this.settle())
  }

  /** Container of elements over which the map can still be dragged. */
  get layer(): HTMLElement {
    return this.map.getOverlayContainer()!
  }

  /** Keeps an element at a place; returns the function that releases it. */
  anchor(element: HTMLElement, at: LonLat): () => void {
    this.elements.set(element, fromLonLat([...at]))
    this.put(element)
    return () => void this.elements.delete(element)
  }

  settle(): void {
    for (const element of this.elements.keys()) this.put(element)
  }

  private put(element: HTMLElement): void {
    const [x, y] = this.map.getPixelFromCoordinate(this.elements.get(element)!) ?? [NaN, NaN]
    const [width, height] = this.map.getSize() ?? [0, 0]
    const inside = x >= 0 && y >= 0 && x <= width && y <= height
    element.style.transform = inside ? `translate(${x}px, ${y}px)` : ''
    // An element out of view cannot be pressed, but reaching it by keyboard brings it into view.
    element.toggleAttribute('data-away', !inside)
  }
}
