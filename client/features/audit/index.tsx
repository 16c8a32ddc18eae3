import { Button } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { readFilter, writeFilter, type Filter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { useExport, useRecords } from './queries.ts'
import { Table } from './table.tsx'

/** Who did what, when and from where: for administrators, never changed. */
export default function Audit() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const show = useCallback(
    (part: Partial<Filter>) =>
      setSearch((now) => writeFilter({ ...readFilter(now), page: 1, ...part }), { replace: true }),
    [setSearch],
  )
  const records = useRecords(filter)
  const save = useExport()
  useTitle('route.audit')
  return (
    <Page
      title={t('audit.title')}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="save" size={16} />}
          loading={save.isPending}
          onClick={() => save.mutate(filter)}
        >
          {t('audit.export')}
        </Button>
      }
      filter={<FilterBar filter={filter} show={show} />}
    >
      <Loaded query={records} what={t('audit.title')} height={420}>
        {(data) => (
          <>
            {data.records.length === 0 ? (
              <Empty icon="log" title={t('audit.empty')} />
            ) : (
              <Table records={data.records} />
            )}
            <Paging
              page={data.page}
              pageSize={data.page_size}
              total={data.total}
              onPage={(page) => show({ page })}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
