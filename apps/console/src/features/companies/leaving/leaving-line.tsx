import type { Leaving } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { type LeavingLine as LineName, linesByHand } from '@support-console/contract/leaving.words'
import { Link } from '../../../kit/link.tsx'
import buttons from '../../../ui/link-button.module.css'
import { sayMinute } from '../../../ui/local-time.ts'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import { ByHand } from './by-hand.tsx'
import styles from './leaving.module.css'
import { type Line, type LineProps, lineNames } from './lines.ts'
import { SimWays } from './sim-ways.tsx'
import { text } from './texts.ts'

/** One thing to end: what it is, how it stands, by whom and when; and what can be done about it. */
export function LeavingLine({ line, leaving, isOpen, onChanged }: LineProps) {
  const hand = linesByHand.find((name) => name === line.line)
  return (
    <li className={`stack tops line-above ${styles.line}`}>
      <Status kind={line.isDone ? 'ok' : 'pending'}>{text(line.isDone ? 'Done' : 'Open')}</Status>
      <div className="anywhere">
        <strong>{lineNames[line.line]}</strong> <span>{sayCount(line)}</span>
        <div className="quiet">
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
