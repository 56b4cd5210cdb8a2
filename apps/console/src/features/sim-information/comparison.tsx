import type { SimSource } from '@support-console/contract'
import { useMemo } from 'react'
import { useObserved } from '../../kit/observed/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CheckIcon, CopyIcon } from '../../ui/icons/controls.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { Thing } from '../../ui/thing.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { type ComparedField, compare, summarise } from './compare.ts'
import styles from './comparison.module.css'
import { ComparisonTable } from './comparison-table.tsx'
import { SourceFailure } from './source-head.tsx'
import { answersOf, hasData, isSettled, keptAnswers, nameOf, saysNotFound, vendorCodeOf } from './sources.ts'
import { text } from './texts.ts'
import { type States, sources, useSources } from './use-sources.ts'

/** The three answers side by side (specification 2.5): what differs is marked, counted, and can be seen alone. */
export function Comparison({
  simId,
  title,
  states,
  onlyDifferences = false,
  onOnlyDifferences,
  onRetry,
}: {
  readonly simId: string
  /** Where it is one block of several. */
  readonly title?: string
  readonly states: States
  readonly onlyDifferences?: boolean
  readonly onOnlyDifferences?: (only: boolean) => void
  readonly onRetry: (source: SimSource, system: string) => void
}) {
  const { isCopied, copy } = useCopy(text('Comparison'))
  const observed = useObserved('sim', simId)
  const isBlock = title !== undefined
  const compared = useMemo(() => {
    const answers = answersOf(states)
    // What differs is known before the answers, by what each system last said.
    const known = isBlock ? { ...keptAnswers(states, simId, observed), ...answers } : answers
    return compare(known, vendorCodeOf(states, simId))
  }, [states, simId, observed, isBlock])
  const settled = sources.every((source) => isSettled(states[source]))
  const answered = sources.filter((source) => hasData(states[source])).length

  if (sources.every((source) => saysNotFound(states[source]))) return <UnknownSim simId={simId} />
  return (
    <section className={title && styles.block} aria-label={title ?? text('Comparison')}>
      <div className="row wrap gap-8-16 below-12">
        {title && <h2>{title}</h2>}
        <div className={`flex wrap ${styles.summary}`} role="status">
          {answered > 1 && (
            <Summary compared={compared} isComplete={settled} isPartial={settled && answered < 3} />
          )}
        </div>
        {!title && (
          <Thing of="sim" id={simId}>
            {text('WhatIsWrong')}
          </Thing>
        )}
        {onOnlyDifferences && (
          <Checkbox className={styles.only} checked={onlyDifferences} onChange={onOnlyDifferences}>
            {text('OnlyDifferences')}
          </Checkbox>
        )}
        <Button
          size="tool"
          look={isBlock ? 'quiet' : 'plain'}
          icon={isCopied ? <CheckIcon /> : <CopyIcon />}
          disabledReason={answered > 0 ? undefined : text('NothingToCopy')}
          onPress={() => copy(asText(simId, states, compared))}
        >
          {text('CopyAsText')}
        </Button>
      </div>
      <ComparisonTable
        simId={simId}
        states={states}
        compared={onlyDifferences ? compared.filter((field) => field.differs) : compared}
        onRetry={onRetry}
        observed={observed}
        isBlock={isBlock}
      />
      {!isBlock && (
        <div className="stack gap-12 above-12">
          {sources.map((source) => (
            <SourceFailure key={source} source={source} states={states} />
          ))}
        </div>
      )}
    </section>
  )
}

function Summary({
  compared,
  isComplete,
  isPartial,
}: {
  readonly compared: readonly ComparedField[]
  readonly isComplete: boolean
  readonly isPartial: boolean
}) {
  const { differing, sharedCount, alsoDiffering } = summarise(compared)
  const names = (keys: typeof differing) => keys.map((key) => text(key)).join(', ')
  const differs = differing.length + alsoDiffering.length > 0
  const listed = [
    differs && !isComplete && text('SoFar'),
    names(differing),
    alsoDiffering.length > 0 && text('AlsoDiffers', { fields: names(alsoDiffering) }),
    differs && isPartial && text('OnlyTwoAnswered'),
  ].filter(Boolean)
  const nothing = !isComplete ? 'NoDifferencesSoFar' : isPartial ? 'NoDifferencesPartly' : 'NoDifferences'
  const mark = differs ? 'warn' : !isComplete ? 'pending' : isPartial ? 'info' : 'ok'
  return (
    <>
      <span className={`inline gap-6 ${differs ? 'strong caution' : 'medium quiet'}`}>
        <StateMark kind={mark} />
        {differs
          ? text(differing.length === 1 ? 'DiffersOne' : 'Differ', {
              count: differing.length,
              total: sharedCount,
            })
          : text(nothing)}
      </span>
      {listed.length > 0 && <span className={`quiet ${styles.listed}`}>{listed.join('; ')}</span>}
    </>
  )
}

function UnknownSim({ simId }: { readonly simId: string }) {
  return (
    <div className={`column middle quiet ${styles.empty}`} role="status">
      <p className="strong ink">{text('UnknownSim')}</p>
      <p>{text('UnknownSimHelp', { simId })}</p>
    </div>
  )
}

/** The comparison as plain text for a ticket or a mail: a line per field, sources in columns, differences named. */
function asText(simId: string, states: States, compared: readonly ComparedField[]): string {
  const titles = sources.map((source) => nameOf(source, states, simId).title)
  const rows = compared.map((field) => [
    text(field.key),
    ...sources.map((source) => {
      const value = field.values[source]
      return value.belongs && value.text !== '' ? value.text : '–'
    }),
    field.differs ? `<- ${text('Differs')}` : '',
  ])
  const table = [[text('Field'), ...titles, ''], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const { differing, sharedCount } = summarise(compared)
  return [
    `SIM ${simId}, ${new Date(serverNow()).toISOString()}`,
    text('Differ', { count: differing.length, total: sharedCount }),
    '',
    ...lines,
  ].join('\n')
}

/** What the three systems say of a SIM, for its page: asked when it is opened, before that as last observed. */
export function KnownOfSim({ simId, title }: { readonly simId: string; readonly title: string }) {
  const { states, retry } = useSources(simId)
  if (!states) return null
  return <Comparison simId={simId} title={title} states={states} onRetry={retry} />
}
