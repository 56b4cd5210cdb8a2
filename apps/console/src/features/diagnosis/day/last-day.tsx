import type { Change } from '@support-console/contract'
import { dayHours } from '@support-console/contract/days.words'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { text } from '../texts.ts'
import type { Look } from '../use-diagnosis.ts'
import { DayStrips } from './day-strips.tsx'
import { OtherDay } from './other-day.tsx'
import { useDay } from './use-day.ts'
import { sayTimeOf } from './words.ts'

const dayMs = dayHours * 3600_000

/** The last 24 hours of a thing (whole 4), or earlier ones as far as they are kept. */
export function LastDay({ look }: { readonly look: Look }) {
  const [until, setUntil] = useState<string | null>(null)
  const { data, error, refetch, isFetching } = useDay(look, until)
  const { since, symptom, causes } = look.known.verdict
  const silence = symptom !== 'reporting' && since ? since.at : null
  const isCause = ({ transactionId, at }: Change) =>
    causes
      .slice(0, 1)
      .some(
        ({ changedBy, since }) =>
          (transactionId !== null && changedBy?.transactionId === transactionId) || since?.at === at,
      )
  const end = data ? Date.parse(data.until) : serverNow()
  const go = (to: number) => setUntil(to >= serverNow() ? null : new Date(to).toISOString())
  return (
    <Section
      title={text(until === null ? 'DayTitle' : 'DayTitlePast')}
      state={<span className="tabular small quiet">{sayTimeOf(end - dayMs, end, until === null)}</span>}
      actions={
        <>
          <Button look="quiet" size="tool" onPress={() => go(end - dayMs)}>
            {text('DayOlder')}
          </Button>
          <OtherDay onChosen={go} />
          {until !== null && (
            <>
              <Button look="quiet" size="tool" onPress={() => go(end + dayMs)}>
                {text('DayNewer')}
              </Button>
              <Button look="quiet" size="tool" onPress={() => setUntil(null)}>
                {text('DayToNow')}
              </Button>
            </>
          )}
        </>
      }
    >
      {error && !data ? (
        <p className="row gap-12">
          {text('ChangesFailed')}
          <Button size="row" isBusy={isFetching} onPress={() => void refetch()}>
            {text('TryAgain')}
          </Button>
        </p>
      ) : (
        <DayStrips
          key={until}
          kind={look.kind}
          day={data}
          isNow={until === null}
          silence={silence}
          isCause={isCause}
        />
      )}
    </Section>
  )
}
