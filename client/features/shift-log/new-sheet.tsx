import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { CONTENT_MAX } from '#contract/shift-log.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Told } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { useDraft, usePeople } from './queries.ts'
import { refusals } from './words.ts'
import css from './shift-log.module.css'

const FORM = 'new-sheet'

/** A sheet of one's own shift: for whom, and what to tell them. Its span is the shift until now. */
export function NewSheet({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const { t } = useText()
  const me = useProfile().account_id
  const people = usePeople()
  const draft = useDraft()
  const [incoming, setIncoming] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const refused = refusals(draft.error)
  return (
    <Dialog
      opened
      panel
      title={t('handover.new')}
      onClose={onClose}
      unsaved={words !== '' ? { question: t('dialog.unsaved'), leave: t('dialog.discard') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={draft.isPending}>
            {t('handover.create')}
          </Button>
        </>
      )}
    >
      <Loaded query={people} what={t('handover.incoming')} height={240}>
        {(data) => (
          <form
            id={FORM}
            noValidate
            className={css.form}
            onSubmit={(e) => {
              e.preventDefault()
              setTried(true)
              if (incoming !== null)
                draft.mutate(
                  { incoming_id: incoming, words },
                  { onSuccess: (sheet) => onDone(sheet.sheet_id) },
                )
            }}
          >
            {draft.error && Object.keys(refused).length === 0 && (
              <Told kind="failed">{reasonOf(draft.error)}</Told>
            )}
            <Choice
              label={t('handover.incoming')}
              required
              data={data.people
                .filter((p) => p.account_id !== me)
                .map((p) => ({ value: p.account_id, label: p.name }))}
              value={incoming}
              error={
                refused.incoming_id ?? (tried && incoming === null ? t('handover.incomingNeeded') : undefined)
              }
              onChange={setIncoming}
            />
            <Textarea
              label={t('handover.words')}
              description={t('handover.wordsHint')}
              autosize
              minRows={4}
              maxLength={CONTENT_MAX}
              value={words}
              error={refused.words}
              onChange={(e) => setWords(e.currentTarget.value)}
            />
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}
