import { Tooltip } from '@mantine/core'
import type { IngestToken } from '#contract/tokens.ts'
import { useText } from '../../lib/text/index.ts'
import { DataTable, RowButton } from '../../ui/table/index.ts'
import { Created, Since, State, When } from './cells.tsx'
import { isRevoked } from './draft.ts'
import textCss from '../../ui/text.module.css'
import css from './tokens.module.css'

/** Maximum number of codes listed; the rest are counted. */
const NAMED = 2

interface Props {
  tokens: IngestToken[]
  onRevoke?: (token: IngestToken) => void
}

/** Table of tokens; cards on a phone. */
export function TokenTable({ tokens, onRevoke }: Props) {
  const { t } = useText()
  const scopes = (token: IngestToken) => token.scopes.map((s) => t(`tokens.scope.${s}`)).join(' · ')
  const state = (token: IngestToken) => t(isRevoked(token) ? 'tokens.revoked' : 'tokens.inUse')
  return (
    <DataTable
      label={t('tokens.list')}
      rows={tokens}
      rowKey={(token) => token.token_id}
      attributes={(token) => ({ className: isRevoked(token) ? css.revoked : undefined })}
      columns={[
        {
          id: 'name',
          head: t('tokens.name'),
          rowHeader: true,
          className: css.name,
          value: (token) => token.name,
        },
        { id: 'scopes', head: t('tokens.scopes'), value: scopes },
        {
          id: 'series',
          head: t('tokens.series'),
          value: (token) => token.series?.join(' ') ?? t('tokens.all'),
          cell: (token) => (
            <div>
              <Limit series={token.series} />
            </div>
          ),
        },
        {
          id: 'made',
          head: t('tokens.made'),
          value: (token) => token.created_at,
          cell: (token) => <Created of={token} />,
        },
        {
          id: 'used',
          head: t('tokens.used'),
          value: (token) => token.last_used_at,
          cell: (token) =>
            token.last_used_at === null ? (
              <span className={textCss.small}>{t('tokens.never')}</span>
            ) : (
              <div>
                <Since iso={token.last_used_at} />
                <When iso={token.last_used_at} />
              </div>
            ),
        },
        {
          id: 'state',
          head: t('tokens.state'),
          value: state,
          cell: (token) => <State of={token} words={state(token)} />,
        },
      ]}
      actions={
        onRevoke && {
          head: t('tokens.acts'),
          cell: (token) =>
            !isRevoked(token) && (
              <RowButton name={token.name} label={t('tokens.revoke')} onClick={() => onRevoke(token)} />
            ),
        }
      }
    />
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
