import { useState } from 'react'
import type { IngestToken } from '#contract/tokens.ts'
import { flag } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { FilterBar, type FilterFields } from '../../ui/filter/index.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Empty, Loaded, Forbidden } from '../../ui/state.tsx'
import { isForbidden } from '../../lib/call-error.ts'
import { activeFirst, isRevoked } from './draft.ts'
import { Make } from './make.tsx'
import { useTokens } from './queries.ts'
import { Revoke } from './revoke.tsx'
import { Screens } from './screens.tsx'
import { TokenTable } from './table.tsx'

export { MadeToken } from './made.tsx'
export { useAddToken, useTokens } from './queries.ts'

/** Whether revoked ones are listed. */
const FIELDS = { revoked: flag() }

/** Page of the access tokens of loggers and programs. */
export default function Tokens() {
  const { t } = useText()
  const tokens = useTokens()
  const address = useAddress(FIELDS)
  const mayChange = useCan('tokens.update')
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<IngestToken | null>(null)
  useTitle('route.tokens')

  if (isForbidden(tokens.error)) return <Forbidden />
  const revoked = tokens.data?.filter(isRevoked).length ?? 0
  const fields: FilterFields<typeof FIELDS> = [
    { kind: 'check', name: 'revoked', label: t('tokens.showRevoked', { n: revoked }) },
  ]
  const add = mayChange && <AddButton label={t('tokens.make')} onClick={() => setMaking(true)} />
  return (
    <>
      <Page
        title={t('route.tokens')}
        hint={t('tokens.about')}
        actions={tokens.data && tokens.data.length > 0 && add}
        foot={revoked > 0 && <FilterBar {...address} filtered={false} fields={fields} />}
      >
        <Loaded query={tokens} what={t('tokens.list')} height={280}>
          {(list) => {
            if (list.length === 0)
              return (
                <Empty
                  roomy
                  icon="key"
                  title={t('tokens.none')}
                  hint={t(mayChange ? 'tokens.noneHint' : 'tokens.noneHintView')}
                >
                  {add}
                </Empty>
              )
            const shown = activeFirst(list).filter((token) => address.filter.revoked || !isRevoked(token))
            return shown.length === 0 ? (
              <Empty roomy icon="key" title={t('tokens.noneInUse')} />
            ) : (
              <TokenTable tokens={shown} onRevoke={mayChange ? setRevoking : undefined} />
            )
          }}
        </Loaded>
      </Page>
      <Screens />
      {making && <Make onClose={() => setMaking(false)} />}
      {revoking && <Revoke token={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}
