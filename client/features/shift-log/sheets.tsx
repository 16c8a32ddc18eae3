import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SheetHead } from '#contract/handover.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { dateTime, duration } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { Page, RowName, tableCss as table } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { NewSheet } from './new-sheet.tsx'
import { useSheets } from './queries.ts'
import { SheetPage } from './sheet.tsx'
import css from './shift-log.module.css'

const STATE_ICONS: Record<SheetHead['state'], IconName> = {
  draft: 'edited',
  offered: 'stale',
  signed: 'check',
  withdrawn: 'trash',
}

/** Handover sheets: the list, or the one that the address names. */
export default function Sheets() {
  const [search, setSearch] = useSearchParams()
  useTitle('route.handover')
  const id = search.get('sheet')
  const open = (sheet: string | null) => setSearch(sheet === null ? {} : { sheet })
  if (id !== null && /^[\w.-]{1,60}$/.test(id)) return <SheetPage id={id} onList={() => open(null)} />
  return <List onOpen={open} />
}

function List({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const mayWrite = useCan('log.update')
  const [page, setPage] = useState(1)
  const [drafting, setDrafting] = useState(false)
  const sheets = useSheets(page)
  if (sheets.error instanceof CallError && sheets.error.status === 403)
    return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  return (
    <>
      <Page
        title={t('handover.title')}
        hint={t('handover.about')}
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDrafting(true)}>
              {t('handover.new')}
            </Button>
          )
        }
      >
        <Loaded query={sheets} what={t('handover.list')} height={420}>
          {(data) =>
            data.total === 0 ? (
              <Empty icon="swap" title={t('handover.none')} hint={t('handover.noneHint')} />
            ) : (
              <>
                <div className={table.scroll} tabIndex={0} role="group" aria-label={t('handover.list')}>
                  <table className={table.table} aria-label={t('handover.list')}>
                    <thead>
                      <tr>
                        <th scope="col">{t('handover.column.span')}</th>
                        <th scope="col">{t('handover.column.outgoing')}</th>
                        <th scope="col">{t('handover.column.incoming')}</th>
                        <th scope="col">{t('handover.column.state')}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {data.sheets.map((s) => (
                        <tr key={s.sheet_id}>
                          <th scope="row">
                            <RowName
                              name={`${dateTime(s.from, zone, language)} – ${dateTime(s.to, zone, language)}`}
                              onOpen={() => onOpen(s.sheet_id)}
                            />
                            <div className={table.small}>{duration(s.to - s.from, language)}</div>
                          </th>
                          <td data-label={t('handover.column.outgoing')}>{s.outgoing.name}</td>
                          <td data-label={t('handover.column.incoming')}>{s.incoming.name}</td>
                          <td data-label={t('handover.column.state')}>
                            <span className={css.state}>
                              <Icon name={STATE_ICONS[s.state]} size={16} />
                              {t(`handover.state.${s.state}`)}
                            </span>
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
                <Paging page={data.page} pageSize={data.page_size} total={data.total} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Page>
      {drafting && <NewSheet onClose={() => setDrafting(false)} onDone={onOpen} />}
    </>
  )
}
