import type { Shift } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { mostOfShift } from '@support-console/contract/handover.words'
import { usePageKeys } from '../../kit/page-keys/index.ts'
import { KeyTip } from '../../kit/page-keys/key-tip.tsx'
import { Page } from '../../kit/skeleton/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { classes } from '../../ui/classes.ts'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { copyLines } from '../diagnosis/index.ts'
import { linesOf } from './as-text.ts'
import styles from './handover.module.css'
import { tell } from './said.ts'
import { ShiftForm } from './shift-form.tsx'
import { SilentLine } from './silent-line.tsx'
import { text } from './texts.ts'
import { Happened, ToGoOnWith } from './told-lists.tsx'
import { type ShiftAsked, useShift } from './use-shift.ts'

/** What happened in a shift, for those who come next: the address says from when to when, and whose (D25). */
export function Handover() {
  const asked = useShift()
  const { shift, time, address } = asked
  const copy = () => {
    if (!shift.data) return
    const lines = linesOf(shift.data, time, `${location.origin}${address}`)
    void copyLines(lines, text('Copied', { count: lines.length }))
  }
  usePageKeys([{ key: 'c', what: text('CopyText'), run: copy }])
  const issue = shift.error?.issues[0]?.field
  return (
    <Page>
      <ShiftForm asked={asked}>
        <KeyTip keys="c">
          <Button
            size="tool"
            className={`to-end ${styles.copy}`}
            icon={<CopyIcon />}
            isDisabled={!shift.data}
            onPress={copy}
          >
            {text('CopyText')}
          </Button>
        </KeyTip>
      </ShiftForm>
      {shift.error && !shift.isFetching && (
        <CallBanner key={issue} call={{ status: 'rejected', error: shift.error }} />
      )}
      {shift.isFetching && !shift.data && <LoadingMark>{text('Reading')}</LoadingMark>}
      {shift.data && <OfShift shift={shift.data} time={time} />}
    </Page>
  )
}

/** One sentence, the line of silent panels, what is to go on with, and what happened (brief, section 10). */
function OfShift({ shift, time }: { readonly shift: Shift; readonly time: ShiftAsked['time'] }) {
  const { sentence, lines, tone, left, days, folded } = tell(shift, time)
  return (
    <>
      <div className={classes('edged below-8', styles.answer, tone !== 'unknown' && `kind-${tone}`)}>
        <p className={`below-4 ${styles.sentence}`}>{sentence}</p>
        {lines.map((line) => (
          <p key={line} className="quiet">
            {line}
          </p>
        ))}
      </div>
      {shift.silent && <SilentLine silent={shift.silent} from={time.from} to={time.to} />}
      <ToGoOnWith told={left} />
      <Happened
        days={days}
        folded={folded}
        namesPeople={shift.who === '' || shift.accounts.length > 1}
        more={
          shift.hasMore
            ? {
                said: text('HasMore', { count: mostOfShift }),
                to: shift.who === '' ? addresses.auditTrail() : pageOf('staff', shift.who),
              }
            : undefined
        }
      />
    </>
  )
}
