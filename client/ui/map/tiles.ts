import type BaseLayer from 'ol/layer/Base.js'
import type { MapPalette } from './palette.ts'
import { faded } from './palette.ts'
import type { Tiles } from './types.ts'

/** Below the map's own content, and subdued. */
const QUIET = 0.7
/** Type of vector tiles in the header of a PMTiles file. */
const VECTORS = 1

/** A tile layer named by the reservoir's settings; the library for its type loads with it. */
export async function tileLayer(tiles: Tiles, p: MapPalette): Promise<BaseLayer> {
  const { url, attribution, maxZoom } = tiles
  if (tiles.kind === 'xyz') {
    const [{ default: TileLayer }, { default: XYZ }] = await Promise.all([
      import('ol/layer/Tile.js'),
      import('ol/source/XYZ.js'),
    ])
    return new TileLayer({
      source: new XYZ({ url, maxZoom, attributions: attribution }),
      zIndex: 0,
      opacity: QUIET,
    })
  }
  const [{ PMTiles }, { PMTilesRasterSource, PMTilesVectorSource }] = await Promise.all([
    import('pmtiles'),
    import('ol-pmtiles'),
  ])
  const { tileType } = await new PMTiles(url).getHeader()
  if (tileType !== VECTORS) {
    const { default: TileLayer } = await import('ol/layer/Tile.js')
    const source = new PMTilesRasterSource({ url, attributions: attribution })
    return new TileLayer({ source, zIndex: 0, opacity: QUIET })
  }
  const [{ default: VectorTileLayer }, { default: Style }, { default: Stroke }, { default: Fill }] =
    await Promise.all([
      import('ol/layer/VectorTile.js'),
      import('ol/style/Style.js'),
      import('ol/style/Stroke.js'),
      import('ol/style/Fill.js'),
    ])
  const line = new Style({ stroke: new Stroke({ color: faded(p['line-strong'], 0.8), width: 1 }) })
  const water = new Style({
    fill: new Fill({ color: p.water }),
    stroke: new Stroke({ color: faded(p.level, 0.6), width: 1 }),
  })
  return new VectorTileLayer({
    source: new PMTilesVectorSource({ url, attributions: attribution }),
    zIndex: 0,
    // Water is distinguished, anything else is lines: the author of the file chose its content.
    style: (feature) => (/water|river|lake/.test(String(feature.get('layer'))) ? water : line),
  })
}
