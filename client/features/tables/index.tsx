import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { groupInfo } from '#core/tables/index.ts'
import type { TableItem } from '#contract/tables.ts'
import { useTitle } from '../../lib/use-title.ts'
import { serverNow } from '../../lib/clock.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { Filter } from './filter.tsx'
import { ORDER, objectName } from './groups.ts'
import { grouped, isFiltered, readList, withPart, type List } from './list.ts'
import { Overlays } from './overlays.tsx'
import { stateOf } from './period.ts'
import { Progress } from './progress.tsx'
import { useGroups, useTables } from './queries.ts'
import { Rows } from './rows.tsx'
import { Templates } from './templates.tsx'
import { Upload } from './upload.tsx'
import { useOpen } from './use-open.ts'
import css from './tables.module.css'

/** The interpolation tables of the reservoir, by group. */
export default function Interpolate() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const list = useMemo(() => readList(search), [search])
  const show = useCallback(
    (part: Partial<List>) => setSearch((now) => withPart(now, part), { replace: true }),
    [setSearch],
  )
  const tables = useTables()
  const retired = useTables({ retired: true })
  const mayUpdate = useCan('interpolate.update')
  const groups = useGroups()
  const [open, onOpen] = useOpen(tables.data && [...tables.data, ...(retired.data ?? [])])
  const [uploading, setUploading] = useState(false)
  useTitle('route.interpolate')
  const own = (list: readonly TableItem[] = []) => list.filter((i) => i.group !== 'ZQ')
  const items = own(tables.data)
  const gone = own(retired.data)
  const shown = list.state === 'retired' ? gone : items
  return (
    <>
      <Page
        title={t('interpolate.title')}
        hint={t('interpolate.hint')}
        actions={
          <div className={css.actions}>
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
            <Filter
              list={list}
              items={shown}
              retired={gone.length > 0 || list.state === 'retired'}
              show={show}
            />
          )
        }
      >
        <Progress />
        <Loaded
          query={list.state === 'retired' ? retired : tables}
          what={t('interpolate.title')}
          height={520}
        >
          {() => <Groups items={shown} list={list} onOpen={onOpen} mayUpdate={mayUpdate} />}
        </Loaded>
      </Page>
      <Overlays open={open} onOpen={onOpen} />
      {uploading && groups.data && (
        <Upload
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
  list,
  onOpen,
  mayUpdate,
}: {
  items: readonly TableItem[]
  list: List
  onOpen: ReturnType<typeof useOpen>[1]
  mayUpdate: boolean
}) {
  const { t, texts } = useText()
  const now = serverNow()
  const sections = grouped(items, list, (item) => stateOf(item, now)).map(({ group, items: own }) => ({
    key: group,
    code: group,
    title: texts.interpolate.groups[group],
    note: t('interpolate.columns', { columns: groupInfo(group).columns.join(', ') }),
    items: own,
  }))
  if (items.length === 0 && list.state === 'retired')
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
  if (sections.length === 0 && isFiltered(list)) return <Empty title={t('interpolate.emptyFilter')} />
  return (
    <Rows
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
