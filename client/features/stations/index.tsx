import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StationRow } from '#contract/stations.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { useItems, useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { useCan } from '../../lib/who.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { ItemHistory, RetireItem } from '../../parts/described-items/index.ts'
import { Detail } from './detail.tsx'
import { Editor } from './editor.tsx'
import { found, ordered, type Sort } from './list.ts'
import { useStations } from './queries.ts'
import { Replace } from './replace.tsx'
import css from './stations.module.css'
import { Table, type Act } from './table.tsx'
import { WeightsLine } from './weights.tsx'

type Open = { act: 'add' } | { act: Act; station: StationRow } | null
const ANY = '0'

/** Every station of the reservoir: what it sent last, whether that is late or at an alarm level, and what it is. */
export default function Stations() {
  const { t } = useText()
  useTitle('route.stations')
  const stations = useStations()
  const options = useOptions().data
  const mayUpdate = useCan('stations.update')
  const [open, setOpen] = useState<Open>(null)
  const [query, setQuery] = useSearchParams()
  const type = query.get('type') ?? ANY
  const show = (part: Record<string, string>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [k, v] of Object.entries(part)) {
          if (v === '' || v === ANY) next.delete(k)
          else next.set(k, v)
        }
        return next
      },
      { replace: true },
    )
  const search = query.get('search') ?? ''
  const [typed, setTyped] = useTyped(search, (text) => show({ search: text.trim() }))
  const [sort, setSort] = useState<{ by: Sort; order: 'asc' | 'desc' }>({ by: 'type', order: 'asc' })
  const close = () => setOpen(null)

  if (stations.error instanceof CallError && stations.error.status === 403)
    return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  const add = mayUpdate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ act: 'add' })}>
      {t('stations.add')}
    </Button>
  )
  return (
    <>
      <Page
        title={t('stations.title')}
        hint={t('stations.about')}
        actions={add}
        filter={
          <>
            <TextInput
              type="search"
              className={css.search}
              data-wide
              aria-label={t('stations.search')}
              placeholder={t('stations.searchHint')}
              leftSection={<Icon name="search" size={16} />}
              maxLength={100}
              value={typed}
              onChange={(e) => setTyped(e.currentTarget.value)}
            />
            <Choice
              aria-label={t('stations.type')}
              value={type}
              onChange={(v) => show({ type: v })}
              data={[
                { value: ANY, label: t('stations.all') },
                ...(options?.station_types ?? []).map((o) => ({ value: String(o.id), label: o.name })),
              ]}
            />
          </>
        }
      >
        <Loaded query={stations} what={t('stations.title')} height={420}>
          {(all) => {
            if (all.length === 0)
              return (
                <div className={css.empty}>
                  <Empty
                    icon="station"
                    title={t('stations.empty')}
                    hint={t(mayUpdate ? 'stations.emptyHint' : 'stations.emptyHintView')}
                  />
                  {add}
                </div>
              )
            const shown = ordered(found(all, search, Number(type)), sort.by, sort.order)
            return (
              <>
                <WeightsLine />
                {shown.length === 0 ? (
                  <div className={css.empty}>
                    <Empty icon="search" title={t('stations.noMatch')} />
                    <Button variant="default" onClick={() => show({ type: '', search: '' })}>
                      {t('act.clear')}
                    </Button>
                  </div>
                ) : (
                  <Table
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
      {open?.act === 'add' && <Editor id={null} stations={stations.data ?? []} onClose={close} />}
      {open?.act === 'edit' && (
        <Editor id={open.station.station_id} stations={stations.data ?? []} onClose={close} />
      )}
      {open?.act === 'view' && (
        <Detail
          // What it sends goes on while it is looked at.
          station={stations.data?.find((s) => s.station_id === open.station.station_id) ?? open.station}
          stations={stations.data ?? []}
          onClose={close}
        />
      )}
      {open?.act === 'replace' && (
        <Replace station={open.station} stations={stations.data ?? []} onClose={close} />
      )}
      {open?.act === 'history' && (
        <ItemHistory noun="station" id={open.station.station_id} name={open.station.name} onClose={close} />
      )}
      {open?.act === 'retire' && <Retire station={open.station} onClose={close} />}
    </>
  )
}

function Retire({ station, onClose }: { station: StationRow; onClose: () => void }) {
  const item = useItems('station').data?.find((v) => v.id === station.station_id)
  return item ? <RetireItem noun="station" item={item} onClose={onClose} /> : null
}
