import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { boundsOf } from '../../parts/map-bounds.ts'
import { MapView, type MapMark } from '../../ui/map/index.ts'
import { Loaded, Forbidden } from '../../ui/state.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './basin.module.css'
import { MapFrame } from './frame.tsx'
import { Layers } from './layers.tsx'
import { Outline } from './outline.tsx'
import { useBasin, useGaugeWeights, type Basin, type GaugeWeights } from './queries.ts'
import { basinMarks } from './marks.ts'
import { WeightsSection } from './weights.tsx'

const MAP_HEIGHT = 460

/** Page of the basin: its outline, the initial view of the map, and the weights of the rain gauges. */
export function BasinPanel() {
  const { t } = useText()
  const allowed = useCan('settings.view')
  const basin = useBasin()
  if (!allowed) return <Forbidden />
  return (
    <div className={css.panel}>
      <Loaded query={basin} what={t('basin.title')} height={640}>
        {(read) => <BasinSections basin={read} />}
      </Loaded>
    </div>
  )
}

function BasinSections({ basin }: { basin: Basin }) {
  const { t } = useText()
  const seesStations = useCan('stations.view')
  const weights = useGaugeWeights()
  const marks = useMemo(() => basinMarks(basin, weights.data), [basin, weights.data])
  return (
    <>
      <div className={css.top}>
        <BasinMap basin={basin} weights={weights.data ?? null} marks={marks} />
        <div className={css.side}>
          <Outline basin={basin} marks={marks} />
          <Layers basin={basin} marks={marks} />
          <MapFrame basin={basin} marks={marks} />
        </div>
      </div>
      {seesStations && (
        <Loaded query={weights} what={t('basin.weights')} height={320}>
          {(read) => <WeightsSection read={read} />}
        </Loaded>
      )}
    </>
  )
}

function BasinMap({
  basin,
  weights,
  marks,
}: {
  basin: Basin
  weights: GaugeWeights | null
  marks: readonly MapMark[]
}) {
  const { t } = useText()
  const [polygons, setPolygons] = useState(true)
  const content = useMemo(() => {
    const gauges = polygons ? (weights?.stations ?? []) : []
    const shares = new Map(gauges.map((s) => [s.id, s.computed]))
    return {
      base: basin.layers,
      basin: basin.basin,
      bounds: boundsOf(basin.bounds),
      marks: marks.map((m) => {
        const share = shares.get(m.id) ?? null
        return share === null ? m : { ...m, note: `${number(share * 100, 1)} %` }
      }),
      areas: gauges.map(({ id, ring }) => ({ id, ring })),
    }
  }, [basin, weights, marks, polygons])
  return (
    <div className={layoutCss.column}>
      <MapView label={t('basin.map')} content={content} height={MAP_HEIGHT} />
      {basin.basin && weights && weights.stations.length > 0 && (
        <Switch
          label={t('basin.polygons')}
          checked={polygons}
          onChange={(e) => setPolygons(e.currentTarget.checked)}
        />
      )}
    </div>
  )
}
