import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeTable, listTables } from '#contract/tables.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import { TableEffect } from './effect.tsx'
import { overlapsOf } from './overlaps.ts'
import { periodBounds, dayProblem, periodDays } from './period.ts'
import { PeriodFields, setEach, type PeriodOfUse } from './period-fields.tsx'
import { useChangeTable } from './queries.ts'
import { useReplacing } from './use-replacing.tsx'
import textCss from '../../ui/text.module.css'

interface Values extends PeriodOfUse {
  name: string
  reason: string
}

const valuesOf = (item: TableItem, zone: string): Values => ({
  name: item.name,
  ...periodDays(item, zone),
  loop: item.loop_by_year,
  active: item.active,
  reason: '',
})

/** Sends only changed fields: a period that begins within a day keeps its minute. */
function bodyOf(item: TableItem, before: Values, values: Values) {
  const [now, was] = [periodBounds(values), periodBounds(before)]
  return {
    version: item.version,
    ...(values.name.trim() === before.name ? {} : { name: values.name.trim() }),
    ...(now.from === was.from ? {} : { from: now.from }),
    ...(now.to === was.to ? {} : { to: now.to }),
    ...(values.loop === before.loop ? {} : { loop_by_year: values.loop }),
    ...(values.active === before.active ? {} : { active: values.active }),
    reason: values.reason.trim() || null,
  }
}

/** Changes name and period of a table; its rows stay. */
export function ChangeTable({ item: opened, onClose }: { item: TableItem; onClose: () => void }) {
  const { t, messageText } = useText()
  const zone = useZone() ?? 'UTC'
  const [item, setItem] = useState(opened)
  const before = valuesOf(item, zone)
  const change = useChangeTable()
  const form = useForm({
    schema: changeTable.body!,
    values: before,
    body: (values) => bodyOf(item, before, values),
    rules: (values) => {
      const problem = dayProblem(values, values.loop)
      return {
        name: values.name.trim() === '' && messageText('required'),
        period: problem && t(`interpolate.uploading.${problem}`),
      }
    },
  })
  const { values } = form
  const period = { ...periodBounds(values), loop: values.loop }

  function finish(saved: TableItem) {
    notice('done', t('interpolate.changing.saved', { name: saved.name }))
    onClose()
  }
  const replacing = useReplacing({
    form,
    by: 'change',
    item,
    send: (body, replaces) => change.run({ params: { id: item.id }, body: { ...body, replaces } }),
    overlaps: (tables) => overlapsOf(tables, item, period, zone),
    onSaved: finish,
  })

  async function reload() {
    const now = (await call(listTables)).find((i) => i.id === item.id)
    if (!now) {
      notice('failed', t('interpolate.detail.gone'))
      return onClose()
    }
    setItem(now)
    form.restart(valuesOf(now, zone))
  }

  const { version, name: _, reason: __, ...changed } = bodyOf(item, before, values)
  return (
    <>
      <FormDialog
        form={form}
        panel
        title={t('interpolate.changing.title')}
        onSubmit={replacing.submit}
        onDone={finish}
        onClose={onClose}
        conflict={{ text: t('interpolate.changing.conflict'), reload }}
        {...replacing.under}
      >
        <p className={textCss.hint}>{t('interpolate.changing.note')}</p>
        <TextInput {...form.text('name')} label={t('interpolate.name')} maxLength={200} data-autofocus />
        <PeriodFields period={values} set={(part) => setEach(form, part)} />
        <ReasonField {...form.text('reason')} />
        <TableEffect
          change={
            dayProblem(values, values.loop)
              ? null
              : { noun: 'table_version', id: item.id, version, ...changed }
          }
          {...periodBounds(values)}
          yearly={values.loop}
        />
      </FormDialog>
      {replacing.dialog}
    </>
  )
}
