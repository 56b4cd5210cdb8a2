import { asOf } from '@support-console/contract/addresses'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Moment } from '../../api/moment.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import buttons from '../../ui/link-button.module.css'
import { sayMomentInFull } from '../../ui/say-when.ts'
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
  const said = sayHead(at, moment, isToCome)
  useEffect(() => announce(said), [said])
  return (
    <section className={`row wrap gap-8-16 ${styles.head}`} aria-label={text('Past')}>
      <p className={`row gap-8 ${styles.said}`}>
        <StateMark kind="warn" />
        <strong>{said}</strong>
      </p>
      {moment && !isToCome && <AnotherMoment of={moment} page={pathname + search} />}
      <Link className={buttons.primary} to={asOf(pathname + search, null)}>
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

interface AnotherMomentProps {
  readonly of: Moment
  /** Its address. */
  readonly page: string
}

function AnotherMoment({ of, page }: AnotherMomentProps) {
  const navigate = useNavigate()
  const [shown, setShown] = useState(of)
  const [typed, setTyped] = useState(plainMinute(of.ms))
  if (shown !== of) {
    setShown(of)
    setTyped(plainMinute(of.ms))
  }
  const show = () => void navigate(asOf(page, shortInstant(readMoment(typed) ?? of.ms)))
  return (
    <Form className="row wrap gap-8" onSubmit={show}>
      <MomentField
        isTool
        label={text('Moment')}
        value={typed}
        onChange={setTyped}
        check={(instant) => (instant > Date.now() ? text('Future') : undefined)}
      />
      <Button type="submit" size="tool">
        {text('Show')}
      </Button>
    </Form>
  )
}
