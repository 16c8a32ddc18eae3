import { Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { TableDetail, TableItem } from '#contract/tables/table.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import type { OpenTable } from './acts.tsx'
import { Content } from './content.tsx'
import { groupName, objectName, unitName } from './groups.ts'
import { TableLookup } from './lookup.tsx'
import { useTable, useTableFile } from './queries.ts'
import { StateMark, usePeriodText } from './state.tsx'
import { TableVersions } from './versions.tsx'
import css from './tables.module.css'

const TABS = ['chart', 'lookup', 'versions'] as const
type Tab = (typeof TABS)[number]

interface Props {
  item: TableItem
  tab?: Tab
  onOpen: (open: OpenTable) => void
  onClose: () => void
}

/** A version of a table: chart and rows, lookup, and its other versions. */
export function TableDialog({ item, tab: first = 'chart', onOpen, onClose }: Props) {
  const { t } = useText()
  const [tab, setTab] = useState<Tab>(first)
  const table = useTable(item.id, item.version)
  const file = useTableFile()
  const mayUpdate = useCan('interpolate.update')
  return (
    <Dialog
      opened
      title={item.name}
      width={1160}
      onClose={onClose}
      actions={(leave) => (
        <>
          {item.has_file && (
            <Button
              variant="default"
              leftSection={<Icon name="save" size={16} />}
              loading={file.busy}
              onClick={() => void file.save(item, 'original')}
            >
              {t('interpolate.act.original')}
            </Button>
          )}
          {mayUpdate && item.superseded_at !== null && (
            <Button
              variant="default"
              leftSection={<Icon name="refresh" size={16} />}
              onClick={() => onOpen({ act: 'again', item })}
            >
              {t('interpolate.again.act')}
            </Button>
          )}
          <Button onClick={leave}>{t('act.close')}</Button>
        </>
      )}
    >
      <Facts item={item} />
      <Tabs value={tab} onChange={(v) => setTab((v as Tab | null) ?? 'chart')} keepMounted={false}>
        <Tabs.List>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`interpolate.detail.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="chart" pt="md">
          <Loaded query={table} what={item.name} height={560}>
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
        </Tabs.Panel>
        <Tabs.Panel value="lookup" pt="md">
          <Loaded query={table} what={item.name} height={280}>
            {(found: TableDetail) => <TableLookup item={found} />}
          </Loaded>
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <TableVersions id={item.id} name={item.name} onOpen={onOpen} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}

/** Its kind, object, and period of use. */
function Facts({ item }: { item: TableItem }) {
  const { t, texts, language } = useText()
  const period = usePeriodText()
  const facts: [string, string][] = [
    [t('interpolate.group'), `${item.group} · ${groupName(item, texts)}`],
    [t('interpolate.object'), objectName(item.object)],
    [t('interpolate.period'), period(item)],
  ]
  const units = [item.units.v, item.units.p].filter((u) => u !== undefined)
  if (units.length > 0)
    facts.push([t('interpolate.detail.units'), units.map((u) => unitName(u, texts, language)).join(', ')])
  if (item.head_kind) facts.push([t('interpolate.detail.head'), t(`interpolate.detail.${item.head_kind}`)])
  return (
    <dl className={css.about}>
      <div>
        <dt>{t('interpolate.state')}</dt>
        <dd>
          <StateMark item={item} />
        </dd>
      </div>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
