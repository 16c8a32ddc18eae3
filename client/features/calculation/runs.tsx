import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { RUN_KINDS } from '#contract/calculation.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { Again } from './again.tsx'
import { Detail } from './detail.tsx'
import { isUnderWay, useRuns } from './queries.ts'
import css from './runs.module.css'
import { Table } from './table.tsx'
import { Uncomputed } from './uncomputed.tsx'

const PAGE = 50
const MOST = 200

/** What was saved, calculated again and rolled back, by whom, and how to take it back. */
export default function Runs() {
  const { t } = useText()
  const mayAct = useCan('dashboard.save-revert')
  const [search, setSearch] = useSearchParams()
  const [limit, setLimit] = useState(PAGE)
  const [adding, setAdding] = useState(false)
  const all = search.get('all') === '1'
  const kind = RUN_KINDS.find((k) => k === search.get('kind')) ?? null
  const open = search.get('run')
  const runs = useRuns({ all, limit })
  useTitle('route.runs')

  const put = (name: string, value: string | null) =>
    setSearch(
      (now) => {
        if (value === null) now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true },
    )
  if (runs.error instanceof CallError && runs.error.status === 403)
    return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  return (
    <>
      <Page
        title={t('route.runs')}
        hint={t('runs.about')}
        actions={
          mayAct && (
            <Button leftSection={<Icon name="refresh" size={16} />} onClick={() => setAdding(true)}>
              {t('runs.again.open')}
            </Button>
          )
        }
        filter={
          <>
            <Choice
              label={t('runs.filter')}
              data={[
                { value: '', label: t('runs.allKinds') },
                ...(
                  [
                    'save',
                    'recalculate',
                    'rollback',
                    ...(all ? (['due', 'recompute'] as const) : []),
                  ] as const
                ).map((value) => ({ value, label: t(`runs.kind.${value}`) })),
              ]}
              value={kind ?? ''}
              onChange={(value) => put('kind', value === '' ? null : value)}
            />
            <Checkbox
              className={css.all}
              label={t('runs.all')}
              checked={all}
              onChange={(e) => {
                setLimit(PAGE)
                put('all', e.currentTarget.checked ? '1' : null)
              }}
            />
          </>
        }
      >
        <Uncomputed onBegun={(run) => put('run', run.run_id)} />
        <Loaded query={runs} what={t('runs.list')} height={420}>
          {(list) => {
            const shown = kind === null ? list : list.filter((r) => r.kind === kind)
            return (
              <>
                {shown.length === 0 ? (
                  <div className={css.empty}>
                    {list.length === 0 ? (
                      <Empty icon="calculator" title={t('runs.none')} hint={t('runs.noneHint')} />
                    ) : (
                      <Empty icon="search" title={t('runs.noneOf')} />
                    )}
                  </div>
                ) : (
                  <Table runs={shown} all={list} onOpen={(id) => put('run', id)} />
                )}
                {list.length >= limit && limit < MOST && (
                  <div className={css.foot}>
                    <Button
                      variant="default"
                      loading={runs.isPlaceholderData}
                      onClick={() => setLimit(Math.min(MOST, limit + PAGE))}
                    >
                      {t('runs.more')}
                    </Button>
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </Page>
      {open !== null && <Detail id={open} onClose={() => put('run', null)} onOpen={(id) => put('run', id)} />}
      {adding && (
        <Again
          busy={runs.data?.some((r) => isUnderWay(r)) ?? false}
          onClose={() => setAdding(false)}
          onBegun={(run) => {
            setAdding(false)
            put('run', run.run_id)
          }}
        />
      )}
    </>
  )
}
