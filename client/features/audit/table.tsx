import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { remarkAudit, type AuditRecord, type listAudit } from '#contract/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { dateTime, time } from '../../lib/format.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { Form, ReasonField } from '../../ui/form/index.ts'
import { DataTable, PlainTable, tableCss } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './audit.module.css'
import { auditChangesOf } from './changes.ts'
import { auditActWords, isRefusal, nounWords } from './words.ts'

interface Props {
  records: UseQueryResult<Output<typeof listAudit>, Error>
  onPage: (page: number) => void
}

/** Table of records, newest first; a row expands to show its changes. */
export function AuditTable({ records: { data, ...query }, onPage }: Props) {
  const { t, texts } = useText()
  const zone = useZone()
  const { reservoirs } = useProfile()
  const act = (r: AuditRecord) => auditActWords(r.act, texts)
  const noun = (r: AuditRecord) => nounWords(r.noun, texts)
  const actor = (r: AuditRecord) =>
    r.actor === 'system'
      ? t('audit.system')
      : r.actor === 'nobody'
        ? t('audit.nobody')
        : (r.actor_name ?? r.actor)
  const reservoir = (r: AuditRecord) =>
    reservoirs.find((p) => p.hydro_code === r.hydro_code)?.hydro_name ?? r.hydro_code
  return (
    <DataTable
      label={t('audit.title')}
      query={query}
      rows={data?.records}
      rowKey={(r) => r.audit_id}
      height={420}
      empty={<Empty icon="log" title={t('audit.empty')} />}
      paging={data && { page: data.page, pageSize: data.page_size, total: data.total, onPage }}
      columns={[
        {
          id: 'at',
          head: t('audit.at'),
          rowHeader: true,
          className: textCss.nowrap,
          value: (r) => r.at,
          cell: (r) => <At iso={r.at} zone={zone} />,
        },
        { id: 'who', head: t('audit.who'), className: css.who, value: actor },
        {
          id: 'act',
          head: t('audit.act'),
          value: act,
          cell: (r) => (
            <span className={`${layoutCss.inline} ${css.act}`} data-refused={isRefusal(r.act) || undefined}>
              {isRefusal(r.act) && <Icon name="block" size={14} />}
              {act(r)}
            </span>
          ),
        },
        {
          id: 'on',
          head: t('audit.on'),
          className: css.item,
          value: (r) => [noun(r), r.item_name ?? r.item].filter(Boolean).join(' · '),
          cell: (r) => (
            <span>
              {noun(r)}
              {(r.item_name ?? r.item) && <span className={textCss.small}> · {r.item_name ?? r.item}</span>}
            </span>
          ),
        },
        reservoirs.length > 1 && {
          id: 'reservoir',
          head: t('audit.reservoir'),
          hideOnPhone: (r) => r.hydro_code === null,
          value: reservoir,
        },
        {
          id: 'from',
          head: t('audit.from'),
          className: textCss.small,
          hideOnPhone: (r) => r.address === null,
          value: (r) => r.address,
        },
      ]}
      detail={{
        head: t('audit.detail'),
        label: (r) => t('audit.showDetail', { what: `${actor(r)} ${act(r)} ${noun(r)}` }),
        content: (r) => <Detail record={r} />,
      }}
    />
  )
}

function At({ iso, zone }: { iso: string; zone: string | null }) {
  const { language } = useText()
  const at = Date.parse(iso)
  return (
    <>
      {dateTime(at, zone ?? 'UTC', language)}
      <span className={textCss.small}>
        :{time(at, zone ?? 'UTC', true).slice(-2)}
        {!zone && ' UTC'}
      </span>
    </>
  )
}

function Detail({ record: r }: { record: AuditRecord }) {
  const { t } = useText()
  const mayRemark = useCan('audit.update')
  const changes = auditChangesOf(r.before, r.after)
  return (
    <div className={css.inside}>
      {r.reason && (
        <p className={textCss.words}>
          <strong>{t('audit.reason')}:</strong> {r.reason}
        </p>
      )}
      {changes.length === 0 ? (
        !r.reason && <p className={textCss.small}>{t('audit.noChange')}</p>
      ) : (
        <PlainTable
          className={tableCss.changes}
          rows={changes}
          rowKey={(c) => c.field}
          columns={[
            {
              id: 'field',
              head: t('audit.field'),
              rowHeader: true,
              cell: (c) => c.field || t('audit.detail'),
            },
            { id: 'before', head: t('audit.before'), cell: (c) => c.before ?? '-' },
            { id: 'after', head: t('audit.after'), cell: (c) => c.after ?? '-' },
          ]}
        />
      )}
      {r.item && r.item_name && <p className={textCss.small}>{r.item}</p>}
      {mayRemark && <Remark record={r} />}
    </div>
  )
}

function Remark({ record }: { record: AuditRecord }) {
  const { t } = useText()
  const remark = useAct(remarkAudit, { quiet: true })
  const form = useForm({
    schema: remarkAudit.body!,
    values: { reason: '' },
    body: ({ reason }) => ({ audit_id: record.audit_id, reason }),
  })
  return (
    <Form
      form={form}
      className={css.remark}
      onSubmit={(body) => remark.run({ body })}
      onDone={() => {
        notice('done', t('audit.remarked'))
        form.restart({ reason: '' })
      }}
    >
      <ReasonField
        {...form.text('reason')}
        label={t('audit.remark')}
        description={t('audit.remarkHint')}
        required
      />
      <Button type="submit" variant="default" loading={form.busy} disabled={form.values.reason.trim() === ''}>
        {t('audit.addRemark')}
      </Button>
    </Form>
  )
}
