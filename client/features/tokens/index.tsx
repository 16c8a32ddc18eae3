import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { IngestToken } from '#contract/tokens.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { orderedTokens } from './draft.ts'
import { Make } from './make.tsx'
import { useTokens } from './queries.ts'
import { Revoke } from './revoke.tsx'
import { Screens } from './screens.tsx'
import { TokenTable } from './table.tsx'
import css from './tokens.module.css'

export { MadeToken } from './made.tsx'
export { useAddToken, useTokens } from './queries.ts'

/** The tokens that loggers and programs of the reservoir come in with. */
export default function Tokens() {
  const { t } = useText()
  const tokens = useTokens()
  const mayChange = useCan('tokens.update')
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<IngestToken | null>(null)
  const [all, setAll] = useState(false)
  useTitle('route.tokens')

  if (tokens.error instanceof CallError && tokens.error.status === 403)
    return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  const revoked = tokens.data?.filter((token) => token.revoked_at !== null).length ?? 0
  const button = mayChange && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setMaking(true)}>
      {t('tokens.make')}
    </Button>
  )
  return (
    <div className={css.both}>
      <Page
        title={t('route.tokens')}
        hint={t('tokens.about')}
        actions={tokens.data && tokens.data.length > 0 && button}
      >
        <Loaded query={tokens} what={t('tokens.list')} height={280}>
          {(list) => {
            if (list.length === 0)
              return (
                <div className={css.empty}>
                  <Empty
                    icon="key"
                    title={t('tokens.none')}
                    hint={t(mayChange ? 'tokens.noneHint' : 'tokens.noneHintView')}
                  />
                  {button}
                </div>
              )
            const shown = orderedTokens(list).filter((token) => all || token.revoked_at === null)
            return (
              <>
                {shown.length === 0 ? (
                  <div className={css.empty}>
                    <Empty icon="key" title={t('tokens.noneInUse')} />
                  </div>
                ) : (
                  <TokenTable tokens={shown} onRevoke={mayChange ? setRevoking : undefined} />
                )}
                {revoked > 0 && (
                  <div className={css.foot}>
                    <Checkbox
                      size="sm"
                      checked={all}
                      onChange={(e) => setAll(e.currentTarget.checked)}
                      label={t('tokens.showRevoked', { n: revoked })}
                    />
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </Page>
      <Screens />
      {making && <Make onClose={() => setMaking(false)} />}
      {revoking && <Revoke token={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}
