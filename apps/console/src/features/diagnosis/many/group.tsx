import type { CauseGroup } from '@support-console/contract'
import { useId, useState } from 'react'
import { Link } from '../../../kit/link.tsx'
import { ThingState } from '../../../kit/thing-state/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ChevronRightIcon, CopyIcon } from '../../../ui/icons/controls.tsx'
import { StateMark } from '../../../ui/icons/marks.tsx'
import { RefreshIcon } from '../../../ui/icons/screens.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import buttons from '../../../ui/link-button.module.css'
import { sayShortly } from '../../../ui/say-when.ts'
import { Said } from '../../../ui/thing.tsx'
import { useWatchMany } from '../../watches/index.ts'
import { copyLines } from '../copy-lines.ts'
import { sayLocally } from '../said.ts'
import { markOf, sayState } from '../states.tsx'
import { text } from '../texts.ts'
import { useLookAgain } from './look-again.ts'
import styles from './many.module.css'

interface GroupProps {
  readonly group: CauseGroup
  /** How many panels there are in all groups. */
  readonly all: number
  readonly isFirst: boolean
  readonly onLookAgain: () => void
}

/** So many rows are shown before all are asked for: of the first cause, and of the others. */
const shownAtFirst = { first: 5, others: 3 } as const

/** Panels with the same cause: how many, why, how certain that is, and each of them with its state. */
export function Group({ group, all, isFirst, onLookAgain }: GroupProps) {
  const { state, sentence, next, cloudIds } = group
  const [isOpen, setOpen] = useState(state !== 'fine')
  const [showsAll, setShowsAll] = useState(false)
  const { canLook, isLooking, lookAgain } = useLookAgain(group, onLookAgain)
  const id = useId()
  const count = cloudIds.length
  const name = text('PanelsOf', { sentence: `${count} ${sayLocally(sentence)}` })
  const watching = useWatchMany(state === 'fine' ? null : { cloudIds }, {
    size: 'field',
    label: text('WatchThese', { name }),
  })
  const most = isFirst ? shownAtFirst.first : shownAtFirst.others
  const isCut = !showsAll && count > most && state !== 'not-asked'
  return (
    <li className={`stack tops line-above ${styles.group}`} data-state={state}>
      <span className={`row gap-6 strong stated kind-${markOf[state]} ${styles.state}`}>
        <StateMark kind={markOf[state]} />
        {hasNoAnswer(group) ? text('NoAnswer') : sayState(state)}
      </span>
      <h3 className={`stack gap-12 ${styles.cause}`}>
        <b className={`end ${styles.count}`}>{count}</b>{' '}
        <span>
          <Said>{sayLocally(sentence)}</Said>
        </span>
      </h3>
      <p className={`row wrap gap-0-8 quiet ${styles.about}`}>
        {aboutOf(group, all).join(' · ')}
        {isOpen && isCut && (
          <Button look="quiet" size="row" onPress={() => setShowsAll(true)}>
            {text('All', { count })}
          </Button>
        )}
      </p>
      <span className={`flex wrap gap-8 ${styles.ways}`}>
        {canLook && (
          <Button icon={<RefreshIcon />} isBusy={isLooking} onPress={lookAgain}>
            {text('LookAgainAt', { count })}
          </Button>
        )}
        <Button
          icon={<CopyIcon />}
          onPress={() =>
            void copyLines(cloudIds, count === 1 ? text('CopiedId') : text('CopiedIds', { count }))
          }
        >
          {count === 1 ? text('CopyId') : text('CopyIds', { count })}
        </Button>
        {watching.button}
        {next && (
          <Link
            to={next.path}
            className={state === 'cause' || state === 'likely' ? buttons.primary : buttons.plain}
          >
            {next.text}
          </Link>
        )}
      </span>
      <span className={styles.fold}>
        <Button
          look="quiet"
          isIconOnly
          aria-label={name}
          aria-expanded={isOpen}
          aria-controls={id}
          icon={<ChevronRightIcon className="turns" />}
          onPress={() => setOpen(!isOpen)}
        />
      </span>
      {watching.outcomes && <div className={`narrow ${styles.watching}`}>{watching.outcomes}</div>}
      {isOpen && (
        <div id={id} className={`narrow above-6 ${styles.panels}`}>
          {state === 'not-asked' ? (
            <p className="flex wrap gap-4-12">
              {cloudIds.map((cloudId) => (
                <Identifier key={cloudId} value={cloudId} of="panel" />
              ))}
            </p>
          ) : (
            <Panels group={group} most={isCut ? most : count} />
          )}
        </div>
      )}
    </li>
  )
}

/** Nothing can be said of them because a source did not answer. */
const hasNoAnswer = ({ state, missing }: CauseGroup): boolean => state === 'not-known' && missing.length > 0

/** What it is about, how many beyond the list have it, and who did not answer. */
function aboutOf({ state, scope, inAll, missing, cloudIds }: CauseGroup, all: number): string[] {
  const count = cloudIds.length
  const beyond = inAll === null ? 0 : inAll - count
  return [
    ...(scope ? [text(`Scope-${scope.kind}`)] : []),
    beyond > 0 ? text('OfTheseAndOthers', { count, all, others: beyond }) : text('OfThese', { count, all }),
    ...(missing.length > 0
      ? [text('DidNotAnswer', { who: missing.join(', ') })]
      : state === 'cause' || state === 'fine'
        ? [text('EveryAnswered')]
        : []),
  ]
}

/** Each with its state as every list shows it (D40). */
function Panels({
  group: { panels, sentence },
  most,
}: {
  readonly group: CauseGroup
  readonly most: number
}) {
  return (
    <table
      className={`listing anywhere ${styles.table}`}
      aria-label={text('PanelsOf', { sentence: sayLocally(sentence) })}
    >
      <thead>
        <tr>
          <th scope="col">{text('Panel')}</th>
          <th scope="col">{text('Company')}</th>
          <th scope="col">{text('State')}</th>
          <th scope="col" data-column="sim">
            {text('Sim')}
          </th>
          <th scope="col" data-column="carrier">
            {text('AtCarrier')}
          </th>
        </tr>
      </thead>
      <tbody>
        {panels.slice(0, most).map(({ cloudId, company, state, silentSince, iccid, simState }) => (
          <tr key={cloudId}>
            <td className="nowrap">
              <Identifier value={cloudId} of="panel" />
            </td>
            <td>{company || '–'}</td>
            <td>
              <ThingState of={state} isBrief />{' '}
              {silentSince && (
                <span className="quiet">{text('Since', { time: sayShortly(silentSince) })}</span>
              )}
            </td>
            <td className="nowrap" data-column="sim">
              {iccid ? <Identifier value={iccid} of="sim" /> : '–'}
            </td>
            <td data-column="carrier">{simState ? <ThingState of={simState} /> : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
