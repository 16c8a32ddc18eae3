import { Button } from '@mantine/core'
import { useState } from 'react'
import type { StationRow } from '#contract/stations.ts'
import { text, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useItems, useOptions } from '../../lib/items.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { ItemHistory, RetireItem } from '../../parts/described-items/index.ts'
import { StationDialog } from './detail.tsx'
import { StationEditor } from './editor.tsx'
import { foundStations, orderedStations, type StationOrder } from './list.ts'
import { useStations } from './queries.ts'
import { ReplaceStation } from './replace.tsx'
import { StationTable, type StationAct } from './table.tsx'
import { WeightsLine } from './weights.tsx'

type Open = { act: 'add' } | { act: StationAct; station: StationRow; choose?: boolean } | null
/** Filter by type, and by text in name, code, province or series. */
const FIELDS = { search: text(100), type: word(4, /^\d+$/) }

/** Page of the stations: last value, whether it is late or at an alarm level, and description. */
export default function Stations() {
  const { t } = useText()
  useTitle('route.stations')
  const stations = useStations()
  const options = useOptions().data
  const mayUpdate = useCan('stations.update')
  const [open, setOpen] = useState<Open>(null)
  const address = useAddress(FIELDS)
  const { search, type } = address.filter
  const [sort, setSort] = useState<{ by: StationOrder; order: 'asc' | 'desc' }>({ by: 'type', order: 'asc' })
  const close = () => setOpen(null)

  const add = mayUpdate && <AddButton label={t('stations.add')} onClick={() => setOpen({ act: 'add' })} />
  return (
    <>
      <Page
        error={stations.error}
        title={t('stations.title')}
        hint={t('stations.about')}
        actions={
          <>
            {mayUpdate && stations.data && stations.data.length > 0 && (
              <Button
                variant="default"
                leftSection={<Icon name="swap" size={16} />}
                onClick={() => setOpen({ act: 'replace', station: stations.data[0], choose: true })}
              >
                {t('panels.name.replace')}
              </Button>
            )}
            {add}
          </>
        }
        filter={
          <FilterBar
            {...address}
            // If nothing matches, the page itself offers to clear the filter.
            filtered={false}
            fields={[
              {
                kind: 'text',
                name: 'search',
                label: t('stations.search'),
                placeholder: t('stations.searchHint'),
                max: 100,
                width: 280,
                wide: true,
              },
              {
                kind: 'choice',
                name: 'type',
                label: t('stations.type'),
                any: t('stations.all'),
                options: (options?.station_types ?? []).map((o) => ({ value: String(o.id), label: o.name })),
              },
            ]}
          />
        }
      >
        <Loaded query={stations} what={t('stations.title')} height={420}>
          {(all) => {
            if (all.length === 0)
              return (
                <Empty
                  icon="station"
                  title={t('stations.empty')}
                  hint={t(mayUpdate ? 'stations.emptyHint' : 'stations.emptyHintView')}
                >
                  {add}
                </Empty>
              )
            const shown = orderedStations(foundStations(all, search, Number(type)), sort.by, sort.order)
            return (
              <>
                <WeightsLine />
                {shown.length === 0 ? (
                  <Empty icon="search" title={t('stations.noMatch')}>
                    <Button variant="default" onClick={address.reset}>
                      {t('act.clear')}
                    </Button>
                  </Empty>
                ) : (
                  <StationTable
                    stations={shown}
                    types={options?.station_types}
                    sort={sort}
                    onSort={setSort}
                    mayUpdate={mayUpdate}
                    onAct={(act, station) => setOpen({ act, station })}
                  />
                )}
              </>
            )
          }}
        </Loaded>
      </Page>
      {open?.act === 'add' && <StationEditor id={null} stations={stations.data ?? []} onClose={close} />}
      {open?.act === 'edit' && (
        <StationEditor id={open.station.station_id} stations={stations.data ?? []} onClose={close} />
      )}
      {open?.act === 'view' && (
        <StationDialog
          // Its readings keep updating while it is open.
          station={stations.data?.find((s) => s.station_id === open.station.station_id) ?? open.station}
          stations={stations.data ?? []}
          onClose={close}
        />
      )}
      {open?.act === 'replace' && (
        <ReplaceStation
          station={open.station}
          stations={stations.data ?? []}
          choose={open.choose}
          onClose={close}
        />
      )}
      {open?.act === 'history' && (
        <ItemHistory noun="station" id={open.station.station_id} name={open.station.name} onClose={close} />
      )}
      {open?.act === 'retire' && <RetireStation station={open.station} onClose={close} />}
    </>
  )
}

function RetireStation({ station, onClose }: { station: StationRow; onClose: () => void }) {
  const item = useItems('station').data?.find((v) => v.id === station.station_id)
  return item ? <RetireItem noun="station" item={item} onClose={onClose} /> : null
}
