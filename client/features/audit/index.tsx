import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { exportAudit, listAudit } from '#contract/audit.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useDownload, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { download as saveFile } from '../../ui/chart/save.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { useFilterFields } from './fields.ts'
import { AUDIT_FIELDS, auditQueryOf } from './filter.ts'
import { AuditTable } from './table.tsx'

/** Page of the audit log: who did what, when and from where. For administrators, read-only. */
export default function Audit() {
  const { t } = useText()
  const address = useAddress(AUDIT_FIELDS)
  const { filter, show } = address
  const records = useRead(
    listAudit,
    { query: { ...auditQueryOf(filter), page: filter.page } },
    { placeholderData: keepPreviousData, staleTime: 0, failed: 'load_failed' },
  )
  const file = useDownload(exportAudit)
  const fields = useFilterFields(filter)
  useTitle('route.audit')
  return (
    <Page
      title={t('audit.title')}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="save" size={16} />}
          loading={file.busy}
          onClick={() =>
            file
              .run({ query: auditQueryOf(filter) })
              .then(({ blob, name }) => saveFile(blob, name ?? 'audit.csv'))
          }
        >
          {t('audit.export')}
        </Button>
      }
      filter={<FilterBar fields={fields} {...address} />}
    >
      <AuditTable records={records} onPage={(page) => show({ page })} />
    </Page>
  )
}
