import { addresses, pageOf } from '@support-console/contract/addresses'
import { factRights } from '@support-console/contract/fact-rights'
import { everyone, longestShiftDays, usualShiftHours } from '@support-console/contract/handover.words'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { MomentField, plainMinute, readMoment, shortInstant } from '../../kit/moment/index.ts'
import { usePageKeys } from '../../kit/page-keys/index.ts'
import { KeyTip } from '../../kit/page-keys/key-tip.tsx'
import { useAddress } from '../../kit/use-address.ts'
import { useAddressForm } from '../../kit/use-address-form.ts'
import { useSession } from '../../session/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { Section } from '../../ui/section.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { Said } from '../../ui/thing.tsx'
import { copyLines } from '../diagnosis/index.ts'
import styles from './handover.module.css'
import { linesOf, type Part, partsOf, type Told } from './said.ts'
import { text } from './texts.ts'

const hour = 3_600_000
const minute = 60_000

/** What happened in a shift, for those who come next: the address says from when to when, and whose (D25). */
export function Handover() {
  const { address, put } = useAddress()
  const { may } = useAccess()
  const email = useSession().user?.email ?? ''
  const mayReadOthers = may(factRights.userAction)
  // Of an address without a time the last hours until now, which a press of Look moves on.
  const [now, setNow] = useState(() => Math.ceil(serverNow() / minute) * minute)
  const timeOf = (name: 'from' | 'to', usual: number) => {
    const given = address.get(name)
    return given === null ? plainMinute(usual) : plainOf(given)
  }
  const given = address.get('who') ?? email
  const inAddress = {
    from: timeOf('from', now - usualShiftHours * hour),
    to: timeOf('to', now),
    who: given === everyone ? '' : given,
  }
  const { draft, setDraft, settle } = useAddressForm({ name: 'handover', inAddress })
  const [from, to] = [readMoment(inAddress.from, now), readMoment(inAddress.to, now)]
  const who = inAddress.who || everyone
  const isShift = from !== undefined && to !== undefined && complaint(from, to) === undefined
  const shift = useRead('GET /handover/v1/shift', {
    query: {
      from: new Date(from ?? 0).toISOString(),
      to: new Date(to ?? 0).toISOString(),
      ...(address.has('who') && { who }),
    },
    round: String(now),
    enabled: isShift,
    gcTime: 0,
  })
  const copy = () => {
    if (!shift.data || from === undefined || to === undefined) return
    const path = addresses.handover({ from: shortInstant(from), to: shortInstant(to), who })
    const lines = linesOf(shift.data, { from, to }, `${location.origin}${path}`)
    void copyLines(lines, text('Copied', { count: lines.length }))
  }
  usePageKeys([{ key: 'c', what: text('CopyText'), run: copy }])
  const look = () => {
    settle(draft)
    const [first, last] = [readMoment(draft.from) ?? now, readMoment(draft.to) ?? now]
    const isSame = draft.from === inAddress.from && draft.to === inAddress.to
    const wanted = draft.who.trim()
    put({
      ...(!isSame && { from: shortInstant(first), to: shortInstant(last) }),
      who: wanted.toLowerCase() === email.toLowerCase() ? null : wanted || everyone,
    })
    setNow(Math.ceil(serverNow() / minute) * minute)
  }
  const issue = shift.error?.issues[0]?.field
  return (
    <div className={styles.page}>
      <Form isGuarded={false} className={styles.form} onSubmit={look} shouldAlwaysShowErrors={!isShift}>
        <MomentField
          label={text('From')}
          value={draft.from}
          onChange={(typed) => setDraft({ ...draft, from: typed })}
          check={(at) => complaint(at, readMoment(draft.to))}
        />
        <MomentField
          label={text('To')}
          value={draft.to}
          onChange={(typed) => setDraft({ ...draft, to: typed })}
        />
        <TextField
          className={styles.who}
          label={text('Who')}
          help={text(mayReadOthers ? 'WhoHelp' : 'WhoOwn')}
          value={draft.who}
          onChange={(typed) => setDraft({ ...draft, who: typed })}
          isReadOnly={!mayReadOthers}
          checks={{ pattern: /\s*\S+@\S+\s*/, title: text('InvalidEmail') }}
          autoComplete="off"
        />
        <div className={`flex wrap gap-8 ${styles.buttons}`}>
          <Button type="submit" look="primary" isBusy={shift.isFetching} busyText={text('Look')}>
            {text('Look')}
          </Button>
          <Button
            onPress={() => {
              const ends = Math.ceil(serverNow() / minute) * minute
              put({ from: null, to: null })
              setNow(ends)
              setDraft({
                ...draft,
                from: plainMinute(ends - usualShiftHours * hour),
                to: plainMinute(ends),
              })
            }}
          >
            {text('LastHours', { hours: usualShiftHours })}
          </Button>
          <KeyTip keys="c">
            <Button icon={<CopyIcon />} isDisabled={!shift.data} onPress={copy}>
              {text('CopyText')}
            </Button>
          </KeyTip>
        </div>
      </Form>
      {shift.error && !shift.isFetching && (
        <CallBanner key={issue} call={{ status: 'rejected', error: shift.error }} />
      )}
      {shift.isFetching && !shift.data && <LoadingMark>{text('Reading')}</LoadingMark>}
      {shift.data &&
        partsOf(shift.data).map((part) => (
          <OfPart
            key={part.name}
            part={part}
            namesPeople={shift.data.who === ''}
            more={part.name === 'Changes' && shift.data.hasMore ? moreOf(shift.data.who) : undefined}
          />
        ))}
    </div>
  )
}

