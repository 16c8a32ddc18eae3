import type OlMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import type { LonLat } from './types.ts'

/** Parts of the page that lie on the map, at its places: moved with every picture of the map. */
export class Anchors {
  private readonly elements = new Map<HTMLElement, number[]>()
  private readonly map: OlMap

  constructor(map: OlMap) {
    this.map = map
    map.on('postrender', () => this.settle())
  }

  /** Where parts belong that the map below shall still be moved by. */
  get layer(): HTMLElement {
    return this.map.getOverlayContainer()!
  }

  /** Keeps an element at a place. Answers what lets go of it. */
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
    // What is out of view cannot be pressed, but still be reached by key: then the map comes to it.
    element.toggleAttribute('data-away', !inside)
  }
}
