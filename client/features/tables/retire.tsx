import { useState } from 'react'
import type { TableItem } from '#contract/tables/table.ts'
import { serverNow } from '../../lib/clock.ts'
import { isDay } from '../../lib/days.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { toLocalDate } from '#core/time/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { DayInput } from './day.tsx'
import { TableEffect } from './effect.tsx'
import { useRetireTable } from './queries.ts'

/** Confirms retiring a table, by default from today on. */
export function RetireTable({ item, onClose }: { item: TableItem; onClose: () => void }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const [from, setFrom] = useState<string | null>(() => toLocalDate(serverNow(), zone))
  const retire = useRetireTable()
  const wrong = from !== null && !isDay(from)
  return (
    <Confirm
      title={t('interpolate.retiring.title', { name: item.name })}
      act={t('interpolate.retiring.act')}
      done={t('interpolate.retiring.done', { name: item.name })}
      onClose={onClose}
      // Invalid text keeps the dialog open, with the error at its field.
      onAct={() =>
        wrong ? undefined : retire.run({ params: { id: item.id }, body: { version: item.version, from } })
      }
    >
      <p>{t('interpolate.retiring.body')}</p>
      <p>{t('interpolate.retiring.before')}</p>
      <DayInput
        label={t('interpolate.retiring.from')}
        description={t('interpolate.retiring.fromHint')}
        placeholder={t('interpolate.uploading.always')}
        value={from}
        onChange={setFrom}
      />
      <TableEffect
        change={
          wrong ? null : { noun: 'table_version', id: item.id, version: item.version, retire: true, from }
        }
        from={wrong ? null : from}
        to={null}
      />
    </Confirm>
  )
}
