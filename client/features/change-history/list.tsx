import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { DescribedChange } from '#contract/changes.ts'
import { dateTime, time } from '../../lib/format.ts'
import { fieldWords } from '../../lib/item-words.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { DataTable } from '../../ui/table/index.ts'
import { usePeriod } from '../../parts/described-items/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import { useMayRestore } from './may.ts'
import type { RestoreTarget } from './restore.tsx'

/** Maximum number of fields named in a line of the list. */
const NAMED = 2

interface Props {
  onItem: (change: DescribedChange) => void
  onRestore: (target: RestoreTarget) => void
}

/** Changes, newest first; a line expands to show its details. */
export function ChangeList({ changes, ...acts }: Props & { changes: readonly DescribedChange[] }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const noun = (c: DescribedChange) => texts.nounOf[c.noun]
  const name = (c: DescribedChange) => c.name ?? (c.id === c.noun ? noun(c) : c.id)
  const actor = (c: DescribedChange) => c.by_name ?? t('items.program')
  const act = (c: DescribedChange) => t(`changesPage.actOf.${c.act}`)
  return (
    <DataTable
      label={t('changesPage.tab.list')}
      rows={changes}
      rowKey={(c) => c.change_id}
      columns={[
        {
          id: 'at',
          head: t('changesPage.at'),
          rowHeader: true,
          className: textCss.nowrap,
          value: (c) => dateTime(c.at, zone, language),
          cell: (c) => (
            <>
              {dateTime(c.at, zone, language)}
              <span className={textCss.small}>:{time(c.at, zone, true).slice(-2)}</span>
            </>
          ),
        },
        { id: 'who', head: t('changesPage.who'), value: actor },
        { id: 'act', head: t('changesPage.act'), value: act },
        {
          id: 'item',
          head: t('changesPage.item'),
          className: css.item,
          value: (c) => `${noun(c)} · ${name(c)}`,
          cell: (c) => (
            <span>
              {noun(c)}
              {name(c) !== noun(c) && <span className={textCss.small}> · {name(c)}</span>}
            </span>
          ),
        },
        {
          id: 'what',
          head: t('changesPage.what'),
          className: textCss.breaks,
          hideOnPhone: (c) => c.act !== 'update' && c.reason === null,
          value: (c) => c.reason,
          cell: (c) => <Summary change={c} />,
        },
      ]}
      detail={{
        head: t('changesPage.what'),
        label: (c) => t('changesPage.show', { what: `${act(c)} ${name(c)}` }),
        content: (c) => <Detail change={c} name={name(c)} {...acts} />,
      }}
    />
  )
}

/** Summarises a change: its first fields, and the number of the others. */
function Summary({ change: c }: { change: DescribedChange }) {
  const { t, texts } = useText()
  if (c.act !== 'update') return <span className={textCss.small}>{c.reason ?? ''}</span>
  const fields = [
    ...new Set(c.replaced.flatMap((r) => r.differences.map((d) => fieldWords(c.noun, d.path, texts)))),
  ]
  if (fields.length === 0) return <span className={textCss.small}>{t('changesPage.noFields')}</span>
  const rest = fields.length - NAMED
  return (
    <span>
      {fields.slice(0, NAMED).join(', ')}
      {rest > 0 && <span className={textCss.small}> +{rest}</span>}
      {c.reason && <span className={textCss.small}> · {c.reason}</span>}
    </span>
  )
}

function Detail({ change: c, name, onItem, onRestore }: Props & { change: DescribedChange; name: string }) {
  const { t } = useText()
  const period = usePeriod()
  const may = useMayRestore()(c.noun)
  const target = (version: string): RestoreTarget => ({ noun: c.noun, id: c.id, name, version })
  return (
    <div className={`${layoutCss.columnClose} ${css.inside}`}>
      {c.reason && (
        <p className={textCss.words}>
          <strong>{t('changesPage.reason')}:</strong> {c.reason}
        </p>
      )}
      <p className={textCss.small}>
        {t('changesPage.effective')}: {period(c)}
      </p>
      {c.replaced.map((r) => (
        <div key={`${r.version} ${r.from}`} className={`${layoutCss.columnClose} ${css.part}`}>
          {c.replaced.length > 1 && <p className={textCss.small}>{period(r)}</p>}
          {c.act === 'retire' ? (
            <>
              <p className={textCss.small}>{t('changesPage.wasRetired')}</p>
              <Differences
                noun={c.noun}
                list={r.differences.map((d) => ({ ...d, after: d.before, before: null }))}
                sides={[t('changesPage.dayValue')]}
              />
            </>
          ) : (
            <Differences
              noun={c.noun}
              list={r.differences}
              sides={c.act === 'add' ? [t('items.after')] : undefined}
            />
          )}
          {may && r.version !== null && (
            <Button size="compact-sm" variant="default" onClick={() => onRestore(target(r.version!))}>
              {t('changesPage.restoreBefore')}
            </Button>
          )}
        </div>
      ))}
      <div className={layoutCss.row}>
        {may && c.version !== null && c.act !== 'add' && (
          <Button size="compact-sm" variant="default" onClick={() => onRestore(target(c.version!))}>
            {t('changesPage.restoreAfter')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => onItem(c)}>
          {t('changesPage.onlyItem')}
        </Button>
        {c.noun === 'table' && (
          <Button size="compact-sm" variant="default" component={Link} to="/settings/interpolate">
            {t('changesPage.toTable')}
          </Button>
        )}
      </div>
    </div>
  )
}
