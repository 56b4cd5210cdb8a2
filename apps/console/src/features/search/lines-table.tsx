import type { SearchHit } from '@support-console/contract'
import { Link } from '../../kit/link.tsx'
import { ThingIcon } from '../../kit/thing-icon.tsx'
import { ThingState } from '../../kit/thing-state/index.ts'
import { Button } from '../../ui/button.tsx'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import { Select } from '../../ui/select/select.tsx'
import { Marked } from './hit.tsx'
import { kindOf, type Line, segmentOf } from './resolved.ts'
import styles from './search-many.module.css'
import { text } from './texts.ts'
import { factOf, fieldName, howOf, isCode } from './things.ts'
import { noteVisit } from './visits.ts'

interface LinesTableProps {
  readonly lines: readonly Line[]
  readonly onChoose: (number: number, hit: SearchHit) => void
}

/** A line that is not found has the colours of what is to be done with it. */
function lookOf(line: Line): string | undefined {
  const kind = kindOf[segmentOf(line)]
  return kind && kind !== 'ok' ? `kind-${kind} ${styles.open}` : undefined
}

/** Each line with its answer or its reason. */
export function LinesTable({ lines, onChoose }: LinesTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className={`scroll-x ${styles.scroll}`} tabIndex={0} aria-label={text('Caption')}>
      <table className={`listing ${styles.table}`}>
        <caption className="visually-hidden">{text('Caption')}</caption>
        <thead className="heard-below-700">
          <tr>
            <th scope="col" className={`end ${styles.number}`}>
              {text('ColumnLine')}
            </th>
            <th scope="col">{text('ColumnGiven')}</th>
            <th scope="col">{text('ColumnFoundAs')}</th>
            <th scope="col">{text('ColumnThing')}</th>
            <th scope="col">{text('ColumnCompany')}</th>
            <th scope="col">{text('ColumnState')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.number} className={lookOf(line)}>
              <td className={`quiet end ${styles.number}`}>{line.number}</td>
              <td className={`cut code ${styles.given}`} title={line.given}>
                {line.given}
              </td>
              {line.hit ? <Found line={line} hit={line.hit} /> : <Open line={line} onChoose={onChoose} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Found({ line, hit }: { readonly line: Line; readonly hit: SearchHit }) {
  const { matched } = hit
  const how = howOf(matched)
  const field = fieldName(matched.field)
  return (
    <>
      <td>{how === '' ? text('FoundAs', { field }) : text('FoundAsHow', { field, how })}</td>
      <td>
        <span className="row gap-8">
          <ThingIcon kind={hit.kind} />
          <Link
            to={hit.path}
            className={isCode(hit.kind) ? 'code' : undefined}
            onClick={() => noteVisit(hit.kind, hit.id)}
          >
            <Marked value={hit.title} typed="" isIccid={hit.kind === 'sim'} />
          </Link>
        </span>
      </td>
      <td>{hit.kind === 'company' ? hit.title : factOf(hit, 'company') || '–'}</td>
      <td>
        {hit.state ? <ThingState of={hit.state} isBrief /> : '–'}
        {line.also !== undefined && (
          <span className={`small quiet ${styles.also}`}>{text('AlsoLine', { line: line.also })}</span>
        )}
      </td>
    </>
  )
}

const reasons = {
  ambiguous: { mark: 'warn', word: 'Ambiguous' },
  'check-digit': { mark: 'warn', word: 'CheckDigit' },
  'not-found': { mark: 'error', word: 'NotFound' },
} as const satisfies Record<string, { mark: MarkKind; word: string }>

/** A line that names nothing for certain: why, and what there is to choose from. */
function Open({ line, onChoose }: { readonly line: Line; readonly onChoose: LinesTableProps['onChoose'] }) {
  const { outcome, candidates = [] } = line
  if (outcome === 'not-an-identifier' || outcome === 'found')
    return (
      <td colSpan={4} className="quiet">
        – {text('NoIdentifier')}
      </td>
    )
  const { mark, word } = reasons[outcome]
  const [only] = candidates
  return (
    <td colSpan={4}>
      <div className="row wrap gap-8">
        <StateMark kind={mark} />
        <b className="stated">{text(word)}</b>
        <span>{sayNext(line)}</span>
        {candidates.length === 1 && only && (
          <>
            <span className="code">{only.title}</span>
            <Button size="row" onPress={() => onChoose(line.number, only)}>
              {text('TakeIt')}
            </Button>
          </>
        )}
        {candidates.length > 1 && (
          <Select
            className={styles.choose}
            label={text('ChooseFor', { line: line.number })}
            isLabelHidden
            startsEmpty
            placeholder={text('Choose')}
            size="row"
            options={candidates.map((each, place) => ({
              value: String(place),
              label: [each.title, each.subtitle].filter(Boolean).join(' · '),
            }))}
            value={undefined}
            onChange={(place) => {
              const hit = candidates[Number(place)]
              if (hit) onChoose(line.number, hit)
            }}
          />
        )}
      </div>
    </td>
  )
}

function sayNext({ outcome, candidates = [] }: Line): string {
  if (outcome === 'ambiguous') return text('AmbiguousNext', { count: candidates.length })
  if (outcome === 'check-digit') return text(candidates.length > 0 ? 'DidYouMean' : 'NoRepair')
  return text('NotFoundNext')
}