const moreOf = (who: string) => (who === '' ? addresses.auditTrail() : pageOf('staff', who))

/** As a field has it; what an address says that is no instant stands there as it is. */
const plainOf = (given: string): string => {
  const at = Date.parse(given)
  return Number.isNaN(at) ? given : plainMinute(at)
}

function complaint(from: number, to: number | undefined): string | undefined {
  if (to === undefined) return undefined
  if (from >= to) return text('NotBefore')
  return to - from > longestShiftDays * 24 * hour ? text('TooLong', { days: longestShiftDays }) : undefined
}

interface OfPartProps {
  readonly part: Part
  readonly namesPeople: boolean
  /** Where all of it is. */
  readonly more: string | undefined
}

function OfPart({ part: { name, none, told, beside }, namesPeople, more }: OfPartProps) {
  return (
    <Section title={told.length > 0 ? `${text(name)} (${told.length})` : text(name)}>
      {told.length === 0 && beside === '' && <p className="quiet">{text(none)}</p>}
      {told.length > 0 && (
        <ul className={styles.list} aria-label={text(name)}>
          {told.map((each) => (
            <Entry key={each.key} told={each} hasFailed={name === 'Failures'} namesPeople={namesPeople} />
          ))}
        </ul>
      )}
      {beside !== '' && (
        <p className="quiet">
          {beside} {more && <Link to={more}>{text('AllActions')}</Link>}
        </p>
      )}
    </Section>
  )
}

interface EntryProps {
  readonly told: Told
  readonly hasFailed: boolean
  readonly namesPeople: boolean
}

function Entry({
  told: { at, by, said, note, transactionId, outageId },
  hasFailed,
  namesPeople,
}: EntryProps) {
  const { may } = useAccess()
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={at}>
        {sayMinute(at)}
      </time>
      <span className={`flex wrap anywhere ${styles.said}`}>
        <span>
          <Said>{said}</Said>
        </span>
        {note !== '' && (
          <span className={hasFailed ? styles.failed : styles.note}>
            <Said>{note}</Said>
          </span>
        )}
        {namesPeople && by !== '' && (
          <span className={styles.note}>
            <Said>{by}</Said>
          </span>
        )}
      </span>
      {outageId && <Link to={addresses.outages(outageId)}>{text('OpenOutage')}</Link>}
      {transactionId && may(factRights.userAction) && (
        <Link to={pageOf('transaction', transactionId)} aria-label={text('TransactionOf', { what: said })}>
          {text('Transaction')}
        </Link>
      )}
    </li>
  )
}
