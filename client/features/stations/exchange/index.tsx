import { Button, Skeleton } from '@mantine/core'
import { useText } from '../../../lib/text/index.ts'
import { Dialog } from '../../../ui/dialog/index.tsx'
import { Empty, Failed } from '../../../ui/state.tsx'
import { orderedStations } from '../list.ts'
import { useStations } from '../queries.ts'
import { ReplaceStation } from '../replace.tsx'

/** Dashboard panel that replaces a station, chosen here, by another device. */
export default function ExchangePanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const stations = useStations()
  const list = orderedStations(stations.data ?? [], 'type', 'asc')
  if (list.length > 0) return <ReplaceStation station={list[0]} stations={list} choose onClose={onClose} />
  return (
    <Dialog
      panel
      opened
      title={t('panels.name.replace')}
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      {stations.data ? (
        <Empty icon="station" title={t('panels.noStations')} hint={t('panels.noStationsHint')} />
      ) : stations.error ? (
        <Failed
          what={t('panels.name.replace')}
          error={stations.error}
          retry={() => void stations.refetch()}
        />
      ) : (
        <Skeleton height={420} aria-busy aria-label={t('panels.name.replace')} />
      )}
    </Dialog>
  )
}
