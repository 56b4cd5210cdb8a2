import type { FindingCounts } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { type StoredState, storedStates } from '@support-console/contract/diagnosis.words'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import { useNews } from '../../../api/news/use-news.ts'
import { Link } from '../../../kit/link.tsx'
import { sayAge } from '../../../kit/observed/say-age.ts'
import { sayHowMany } from '../../../kit/thing-words.ts'
import { culture } from '../../../texts/languages.ts'
import buttons from '../../../ui/link-button.module.css'
import { VerdictBox } from '../../diagnosis/index.ts'
import { text } from './texts.ts'

const [every, halfMinute] = [60_000, 30_000]
const call = 'GET /companymanager/v1/companies/{companyId}/findings'

/**
 * What the last diagnoses of its SIMs and panels found, in one sentence, and what they do not say: how many were never
 * looked at, and how old the oldest look is (connected console 4). Nothing is looked at for it.
 */
export function CompanyVerdict({ companyId }: { readonly companyId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['company-findings', companyId],
    queryFn: async ({ signal }) => {
      const { data } = await api(call, { params: { companyId }, signal })
      // By this browser's clock.
      return { ...data, ahead: Date.parse(data.now) - Date.now() }
    },
    refetchInterval: every,
    staleTime: halfMinute,
  })
  // Whose SIM or panel it was, news does not tell.
  useNews('sim', refetch)
  useNews('panel', refetch)
  if (!data)
    return (
      <VerdictBox
        state={error ? 'not-known' : 'so-far'}
        sentence={text(error ? 'VerdictFailed' : 'VerdictComes')}
        second={error?.message}
      />
    )
  if (!data.findings)
    return (
      <VerdictBox state="not-known" sentence={text('VerdictNotShown')} second={text('VerdictNeedsRights')} />
    )
  const { sims, panels } = data.findings
  const state = stateOf([sims, panels])
  const [part, worst] = sims[state] > 0 ? (['sims', sims] as const) : (['panels', panels] as const)
  const isWrong = state === 'cause' || state === 'likely'
  return (
    <VerdictBox
      state={state}
      sentence={sentenceOf(state, sims, panels)}
      second={sayRest(state, sims, panels, data.ahead)}
    >
      {isWrong && (
        <Link className={buttons.primary} to={addresses.companyPart(companyId, part, state)}>
          {text(part === 'sims' ? 'ShowSims' : 'ShowPanelsOf', { things: things(part, worst[state]) })}
        </Link>
      )}
    </VerdictBox>
  )
}

type Part = 'sims' | 'panels'
type State = StoredState

const lookedAt = (of: FindingCounts): number => storedStates.reduce((sum, state) => sum + of[state], 0)

/** The worst that was found; fine only where all were looked at. */
function stateOf(counts: readonly FindingCounts[]): State {
  const found = storedStates.find((state) => state !== 'fine' && counts.some((of) => of[state] > 0))
  return found ?? (counts.every((of) => lookedAt(of) === of.total) ? 'fine' : 'not-known')
}

const say = (count: number): string => count.toLocaleString(culture)

const things = (part: Part, count: number): string => sayHowMany(part === 'sims' ? 'sim' : 'panel', count)

/** Of SIMs and panels, as far as there are any: '3 of 412 SIMs, 2 of 198 panels' */
const list = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(text('VerdictAnd'))

function sentenceOf(state: State, sims: FindingCounts, panels: FindingCounts): string {
  const both = [['sims', sims] as const, ['panels', panels] as const].filter(([, { total }]) => total > 0)
  const share = (count: (of: FindingCounts) => number) =>
    list(
      both.map(
        ([part, of]) =>
          count(of) > 0 && text('ShareOf', { count: say(count(of)), all: things(part, of.total) }),
      ),
    )
  if (both.length === 0) return text('VerdictNothing')
  const isOne = sims[state] + panels[state] === 1
  if (state === 'cause')
    return text(isOne ? 'VerdictOneFault' : 'VerdictFault', { share: share(({ cause }) => cause) })
  if (state === 'likely')
    return text(isOne ? 'VerdictOneWarning' : 'VerdictWarning', { share: share(({ likely }) => likely) })
  if (both.every(([, of]) => lookedAt(of) === 0)) return text('VerdictNever')
  if (state === 'fine')
    return text('VerdictFine', { all: list(both.map(([part, of]) => things(part, of.total))) })
  return text('VerdictSome', { share: share(lookedAt) })
}

/** What the sentence leaves out: other findings, what was never looked at, how old the oldest look is. */
function sayRest(state: State, sims: FindingCounts, panels: FindingCounts, ahead: number): string {
  const count = (of: (counts: FindingCounts) => number) =>
    list(
      (['sims', 'panels'] as const).map((part) => {
        const found = of(part === 'sims' ? sims : panels)
        return found > 0 ? things(part, found) : ''
      }),
    )
  const [warned, unknown, never] = [
    state === 'likely' ? '' : count(({ likely }) => likely),
    count((of) => of.unexplained + of['not-known']),
    count((of) => of.total - lookedAt(of)),
  ]
  const oldest = [sims.oldestAt, panels.oldestAt].flatMap((at) => at ?? []).toSorted()[0]
  return [
    warned && text('RestWarned', { things: warned }),
    unknown && text('RestUnknown', { things: unknown }),
    never && oldest && text('RestNever', { things: never }),
    oldest && text('RestOldest', { age: sayAge(Date.parse(oldest) - ahead, Date.now()) }),
  ]
    .filter(Boolean)
    .join(' ')
}
