import type { Leaving } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import {
  type LineByHand,
  type LeavingLine as LineName,
  linesByHand,
  longestLeavingNote,
} from '@support-console/contract/leaving.words'
import type { Why } from '@support-console/contract/reasons.words'
import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { Link } from '../../../kit/link.tsx'
import { useWhy, WhyFields } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../../ui/call-banner/open-outcome.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import buttons from '../../../ui/link-button.module.css'
import { sayMinute } from '../../../ui/local-time.ts'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import styles from './leaving.module.css'
import { text } from './texts.ts'

type Line = Leaving['lines'][number]

export const lineNames: Readonly<Record<LineName, string>> = {
  sims: text('LineSims'),
  panels: text('LinePanels'),
  users: text('LineUsers'),
  key: text('LineKey'),
  vpn: text('LineVpn'),
}

interface LeavingLineProps {
  readonly line: Line
  readonly leaving: Leaving
  /** The reader may work at it. */
  readonly isOpen: boolean
  readonly onChanged: () => void
}

/** One thing to end: what it is, how it stands, by whom and when; and what can be done about it. */
export function LeavingLine({ line, leaving, isOpen, onChanged }: LeavingLineProps) {
  const hand = linesByHand.find((name) => name === line.line)
  return (
    <li className={styles.line}>
      <Status kind={line.isDone ? 'ok' : 'pending'}>{text(line.isDone ? 'Done' : 'Open')}</Status>
      <div className="anywhere">
        <strong>{lineNames[line.line]}</strong> <span>{sayCount(line)}</span>
        <div className={styles.beside}>
          {line.isDone && line.at && (
            <Said>
              {text(line.by ? 'DoneBy' : 'DoneAt', { time: sayMinute(line.at), who: line.by ?? '' })}
            </Said>
          )}{' '}
          {line.note !== '' && <Said>{text('Answered', { note: line.note })}</Said>}
        </div>
      </div>
      <div className={`flex wrap gap-8 ${styles.ways}`}>
        {line.line === 'sims' ? (
          <SimWays line={line} leaving={leaving} isOpen={isOpen} onChanged={onChanged} />
        ) : (
          isOpen && !line.isDone && <Way of={line.line} leaving={leaving} />
        )}
        {hand && isOpen && <ByHand of={hand} line={line} leaving={leaving} onChanged={onChanged} />}
      </div>
    </li>
  )
}

function sayCount({ line, all, done }: Line): string {
  switch (line) {
    case 'sims':
      return all === null
        ? text('NotTold')
        : all === 0
          ? text('Nothing')
          : text('SimsOf', { all, done: done ?? 0 })
    case 'panels':
      return all === null
        ? text('NotTold')
        : all === 0
          ? text('Nothing')
          : text('PanelsOf', { all, done: done ?? 0 })
    case 'users':
      return all === null
        ? text('UsersNotKnown')
        : all === 0
          ? text('Nothing')
          : text('UsersOf', { count: all })
    case 'key':
      return text('KeyHow')
    case 'vpn':
      return text('VpnHow')
  }
}

/** Where it is ended. */
function Way({
  of,
  leaving: { companyId, companyName, sapCompanyId },
}: {
  readonly of: LineName
  readonly leaving: Leaving
}) {
  const ways: Partial<Record<LineName, { to: string; said: string }>> = {
    panels: { to: addresses.panels('sapNumber', [sapCompanyId]), said: text('ToPanels') },
    users: { to: addresses.companyPart(companyId, 'users'), said: text('ToUsers') },
    key: { to: addresses.company({ companyId, companyName, sapCompanyId }), said: text('ToKey') },
  }
  const way = ways[of]
  return way ? (
    <Link className={buttons.plain} to={way.to}>
      {way.said}
    </Link>
  ) : null
}

/** Its batches, and those that are left once they are over. */
function SimWays({ line, leaving, isOpen, onChanged }: LeavingLineProps) {
  const { companyId, companyName: name, series } = leaving
  const goOn = useChange('POST /companymanager/v1/companies/{companyId}/leaving/sims', text('ScreenTitle'))
  const [isAsking, setAsking] = useState(false)
  const why = useWhy(`leaving sims ${companyId}`)
  const left = (line.all ?? 0) - (line.done ?? 0)
  const [newest] = series
  const isRunning = newest !== undefined && newest.endedAt === null
  const begun = async (answering: ReturnType<typeof goOn.askAgain>) => {
    const answer = await answering
    onChanged()
    return answer !== undefined
  }
  const confirm = (said: Why) => {
    setAsking(false)
    return begun(goOn.start({ params: { companyId }, query: said }, text('ActionGoOn', { name })))
  }
  return (
    <>
      {newest && (
        <Link className={buttons.plain} to={addresses.series(newest.seriesId)}>
          {text('SimsRun')}
        </Link>
      )}
      {isOpen && !isRunning && left > 0 && (
        <Button
          look="danger"
          isBusy={goOn.isPending}
          busyText={text('Starting')}
          onPress={() => setAsking(true)}
        >
          {text('SimsGoOn')}
        </Button>
      )}
      <CallBanner call={goOn} hidesSuccess />
      <OpenOutcome why={goOn.open} onAskAgain={() => void begun(goOn.askAgain())} />
      <ConfirmDialog
        isOpen={isAsking}
        title={text('SimsGoOnQuestion', { count: left })}
        caution={text('Caution')}
        verb={text('SimsGoOnVerb')}
        isDanger
        onConfirm={why.guard(confirm)}
        onCancel={() => setAsking(false)}
      >
        <WhyFields of={why} />
      </ConfirmDialog>
    </>
  )
}

interface ByHandProps {
  readonly of: LineByHand
  readonly line: Line
  readonly leaving: Leaving
  readonly onChanged: () => void
}

/** What was ended elsewhere: at whom, and what they answered; it can be taken back. */
function ByHand({ of, line, leaving: { companyId, companyName: name }, onChanged }: ByHandProps) {
  const note = useChange('POST /companymanager/v1/companies/{companyId}/leaving/lines', text('ScreenTitle'))
  const [typed, setTyped] = useState<string | null>(null)
  const noted = async (answering: ReturnType<typeof note.askAgain>) => {
    const answer = await answering
    if (answer) setTyped(null)
    onChanged()
  }
  const send = (isDone: boolean, said: string) =>
    void noted(
      note.start(
        { params: { companyId }, body: { line: of, isDone, note: said.trim() } },
        text('ActionNote', { name }),
      ),
    )
  return (
    <>
      {line.isDone && line.by ? (
        <Button
          look="quiet"
          isBusy={note.isPending}
          busyText={text('TakeBack')}
          onPress={() => send(false, '')}
        >
          {text('TakeBack')}
        </Button>
      ) : (
        <Button isBusy={note.isPending} busyText={text('Say')} onPress={() => setTyped('')}>
          {text('Say')}
        </Button>
      )}
      <CallBanner call={note} hidesSuccess />
      <OpenOutcome why={note.open} onAskAgain={() => void noted(note.askAgain())} />
      <ConfirmDialog
        isOpen={typed !== null}
        title={text('SayTitle', { line: lineNames[of] })}
        verb={text('SayVerb')}
        isBusy={note.isPending}
        onConfirm={() => send(true, typed ?? '')}
        onCancel={() => setTyped(null)}
      >
        <TextField
          label={text('SayLabel')}
          value={typed ?? ''}
          onChange={setTyped}
          checks={{ maxLength: longestLeavingNote }}
          autoComplete="off"
          dir="auto"
        />
      </ConfirmDialog>
    </>
  )
}
