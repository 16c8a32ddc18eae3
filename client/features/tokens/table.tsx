import { Button, Tooltip } from '@mantine/core'
import type { IngestToken } from '#contract/tokens.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { Since, When } from './times.tsx'
import css from './tokens.module.css'

/** So many codes stand in a row; the rest are counted. */
const NAMED = 2

interface Given {
  tokens: IngestToken[]
  onRevoke?: (token: IngestToken) => void
}

/** One row each; on a phone one card each. */
export function Table({ tokens, onRevoke }: Given) {
  const { t } = useText()
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('tokens.list')}>
      <table className={table.table} aria-label={t('tokens.list')}>
        <thead>
          <tr>
            <th scope="col">{t('tokens.name')}</th>
            <th scope="col">{t('tokens.scopes')}</th>
            <th scope="col">{t('tokens.series')}</th>
            <th scope="col">{t('tokens.made')}</th>
            <th scope="col">{t('tokens.used')}</th>
            <th scope="col">{t('tokens.state')}</th>
            {onRevoke && (
              <th scope="col">
                <span className="sr">{t('tokens.acts')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <Row key={token.token_id} token={token} onRevoke={onRevoke} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ token, onRevoke }: { token: IngestToken; onRevoke: Given['onRevoke'] }) {
  const { t } = useText()
  const revoked = token.revoked_at !== null
  return (
    <tr className={revoked ? css.revoked : undefined}>
      <th scope="row" className={css.name}>
        {token.name}
      </th>
      <td data-label={t('tokens.scopes')}>{token.scopes.map((s) => t(`tokens.scope.${s}`)).join(' · ')}</td>
      <td data-label={t('tokens.series')}>
        <div>
          <Limit series={token.series} />
        </div>
      </td>
      <td data-label={t('tokens.made')}>
        <div>
          <div>{token.created_by_name ?? t('tokens.program')}</div>
          <When iso={token.created_at} />
        </div>
      </td>
      <td data-label={t('tokens.used')}>
        {token.last_used_at === null ? (
          <span className={table.small}>{t('tokens.never')}</span>
        ) : (
          <div>
            <div>
              <Since iso={token.last_used_at} />
            </div>
            <When iso={token.last_used_at} />
          </div>
        )}
      </td>
      <td data-label={t('tokens.state')}>
        <div>
          <div className={css.state}>
            {revoked && <Icon name="block" size={14} />}
            {t(revoked ? 'tokens.revoked' : 'tokens.inUse')}
          </div>
          {token.revoked_at !== null && <When iso={token.revoked_at} />}
        </div>
      </td>
      {onRevoke && (
        <td className={table.acts}>
          {!revoked && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('tokens.revoke')}: ${token.name}`}
              onClick={() => onRevoke(token)}
            >
              {t('tokens.revoke')}
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

function Limit({ series }: { series: string[] | null }) {
  const { t } = useText()
  if (series === null) return t('tokens.all')
  const rest = series.length - NAMED
  return (
    <>
      {series.slice(0, NAMED).map((code) => (
        <div key={code} className={css.code}>
          {code}
        </div>
      ))}
      {rest > 0 && (
        <Tooltip label={series.slice(NAMED).join(', ')}>
          <span className={css.more} tabIndex={0}>
            {t('tokens.more', { n: rest })}
            <span className="sr">: {series.slice(NAMED).join(', ')}</span>
          </span>
        </Tooltip>
      )}
    </>
  )
}
