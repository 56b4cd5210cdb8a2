import { minutes } from '../../texts/en-US/minutes.ts'
import { textsOf } from '../../texts/text.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { zoneOffset } from '../../ui/local-time.ts'
import { readMinute } from './minute.ts'

const text = textsOf(minutes)

interface MinuteFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (typed: string) => void
  /** What is wrong with that instant, in milliseconds; undefined: nothing. */
  readonly check?: (instant: number) => string | undefined
  /** The server's word. */
  readonly error?: string | undefined
}

/** A day and a time on the reader's wall clock, with its zone beside it. */
export function MinuteField({ label, value, onChange, check, error }: MinuteFieldProps) {
  const at = readMinute(value)
  return (
    <TextField
      label={text('Label', { label, zone: zoneOffset(new Date(at ?? Date.now())) })}
      value={value}
      onChange={onChange}
      error={error}
      checks={{
        isRequired: true,
        check: (typed) => {
          const instant = readMinute(typed)
          return instant === undefined ? text('NotAMinute') : check?.(instant)
        },
      }}
      hasAsterisk={false}
      isMono
      autoComplete="off"
    />
  )
}
