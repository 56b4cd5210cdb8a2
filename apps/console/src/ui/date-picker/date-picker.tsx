import {
  type CalendarDate,
  DateFormatter,
  getLocalTimeZone,
  parseDate,
  setLocalTimeZone,
} from '@internationalized/date'
import { type KeyboardEvent, use, useId, useMemo, useRef, useState } from 'react'
import { DateFieldStateContext } from 'react-aria-components/DateField'
import {
  DatePicker as AriaDatePicker,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  type DateSegmentProps,
  Group,
  Popover,
} from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { fields } from '../../texts/en-US/fields.ts'
import { textsOf } from '../../texts/text.ts'
import { classes } from '../classes.ts'
import fieldStyles from '../form/field.module.css'
import { Field } from '../form/field.tsx'
import { ChevronRightIcon } from '../icons/controls.tsx'
import { CalendarIcon, ChevronLeftIcon } from '../icons/screens.tsx'
import { serverNow } from '../server-clock.ts'
import styles from './date-picker.module.css'
import { usableZone } from './usable-zone.ts'

const text = textsOf(fields)

// The calendar asks for the zone by its name, and fails by one that Intl does not know.
const known = (zone: string) => usableZone(zone, new Date(serverNow()).getTimezoneOffset())
setLocalTimeZone(known(getLocalTimeZone()))
// Its month grid goes by the zone that its formatter names.
const { resolvedOptions } = DateFormatter.prototype
DateFormatter.prototype.resolvedOptions = function (this: DateFormatter) {
  const options = resolvedOptions.call(this)
  return { ...options, timeZone: known(options.timeZone) }
}

export interface DatePickerProps {
  readonly label: string
  readonly isLabelHidden?: boolean | undefined
  /** yyyy-mm-dd. */
  readonly value: string
  /** Never called with an empty or half a date: the field cannot be cleared (2.7, 9). */
  readonly onChange: (value: string) => void
  readonly minimum?: string | undefined
  readonly maximum?: string | undefined
  /** With All Time on: the value stays to be seen. */
  readonly isDisabled?: boolean | undefined
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly className?: string | undefined
}

// en-CA is English with ISO dates; the segments come in the order year, month, day.
const isoLocale = 'en-CA'

/**
 * A day (5, 9: date only, English, cannot be cleared). Typed segment by segment, or chosen from a month grid. A date
 * that is half deleted or half typed is shown, but is none: what stood before comes back when the field is left.
 */
export function DatePicker(props: DatePickerProps) {
  const { label, value, onChange, minimum, maximum, isDisabled = false, help, error } = props
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  // A new key makes the segments again from the value.
  const [round, setRound] = useState(0)
  const before = useRef(value)
  // A year that is still being typed (0202).
  const [unfinished, setUnfinished] = useState<CalendarDate>()
  // The same object as long as it is the same day: another one would put the segments back to it.
  const shown = useMemo(() => unfinished ?? parseDate(value), [unfinished, value])
  return (
    <Field
      label={label}
      labelId={`${id}-label`}
      noteId={`${id}-note`}
      isLabelHidden={props.isLabelHidden}
      help={help}
      error={error}
      className={props.className}
    >
      <I18nProvider locale={isoLocale}>
        <AriaDatePicker
          key={round}
          aria-labelledby={`${id}-label`}
          {...(error || help ? { 'aria-describedby': `${id}-note` } : {})}
          value={shown}
          granularity="day"
          shouldForceLeadingZeros
          isDisabled={isDisabled}
          isInvalid={Boolean(error)}
          validationBehavior="aria"
          {...(minimum === undefined ? {} : { minValue: parseDate(minimum) })}
          {...(maximum === undefined ? {} : { maxValue: parseDate(maximum) })}
          onChange={(date) => {
            const isUnfinished = date !== null && date.year < 1000
            setUnfinished(isUnfinished ? date : undefined)
            if (date && !isUnfinished) onChange(date.toString())
          }}
          onFocus={() => {
            before.current = value
          }}
          onBlur={() => {
            if (!unfinished && !group.current?.querySelector('[data-placeholder]')) return
            setUnfinished(undefined)
            setRound(round + 1)
            if (before.current !== value) onChange(before.current)
          }}
        >
          <Group
            ref={group}
            className={classes(
              fieldStyles.box,
              styles.picker,
              error && fieldStyles.invalid,
              isDisabled && fieldStyles.disabled,
            )}
          >
            <DateInput className={classes('row fill', styles.input, fieldStyles.mono)}>
              {(segment) => <Segment segment={segment} mayEnter={unfinished === undefined} />}
            </DateInput>
            <Button className={`sign ${styles.opener}`} aria-label={text('OpenCalendar')}>
              <CalendarIcon />
            </Button>
          </Group>
          <Popover className={`over-page ${styles.popover}`} offset={4} placement="bottom start">
            <Dialog className={styles.dialog ?? ''} aria-label={label}>
              <Calendar>
                <div className="row between gap-8 below-8">
                  <Button
                    slot="previous"
                    className={`sign ${styles.step}`}
                    aria-label={text('PreviousMonth')}
                  >
                    <ChevronLeftIcon />
                  </Button>
                  <Heading className="section-title" />
                  <Button slot="next" className={`sign ${styles.step}`} aria-label={text('NextMonth')}>
                    <ChevronRightIcon />
                  </Button>
                </div>
                <CalendarGrid className={styles.grid ?? ''} weekdayStyle="short">
                  <CalendarGridHeader>
                    {(day) => (
                      <CalendarHeaderCell className={`label faint ${styles.weekday}`}>
                        {day.slice(0, 2)}
                      </CalendarHeaderCell>
                    )}
                  </CalendarGridHeader>
                  <CalendarGridBody>
                    {(date) => (
                      <CalendarCell date={date} className={`stack tabular rounded ${styles.cell}`} />
                    )}
                  </CalendarGridBody>
                </CalendarGrid>
              </Calendar>
            </Dialog>
          </Popover>
        </AriaDatePicker>
      </I18nProvider>
    </Field>
  )
}

/**
 * Year, month, day, or a dash. Backspace and Delete empty it, and Enter submits the form, as in the browser’s own date
 * fields; not while the date is half typed or half deleted.
 */
function Segment({ segment, mayEnter }: Pick<DateSegmentProps, 'segment'> & { readonly mayEnter: boolean }) {
  const state = use(DateFieldStateContext)
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && mayEnter && state?.segments.every(({ isPlaceholder }) => !isPlaceholder)) {
      event.preventDefault()
      event.currentTarget.closest('form')?.requestSubmit()
    }
    if (!['Backspace', 'Delete'].includes(event.key) || segment.isPlaceholder || !segment.isEditable) return
    event.preventDefault()
    event.stopPropagation()
    state?.clearSegment(segment.type)
    // It forgets the digits that were typed into it when the focus comes back.
    const own = event.target as HTMLElement
    const others = own.closest('[role="group"]')?.querySelectorAll<HTMLElement>('[role="spinbutton"]') ?? []
    Array.from(others)
      .find((each) => each !== own)
      ?.focus()
    own.focus()
  }
  return (
    <span className="contents" onKeyDownCapture={onKey}>
      <DateSegment segment={segment} className={styles.segment ?? ''} />
    </span>
  )
}
