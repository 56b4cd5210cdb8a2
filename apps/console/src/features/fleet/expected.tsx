import type { Expected } from '@support-console/contract'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { OfNow } from '../../kit/moment/of-now.tsx'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { sayDate } from '../../ui/say-when.ts'
import { text } from './texts.ts'

interface EndProps {
  readonly of: Expected
  readonly mayEnd: boolean
  readonly onEnded: () => unknown
}

/** Until when, by whom and why; ends it by hand. */
export function EndExpected({ of, mayEnd, onEnded }: EndProps) {
  const end = useChange('POST /fleet/v1/expected/{expectedId}/end', frame('TitleFleet'))
  const { expectedId, reason, by, until, company } = of
  const endIt = async () => {
    await end.start({ params: { expectedId } }, text('ActionEndExpected'))
    await onEnded()
  }
  return (
    <span className="row wrap gap-4-8">
      <span className="faint small">
        {text('ExpectedUntil', { day: sayDate(until), who: by })} <bdi>{reason}</bdi>
        {company && ` · ${text('ForAllOf', { name: company.name })}`}
      </span>
      {mayEnd && (
        <OfNow>
          <Button size="row" isBusy={end.isPending} busyText={text('Ending')} onPress={() => void endIt()}>
            {text('EndExpected')}
          </Button>
        </OfNow>
      )}
      <CallBanner call={end} hidesSuccess />
    </span>
  )
}

/** What is expected of whole companies: also where nothing is found at the moment. */
export function ExpectedOfCompanies({ mayEnd, onEnded }: Omit<EndProps, 'of'>) {
  const { data, refetch } = useRead('GET /fleet/v1/expected')
  const own = data?.filter(({ company }) => company !== null) ?? []
  if (own.length === 0) return null
  return (
    <ul className="stack below-12 gap-8" aria-label={text('ExpectedOfCompanies')}>
      {own.map((each) => (
        <li key={each.expectedId}>
          {text(each.finding)}{' '}
          <EndExpected of={each} mayEnd={mayEnd} onEnded={() => Promise.all([refetch(), onEnded()])} />
        </li>
      ))}
    </ul>
  )
}
