import type { CauseGroup } from '@support-console/contract'
import { useId, useState } from 'react'
import type { DataOf } from '../../../api/index.ts'
import { fileOfSheet } from '../../../kit/download/index.ts'
import { saveFile } from '../../../kit/download/made-file.ts'
import { Link } from '../../../kit/link.tsx'
import { ManyHead } from '../../../kit/many/index.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ChevronRightIcon, CopyIcon } from '../../../ui/icons/controls.tsx'
import { StateMark } from '../../../ui/icons/marks.tsx'
import { DownloadIcon, RefreshIcon } from '../../../ui/icons/screens.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import buttons from '../../../ui/link-button.module.css'
import { sayTime } from '../../../ui/local-time.ts'
import { Said } from '../../../ui/thing.tsx'
import { sayLocally } from '../said.ts'
import { markOf, sayState } from '../states.tsx'
import { text } from '../texts.ts'
import { copyLines, inFull } from '../ticket.ts'
import { sayTook } from '../verdict.tsx'
import styles from './many.module.css'

type Found = DataOf<'POST /diagnosis/v1/panels'> & { tookMs: number }

interface CausesProps {
  readonly found: Found
  readonly isLooking: boolean
  readonly onLookAgain: () => void
  readonly onEdit: () => void
}

/** Panels by their causes: the number and the cause are one sentence. */
export function Causes({ found, isLooking, onLookAgain, onEdit }: CausesProps) {
  const { groups, tookMs, oldestAt } = found
  const all = panelsIn(groups)
  const seconds = sayTook(0, tookMs)
  const copy = () => {
    const lines = linesOf(found)
    void copyLines(lines, text('CopiedForTicket', { count: lines.length }))
  }
  return (
    <>
      <ManyHead
        figure={headline(groups)}
        second={
          oldestAt
            ? text('LookedManyOld', { seconds, at: sayTime(oldestAt) })
            : text('LookedMany', { seconds })
        }
      >
        <Button onPress={onEdit}>{text('EditList')}</Button>
        <Button icon={<CopyIcon />} onPress={copy}>
          {text('CopyForTicket')}
        </Button>
        <Button icon={<DownloadIcon />} onPress={() => void saveCauses(groups)}>
          {text('Csv')}
        </Button>
        <Button icon={<RefreshIcon />} isBusy={isLooking} onPress={onLookAgain}>
          {text('LookAgain')}
        </Button>
      </ManyHead>
      <div className={styles.bar} aria-hidden="true">
        {groups.map(({ code, sentence, state, cloudIds }) => (
          <span key={`${code} ${sentence}`} style={{ flexGrow: cloudIds.length }} data-state={state}>
            <i />
            <span>
              {cloudIds.length < all / 12 ? cloudIds.length : `${cloudIds.length} ${text(code ?? 'NoFault')}`}
            </span>
          </span>
        ))}
      </div>
      <ul className={styles.groups}>
        {groups.map((group, at) => (
          <Group key={`${group.code} ${group.sentence}`} group={group} isFirst={at === 0} />
        ))}
      </ul>
      <p className={styles.foot}>{text('LookingChangesNothing')}</p>
    </>
  )
}

const isCause = ({ code, state }: CauseGroup) => code !== null && (state === 'cause' || state === 'likely')

const panelsIn = (groups: readonly CauseGroup[]): number =>
  groups.reduce((sum, { cloudIds }) => sum + cloudIds.length, 0)

/** The largest cause first: so they come. */
function headline(groups: readonly CauseGroup[]): string {
  const all = panelsIn(groups)
  const count = groups.find(isCause)?.cloudIds.length
  return count === undefined ? text('NoCause', { count: all }) : text('OneCause', { count, all })
}

/** So many are shown before they are all asked for. */
const shownAtFirst = 24

function Group({ group, isFirst }: { readonly group: CauseGroup; readonly isFirst: boolean }) {
  const { state, sentence, next, cloudIds } = group
  const [isOpen, setOpen] = useState(true)
  const [showsAll, setShowsAll] = useState(false)
  const id = useId()
  const count = cloudIds.length
  return (
    <li className={styles.group} data-state={state}>
      <StateMark kind={markOf[state]} />
      <h3 className={styles.cause}>
        <span className="visually-hidden">{sayState(state)}: </span>
        <b className={styles.count}>{count}</b>{' '}
        <span>
          <Said>{sayLocally(sentence)}</Said>
        </span>
      </h3>
      <span className={styles.ways}>
        {next && (
          <Link to={next.path} className={isFirst ? buttons.primary : buttons.plain}>
            {next.text}
          </Link>
        )}
        <Button
          icon={<CopyIcon />}
          onPress={() =>
            void copyLines(cloudIds, count === 1 ? text('CopiedId') : text('CopiedIds', { count }))
          }
        >
          {count === 1 ? text('CopyId') : text('CopyIds', { count })}
        </Button>
      </span>
      <span className={styles.fold}>
        <Button
          look="quiet"
          isIconOnly
          aria-label={text('PanelsOf', { sentence: `${count} ${sayLocally(sentence)}` })}
          aria-expanded={isOpen}
          aria-controls={id}
          icon={<ChevronRightIcon className={classes(styles.chevron, isOpen && styles.open)} />}
          onPress={() => setOpen(!isOpen)}
        />
      </span>
      {isOpen && (
        <div id={id} className={styles.panels}>
          <ul>
            {cloudIds.slice(0, showsAll ? count : shownAtFirst).map((cloudId) => (
              <li key={cloudId}>
                <Identifier value={cloudId} of="panel" />
              </li>
            ))}
          </ul>
          {!showsAll && count > shownAtFirst && (
            <Button look="quiet" size="tool" onPress={() => setShowsAll(true)}>
              {text('AllPanels', { count })}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** What a ticket needs: each cause with its panels, and the time. */
function linesOf({ groups, askedAt }: Found): string[] {
  return [
    headline(groups),
    text('TicketAsked', { time: sayTime(askedAt) }),
    ...groups.flatMap(({ state, sentence, cloudIds }) => [
      text('TicketCause', { state: sayState(state), count: cloudIds.length, sentence: inFull(sentence) }),
      `  ${cloudIds.join(' ')}`,
    ]),
    location.href,
  ]
}

const headings = ['Panel', 'State', 'Code', 'Cause'] as const

async function saveCauses(groups: readonly CauseGroup[]): Promise<void> {
  const { content, fileName } = await fileOfSheet(
    {
      name: text('FileName'),
      columns: headings.map((heading) => ({ heading: text(heading) })),
      rows: groups.flatMap(({ state, code, sentence, cloudIds }) =>
        cloudIds.map((cloudId) => [cloudId, sayState(state), code ?? '', inFull(sentence)]),
      ),
    },
    'csv',
  )
  saveFile(content, fileName)
}
