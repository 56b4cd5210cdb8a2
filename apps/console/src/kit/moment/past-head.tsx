import { asOf, isComparable, readInstant } from '@support-console/contract/moments.words'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Moment } from '../../api/moment.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import buttons from '../../ui/link-button.module.css'
import { sayMomentInFull } from '../../ui/say-when.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { Link } from '../link.tsx'
import { plainMinute, shortInstant } from './minute.ts'
import { MomentField } from './moment-field.tsx'
import styles from './past.module.css'
import { readMoment } from './read-moment.ts'
import { text } from './texts.ts'

interface PastHeadProps {
  /** As the address has it. */
  readonly at: string
  /** Null: that is none. */
  readonly moment: Moment | null
  readonly isToCome: boolean
}

/** Says as of when the page is, or why it is not; leads to another moment, and to now. */
export function PastHead({ at, moment, isToCome }: PastHeadProps) {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const navigate = useNavigate()
  const said = sayHead(at, moment, isToCome)
  useEffect(() => announce(said), [said])
  return (
    <section className={`row wrap gap-8-16 ink ${styles.head}`} aria-label={text('Past')}>
      <p className="row gap-8 caution">
        <StateMark kind="warn" />
        <strong>{said}</strong>
      </p>
      {moment && !isToCome && (
        <>
          <MomentForm
            label={text('Moment')}
            verb={text('Show')}
            of={moment.ms}
            onMoment={(instant) => void navigate(asOf(page, instant, moment.to ?? undefined))}
          />
          {moment.to ? (
            <>
              <MomentForm
                label={text('ComparedWith')}
                verb={text('Compare')}
                of={readInstant(moment.to) ?? serverNow()}
                onMoment={(instant) => void navigate(asOf(page, at, instant))}
              />
              <Link to={asOf(page, at)}>{text('StopComparing')}</Link>
            </>
          ) : (
            isComparable(pathname) && (
              <Link className={buttons.plain} to={asOf(page, at, 'now')}>
                {text('CompareWith')}
              </Link>
            )
          )}
        </>
      )}
      <Link className={buttons.primary} to={asOf(page, null)}>
        {text('Now')}
      </Link>
    </section>
  )
}

function sayHead(at: string, moment: Moment | null, isToCome: boolean): string {
  if (!moment) return text('NotAnInstant', { at })
  const said = { moment: sayMomentInFull(moment.ms) }
  return isToCome ? text('FutureInAddress', said) : text('AsItWas', said)
}

interface MomentFormProps {
  readonly label: string
  readonly verb: string
  /** The moment that is shown, in ms. */
  readonly of: number
  /** Takes another one, as addresses have it. */
  readonly onMoment: (instant: string) => void
}

function MomentForm({ label, verb, of, onMoment }: MomentFormProps) {
  const minute = plainMinute(of)
  const [shown, setShown] = useState(minute)
  const [typed, setTyped] = useState(minute)
  if (shown !== minute) {
    setShown(minute)
    setTyped(minute)
  }
  return (
    <Form
      isGuarded={false}
      className="row wrap gap-8"
      onSubmit={() => onMoment(shortInstant(readMoment(typed) ?? of))}
    >
      <MomentField
        isTool
        label={label}
        value={typed}
        onChange={setTyped}
        check={(instant) => (instant > serverNow() ? text('Future') : undefined)}
      />
      <Button type="submit" size="tool">
        {verb}
      </Button>
    </Form>
  )
}
