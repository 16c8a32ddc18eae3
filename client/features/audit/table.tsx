import { Button, Textarea, UnstyledButton } from '@mantine/core'
import { Fragment, useId, useState } from 'react'
import { remarkAudit, type AuditRecord } from '#contract/audit.ts'
import { LIMITS } from '#contract/validation.ts'
import { dateTime, time } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import css from './audit.module.css'
import { changesOf } from './changes.ts'
import { actWords, isRefusal, nounWords } from './words.ts'

const COLUMNS = 6

export function Table({ records }: { records: readonly AuditRecord[] }) {
  const { t } = useText()
  const several = useProfile().reservoirs.length > 1
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('audit.title')}>
      <table className={table.table} aria-label={t('audit.title')}>
        <thead>
          <tr>
            <th scope="col">{t('audit.at')}</th>
            <th scope="col">{t('audit.who')}</th>
            <th scope="col">{t('audit.act')}</th>
            <th scope="col">{t('audit.on')}</th>
            {several && <th scope="col">{t('audit.reservoir')}</th>}
            <th scope="col">{t('audit.from')}</th>
            <th scope="col">
              <span className="sr">{t('audit.detail')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((r) => (
            <Record key={r.audit_id} record={r} several={several} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Record({ record: r, several }: { record: AuditRecord; several: boolean }) {
  const { t, language } = useText()
  const [open, setOpen] = useState(false)
  const id = useId()
  const zone = useZone()
  const place = useProfile().reservoirs.find((p) => p.hydro_code === r.hydro_code)
  const at = Date.parse(r.at)
  const act = actWords(r.act, language)
  const noun = nounWords(r.noun, language)
  const who =
    r.actor === 'system'
      ? t('audit.system')
      : r.actor === 'nobody'
        ? t('audit.nobody')
        : (r.actor_name ?? r.actor)
  return (
    <Fragment>
      <tr data-open={open || undefined} className={css.record}>
        <th scope="row" className={css.at}>
          {dateTime(at, zone ?? 'UTC', language)}
          <span className={table.small}>
            :{time(at, zone ?? 'UTC', true).slice(-2)}
            {!zone && ' UTC'}
          </span>
        </th>
        <td data-label={t('audit.who')} className={css.who}>
          {who}
        </td>
        <td data-label={t('audit.act')}>
          <span className={css.act} data-refused={isRefusal(r.act) || undefined}>
            {isRefusal(r.act) && <Icon name="block" size={14} />}
            {act}
          </span>
        </td>
        <td data-label={t('audit.on')} className={css.item}>
          <span>
            {noun}
            {(r.item_name ?? r.item) && <span className={table.small}> · {r.item_name ?? r.item}</span>}
          </span>
        </td>
        {several && (
          <td data-label={t('audit.reservoir')} data-empty={r.hydro_code === null || undefined}>
            {place?.hydro_name ?? r.hydro_code}
          </td>
        )}
        <td data-label={t('audit.from')} data-empty={r.address === null || undefined} className={table.small}>
          {r.address}
        </td>
        <td className={table.acts}>
          <UnstyledButton
            className={css.more}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t('audit.showDetail', { what: `${who} ${act} ${noun}` })}
            onClick={() => setOpen(!open)}
          >
            <Icon name="down" size={16} />
          </UnstyledButton>
        </td>
      </tr>
      {open && (
        <tr id={id} className={css.detail}>
          <td colSpan={several ? COLUMNS + 1 : COLUMNS}>
            <Detail record={r} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function Detail({ record: r }: { record: AuditRecord }) {
  const { t } = useText()
  const mayRemark = useCan('audit.update')
  const changes = changesOf(r.before, r.after)
  return (
    <div className={css.inside}>
      {r.reason && (
        <p>
          <strong>{t('audit.reason')}:</strong> {r.reason}
        </p>
      )}
      {changes.length === 0 ? (
        !r.reason && <p className={table.small}>{t('audit.noChange')}</p>
      ) : (
        <table className={css.changes}>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((c) => (
              <tr key={c.field}>
                <th scope="row">{c.field || t('audit.detail')}</th>
                <td>{c.before ?? '-'}</td>
                <td>{c.after ?? '-'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {r.item && r.item_name && <p className={table.small}>{r.item}</p>}
      {mayRemark && <Remark record={r} />}
    </div>
  )
}

function Remark({ record }: { record: AuditRecord }) {
  const { t } = useText()
  const remark = useAct(remarkAudit)
  const [text, setText] = useState('')
  return (
    <form
      className={css.remark}
      onSubmit={(e) => {
        e.preventDefault()
        if (text.trim() === '') return
        void remark.run({ body: { audit_id: record.audit_id, reason: text } }).then(() => {
          notice('done', t('audit.remarked'))
          setText('')
        })
      }}
    >
      <Textarea
        label={t('audit.remark')}
        description={t('audit.remarkHint')}
        autosize
        minRows={1}
        maxLength={LIMITS.reason.max}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={remark.busy} disabled={text.trim() === ''}>
        {t('audit.addRemark')}
      </Button>
    </form>
  )
}
