import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { MadeToken, useAddToken, useTokens } from '../tokens/index.tsx'
import { AddButton } from '../../ui/page/index.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './setup.module.css'

/** Next steps after the reservoir was created: sending readings. more: another one may be set up. */
export function Started({ more }: { more: boolean }) {
  const { t } = useText()
  const profile = useProfile()
  const go = useNavigate()
  const mayToken = useCan('tokens.update')
  const mayImport = useCan('settings.update')
  const add = useAddToken()
  const tokens = useTokens(mayToken)
  const [taken, setTaken] = useState(false)
  const name =
    profile.reservoirs.find((r) => r.hydro_code === profile.hydro_code)?.hydro_name ?? profile.hydro_code
  const inUse = (tokens.data ?? []).filter((token) => token.revoked_at === null)
  return (
    <>
      <header className={css.head}>
        <div>
          <h1 className={textCss.title}>{t('setup.ready', { name })}</h1>
          <p className={css.hint}>{t('setup.readyHint')}</p>
        </div>
        {more && (
          <AddButton
            label={t('shell.setUpAnother')}
            variant="default"
            onClick={() => void go('/setup?new=1')}
          />
        )}
      </header>
      <ol className={`${layoutCss.column} ${css.next}`}>
        <li className={css.panel}>
          <h2 className={css.stepTitle}>{t('setup.tokenTitle')}</h2>
          <p className={css.stepHint}>{t('setup.tokenHint')}</p>
          {add.data ? (
            <MadeToken made={add.data} onTaken={() => setTaken(true)} />
          ) : (
            <>
              {inUse.length > 0 && <p className={css.small}>{t('setup.tokensInUse', { n: inUse.length })}</p>}
              {mayToken && (
                <Button
                  variant={inUse.length > 0 ? 'default' : 'filled'}
                  leftSection={<Icon name="key" size={16} />}
                  loading={add.busy}
                  onClick={() =>
                    void add.run({
                      body: { name: t('setup.tokenName', { name }), scopes: ['write'], series: null },
                    })
                  }
                >
                  {t('setup.makeToken')}
                </Button>
              )}
            </>
          )}
          {add.data && !taken && <p className={css.small}>{t('setup.takeToken')}</p>}
        </li>
        <li className={css.panel}>
          <h2 className={css.stepTitle}>{t('setup.historyTitle')}</h2>
          <p className={css.stepHint}>{t('setup.historyHint')}</p>
          {mayImport && (
            <Button
              component={Link}
              to="/settings/import"
              variant="default"
              leftSection={<Icon name="upload" size={16} />}
            >
              {t('setup.toImport')}
            </Button>
          )}
        </li>
        <li className={css.panel}>
          <h2 className={css.stepTitle}>{t('setup.liveTitle')}</h2>
          <p className={css.stepHint}>{t('setup.liveHint')}</p>
          <Button
            component={Link}
            to="/dashboard"
            variant="default"
            leftSection={<Icon name="dashboard" size={16} />}
          >
            {t('setup.toDashboard')}
          </Button>
        </li>
      </ol>
    </>
  )
}
