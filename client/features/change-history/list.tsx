import { Button, UnstyledButton } from '@mantine/core'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import type { DescribedChange } from '#contract/changes.ts'
import { dateTime, time } from '../../lib/format.ts'
import { fieldWords } from '../../lib/item-words.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { usePeriod } from '../../parts/described-items/index.ts'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import { useMayRestore } from './may.ts'
import type { Wanted } from './restore.tsx'

const COLUMNS = 6
/** Names of fields that a line of the list tells. */
const NAMED = 2

export function List(props: {
  changes: readonly DescribedChange[]
  onItem: (change: DescribedChange) => void
  onRestore: (wanted: Wanted) => void
}) {
  const { t } = useText()
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('changesPage.tab.list')}>
      <table className={table.table} aria-label={t('changesPage.tab.list')}>
        <thead>
          <tr>
            <th scope="col">{t('changesPage.at')}</th>
            <th scope="col">{t('changesPage.who')}</th>
            <th scope="col">{t('changesPage.act')}</th>
            <th scope="col">{t('changesPage.item')}</th>
            <th scope="col">{t('changesPage.what')}</th>
            <th scope="col">
              <span className="sr">{t('changesPage.what')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.changes.map((c) => (
            <Line key={c.change_id} change={c} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LineGiven {
  change: DescribedChange
  onItem: (change: DescribedChange) => void
  onRestore: (wanted: Wanted) => void
}

function Line({ change: c, onItem, onRestore }: LineGiven) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const [open, setOpen] = useState(false)
  const id = useId()
  const noun = texts.nounOf[c.noun]
  const name = c.name ?? (c.id === c.noun ? noun : c.id)
  const who = c.by_name ?? t('items.program')
  const act = t(`changesPage.actOf.${c.act}`)
  return (
    <Fragment>
      <tr data-open={open || undefined} className={css.line}>
        <th scope="row" className={css.at}>
          {dateTime(c.at, zone, language)}
          <span className={table.small}>:{time(c.at, zone, true).slice(-2)}</span>
        </th>
        <td data-label={t('changesPage.who')}>{who}</td>
        <td data-label={t('changesPage.act')}>{act}</td>
        <td data-label={t('changesPage.item')} className={css.item}>
          <span>
            {noun}
            {name !== noun && <span className={table.small}> · {name}</span>}
          </span>
        </td>
        <td
          data-label={t('changesPage.what')}
          data-empty={(c.act !== 'update' && c.reason === null) || undefined}
          className={css.what}
        >
          <Summary change={c} />
        </td>
        <td className={table.acts}>
          <UnstyledButton
            className={css.more}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t('changesPage.show', { what: `${act} ${name}` })}
            onClick={() => setOpen(!open)}
          >
            <Icon name="down" size={16} />
          </UnstyledButton>
        </td>
      </tr>
      {open && (
        <tr id={id} className={css.detail}>
          <td colSpan={COLUMNS}>
            <Detail change={c} name={name} onItem={onItem} onRestore={onRestore} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** What a change is about in a few words: its first fields, and how many more there are. */
function Summary({ change: c }: { change: DescribedChange }) {
  const { t, texts } = useText()
  if (c.act !== 'update') return <span className={table.small}>{c.reason ?? ''}</span>
  const fields = [
    ...new Set(c.replaced.flatMap((r) => r.differences.map((d) => fieldWords(c.noun, d.path, texts)))),
  ]
  if (fields.length === 0) return <span className={table.small}>{t('changesPage.noFields')}</span>
  const rest = fields.length - NAMED
  return (
    <span>
      {fields.slice(0, NAMED).join(', ')}
      {rest > 0 && <span className={table.small}> +{rest}</span>}
      {c.reason && <span className={table.small}> · {c.reason}</span>}
    </span>
  )
}

function Detail({ change: c, name, onItem, onRestore }: LineGiven & { name: string }) {
  const { t } = useText()
  const period = usePeriod()
  const may = useMayRestore()(c.noun)
  const wanted = (version: string): Wanted => ({ noun: c.noun, id: c.id, name, version })
  return (
    <div className={css.inside}>
      {c.reason && (
        <p>
          <strong>{t('changesPage.reason')}:</strong> {c.reason}
        </p>
      )}
      <p className={table.small}>
        {t('changesPage.effective')}: {period(c)}
      </p>
      {c.replaced.map((r) => (
        <div key={`${r.version} ${r.from}`} className={css.part}>
          {c.replaced.length > 1 && <p className={table.small}>{period(r)}</p>}
          {c.act === 'retire' ? (
            <>
              <p className={table.small}>{t('changesPage.wasRetired')}</p>
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
            <Button size="compact-sm" variant="default" onClick={() => onRestore(wanted(r.version!))}>
              {t('changesPage.restoreBefore')}
            </Button>
          )}
        </div>
      ))}
      <div className={css.buttons}>
        {may && c.version !== null && c.act !== 'add' && (
          <Button size="compact-sm" variant="default" onClick={() => onRestore(wanted(c.version!))}>
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
