import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { revokeWallScreen, type WallScreen } from '#contract/wall.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { useCan } from '../../lib/who.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import { MakeScreen } from './screen-make.tsx'
import { orderedScreens, screenStateOf, useScreens } from './screen-queries.ts'
import { TokenSince, TokenWhen } from './times.tsx'
import textCss from '../../ui/text.module.css'
import css from './tokens.module.css'

/** The screens in control rooms: which there are, when each was last seen, and the end of each. */
export function Screens() {
  const { t } = useText()
  const screens = useScreens()
  const mayChange = useCan('tokens.update')
  // Nobody hands out a view that they do not have themselves.
  const mayMake = useCan('dashboard.view') && mayChange
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<WallScreen | null>(null)
  const [all, setAll] = useState(false)
  const revoked = screens.data?.filter((s) => s.revoked_at !== null).length ?? 0
  return (
    <>
      <section className={css.second} aria-labelledby="screens-title">
        <header className={css.head}>
          <div>
            <h2 className={css.title} id="screens-title">
              {t('screens.title')}
            </h2>
            <p className={css.hint}>{t('screens.about')}</p>
          </div>
          {mayMake && (
            <Button
              variant="default"
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => setMaking(true)}
            >
              {t('screens.make')}
            </Button>
          )}
        </header>
        <div className={css.panel}>
          <Loaded query={screens} what={t('screens.list')} height={160}>
            {(list) => {
              const shown = orderedScreens(list).filter((s) => all || s.revoked_at === null)
              return (
                <>
                  {shown.length === 0 ? (
                    <Empty
                      icon="screen"
                      title={t(list.length === 0 ? 'screens.none' : 'screens.noneInUse')}
                      hint={list.length === 0 ? t('screens.noneHint') : undefined}
                    />
                  ) : (
                    <Table screens={shown} onRevoke={mayChange ? setRevoking : undefined} />
                  )}
                  {revoked > 0 && (
                    <div className={css.foot}>
                      <Checkbox
                        size="sm"
                        checked={all}
                        onChange={(e) => setAll(e.currentTarget.checked)}
                        label={t('screens.showRevoked', { n: revoked })}
                      />
                    </div>
                  )}
                </>
              )
            }}
          </Loaded>
        </div>
      </section>
      {making && <MakeScreen onClose={() => setMaking(false)} />}
      {revoking && <RevokeScreen screen={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

interface TableGiven {
  screens: WallScreen[]
  onRevoke?: (screen: WallScreen) => void
}

function Table({ screens, onRevoke }: TableGiven) {
  const { t, language } = useText()
  const now = useNow(30_000)
  const zone = useZone() ?? 'UTC'
  const words = (s: WallScreen) => {
    const state = screenStateOf(s, now)
    if (state === 'waiting')
      return t('screens.waiting', { time: dateTime(Date.parse(s.key_until!), zone, language) })
    return t(
      state === 'expired' ? 'screens.expired' : state === 'revoked' ? 'tokens.revoked' : 'tokens.inUse',
    )
  }
  return (
    <DataTable
      label={t('screens.list')}
      rows={screens}
      rowKey={(s) => s.screen_id}
      attributes={(s) => ({ className: s.revoked_at !== null ? css.revoked : undefined })}
      columns={[
        {
          id: 'name',
          head: t('screens.name'),
          rowHeader: true,
          className: css.name,
          value: (s) => s.name,
          cell: (s) => s.name,
        },
        {
          id: 'made',
          head: t('tokens.made'),
          value: (s) => s.created_at,
          cell: (s) => (
            <div>
              <div>{s.created_by_name ?? t('tokens.program')}</div>
              <TokenWhen iso={s.created_at} />
            </div>
          ),
        },
        {
          id: 'signedIn',
          head: t('screens.signedIn'),
          value: (s) => s.signed_in_at,
          cell: (s) =>
            s.signed_in_at === null ? (
              '-'
            ) : (
              <div>
                <TokenWhen iso={s.signed_in_at} />
                <div className={textCss.small}>{s.address}</div>
              </div>
            ),
        },
        {
          id: 'seen',
          head: t('screens.seen'),
          value: (s) => s.last_seen_at,
          cell: (s) => (s.last_seen_at === null ? '-' : <TokenSince iso={s.last_seen_at} />),
        },
        {
          id: 'state',
          head: t('tokens.state'),
          value: words,
          cell: (s) => (
            <div>
              {s.revoked_at !== null && <Icon name="block" size={14} />} {words(s)}
              {s.revoked_at !== null && (
                <div>
                  <TokenWhen iso={s.revoked_at} />
                </div>
              )}
            </div>
          ),
        },
      ]}
      actions={
        onRevoke && {
          head: t('tokens.acts'),
          cell: (s) =>
            s.revoked_at === null && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('tokens.revoke')}: ${s.name}`}
                onClick={() => onRevoke(s)}
              >
                {t('tokens.revoke')}
              </Button>
            ),
        }
      }
    />
  )
}

/** The question before a screen goes dark. */
function RevokeScreen({ screen, onClose }: { screen: WallScreen; onClose: () => void }) {
  const { t } = useText()
  const revoke = useAct(revokeWallScreen, { quiet: true })
  return (
    <Confirm
      opened
      title={t('screens.revokeTitle', { name: screen.name })}
      act={t('tokens.revoke')}
      onAct={() => revoke.run({ body: { screen_id: screen.screen_id } })}
      done={t('screens.revokedNotice', { name: screen.name })}
      onClose={onClose}
    >
      <p className={css.text}>{t('screens.revokeWhat')}</p>
    </Confirm>
  )
}
