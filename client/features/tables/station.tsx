import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TableItem } from '#contract/tables/table.ts'
import { view, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { Content } from './content.tsx'
import { orderedTables } from './list.ts'
import { Overlays } from './overlays.tsx'
import { useTableGroups, useTable, useTables } from './queries.ts'
import { TableRows } from './rows.tsx'
import { Templates } from './templates.tsx'
import { UploadTables } from './upload.tsx'
import { useOpenTable } from './use-open.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './tables.module.css'

const FIELDS = { station: view(word()) }

/** Page of the level-discharge rating of one station: `?station=`. */
export default function StationRating() {
  const { t } = useText()
  const { filter, show } = useAddress(FIELDS)
  const groups = useTableGroups()
  const mayUpdate = useCan('interpolate.update')
  const tables = useTables({ group: 'ZQ' })
  const retired = useTables({ group: 'ZQ', retired: true })
  const [open, onOpen] = useOpenTable(tables.data && [...tables.data, ...(retired.data ?? [])])
  const [uploading, setUploading] = useState(false)
  useTitle('route.stationInterpolate')
  const stations = groups.data?.find((g) => g.group === 'ZQ')?.objects ?? []
  const id = filter.station
  const station = stations.find((s) => s.id === id)
  const items = orderedTables(tables.data?.filter((i) => i.object.id === id) ?? [])
  const gone = orderedTables(retired.data?.filter((i) => i.object.id === id) ?? [])
  const inForce = items.find((i) => i.in_force)
  return (
    <>
      <Page
        title={station ? `${t('interpolate.station')}: ${station.name}` : t('interpolate.station')}
        hint={t('interpolate.stationHint')}
        actions={
          <div className={layoutCss.row}>
            <Templates groups={['ZQ']} />
            {mayUpdate && station && (
              <Button
                leftSection={<Icon name="upload" size={16} />}
                disabled={!tables.data}
                onClick={() => setUploading(true)}
              >
                {t('interpolate.upload')}
              </Button>
            )}
          </div>
        }
        filter={
          stations.length > 0 && (
            <div className={css.wide} data-wide>
              <Choice
                aria-label={t('interpolate.stationField')}
                placeholder={t('interpolate.chooseStation')}
                value={station?.id ?? null}
                onChange={(v) => show({ station: v })}
                data={stations.map((s) => ({ value: s.id!, label: s.name }))}
              />
            </div>
          )
        }
      >
        <Loaded query={groups} what={t('interpolate.station')} height={420}>
          {() => {
            if (stations.length === 0)
              return <Empty title={t('interpolate.noStations')} hint={t('interpolate.noStationsHint')} />
            if (!station)
              return id === null ? (
                <Empty
                  icon="curve"
                  title={t('interpolate.chooseStation')}
                  hint={t('interpolate.chooseStationHint')}
                />
              ) : (
                <Empty
                  icon="warning"
                  title={t('interpolate.stationGone')}
                  hint={t('interpolate.stationGoneHint')}
                />
              )
            return (
              <Loaded query={tables} what={t('interpolate.station')} height={420}>
                {() =>
                  items.length + gone.length === 0 ? (
                    <Empty
                      icon="curve"
                      title={t('interpolate.emptyStation')}
                      hint={t(mayUpdate ? 'interpolate.emptyStationHint' : 'interpolate.emptyView')}
                    />
                  ) : (
                    <>
                      <TableRows
                        label={t('interpolate.station')}
                        sections={[
                          {
                            key: station.id!,
                            title: station.name,
                            items,
                            empty: t('interpolate.emptyStation'),
                          },
                          ...(gone.length > 0
                            ? [{ key: 'retired', title: t('interpolate.states.retired'), items: gone }]
                            : []),
                        ]}
                        second={{ label: t('interpolate.file'), of: (item) => item.file_name || '-' }}
                        onOpen={onOpen}
                      />
                      {inForce && <InForce item={inForce} />}
                    </>
                  )
                }
              </Loaded>
            )
          }}
        </Loaded>
      </Page>
      <Overlays open={open} onOpen={onOpen} />
      {uploading && station && groups.data && (
        <UploadTables
          preset={{ groups: ['ZQ'], object: station.id! }}
          offers={groups.data}
          items={items}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  )
}

/** Chart of the rating in force. */
function InForce({ item }: { item: TableItem }) {
  const { t } = useText()
  const table = useTable(item.id, item.version)
  return (
    <section className={css.inForce} aria-label={t('interpolate.states.inForce')}>
      <Loaded query={table} what={item.name} height={420}>
        {(found) => (
          <Content
            group={found.group}
            name={found.name}
            content={found.table}
            issues={found.table.issues}
            warnings={found.table.issues.length}
            showIssues={false}
          />
        )}
      </Loaded>
    </section>
  )
}
