import { Button } from '@mantine/core'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { EMPTY, bodyOf, isTouched, problemsOf, type Draft } from './draft.ts'
import { Fields } from './fields.tsx'
import { MadeToken } from './made.tsx'
import { useAddToken } from './queries.ts'

const FORM = 'token-form'

/** Asks what a new token is for, makes it, and shows its secret, the only time anybody sees it. */
export function Make({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [tried, setTried] = useState(false)
  const [taken, setTaken] = useState(false)
  const add = useAddToken()

  function submit() {
    setTried(true)
    if (Object.keys(problemsOf(draft)).length === 0) add.run({ body: bodyOf(draft) })
  }

  if (add.data)
    return (
      <Dialog
        opened
        title={t('tokens.madeTitle', { name: add.data.name })}
        width={620}
        onClose={onClose}
        unsaved={taken ? null : { question: t('tokens.notTaken'), leave: t('tokens.leaveSecret') }}
        actions={(leave) => <Button onClick={leave}>{t('tokens.done')}</Button>}
      >
        <MadeToken made={add.data} onTaken={() => setTaken(true)} />
      </Dialog>
    )
  return (
    <Dialog
      opened
      title={t('tokens.make')}
      onClose={onClose}
      unsaved={isTouched(draft) ? { question: t('dialog.unsaved'), leave: t('dialog.discard') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={add.busy}>
            {t('tokens.makeAct')}
          </Button>
        </>
      )}
    >
      <form
        id={FORM}
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          submit()
        }}
      >
        <Fields
          draft={draft}
          change={(part) => setDraft((now) => ({ ...now, ...part }))}
          problems={tried ? problemsOf(draft) : {}}
          failure={add.error instanceof CallError ? add.error : null}
        />
      </form>
    </Dialog>
  )
}
