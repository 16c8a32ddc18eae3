import { Radio } from '@mantine/core'
import { useState } from 'react'
import { fromLocal } from '#core/time/index.ts'
import type { ItemNoun } from '#contract/items.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { itemCalls, type ItemVersion } from '../../lib/items.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { itemName } from './editor.tsx'
import { ReasonField, TimeField } from './effective.tsx'
import css from './items.module.css'

/** The question before an item is taken out, from a time on or altogether. */
export function RetireItem(props: { noun: ItemNoun; item: ItemVersion; onClose: () => void }) {
  const { noun, item, onClose } = props
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const retire = useAct(itemCalls(noun).retire, { quiet: true })
  const [never, setNever] = useState(false)
  const [time, setTime] = useState(() => typedTime(serverNow(), zone, language))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const name = itemName(item.body) ?? item.id

  function act() {
    const from = never ? null : parseLocalTime(time, zone)
    if (!never) {
      if (from === null) return setProblem(t('items.atWrong', { example: TIME_PATTERN[language] }))
      if (item.to !== null && fromLocal(from, zone)! >= item.to)
        return setProblem(t('items.atAfterEnd', { to: dateTime(item.to, zone, language) }))
    }
    setProblem(undefined)
    const why = reason.trim()
    void retire
      .run({
        params: { id: item.id },
        body: { version: item.version, from, reason: why === '' ? null : why },
      })
      .then(() => {
        notice('done', t('items.retired', { name }))
        onClose()
      })
  }

  return (
    <Confirm
      title={t('items.retireTitle', { name })}
      act={t('items.retire')}
      busy={retire.busy}
      failure={retire.error ? reasonOf(retire.error) : null}
      onAct={act}
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
          onChange={() => setNever(false)}
        />
        {!never && <TimeField value={time} onChange={setTime} error={problem} />}
        <Radio name="retire" label={t('items.retireNever')} checked={never} onChange={() => setNever(true)} />
        <ReasonField value={reason} onChange={setReason} />
      </fieldset>
    </Confirm>
  )
}
