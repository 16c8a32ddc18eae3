import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { toLocalDate } from '#core/time/index.ts'
import { useTableAgain as reinstateTable } from '#contract/tables.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { serverNow } from '../../lib/clock.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { CompareVersions } from './compare.tsx'
import { TableEffect } from './effect.tsx'
import { overlapsOf } from './overlaps.ts'
import { periodBounds, dayProblem, periodDays } from './period.ts'
import { setEach, UseDays } from './period-fields.tsx'
import { useReinstateTable, useTableVersions } from './queries.ts'
import { useReplacing } from './use-replacing.tsx'
import textCss from '../../ui/text.module.css'

interface Props {
  /** The version to reinstate. */
  item: TableItem
  onClose: () => void
}

/** Reinstates a former version of a table, after a preview of the changes. */
export function ReinstateTable({ item, onClose }: Props) {
  const { t } = useText()
  const versions = useTableVersions(item.id)
  return versions.data ? (
    <ReinstateForm
      item={item}
      versions={versions.data}
      reload={async () => (await versions.refetch()).data}
      onClose={onClose}
    />
  ) : (
    <Dialog
      opened
      panel
      width={640}
      title={t('interpolate.again.act')}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave}>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={versions} what={t('interpolate.act.versions')} height={280}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const inUse = (versions: readonly TableItem[]) => versions.filter((v) => v.superseded_at === null)

interface FormProps extends Props {
  versions: TableItem[]
  reload: () => Promise<TableItem[] | undefined>
}

function ReinstateForm({ item, versions, reload, onClose }: FormProps) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const when = useWhen()
  const recorded = when(new Date(item.recorded_at).toISOString())
  // Uses the versions on the screen, not those of the server by the time of the answer.
  const [seen, setSeen] = useState(() => inUse(versions))
  const reinstate = useReinstateTable()
  const form = useForm({
    schema: reinstateTable.body!,
    values: {
      ...(item.loop_by_year ? periodDays(item, zone) : { from: toLocalDate(serverNow(), zone), to: null }),
      loop: item.loop_by_year,
      reason: '',
    },
    body: (values) => ({
      version: item.version,
      seen: seen.map((v) => v.version),
      ...periodBounds(values),
      loop_by_year: values.loop,
      reason: values.reason.trim() || null,
    }),
    rules: (values) => {
      const problem = dayProblem(values, values.loop)
      return { period: problem && t(`interpolate.uploading.${problem}`) }
    },
  })
  const { values } = form
  const bounds = periodBounds(values)
  const now = seen.find((v) => v.in_force) ?? seen[0]

  function finish() {
    notice('done', t('interpolate.again.done', { when: recorded }))
    onClose()
  }
  const replacing = useReplacing({
    form,
    by: 'again',
    item,
    send: (body, replaces) => reinstate.run({ params: { id: item.id }, body: { ...body, replaces } }),
    // Versions of the same table are replaced automatically.
    overlaps: (tables) =>
      overlapsOf(
        tables.filter((i) => i.id !== item.id),
        item,
        { ...bounds, loop: values.loop },
        zone,
      ),
    onSaved: finish,
  })

  async function readVersions() {
    const fresh = await reload()
    if (!fresh) return
    setSeen(inUse(fresh))
    form.clear()
  }

  return (
    <>
      <FormDialog
        form={form}
        panel
        width={640}
        title={t('interpolate.again.title', { when: recorded })}
        act={t('interpolate.again.use')}
        onSubmit={replacing.submit}
        onDone={finish}
        onClose={onClose}
        conflict={{ text: t('interpolate.again.conflict'), reload: readVersions }}
        {...replacing.under}
      >
        <p className={textCss.hint}>{t('interpolate.again.about')}</p>
        <UseDays period={values} set={(part) => setEach(form, part)} />
        <Checkbox {...form.checked('loop')} label={t('interpolate.uploading.loop')} />
        <ReasonField {...form.text('reason')} />
        <TableEffect
          change={
            dayProblem(values, values.loop)
              ? null
              : {
                  noun: 'table_again',
                  id: item.id,
                  version: item.version,
                  ...bounds,
                  loop_by_year: values.loop,
                }
          }
          {...bounds}
          yearly={values.loop}
        />
        {now && (
          <section aria-label={t('interpolate.again.rows')}>
            <h3>{t('interpolate.again.rows')}</h3>
            <CompareVersions id={item.id} a={now.version} b={item.version} />
          </section>
        )}
      </FormDialog>
      {replacing.dialog}
    </>
  )
}
