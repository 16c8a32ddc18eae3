import { Radio } from '@mantine/core'
import { restoreVersion, type DescribedNoun } from '#contract/changes.ts'
import { serverNow } from '../../lib/clock.ts'
import { useForm } from '../../lib/form/index.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert, FormDialog, ReasonField } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { TimeField } from '../../parts/described-items/index.ts'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import { useDescribedVersion } from './queries.ts'

/** The version to restore, and the name of its item. */
export interface RestoreTarget {
  noun: DescribedNoun
  id: string
  name: string
  version: string
}

interface Props {
  target: RestoreTarget
  onClose: () => void
}

/** Restores an earlier version from a chosen time on, with a preview of the changes and a reason. */
export function RestoreVersion({ target, onClose }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const restore = useAct(restoreVersion, { quiet: true })
  const found = useDescribedVersion(target)
  const item = found.data
  const expected = item?.present_version ?? null
  const form = useForm({
    schema: restoreVersion.body!,
    values: { whole: false, from: typedTime(serverNow(), zone, language), reason: '' },
    body: ({ whole, from, reason }) => ({
      noun: target.noun,
      id: target.id,
      version: target.version,
      expected,
      ...(whole ? {} : { from: parseLocalTime(from, zone) }),
      reason,
    }),
    rules: ({ whole, from, reason }) => ({
      from:
        !whole &&
        parseLocalTime(from, zone) === null &&
        t('items.atWrong', { example: TIME_PATTERN[language] }),
      reason: reason.trim() === '' && t('changesPage.reasonNeeded'),
    }),
  })
  const { whole, reason } = form.values
  const same = item?.present === true
  return (
    <FormDialog
      form={form}
      panel
      title={t('changesPage.restoreTitle', { name: target.name })}
      act={t('changesPage.restore')}
      unsaved={reason !== ''}
      ready={item !== undefined && !same}
      conflict={{ text: t('changesPage.restoreConflict') }}
      onSubmit={(body) => restore.run({ body })}
      done={t('changesPage.restoreDone', { name: target.name })}
      onClose={onClose}
    >
      <p className={css.text}>{t('changesPage.restoreWhat')}</p>
      <Loaded query={found} what={t('changesPage.what')} height={120}>
        {() =>
          same ? (
            <FormAlert kind="info">{t('changesPage.restoreSame')}</FormAlert>
          ) : item?.since && item.since.length > 0 ? (
            <Differences
              noun={target.noun}
              list={item.since}
              sides={[t('changesPage.dayValue'), t('changesPage.dayNow')]}
            />
          ) : (
            <FormAlert kind="info">
              {t(expected === null ? 'changesPage.restoreGone' : 'changesPage.restoreEqual')}
            </FormAlert>
          )
        }
      </Loaded>
      <fieldset className={css.effective}>
        <legend>{t('items.effective')}</legend>
        <Radio
          name="restore-from"
          label={t('items.fromTime')}
          checked={!whole}
          onChange={() => form.set('whole', false)}
        />
        {!whole && <TimeField {...form.text('from')} />}
        <Radio
          name="restore-from"
          label={t(expected === null ? 'items.fromStart' : 'changesPage.restoreWhole')}
          description={t('items.wholeHint')}
          checked={whole}
          onChange={() => form.set('whole', true)}
        />
        <ReasonField {...form.text('reason')} description={t('items.reasonHint')} required />
      </fieldset>
    </FormDialog>
  )
}
