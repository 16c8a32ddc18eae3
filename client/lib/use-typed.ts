import { useEffect, useState } from 'react'

const PAUSE = 300

/** A text that is told on once nothing was typed for a moment; a value set from outside replaces it. */
export function useTyped(value: string, tell: (value: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const [told, setTold] = useState(value)
  if (value !== told) {
    setTold(value)
    setText(value)
  }
  useEffect(() => {
    if (text === told) return
    const id = setTimeout(() => {
      setTold(text)
      tell(text)
    }, PAUSE)
    return () => clearTimeout(id)
  }, [text, told, tell])
  return [text, setText]
}
