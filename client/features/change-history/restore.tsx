import { Button, Radio, Textarea } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { DescribedNoun } from '#contract/changes.ts'
import { LIMITS } from '#contract/validation.ts'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { TimeField } from '../../parts/described-items/index.ts'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import { useRestore, useVersion } from './queries.ts'

const FORM = 'restore-form'

/** What is to be put back: a version, and what the item is called. */
export interface Wanted {
  noun: DescribedNoun
  id: string
  name: string
  version: string
}

/** Asks from when on an earlier version shall hold again, and why; shows what that changes. */
export function Restore({ wanted, onClose }: { wanted: Wanted; onClose: () => void }) {
  const { t, language, say } = useText()
  const zone = useZone() ?? 'UTC'
  const [whole, setWhole] = useState(false)
  const [time, setTime] = useState(() => typedTime(serverNow(), zone, language))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [conflict, setConflict] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const restore = useRestore()
  const found = useVersion(wanted)
  const item = found.data
  const expected = item?.present_version ?? null
  const wire = parseLocalTime(time, zone)
  const wrong = {
    time: !whole && wire === null ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined,
    reason: reason.trim() === '' ? t('changesPage.reasonNeeded') : undefined,
  }

  async function submit(e: FormEvent) {
    e.preventDefault()
    setTried(true)
    setFailure(null)
    if (wrong.time || wrong.reason) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    try {
      await restore.mutateAsync({
        noun: wanted.noun,
        id: wanted.id,
        version: wanted.version,
        expected,
        ...(whole ? {} : { from: wire }),
        reason,
      })
      notice('done', t('changesPage.restoreDone', { name: wanted.name }))
      onClose()
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') return setConflict(true)
      setFailure(reasonOf(error) || say('bad_request'))
    }
  }

  const same = item?.present === true
  return (
    <Dialog
      opened
      panel
      title={t('changesPage.restoreTitle', { name: wanted.name })}
      onClose={onClose}
      unsaved={reason !== '' ? { question: t('act.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button
            type="submit"
            form={FORM}
            loading={restore.isPending}
            disabled={conflict || !found.data || same}
          >
            {t('changesPage.restore')}
          </Button>
        </>
      )}
    >
      <form id={FORM} ref={form} noValidate onSubmit={(e) => void submit(e)} className={css.form}>
        {conflict && <FormAlert kind="failed">{t('changesPage.restoreConflict')}</FormAlert>}
        {failure && <FormAlert kind="failed">{failure}</FormAlert>}
        <p className={css.text}>{t('changesPage.restoreWhat')}</p>
        <Loaded query={found} what={t('changesPage.what')} height={120}>
          {() =>
            same ? (
              <FormAlert kind="info">{t('changesPage.restoreSame')}</FormAlert>
            ) : item?.since && item.since.length > 0 ? (
              <Differences
                noun={wanted.noun}
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
            onChange={() => setWhole(false)}
          />
          {!whole && <TimeField value={time} onChange={setTime} error={tried ? wrong.time : undefined} />}
          <Radio
            name="restore-from"
            label={t(expected === null ? 'items.fromStart' : 'changesPage.restoreWhole')}
            description={t('items.wholeHint')}
            checked={whole}
            onChange={() => setWhole(true)}
          />
          <Textarea
            name="reason"
            label={t('items.reason')}
            description={t('items.reasonHint')}
            autosize
            minRows={1}
            maxLength={LIMITS.reason.max}
            value={reason}
            error={tried ? wrong.reason : undefined}
            onChange={(e) => setReason(e.currentTarget.value)}
          />
        </fieldset>
      </form>
    </Dialog>
  )
}
