import { useState } from 'react'
import type { SheetHead } from '#contract/handover.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { view, word } from '../../lib/address-fields.ts'
import { dateTime, duration } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable, RowName } from '../../ui/table/index.ts'
import { NewSheet } from './new-sheet.tsx'
import { useSheets } from './queries.ts'
import { SheetPage } from './sheet.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'

const STATE_ICONS: Record<SheetHead['state'], IconName> = {
  draft: 'edited',
  offered: 'stale',
  signed: 'check',
  withdrawn: 'trash',
}

/** The sheet that replaces the list. */
const SHEET_FIELDS = { sheet: view(word(60, /^[\w.-]{1,60}$/)) }

/** Handover sheets: the list, or the sheet named in the address. */
export default function Sheets() {
  const { filter, show } = useAddress(SHEET_FIELDS)
  useTitle('route.handover')
  const open = (sheet: string | null) => show({ sheet }, { push: true })
  if (filter.sheet !== null) return <SheetPage id={filter.sheet} onList={() => open(null)} />
  return <SheetList onOpen={open} />
}

function SheetList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const mayWrite = useCan('log.update')
  const [page, setPage] = useState(1)
  const [drafting, setDrafting] = useState(false)
  const sheets = useSheets(page)
  const spanOf = (s: SheetHead) => `${dateTime(s.from, zone, language)} – ${dateTime(s.to, zone, language)}`
  return (
    <>
      <Page
        error={sheets.error}
        title={t('handover.title')}
        hint={t('handover.about')}
        actions={mayWrite && <AddButton label={t('handover.new')} onClick={() => setDrafting(true)} />}
      >
        <DataTable
          label={t('handover.list')}
          query={sheets}
          rows={sheets.data?.sheets}
          rowKey={(s) => s.sheet_id}
          height={420}
          empty={<Empty icon="swap" title={t('handover.none')} hint={t('handover.noneHint')} />}
          paging={
            sheets.data && sheets.data.total > 0
              ? {
                  page: sheets.data.page,
                  pageSize: sheets.data.page_size,
                  total: sheets.data.total,
                  onPage: setPage,
                }
              : undefined
          }
          columns={[
            {
              id: 'span',
              head: t('handover.column.span'),
              rowHeader: true,
              value: spanOf,
              cell: (s) => (
                <>
                  <RowName name={spanOf(s)} onOpen={() => onOpen(s.sheet_id)} />
                  <div className={textCss.small}>{duration(s.to - s.from, language)}</div>
                </>
              ),
            },
            {
              id: 'outgoing',
              head: t('handover.column.outgoing'),
              value: (s) => s.outgoing.name,
            },
            {
              id: 'incoming',
              head: t('handover.column.incoming'),
              value: (s) => s.incoming.name,
            },
            {
              id: 'state',
              head: t('handover.column.state'),
              value: (s) => t(`handover.state.${s.state}`),
              cell: (s) => (
                <span className={layoutCss.signLine}>
                  <Icon name={STATE_ICONS[s.state]} size={16} />
                  {t(`handover.state.${s.state}`)}
                </span>
              ),
            },
          ]}
        />
      </Page>
      {drafting && <NewSheet onClose={() => setDrafting(false)} onDone={onOpen} />}
    </>
  )
}
