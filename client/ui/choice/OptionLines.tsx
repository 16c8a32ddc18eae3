import type { ReactNode } from 'react'
import layoutCss from '../layout.module.css'
import textCss from '../text.module.css'
import css from './choice.module.css'

interface Props {
  name: ReactNode
  /** Lines that distinguish it from others; empty ones are left out. */
  lines: readonly (string | null | undefined)[]
}

/** An option of a list: its name, with a description below. */
export function OptionLines({ name, lines }: Props) {
  return (
    <span className={`${layoutCss.lines} ${css.option}`}>
      <span>{name}</span>
      {lines.map(
        (line, i) =>
          line && (
            <span key={i} className={textCss.small}>
              {line}
            </span>
          ),
      )}
    </span>
  )
}
