import { Button } from '@mantine/core'
import { useState } from 'react'
import { groupInfo } from '#core/tables/index.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { useAddress, type Address } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { serverNow } from '../../lib/clock.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { TableFilterBar } from './filter.tsx'
import { ORDER, objectName } from './groups.ts'
import { groupedTables, TABLE_FIELDS } from './list.ts'
import { Overlays } from './overlays.tsx'
import { tableState } from './period.ts'
import { Progress } from './progress.tsx'
import { useTableGroups, useTables } from './queries.ts'
import { TableRows } from './rows.tsx'
import { Templates } from './templates.tsx'
import { UploadTables } from './upload.tsx'
import { useOpenTable } from './use-open.ts'
import layoutCss from '../../ui/layout.module.css'

/** Page of the reservoir's interpolation tables, by group. */
export default function Interpolate() {
  const { t } = useText()
  const address = useAddress(TABLE_FIELDS)
  const { state } = address.filter
  const tables = useTables()
  const retired = useTables({ retired: true })
  const mayUpdate = useCan('interpolate.update')
  const groups = useTableGroups()
  const [open, onOpen] = useOpenTable(tables.data && [...tables.data, ...(retired.data ?? [])])
  const [uploading, setUploading] = useState(false)
  useTitle('route.interpolate')
  const own = (list: readonly TableItem[] = []) => list.filter((i) => i.group !== 'ZQ')
  const items = own(tables.data)
  const gone = own(retired.data)
  const shown = state === 'retired' ? gone : items
  return (
    <>
      <Page
        title={t('interpolate.title')}
        hint={t('interpolate.hint')}
        actions={
          <div className={layoutCss.row}>
            <Templates groups={[...ORDER, 'XA']} />
            {mayUpdate && (
              <Button
                leftSection={<Icon name="upload" size={16} />}
                disabled={!groups.data || !tables.data}
                onClick={() => setUploading(true)}
              >
                {t('interpolate.upload')}
              </Button>
            )}
          </div>
        }
        filter={
          items.length + gone.length > 0 && (
            <TableFilterBar
              address={address}
              items={shown}
              retired={gone.length > 0 || state === 'retired'}
            />
          )
        }
      >
        <Progress />
        <Loaded query={state === 'retired' ? retired : tables} what={t('interpolate.title')} height={520}>
          {() => <Groups items={shown} address={address} onOpen={onOpen} mayUpdate={mayUpdate} />}
        </Loaded>
      </Page>
      <Overlays open={open} onOpen={onOpen} />
      {uploading && groups.data && (
        <UploadTables
          preset={{ groups: ORDER }}
          offers={groups.data}
          items={items}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  )
}

function Groups({
  items,
  address: { filter, filtered },
  onOpen,
  mayUpdate,
}: {
  items: readonly TableItem[]
  address: Address<typeof TABLE_FIELDS>
  onOpen: ReturnType<typeof useOpenTable>[1]
  mayUpdate: boolean
}) {
  const { t, texts } = useText()
  const now = serverNow()
  const sections = groupedTables(items, filter, (item) => tableState(item, now)).map(
    ({ group, items: own }) => ({
      key: group,
      code: group,
      title: texts.interpolate.groups[group],
      note: t('interpolate.columns', { columns: groupInfo(group).columns.join(', ') }),
      items: own,
    }),
  )
  if (items.length === 0 && filter.state === 'retired')
    return (
      <Empty icon="block" title={t('interpolate.emptyRetired')} hint={t('interpolate.emptyRetiredHint')} />
    )
  if (items.length === 0)
    return (
      <Empty
        icon="curve"
        title={t('interpolate.empty')}
        hint={t(mayUpdate ? 'interpolate.emptyHint' : 'interpolate.emptyView')}
      />
    )
  if (sections.length === 0 && filtered) return <Empty title={t('interpolate.emptyFilter')} />
  return (
    <TableRows
      label={t('interpolate.title')}
      sections={sections}
      second={{
        label: t('interpolate.object'),
        of: (item) => objectName(item.object),
      }}
      onOpen={onOpen}
    />
  )
}
