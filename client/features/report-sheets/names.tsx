import { useDeferredValue, useState } from 'react'
import { TextInput } from '@mantine/core'
import type { SheetPeriod } from '#core/report/figures.ts'
import { listFigures } from '#contract/sheets.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { plain } from '../../lib/plain.ts'
import { DataTable } from '../../ui/table/index.ts'
import { Empty } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
import { valueShown, unitShown } from './words.ts'

/** The names that cells of a template can have: what each means, and an example of the last period that is over. */
export function Names({ period, zone }: { period: SheetPeriod; zone: string }) {
  const { t, language } = useText()
  const [search, setSearch] = useState('')
  const wanted = plain(useDeferredValue(search))
  const figures = useRead(listFigures, { query: { period } }, { failed: 'load_failed' })
  const rows = figures.data?.filter((one) => plain(`${one.name} ${one.meaning}`).includes(wanted))
  return (
    <>
      <p className={textCss.hint}>{t('sheets.namesHint')}</p>
      <TextInput
        aria-label={t('sheets.searchNames')}
        placeholder={t('sheets.searchNames')}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
        mb={8}
        maw={360}
      />
      <DataTable
        label={t('sheets.names')}
        query={figures}
        rows={rows}
        rowKey={(one) => one.name}
        height={420}
        csv="names"
        empty={<Empty icon="search" title={t('sheets.noName')} />}
        columns={[
          {
            id: 'name',
            head: t('sheets.name'),
            rowHeader: true,
            value: (one) => one.name,
            cell: (one) => <code>{one.name}</code>,
          },
          { id: 'meaning', head: t('sheets.meaning'), value: (one) => one.meaning },
          {
            id: 'cells',
            head: t('sheets.cells'),
            value: (one) => (one.cells === 1 ? t('sheets.oneCell') : t('sheets.manyCells', { n: one.cells })),
          },
          {
            id: 'unit',
            head: t('sheets.unit'),
            value: (one) => unitShown(one.unit),
          },
          {
            id: 'example',
            head: t('sheets.example'),
            value: (one) =>
              valueShown({ v: one.example, format: one.format, decimals: one.decimals }, zone, language),
          },
        ]}
      />
    </>
  )
}
