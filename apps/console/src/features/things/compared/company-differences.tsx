import type { ThingState as State } from '@support-console/contract'
import { type Moment, MomentContext } from '../../../api/moment.ts'
import { useRead } from '../../../api/use-read.ts'
import { shortInstant } from '../../../kit/moment/index.ts'
import { ThingState } from '../../../kit/thing-state/index.ts'
import { kindName } from '../../../kit/thing-words.ts'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { text } from '../texts.ts'
import styles from './compared.module.css'
import { Differences } from './differences.tsx'
import { type Compared, sayColumn } from './other-moment.ts'

/** Which of a company's SIMs and panels were in another state, and how many more. */
export function CompanyDifferences({ companyId }: { readonly companyId: number }) {
  return (
    <Differences>
      {(compared) => (
        // What differs is told by a call of its own, which names both moments.
        <MomentContext value={null}>
          <OfCompany companyId={companyId} compared={compared} />
        </MomentContext>
      )}
    </Differences>
  )
}

interface OfCompanyProps {
  readonly companyId: number
  readonly compared: Compared
}

function OfCompany({ companyId, compared: { from, to } }: OfCompanyProps) {
  const instants = [from.at, to?.at ?? shortInstant(serverNow())].map((at) => new Date(at).toISOString())
  const { data, error } = useRead('GET /companymanager/v1/companies/{companyId}/differences', {
    params: { companyId },
    query: { from: instants[0] ?? '', to: instants[1] ?? '' },
    placeholderData: (before) => before,
  })
  if (error) return <CallBanner call={{ status: 'rejected', error }} />
  if (data === undefined) return <LoadingMark />
  const { differences, total } = data
  if (total === 0) return <p role="status">{text('NothingDiffers')}</p>
  return (
    <div className="scroll-x">
      <table className={`listing ${styles.table}`} aria-label={text('Differ')}>
        <thead>
          <tr>
            <th scope="col">{text('Kind')}</th>
            <th scope="col">{text('Which')}</th>
            <th scope="col">{sayColumn(from)}</th>
            <th scope="col">{sayColumn(to)}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ kind, id, before, after }) => (
            <tr key={`${kind} ${id}`}>
              <td>{kindName(kind)}</td>
              <td>
                <MomentContext value={from}>
                  <Identifier value={id} of={kind} />
                </MomentContext>
              </td>
              <StateAt moment={from} state={before} />
              <StateAt moment={to} state={after} />
            </tr>
          ))}
        </tbody>
      </table>
      {total > differences.length && <p>{text('MoreDiffer', { count: total - differences.length })}</p>}
    </div>
  )
}

interface StateAtProps {
  readonly moment: Moment | null
  readonly state: State | null
}

/** How it was, with ages as of then. */
const StateAt = ({ moment, state }: StateAtProps) => (
  <td>
    <MomentContext value={moment}>
      {state ? <ThingState of={state} isBrief /> : text('NotThere')}
    </MomentContext>
  </td>
)
