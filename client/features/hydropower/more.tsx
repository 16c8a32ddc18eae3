import { useState, type ReactNode } from 'react'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './hydropower.module.css'

/** Collapsed fields that few people need; open where one of them is invalid. */
export function More({ label, open, children }: { label: string; open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  const shown = wanted || open
  return (
    <div className={layoutCss.column}>
      <button type="button" aria-expanded={shown} onClick={() => setWanted(!shown)} className={css.moreHead}>
        <Icon name={shown ? 'down' : 'right'} size={14} />
        {label}
      </button>
      {shown && <div className={layoutCss.column}>{children}</div>}
    </div>
  )
}
