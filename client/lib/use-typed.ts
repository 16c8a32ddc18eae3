import { useEffect, useState } from 'react'

const PAUSE = 300

/** Debounced text input; a value set from outside replaces the typed text. */
export function useTyped(value: string, report: (value: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const [reported, setReported] = useState(value)
  if (value !== reported) {
    setReported(value)
    setText(value)
  }
  useEffect(() => {
    if (text === reported) return
    const id = setTimeout(() => {
      setReported(text)
      report(text)
    }, PAUSE)
    return () => clearTimeout(id)
  }, [text, reported, report])
  return [text, setText]
}
