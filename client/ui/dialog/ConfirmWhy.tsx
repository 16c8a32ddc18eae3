import { Textarea } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import { Confirm } from './Confirm.tsx'

interface Given extends Omit<ComponentProps<typeof Confirm>, 'onAct'> {
  /** What the reason is asked for with, and what is said without it. */
  label: string
  needed: string
  maxLength: number
  onAct: (why: string) => void
}

/** The question before an act that nobody does without saying why. */
export function ConfirmWhy({ label, needed, maxLength, onAct, children, ...rest }: Given) {
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const missing = why.trim() === ''
  return (
    <Confirm
      {...rest}
      onAct={() => {
        setTried(true)
        if (!missing) onAct(why)
      }}
    >
      {children}
      <Textarea
        label={label}
        required
        autosize
        minRows={1}
        maxLength={maxLength}
        value={why}
        error={tried && missing ? needed : undefined}
        onChange={(e) => setWhy(e.currentTarget.value)}
      />
    </Confirm>
  )
}
