import { useMemo } from 'react'
import { readAddress } from '../../lib/address-fields.ts'
import { useMapFrame } from '../../lib/map-frame.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { Empty, Failed } from '../../ui/state.tsx'
import { mapFields } from './address.ts'
import { daySpanOf } from './days.ts'
import { useLiveMap, useStationStatus } from './queries.ts'
import { StationMap } from './station-map.tsx'
import { useShown } from './use-shown.ts'

const TICK = 15_000
const nobody = () => undefined

/** The stations as of now, without controls. still: factor by which it is enlarged. */
export function StillMap({ still }: { still: number }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const now = useNow(TICK)
  const filter = useMemo(() => readAddress(mapFields(zone), new URLSearchParams()), [zone])
  const span = useMemo(() => daySpanOf(filter.days, zone, now), [filter.days, zone, now])
  const frame = useMapFrame()
  const status = useStationStatus()
  const view = useShown(status.data, {
    span,
    at: null,
    filter,
    basin: frame.data?.basin ?? null,
    zone,
  })
  useLiveMap(
    useMemo(() => (status.data ?? []).map((s) => s.series), [status.data]),
    span.live,
  )
  const error = frame.data ? status.error : frame.error
  if (error && !(frame.data && status.data))
    return (
      <Failed
        what={t('stationMap.map')}
        error={error}
        retry={() => {
          void frame.refetch()
          void status.refetch()
        }}
      />
    )
  if (!frame.data || !status.data) return null
  if (status.data.length === 0) return <Empty icon="station" title={t('stationMap.empty')} />
  return (
    <StationMap
      frame={frame.data}
      view={view}
      chosen={null}
      card={null}
      onChoose={nobody}
      zone={zone}
      still={still}
    />
  )
}
