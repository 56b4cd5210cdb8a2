import { type FleetFindingKind, fleetFindings } from '@support-console/contract/fleet.words'
import { identified } from '@support-console/contract/identifiers'
import { useAccess } from '../../api/index.ts'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './fleet.module.css'
import { text } from './texts.ts'

interface Counted {
  finding: FleetFindingKind
  /** Null: they were not counted. */
  count: number | null
  grown: number | null
  once: number
  expected: number
}

interface FindingsProps {
  /** Undefined: nothing was counted, as of the past. */
  readonly findings: readonly Counted[] | undefined
  readonly chosen: FleetFindingKind | undefined
  readonly onChoose: (finding: FleetFindingKind | undefined) => void
  readonly onExpected: () => void
}

const kinds = { sim: text('SimsBy'), panel: text('PanelsBy'), csr: text('ServersBy') } as const
const signed = new Intl.NumberFormat(culture, { signDisplay: 'exceptZero' })

const uncounted = (Object.keys(fleetFindings) as FleetFindingKind[]).map(
  (finding): Counted => ({ finding, count: null, grown: null, once: 0, expected: 0 }),
)

/** Counts are the filters: without the chips of the list, and without what one may not read. */
export function Findings({ findings: counted, chosen, onChoose, onExpected }: FindingsProps) {
  const { may } = useAccess()
  const findings =
    counted ?? uncounted.filter(({ finding }) => may(identified[fleetFindings[finding].thing].permission))
  const expected = findings.reduce((sum, each) => sum + each.expected, 0)
  const once = findings.reduce((sum, each) => sum + each.once, 0)
  return (
    <nav aria-label={text('Finding')} className={styles.findings}>
      <button
        type="button"
        aria-current={chosen === undefined || undefined}
        className={classes(styles.finding, chosen === undefined && styles.current)}
        onClick={() => onChoose(undefined)}
      >
        {text('All')}
      </button>
      {(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => {
        const own = findings.filter(({ finding }) => fleetFindings[finding].thing === kind)
        return (
          own.length > 0 && (
            <section key={kind} className={classes(own.every(({ count }) => count === 0) && styles.noneOf)}>
              <h2 className={styles.kind}>{kinds[kind]}</h2>
              {own.map(({ finding, count, grown }) => (
                <button
                  key={finding}
                  type="button"
                  aria-current={chosen === finding || undefined}
                  className={classes(
                    styles.finding,
                    chosen === finding && styles.current,
                    count === 0 && chosen !== finding && styles.noneOf,
                  )}
                  onClick={() => onChoose(finding)}
                >
                  <span>{text(finding)}</span>
                  <span className={styles.grown}>{grown ? signed.format(grown) : ''}</span>
                  <span>{count?.toLocaleString(culture)}</span>
                </button>
              ))}
            </section>
          )
        )
      })}
      {expected > 0 && (
        <Button size="tool" look="quiet" onPress={onExpected}>
          {text('AndExpected', { count: expected })}
        </Button>
      )}
      {once > 0 && <p className="faint small">{text('Once', { count: once })}</p>}
    </nav>
  )
}
