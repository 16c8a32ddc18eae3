import type BaseLayer from 'ol/layer/Base.js'
import type { MapPalette } from './palette.ts'
import { faded } from './palette.ts'
import type { Tiles } from './types.ts'

/** Under what the map itself draws, and never louder than it. */
const QUIET = 0.7
/** Tiles of a PMTiles file that are vectors (its header). */
const VECTORS = 1

/** A layer of tiles that the reservoir's settings name; what draws its kind loads with it. */
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
    // Water is distinguished, everything else is lines: whoever made the file chose what is in it.
    style: (feature) => (/water|river|lake/.test(String(feature.get('layer'))) ? water : line),
  })
}
