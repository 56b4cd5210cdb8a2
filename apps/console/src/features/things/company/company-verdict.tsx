import type { CompanyState } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import { askedAt, useMoment } from '../../../api/moment.ts'
import { useNews } from '../../../api/news/use-news.ts'
import { Link } from '../../../kit/link.tsx'
import { sayHowMany } from '../../../kit/thing-words.ts'
import { sayAge } from '../../../ui/durations.ts'
import buttons from '../../../ui/link-button.module.css'
import { serverNow } from '../../../ui/server-clock.ts'
import { VerdictBox } from '../../diagnosis/index.ts'
import styles from './company.module.css'
import { text } from './texts.ts'

const [every, halfMinute] = [60_000, 30_000]
const call = 'GET /companymanager/v1/companies/{companyId}/state'

/** How many of its SIMs and panels are wrong, and how many were never asked (D40): each count leads to those. */
export function CompanyVerdict({ companyId }: { readonly companyId: number }) {
  const moment = useMoment()
  const { data, error, refetch } = useQuery({
    queryKey: ['company-state', companyId, moment?.at],
    queryFn: async ({ signal }) => {
      const options = { params: { companyId }, query: askedAt(moment, undefined), signal }
      return (await api(call, options)).data
    },
    refetchInterval: moment ? false : every,
    staleTime: halfMinute,
    // It comes back after a look, whose news it did not hear.
    refetchOnMount: 'always',
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
  const { state } = data
  const links = linksOf(state)
  return (
    <VerdictBox
      state={state.state === 'wrong' ? 'cause' : state.state === 'fine' ? 'fine' : 'not-known'}
      word={state.state === 'wrong' ? text('ShowWrong') : undefined}
      sentence={sentenceOf(state)}
      second={sayOldest(state)}
    >
      <div className={`flex wrap gap-8 ${styles.links}`}>
        {links.map(([part, show, words], at) => (
          <Link
            key={`${part} ${show}`}
            className={at === 0 && state.state === 'wrong' ? buttons.primary : buttons.plain}
            to={addresses.companyPart(companyId, part, show)}
          >
            {words}
          </Link>
        ))}
      </div>
    </VerdictBox>
  )
}

type Part = 'sims' | 'panels'
const kinds = { sims: 'sim', panels: 'panel' } as const

/** Of SIMs and panels that the reader may read and the company has: '3 of 412 SIMs, 2 of 198 panels' */
const shares = ({ counts }: CompanyState, count: (of: { total: number; wrong: number }) => number): string =>
  (['sims', 'panels'] as const)
    .flatMap((part) => {
      const of = counts?.[part]
      if (!of || count(of) === 0) return []
      const all = sayHowMany(kinds[part], of.total)
      return count(of) === of.total ? all : text('ShareOf', { count: count(of).toLocaleString(), all })
    })
    .join(text('VerdictAnd'))

function sentenceOf(state: CompanyState): string {
  const all = shares(state, ({ total }) => total)
  if (all === '') return text('VerdictNothing')
  if (state.state === 'wrong') return text('VerdictWrong', { share: shares(state, ({ wrong }) => wrong) })
  return state.state === 'fine' ? text('VerdictFine', { all }) : text('VerdictSome')
}

const sayOldest = ({ at }: CompanyState): string | undefined =>
  at === null ? undefined : text('RestOldest', { age: sayAge(Date.parse(at), serverNow()) })

/** Where each count leads: the list that shows those. Panels that are all wrong in one way are counted as that alone. */
function linksOf({ counts }: CompanyState): [Part, string, string][] {
  const { sims, panels } = counts ?? {}
  const isOneWay = panels && [panels.silent, panels.otherEnvironment].includes(panels.wrong)
  const all = [
    ['sims', 'wrong', 'LinkWrong', sims?.wrong],
    ['panels', 'wrong', 'LinkWrong', isOneWay ? 0 : panels?.wrong],
    ['panels', 'silent', 'LinkSilent', panels?.silent],
    ['panels', 'other-environment', 'LinkElsewhere', panels?.otherEnvironment],
    ['sims', 'not-asked', 'LinkNotAsked', sims?.notAsked],
    ['panels', 'not-asked', 'LinkNotAsked', panels?.notAsked],
  ] as const
  return all.flatMap(([part, show, words, count]) =>
    count ? [[part, show, text(words, { things: sayHowMany(kinds[part], count) })]] : [],
  )
}
