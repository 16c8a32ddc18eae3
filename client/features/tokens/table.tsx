import { Button, Tooltip } from '@mantine/core'
import type { IngestToken } from '#contract/tokens.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
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
    <table className={css.table} aria-label={t('tokens.list')}>
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
  )
}

function Row({ token, onRevoke }: { token: IngestToken; onRevoke: Given['onRevoke'] }) {
  const { t } = useText()
  const revoked = token.revoked_at !== null
  return (
    <tr data-revoked={revoked || undefined}>
      <th scope="row" className={css.name}>
        {token.name}
      </th>
      <td data-label={t('tokens.scopes')}>{token.scopes.map((s) => t(`tokens.scope.${s}`)).join(' · ')}</td>
      <td data-label={t('tokens.series')}>
        <Limit series={token.series} />
      </td>
      <td data-label={t('tokens.made')}>
        <div>{token.created_by_name ?? t('tokens.program')}</div>
        <When iso={token.created_at} />
      </td>
      <td data-label={t('tokens.used')}>
        {token.last_used_at === null ? (
          <span className={css.small}>{t('tokens.never')}</span>
        ) : (
          <>
            <div>
              <Since iso={token.last_used_at} />
            </div>
            <When iso={token.last_used_at} />
          </>
        )}
      </td>
      <td data-label={t('tokens.state')}>
        <div className={css.state}>
          {revoked && <Icon name="block" size={14} />}
          {t(revoked ? 'tokens.revoked' : 'tokens.inUse')}
        </div>
        {token.revoked_at !== null && <When iso={token.revoked_at} />}
      </td>
      {onRevoke && (
        <td className={css.act}>
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
