import { Radio } from '@mantine/core'
import { fromLocal } from '#core/time/index.ts'
import type { ItemNoun } from '#contract/items.ts'
import { serverNow } from '../../lib/clock.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime } from '../../lib/format.ts'
import { itemCalls, type ItemVersion } from '../../lib/items.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormConfirm, ReasonField } from '../../ui/form/index.ts'
import { itemName } from './editor.tsx'
import { TimeField } from './effective.tsx'
import css from './items.module.css'

/** Confirms retiring an item, from a time on or altogether. */
export function RetireItem(props: { noun: ItemNoun; item: ItemVersion; onClose: () => void }) {
  const { noun, item, onClose } = props
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const retire = useAct(itemCalls(noun).retire, { quiet: true })
  const name = itemName(item.body) ?? item.id
  const form = useForm({
    schema: itemCalls(noun).retire.body!,
    values: { never: false, from: typedTime(serverNow(), zone, language), reason: '' },
    body: ({ never, from, reason }) => ({
      version: item.version,
      from: never ? null : parseLocalTime(from, zone),
      reason: reason.trim() || null,
    }),
    rules({ never, from }) {
      if (never) return {}
      const time = parseLocalTime(from, zone)
      if (time === null) return { from: t('items.atWrong', { example: TIME_PATTERN[language] }) }
      const late = item.to !== null && fromLocal(time, zone)! >= item.to
      return { from: late && t('items.atAfterEnd', { to: dateTime(item.to!, zone, language) }) }
    },
  })
  const { never } = form.values

  return (
    <FormConfirm
      form={form}
      title={t('items.retireTitle', { name })}
      act={t('items.retire')}
      onSubmit={(body) => retire.run({ params: { id: item.id }, body })}
      done={t('items.retired', { name })}
      onClose={onClose}
    >
      <p className={css.text}>{t('items.retireSure')}</p>
      <p className={css.text}>{t('items.retireStays')}</p>
      <fieldset className={css.effective}>
        <legend>{t('items.period')}</legend>
        <Radio
          name="retire"
          label={t('items.retireFrom')}
          checked={!never}
          onChange={() => form.set('never', false)}
        />
        {!never && <TimeField {...form.text('from')} />}
        <Radio
          name="retire"
          label={t('items.retireNever')}
          checked={never}
          onChange={() => form.set('never', true)}
        />
        <ReasonField {...form.text('reason')} description={t('items.reasonHint')} />
      </fieldset>
    </FormConfirm>
  )
}
