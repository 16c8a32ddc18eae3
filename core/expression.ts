/**
 * A token of the formulas of explanations: symbols, numbers, + - * / ^ ( ), and sqrt, min, max. ^ associates to the
 * right and takes precedence.
 */
export type Token =
  | { kind: 'number'; text: string }
  | { kind: 'symbol'; text: string }
  | { kind: 'function'; text: 'sqrt' | 'min' | 'max' }
  | { kind: 'sign'; text: string }

const FUNCTIONS = { sqrt: Math.sqrt, min: Math.min, max: Math.max }
const PATTERN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z][A-Za-z0-9_]*)|([-+*/^(),]))/y

/** The tokens of an expression. @throws SyntaxError for anything else in it */
export function tokens(expression: string): Token[] {
  const list: Token[] = []
  PATTERN.lastIndex = 0
  while (PATTERN.lastIndex < expression.trimEnd().length) {
    const at = PATTERN.lastIndex
    const found = PATTERN.exec(expression)
    if (!found) throw new SyntaxError(`At ${at} of ${expression}`)
    const [, number, name, sign] = found
    if (number !== undefined) list.push({ kind: 'number', text: number })
    else if (sign !== undefined) list.push({ kind: 'sign', text: sign })
    else if (Object.hasOwn(FUNCTIONS, name))
      list.push({ kind: 'function', text: name as keyof typeof FUNCTIONS })
    else list.push({ kind: 'symbol', text: name })
  }
  return list
}

/** Value of an expression, by the value of each symbol. @throws SyntaxError, also for a symbol that has none */
export function evaluate(expression: string, value: (symbol: string) => number | undefined): number {
  const list = tokens(expression)
  let i = 0
  const fail = (): never => {
    throw new SyntaxError(`Expected something else at ${list[i]?.text ?? 'the end'} of ${expression}`)
  }
  const take = (...signs: string[]): string | null => {
    const token = list[i]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return null
    i++
    return token.text
  }
  const sum = (): number => {
    let v = product()
    for (let sign = take('+', '-'); sign; sign = take('+', '-'))
      v = sign === '+' ? v + product() : v - product()
    return v
  }
  const product = (): number => {
    let v = power()
    for (let sign = take('*', '/'); sign; sign = take('*', '/')) v = sign === '*' ? v * power() : v / power()
    return v
  }
  const power = (): number => {
    if (take('-')) return -power()
    const base = single()
    return take('^') ? base ** power() : base
  }
  const single = (): number => {
    if (take('(')) return closed(sum())
    const token = list[i++]
    if (token?.kind === 'number') return Number(token.text)
    if (token?.kind === 'symbol') return value(token.text) ?? fail()
    if (token?.kind !== 'function' || !take('(')) return fail()
    const args = [sum()]
    while (take(',')) args.push(sum())
    return closed(FUNCTIONS[token.text](...(args as [number])))
  }
  const closed = (v: number): number => (take(')') ? v : fail())
  const v = sum()
  return i === list.length ? v : fail()
}
