import { addresses } from '@support-console/contract/addresses'
import { isIccid } from '@support-console/contract/iccid'
import { useMoment } from '../../../api/moment.ts'
import { useRead } from '../../../api/use-read.ts'
import { Link } from '../../../kit/link.tsx'
import { inSentence, kindName } from '../../../kit/thing-words.ts'
import actions from '../../../ui/link-button.module.css'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { text } from '../texts.ts'
import styles from './things.module.css'
import type { Subject } from './use-thing.ts'

/** Of a UUID: nothing is like its rest. */
const beginning = 8

interface NotFoundProps {
  readonly kind: Subject['kind']
  /** What the address names. */
  readonly id: string
  /** It is no identifier of this kind at all. */
  readonly isOdd?: boolean
}

/** The address of a thing that is not there: so it is said, with what is like it, but in the past. */
export function NotFound({ kind, id, isOdd = false }: NotFoundProps) {
  const near = useRead('GET /search/v1/find', {
    query: { q: kind === 'transaction' ? id.slice(0, beginning) : id, limit: 7 },
    retry: false,
  })
  const hits = near.data?.hits ?? []
  if (useMoment())
    return (
      <div className={`stack starts gap-8 ${styles.notFound}`} role="status">
        <h2>{text('NotFound')}</h2>
        <p>{text('NotKnownThen', { kind: inSentence(kindName(kind)), id })}</p>
      </div>
    )
  return (
    <div className={`stack starts gap-8 ${styles.notFound}`} role="status">
      <h2>{text('NotFound')}</h2>
      <p>{sentenceOf(kind, id, isOdd)}</p>
      {near.isPending ? (
        <LoadingMark />
      ) : (
        <>
          <h3>{text('Nearest')}</h3>
          {hits.length === 0 && <p>{text('NothingNear')}</p>}
          <ul>
            {hits.map((hit) => (
              <li key={`${hit.kind} ${hit.id}`}>
                <Link to={hit.path} className="mono">
                  {hit.title}
                </Link>{' '}
                <span>{hit.subtitle}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {kind === 'sim' && isIccid(id) && (
        <Link className={actions.plain} to={addresses.simInformation(id)}>
          {text('AskAllSources')}
        </Link>
      )}
    </div>
  )
}

const words = {
  sim: 'NoSim',
  panel: 'NoPanel',
  company: 'NoSuchCompany',
  transaction: 'NoTransaction',
} as const

function sentenceOf(kind: Subject['kind'], id: string, isOdd: boolean): string {
  if (isOdd) return text('NoSuchId', { id, kind: inSentence(kindName(kind)) })
  return text(words[kind as keyof typeof words], { id })
}
