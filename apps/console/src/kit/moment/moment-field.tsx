import { TextField } from '../../ui/form/text-field.tsx'
import { zoneOffset } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { readMoment } from './read-moment.ts'
import { text } from './texts.ts'

interface MomentFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (typed: string) => void
  /** What is wrong with that instant, in milliseconds; undefined: nothing. */
  readonly check?: (instant: number) => string | undefined
  /** The server's word. */
  readonly error?: string | undefined
  /** What recurs is the next one to come: an end. */
  readonly isAhead?: boolean
  /** In a line of tools its label is not seen. */
  readonly isTool?: boolean
}

/** A moment, as people write or say it, on the reader's wall clock, with its zone beside it. */
export function MomentField(props: MomentFieldProps) {
  const { label, value, onChange, check, error, isAhead = false, isTool = false } = props
  const read = (typed: string) => readMoment(typed, serverNow(), isAhead)
  const at = read(value)
  return (
    <TextField
      label={text('Label', { label, zone: zoneOffset(new Date(at ?? serverNow())) })}
      value={value}
      onChange={onChange}
      error={error}
      checks={{
        isRequired: true,
        check: (typed) => {
          const instant = read(typed)
          return instant === undefined ? text('NotAMoment') : check?.(instant)
        },
      }}
      hasAsterisk={false}
      isMono
      autoComplete="off"
      {...(isTool && { size: 'tool', isLabelHidden: true })}
    />
  )
}
