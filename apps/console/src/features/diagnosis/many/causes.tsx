import type { CauseGroup } from '@support-console/contract'
import { mostInAddress } from '@support-console/contract/addresses'
import type { ReactNode } from 'react'
import type { DataOf } from '../../../api/index.ts'
import { ExportMenu, type Format, fileOfSheet, sayWhyNot } from '../../../kit/download/index.ts'
import { saveFile } from '../../../kit/download/made-file.ts'
import { ManyHead } from '../../../kit/many/index.ts'
import { sayWord } from '../../../kit/thing-state/index.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { CopyIcon } from '../../../ui/icons/controls.tsx'
import { RefreshIcon } from '../../../ui/icons/screens.tsx'
import { sayTime } from '../../../ui/local-time.ts'
import { sayShortly } from '../../../ui/say-when.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { copyLines } from '../copy-lines.ts'
import { inFull, within } from '../said.ts'
import { sayTook } from '../sources-row.tsx'
import { markOf, sayState } from '../states.tsx'
import { text } from '../texts.ts'
import { Group } from './group.tsx'
import styles from './many.module.css'

type Found = DataOf<'POST /diagnosis/v1/panels'> & { tookMs: number }

interface CausesProps {
  readonly found: Found
  readonly isLooking: boolean
  readonly onLookAgain: () => void
  readonly onEdit: () => void
  /** Begins to look at all of them, live. */
  readonly lookAll: ReactNode
  /** The address holds the list. */
  readonly isInAddress: boolean
}

/** Panels by their causes: the number and the cause are one sentence. */
export function Causes({ found, isLooking, onLookAgain, onEdit, lookAll, isInAddress }: CausesProps) {
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
        second={[
          sayAsked(groups),
          oldestAt
            ? text('LookedManyOld', { seconds, at: sayShortly(oldestAt) })
            : text('LookedMany', { seconds }),
        ].join(' · ')}
      >
        {lookAll}
        <Button onPress={onEdit}>{text('EditList')}</Button>
        <Button icon={<CopyIcon />} onPress={copy}>
          {text('CopyForTicket')}
        </Button>
        <ExportMenu size="field" isBusy={false} onDownload={(format) => void saveCauses(groups, format)} />
        <Button icon={<RefreshIcon />} isBusy={isLooking} onPress={onLookAgain}>
          {text('LookAgain')}
        </Button>
      </ManyHead>
      <div className={`flex below-12 ${styles.bar}`} aria-hidden="true">
        {groups.map(({ code, sentence, state, cloudIds }) => (
          <span
            key={`${state} ${code} ${sentence}`}
            className={classes('small quiet', markOf[state] !== 'unknown' && `kind-${markOf[state]}`)}
            style={{ flexGrow: cloudIds.length }}
          >
            <i className="block below-4" />
            <span className="block cut">
              {cloudIds.length < all / 12
                ? cloudIds.length
                : `${cloudIds.length} ${code ? text(code) : within(sayState(state))}`}
            </span>
          </span>
        ))}
      </div>
      <ul>
        {groups.map((group, at) => (
          <Group
            key={`${group.state} ${group.code} ${group.sentence}`}
            {...{ group, all, onLookAgain }}
            isFirst={at === 0}
          />
        ))}
      </ul>
      <p className={`small quiet line-above ${styles.foot}`}>
        {text(isInAddress ? 'ListInAddress' : 'ListTooLong', { most: mostInAddress })}
      </p>
    </>
  )
}

const isCause = ({ code, state }: CauseGroup) => code !== null && (state === 'cause' || state === 'likely')

const panelsIn = (groups: readonly CauseGroup[]): number =>
  groups.reduce((sum, { cloudIds }) => sum + cloudIds.length, 0)

/** 'Three causes for 39 of 50 panels' */
function headline(groups: readonly CauseGroup[]): string {
  const all = panelsIn(groups)
  const causes = groups.filter(isCause)
  const count = panelsIn(causes)
  if (causes.length === 0) return text('NoCause', { count: all })
  if (causes.length === 1) return text('OneCause', { count, all })
  const number = numbers[causes.length]
  return text('SomeCauses', { causes: number ? text(number) : causes.length, count, all })
}

const numbers: Partial<Record<number, 'Two' | 'Three' | 'Four' | 'Five' | 'Six'>> = {
  2: 'Two',
  3: 'Three',
  4: 'Four',
  5: 'Five',
  6: 'Six',
}

/** '42 known · 8 not asked yet' */
function sayAsked(groups: readonly CauseGroup[]): string {
  const unasked = panelsIn(groups.filter(({ state }) => state === 'not-asked'))
  const known = text('KnownCount', { count: panelsIn(groups) - unasked })
  return unasked === 0 ? known : `${known} · ${text('UnaskedCount', { count: unasked })}`
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

const headings = [
  'Panel',
  'Company',
  'State',
  'SilentSince',
  'Sim',
  'AtCarrier',
  'Certainty',
  'Code',
  'Cause',
] as const

async function saveCauses(groups: readonly CauseGroup[], format: Format): Promise<void> {
  const made = fileOfSheet(
    {
      name: text('FileName'),
      columns: headings.map((heading) => ({ heading: text(heading) })),
      rows: groups.flatMap(({ state, code, sentence, panels }) =>
        panels.map((panel) => [
          panel.cloudId,
          panel.company,
          sayWord(panel.state.state),
          panel.silentSince ? sayTime(panel.silentSince) : '',
          panel.iccid ?? '',
          panel.simState ? sayWord(panel.simState.state) : '',
          sayState(state),
          code ?? '',
          inFull(sentence),
        ]),
      ),
    },
    format,
  )
  await made.then(saveFile).catch((error) => showToast(sayWhyNot(error), 'error'))
}
