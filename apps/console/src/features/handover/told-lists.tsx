import { pageOf } from '@support-console/contract/addresses'
import { factRights } from '@support-console/contract/fact-rights'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { WhyLine } from '../../kit/why/index.ts'
import { classes } from '../../ui/classes.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import buttons from '../../ui/link-button.module.css'
import { sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { Said } from '../../ui/thing.tsx'
import styles from './handover.module.css'
import { sayTimes, type ToldShift } from './said.ts'
import { text } from './texts.ts'
import type { Told } from './told.ts'

/** What the next people take over, before what happened (brief, section 10). */
export function ToGoOnWith({ told }: { readonly told: readonly Told[] }) {
  return (
    <Section title={text('GoOn')}>
      {told.length === 0 && <p className="quiet">{text('NothingLeft')}</p>}
      <ul aria-label={text('GoOn')}>
        {told.map((one) => (
          <li key={one.key} className={`stack tops line-below ${styles.left}`}>
            <Mark of={one} />
            <span className="anywhere">
              <strong>
                <Said>{one.said}</Said>
              </strong>
              <Beside
                notes={[
                  text(one.by ? 'BegunBy' : 'Begun', { time: sayShortly(one.at), who: one.by }),
                  ...one.notes,
                ]}
              />
            </span>
            {one.way && (
              <Link
                className={one.way.verb === 'TakeOver' ? buttons.primary : buttons.plain}
                to={one.way.to}
                aria-label={text(one.way.verb === 'TakeOver' ? 'TakeOverOf' : 'OpenOf', { what: one.said })}
              >
                {text(one.way.verb)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface HappenedProps extends Pick<ToldShift, 'days' | 'folded'> {
  readonly namesPeople: boolean
  /** There is more, and where all of it is. */
  readonly more: { readonly said: string; readonly to: string } | undefined
}

/** Outages, changes and failures by day, the newest first. */
export function Happened({ days, folded, namesPeople, more }: HappenedProps) {
  return (
    <Section
      title={text('Happened')}
      state={<span className="quiet">{[text('NewestFirst'), folded].filter(Boolean).join(' · ')}</span>}
    >
      {days.length === 0 && <p className="quiet">{text('NothingHappened')}</p>}
      {days.map(({ day, told }) => (
        <section key={day} aria-label={day}>
          <h3 className={`label quiet ${styles.day}`}>{day}</h3>
          <ul>
            {told.map((one) => (
              <Entry key={one.key} of={one} namesPeople={namesPeople} />
            ))}
          </ul>
        </section>
      ))}
      {more && (
        <p className="quiet">
          {more.said} <Link to={more.to}>{text('AllActions')}</Link>
        </p>
      )}
    </Section>
  )
}

function Entry({ of: one, namesPeople }: { readonly of: Told; readonly namesPeople: boolean }) {
  const { may } = useAccess()
  return (
    <li className={`stack tops line-below ${styles.entry}`}>
      <time className={`code quiet ${styles.time}`} dateTime={one.at}>
        {sayTimes(one)}
      </time>
      <Mark of={one} />
      <span className="anywhere">
        <Said>{one.said}</Said>
        <Beside notes={[namesPeople ? one.by : '', ...one.notes].filter(Boolean)} of={one} />
      </span>
      <span className={classes('flex gap-12', styles.kind, one.mark === 'error' ? 'wrong' : 'quiet')}>
        {one.kind}
        {one.way && (
          <Link to={one.way.to} aria-label={text('OpenOf', { what: one.said })}>
            {text('Open')}
          </Link>
        )}
        {one.transactionId && may(factRights.userAction) && (
          <Link
            to={pageOf('transaction', one.transactionId)}
            aria-label={text('TransactionOf', { what: one.said })}
          >
            {text('Transaction')}
          </Link>
        )}
      </span>
    </li>
  )
}

/** What else there is to say, in the line below: notes, ticket, and the way back. */
function Beside({ notes, of }: { readonly notes: readonly string[]; readonly of?: Told }) {
  const { may } = useAccess()
  const way = of?.putBack !== undefined && may('companies.change') ? of.putBack : undefined
  if (notes.length === 0 && !of?.ticket && !way) return null
  return (
    <span className="flex wrap gap-0-8 quiet">
      {notes.map((note) => (
        <span key={note}>
          <Said>{note}</Said>
        </span>
      ))}
      {of?.ticket && <WhyLine ticket={of.ticket} />}
      {way && (
        <Link to={way} aria-label={text('PutBackOf', { what: of?.said ?? '' })}>
          {text('PutBack')}
        </Link>
      )}
    </span>
  )
}

const Mark = ({ of: { mark } }: { readonly of: Told }) => (
  <span className={`inline ${styles.mark}`}>
    <StateMark kind={mark} />
  </span>
)
