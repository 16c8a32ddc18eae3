import { Fragment, type ReactNode } from 'react'
import { tokens, type Token } from '#core/expression.ts'
import type { Term } from '#contract/explain.ts'
import { digits, symbolParts } from './words.ts'
import css from './explain.module.css'

export function Symbol({ name }: { name: string }) {
  const { letter, below } = symbolParts(name)
  return (
    <i className={css.symbol}>
      {letter}
      {below && <sub>{below}</sub>}
    </i>
  )
}

const SIGNS: Record<string, string> = { '*': ' · ', '/': ' / ', '+': ' + ', '-': ' − ', ',': ', ' }

/** Renders an expression as people write it, with symbols or with their numbers. */
export function Expression({ text, terms }: { text: string; terms?: readonly Term[] }) {
  return <>{write(tokens(text), terms)}</>
}

function write(list: readonly Token[], terms?: readonly Term[]): ReactNode[] {
  const out: ReactNode[] = []
  for (let i = 0; i < list.length; i++) {
    const token = list[i]
    if (token.kind === 'sign' && token.text === '^') {
      const next = list[++i]
      out.push(<sup key={i}>{one(next, terms)}</sup>)
      continue
    }
    out.push(<Fragment key={i}>{one(token, terms)}</Fragment>)
  }
  return out
}

function one(token: Token, terms?: readonly Term[]): ReactNode {
  if (token.kind === 'number') return token.text
  if (token.kind === 'function') return token.text === 'sqrt' ? '√' : token.text
  if (token.kind === 'sign') return SIGNS[token.text] ?? token.text
  if (!terms) return <Symbol name={token.text} />
  const value = terms.find((x) => x.symbol === token.text)?.value ?? null
  return value !== null && value < 0 ? `(${digits(value)})` : digits(value)
}
